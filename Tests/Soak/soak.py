"""Lets one `strokemill stream` convert for long, and looks whether it holds more and more.

    soak.py --tool .build/release/strokemill [--count 200000] [--jobs 2] [--shared ../shared] [--trials FILE]

What comes in is mixed: sample drawings, inputs that once broke something, hostile files where they lie beside the
project, and lines that are no records. It fails unless every line is answered once and in order, the same drawing has the
same answer each time, and memory and descriptors of the tool and of its workers are late what they were early.
"""

import argparse
import base64
import collections
import hashlib
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Larger ones would make it a test of those alone.
LARGEST = 16 << 10
# How often something is looked at, in the whole run.
LOOKS = 200
# Late against early, beyond what the allocator's moods are.
MOST_GROWTH = 1.15
SLACK = 8 << 20


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--count", type=int, default=200_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--shared", default=os.path.join(os.path.dirname(PROJECT), "shared"))
    parser.add_argument("--trials")
    options = parser.parse_args()
    inputs = list(records(options.shared))
    run = Run(os.path.abspath(options.tool), options.jobs, inputs, options.count)
    run.go()
    run.report()
    if options.trials:
        with open(options.trials, "a") as trials:
            row = ["soak", run.answered, run.errors, run.answered - run.errors, f"{run.longest:.3f}",
                   run.peak >> 20]
            print(*row, sep="\t", file=trials)
    for fault in run.faults:
        print("FAULT:", fault)
    sys.exit(1 if run.faults else 0)


def records(shared):
    """Lines without their ids, each as (what it is, the rest of the line)."""
    formats = {".csv": "csv", ".json": "json", ".geojson": "json", ".svg": "svg", ".svgz": "svg"}
    places = [("samples/drawings", None), ("samples/diagrams", None)]
    places += [(f"Tests/Fuzz/Inputs/{kind}", kind) for kind in ("csv", "json", "svg")]
    places += [(os.path.join(shared, "corpus/hostile/open", kind), kind) for kind in ("csv", "json", "svg")]
    for place, kind in places:
        folder = os.path.join(PROJECT, place)
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
            path = os.path.join(folder, name)
            form = kind or formats.get(os.path.splitext(name)[1])
            if form and os.path.getsize(path) <= LARGEST:
                with open(path, "rb") as file:
                    data = base64.b64encode(file.read()).decode()
                yield path, f'"format":"{form}","base64":"{data}"}}\n'.encode()
    # A record that isn't one: its answer has the number of the line.
    for text in ['"data":', '"data":"M0 0"', '"data":"0,0","format":"none"}', '"dta":""}', '"base64":"?"}',
                 '"seed":"x","data":"0,0","format":"csv"}']:
        yield text, text.encode() + b"\n"


class Run:
    def __init__(self, tool, jobs, inputs, count):
        # A stage with random numbers, one that makes more points, and text that is drawn.
        self.command = [tool, "stream", "-j", str(jobs), "-s", "flatten", "-s", "jitter:seed=3",
                        "--limit", "points=100000", "--limit", "copies=20000"]
        self.inputs, self.count, self.jobs = inputs, count, jobs
        self.answered = self.errors = self.peak = 0
        self.longest = 0.0
        self.faults = []
        self.looks = []
        self.workers = set()

    def go(self):
        begin = time.monotonic()
        with tempfile.TemporaryFile() as words:
            self.tool = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=words)
            writer = threading.Thread(target=self.write, daemon=True)
            writer.start()
            self.read()
            writer.join()
            status = self.tool.wait()
            words.seek(0)
            self.words = words.read().decode(errors="replace")
        self.seconds = time.monotonic() - begin
        if self.answered != self.count:
            self.faults.append(f"{self.count} lines were written, {self.answered} answered")
        expected = f"{self.errors} of {self.count} records failed"
        if status != 1 or expected not in self.words:
            self.faults.append(f"status {status}, and not '{expected}': {self.words[-500:]}")
        self.judge()

    def write(self):
        try:
            for number in range(self.count):
                rest = self.inputs[number % len(self.inputs)][1]
                # Of one length, since messages about the line itself name columns.
                self.tool.stdin.write(b'{"id":%9d,' % number + rest)
            self.tool.stdin.close()
        except BrokenPipeError:
            pass  # It's told by the answers that are missing.

    def read(self):
        answers = {}
        every = max(1, self.count // LOOKS)
        last = time.monotonic()
        for line in self.tool.stdout:
            number = self.answered
            # A line that isn't JSON has no id: it's told by its number.
            head = re.match(rb'\{"(?:id": *(\d+)|record":(\d+)),(.*)', line, re.S)
            told = head and (int(head[1]) if head[1] else int(head[2]) - 1)
            if told != number:
                self.faults.append(f"answer {number} is that of {told}: {line[:100]!r}")
                self.tool.kill()
                return
            what = number % len(self.inputs)
            digest = hashlib.blake2b(head[3], digest_size=16).digest()
            if answers.setdefault(what, digest) != digest and len(self.faults) < 10:
                self.faults.append(f"another answer than before: {self.inputs[what][0]}")
            self.errors += b'"error":{' in line[:60]
            self.answered += 1
            now = time.monotonic()
            self.longest, last = max(self.longest, now - last), now
            if number % every == 0:
                self.look()

    def look(self):
        """Notes memory and descriptors of the tool and, largest and most, of its workers."""
        own = facts(self.tool.pid)
        workers = {pid: facts(pid) for pid in children(self.tool.pid)}
        workers = {pid: fact for pid, fact in workers.items() if fact}
        if not own:
            return
        self.workers |= set(workers)
        self.peak = max([self.peak, own.peak] + [fact.peak for fact in workers.values()])
        self.looks.append({
            "the tool's memory": own.memory,
            "a worker's memory": max((fact.memory for fact in workers.values()), default=0),
            "the tool's descriptors": own.descriptors,
            "a worker's descriptors": max((fact.descriptors for fact in workers.values()), default=0),
            "workers": len(workers),
        })

    def judge(self):
        """The last fifth against the second: what is set aside once is there by then."""
        self.rows = []
        fifth = len(self.looks) // 5
        if fifth < 5:
            self.faults.append(f"only {len(self.looks)} looks")
            return
        for name in self.looks[0]:
            early = statistics.median(look[name] for look in self.looks[fifth:2 * fifth])
            late = statistics.median(look[name] for look in self.looks[-fifth:])
            self.rows.append((name, early, late))
            is_memory = name.endswith("memory")
            most = max(early * MOST_GROWTH, early + SLACK) if is_memory else early
            if late > most:
                self.faults.append(f"{name}: {early} early, {late} late")
        if len(self.workers) > self.jobs:
            self.faults.append(f"{len(self.workers)} workers for {self.jobs}: some were lost on the way")
        if not any(name == "a worker's memory" and late > 0 for name, _, late in self.rows):
            self.faults.append("no worker was seen")

    def report(self):
        print(f"{self.answered} of {self.count} answered in order, {self.errors} of them errors, from "
              f"{len(self.inputs)} inputs, in {self.seconds:.0f} s; the longest wait {self.longest:.2f} s; "
              f"{len(self.workers)} workers in all")
        print(f"{'':24} {'early':>8} {'late':>8}  ratio")
        for name, early, late in self.rows:
            unit, digits = (1 << 20, 1) if name.endswith("memory") else (1, 0)
            ratio = late / early if early else 1
            print(f"{name:24} {early / unit:8.{digits}f} {late / unit:8.{digits}f}  {ratio:.3f}")


Facts = collections.namedtuple("Facts", "memory peak descriptors")


def facts(pid):
    """A process's resident memory and its peak, in bytes, and how many descriptors it has; None when it's gone."""
    try:
        with open(f"/proc/{pid}/status") as file:
            text = file.read()
        sizes = [re.search(rf"^{name}:\s*(\d+) kB", text, re.M) for name in ("VmRSS", "VmHWM")]
        if not all(sizes):
            return None
        return Facts(*(int(size[1]) << 10 for size in sizes), len(os.listdir(f"/proc/{pid}/fd")))
    except OSError:
        return None


def children(pid):
    found = set()
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children") as file:
                found |= {int(word) for word in file.read().split()}
    except OSError:
        pass  # A thread may end while it's looked at.
    return found


if __name__ == "__main__":
    main()
