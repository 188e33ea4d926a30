"""Runs samples/spark on a real cluster: a master and two workers on this machine, one of which is lost in the middle.

    spark_test.py --tool .build/release/strokemill [--files 3000]

It fails unless every drawing has exactly one answer, the bytes are those of a local run, and the drawings that can't be
read are named. Then it prints what a drawing cost.
"""

import argparse
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SAMPLE = os.path.join(PROJECT, "samples", "spark", "convert.py")
PIPELINE = ["-p", "preset:pencil"]
# Large enough that a worker can be lost in the middle.
PATHS = 12


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--files", type=int, default=3000)
    options = parser.parse_args()
    tool = os.path.abspath(options.tool)
    with tempfile.TemporaryDirectory(prefix="strokemill-spark-") as scratch:
        drawings = os.path.join(scratch, "drawings")
        broken = write_drawings(drawings, options.files)
        local, local_seconds = timed(lambda: convert_here(tool, drawings, os.path.join(scratch, "local")))
        with Cluster(scratch) as cluster:
            converted = os.path.join(scratch, "converted")
            output, seconds = timed(
                lambda: cluster.submit(
                    [drawings, converted, "--tool", tool, "--parts", "60", "--", *PIPELINE],
                    during=lambda: cluster.lose_a_worker(when=lambda: count(converted) > options.files // 4),
                )
            )
            check(len(cluster.processes) == 2, "the run ended before a worker could be lost: name more --files")
            check(output.status == 1, f"the run should end with 1, not {output.status}\n{output.errors}")
            check_answers(output, options.files, broken)
            check_same(local, read_all(converted))
            print(
                f"folder: {options.files} drawings, a worker lost in the middle: every one once, the same "
                f"bytes as a local run; {seconds:.1f} s, {local_seconds:.1f} s locally with 2 jobs"
            )
            table(cluster, tool, scratch, drawings, local)


def table(cluster, tool, scratch, drawings, local):
    """A Parquet table in, a Parquet table out: both are read and written by Spark itself."""
    script = os.path.join(scratch, "tables.py")
    source, target = os.path.join(scratch, "in.parquet"), os.path.join(scratch, "out.parquet")
    with open(script, "w") as file:
        file.write(TABLES)
    made = cluster.submit([drawings, source], script=script)
    check(made.status == 0, made.errors)
    output, seconds = timed(
        lambda: cluster.submit([source, target, "--tool", tool, "--parts", "8", "--", *PIPELINE])
    )
    check(output.status == 1, output.errors)
    read = cluster.submit([target], script=script)
    check(read.status == 0, read.errors)
    rows = [json.loads(row) for row in read.text.splitlines() if row.startswith("{")]
    check(len(rows) == len({row["id"] for row in rows}), "an id is there twice")
    outputs = {os.path.splitext(row["id"])[0] + ".svg": row["data"].encode() for row in rows if row["data"]}
    check_same(local, outputs)
    failed = [row for row in rows if row["error"]]
    check(len(failed) + len(outputs) == len(rows), "a row has neither data nor an error")
    print(f"table: {len(rows)} rows, {len(failed)} with an error: the same bytes; {seconds:.1f} s")


TABLES = """
import json, os, sys
from pyspark.sql import SparkSession
spark = SparkSession.builder.getOrCreate()
if len(sys.argv) == 3:
    rows = []
    for folder, _, names in os.walk(sys.argv[1]):
        for name in names:
            path = os.path.join(folder, name)
            rows.append((os.path.relpath(path, sys.argv[1]), open(path).read()))
    spark.createDataFrame(rows, "id string, data string").write.parquet(sys.argv[2])
else:
    for row in spark.read.parquet(sys.argv[1]).collect():
        print(json.dumps({name: row[name] for name in ("id", "format", "data", "error")}))
spark.stop()
"""


class Cluster:
    """A standalone master and two workers of one processor each, on the loopback interface."""

    def __init__(self, scratch):
        import pyspark

        self.home = os.path.dirname(pyspark.__file__)
        self.scratch = scratch
        self.environment = {
            **os.environ,
            "SPARK_HOME": self.home,
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_WORKER_DIR": os.path.join(scratch, "work"),
            "PYSPARK_PYTHON": sys.executable,
        }
        self.processes = []

    def __enter__(self):
        port, page = free_port(), free_port()
        self.address = f"spark://127.0.0.1:{port}"
        self.page = f"http://127.0.0.1:{page}/json/"
        self.begin("master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", str(page))
        for _ in range(2):
            self.begin(
                "worker.Worker", "--host", "127.0.0.1", "--cores", "1", "--memory", "1g", "--webui-port",
                str(free_port()), self.address,
            )
        deadline = time.monotonic() + 120
        while self.alive() < 2:
            check(time.monotonic() < deadline, "the cluster doesn't start:\n" + self.log())
            time.sleep(0.2)
        return self

    def __exit__(self, *_):
        for process in self.processes:
            kill_group(process)

    def begin(self, kind, *arguments):
        log = open(os.path.join(self.scratch, f"cluster-{len(self.processes)}.log"), "wb")
        self.processes.append(
            subprocess.Popen(
                [os.path.join(self.home, "bin", "spark-class"), "org.apache.spark.deploy." + kind, *arguments],
                env=self.environment, stdout=log, stderr=log, start_new_session=True,
            )
        )

    def log(self):
        texts = []
        for name in sorted(os.listdir(self.scratch)):
            if name.startswith("cluster-"):
                texts.append(open(os.path.join(self.scratch, name)).read()[-2000:])
        return "\n".join(texts)

    def alive(self):
        try:
            with urllib.request.urlopen(self.page, timeout=5) as page:
                return json.load(page)["aliveworkers"]
        except (OSError, ValueError):
            return 0

    def submit(self, arguments, script=SAMPLE, during=None):
        with tempfile.TemporaryFile("w+") as text, tempfile.TemporaryFile("w+") as errors:
            process = subprocess.Popen(
                [
                    os.path.join(self.home, "bin", "spark-submit"), "--master", self.address, "--conf",
                    "spark.ui.enabled=false", "--executor-memory", "700m", script, *arguments,
                ],
                env=self.environment, stdout=text, stderr=errors, start_new_session=True,
            )
            try:
                while during and process.poll() is None and not during():
                    time.sleep(0.02)
                process.wait(timeout=600)
            finally:
                kill_group(process)
            text.seek(0)
            errors.seek(0)
            return Output(process.returncode, text.read(), errors.read())

    def lose_a_worker(self, when):
        """Ends a worker and all it started, as a machine that loses its power, once `when` is true."""
        if not when():
            return False
        kill_group(self.processes.pop())
        return True


class Output:
    def __init__(self, status, text, errors):
        self.status, self.text, self.errors = status, text, errors


def kill_group(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def timed(work):
    begin = time.monotonic()
    return work(), time.monotonic() - begin


def check(condition, message):
    if not condition:
        sys.exit("spark_test: " + message)


def write_drawings(folder, files):
    """Drawings of a fixed seed in some folders, a few of them broken; their names."""
    chance = random.Random(20)
    broken = []
    for i in range(files):
        # Names as people give them: with spaces, letters beyond ASCII, and what addresses escape.
        name = f"{i // 500:02d}/drawing {i}.svg" if i % 7 else f"{i // 500:02d}/plan%20ä+{i}.svg"
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        shapes = []
        for _ in range(PATHS):
            numbers = " ".join(f"{chance.uniform(0, 200):.1f},{chance.uniform(0, 200):.1f}" for _ in range(9))
            shapes.append(f'<path d="M{numbers}" fill="none" stroke="#{chance.randrange(4096):03x}"/>')
        text = f'<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200">{"".join(shapes)}</svg>'
        if i % 211 == 5:
            broken.append(name)
            text = text[:-9]
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    return broken


def convert_here(tool, drawings, folder):
    subprocess.run(
        [tool, "convert", "-r", drawings, "-o", folder + "/", "--to", "svg", "-j", "2", "--quiet", *PIPELINE],
        stderr=subprocess.DEVNULL,
    )
    return read_all(folder)


def read_all(folder):
    result = {}
    for place, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(place, name), "rb") as file:
                result[os.path.relpath(os.path.join(place, name), folder)] = file.read()
    return result


def count(folder):
    return sum(len(names) for _, _, names in os.walk(folder))


def check_answers(output, files, broken):
    check(f"{files} drawings, {len(broken)} failed" in output.text, f"what it says: {output.text}\n{output.errors}")
    # spark-submit joins the program's two streams in its standard output.
    rows = [row for row in output.text.splitlines() if ": error: " in row]
    said = [row.split(".svg:")[0] + ".svg" for row in rows]
    check(sorted(said) == sorted(broken), f"broken are {broken}, but named are {said}")


def check_same(expected, found):
    check(len(expected) > 0, "the local run wrote nothing")
    missing, extra = sorted(expected.keys() - found.keys()), sorted(found.keys() - expected.keys())
    check(not missing and not extra, f"missing: {missing[:5]}, there but not expected: {extra[:5]}")
    differing = [name for name in expected if expected[name] != found[name]]
    check(not differing, f"other bytes than in a local run: {differing[:5]}")


if __name__ == "__main__":
    main()
