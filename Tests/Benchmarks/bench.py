#!/usr/bin/env python3
"""Measures strokemill beside the floor and its peers and prints a Markdown table.

  bench.py --tool .build/release/strokemill [--rounds 9] [--without-peers]

All commands run in turn, round by round, so that a busy moment of the machine meets all of them; the medians count. A
target that is missed is a word in the table, never a failure: time is this machine's, the ratios are ours.
The exit status is 1 when strokemill itself fails at an input.
"""
import argparse
import csv
import datetime
import os
import shutil
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
WORK = f"{ROOT}/.build/bench"
FIT = ["-s", "normalize", "-s", "aspect-fit:width=1000px,height=1000px", "-s", "center"]


class Measured:
    """A command, its runs so far, and the files that it reads and writes."""

    def __init__(self, name, command, input=None, output=None, repeats=1, rounds=None, inputs=(), folder=None):
        self.name, self.command, self.input, self.output, self.folder = name, command, input, output, folder
        self.size = sum(os.path.getsize(path) for path in (inputs or [input] if input else inputs))
        self.repeats, self.rounds = repeats, rounds
        self.seconds, self.peaks, self.fault = [], [], None

    def run(self, limit=900):
        if self.fault:
            return
        for _ in range(self.repeats):
            if self.output and os.path.exists(self.output):
                os.remove(self.output)
            if self.folder:
                # A new one for each run, and the old ones stay: an ext4 that has just removed thousands of files,
                # or replaces them, takes longer over that than over all the rest.
                os.makedirs(self.folder, exist_ok=True)
                os.rename(self.folder, f"{self.folder}-{time.time_ns()}")
                os.makedirs(self.folder)
            try:
                result = subprocess.run([f"{WORK}/measure"] + self.command, capture_output=True, timeout=limit)
                seconds, kibibytes, status = result.stdout.decode().split()
            except (OSError, ValueError, subprocess.TimeoutExpired) as error:
                self.fault = f"{type(error).__name__}"
                return
            if status != "0":
                message = result.stderr.decode(errors="replace").strip().splitlines()
                self.fault = f"exit {status}" + (f": {message[0][:150]}" if message else "")
                return
            # Who does nothing is fast.
            if self.output and (not os.path.exists(self.output)
                                or os.path.getsize(self.output) < os.path.getsize(self.input) / 10):
                self.fault = "the output is missing or too small"
                return
            self.seconds.append(float(seconds))
            self.peaks.append(int(kibibytes) * 1024)

    @property
    def time(self):
        return statistics.median(self.seconds) if self.seconds else None

    @property
    def peak(self):
        return max(self.peaks) if self.peaks else None

    @property
    def speed(self):
        """Input bytes a second."""
        return self.size / self.time if self.size and self.time else None


def build(name, *options):
    subprocess.run(["g++", "-O2", "-std=c++17", f"{HERE}/{name}", "-o", f"{WORK}/{name.split('.')[0]}", *options],
                   check=True)


def peer(package):
    """Whether a peer from PyPI is there, if need be installed into a folder of the build."""
    python = f"{WORK}/venv/bin/python"
    try:
        if not os.path.exists(python):
            subprocess.run([sys.executable, "-m", "venv", f"{WORK}/venv"], check=True, capture_output=True, timeout=120)
        if subprocess.run([python, "-c", f"import {package}"], capture_output=True).returncode != 0:
            print(f"Installing {package} into .build/bench/venv", file=sys.stderr)
            subprocess.run([f"{WORK}/venv/bin/pip", "install", "--quiet", package], check=True, capture_output=True,
                           timeout=600)
    except (OSError, subprocess.SubprocessError) as error:
        print(f"{package} can't be installed ({error}); going on without it", file=sys.stderr)
        return False
    return True


def real_files(tool):
    """One process for all real files, beside a process a file; nothing where the corpora aren't at hand."""
    corpus = os.environ.get("STROKEMILL_SHARED", f"{os.path.dirname(ROOT)}/shared") + "/corpus/real/open"
    if not os.path.exists(f"{corpus}/manifest.csv"):
        print("the corpora aren't at hand; going on without the real files", file=sys.stderr)
        return {}
    with open(f"{corpus}/manifest.csv", newline="") as file:
        names = [row["path"] for row in csv.DictReader(file)
                 if row["renders"] == "both" and row["path"].endswith(".svg")]
    # Numbered links: some have the same name in different folders.
    shutil.rmtree(f"{WORK}/real", ignore_errors=True)
    os.makedirs(f"{WORK}/real/in")
    paths = []
    for n, name in enumerate(names):
        paths.append(f"{WORK}/real/in/{n:04}.svg")
        os.symlink(f"{corpus}/{name}", paths[-1])
    title = f"{len(paths)} real files, SVG → SVG"

    def all_files(name, command, **more):
        out = f"{WORK}/real/{name.replace(' ', '-')}"
        return Measured(f"{name} {title}", [part.replace("OUT", out) for part in command] + paths, inputs=paths,
                        folder=out, **more)

    hand = [tool, "convert", "-q", "-p", "preset:pencil"]
    # What a run before made; the journal trusts no file that was written a moment ago.
    kept = f"{WORK}/real/kept/"
    for _ in range(2):
        subprocess.run([*hand, "-o", kept, "--incremental", *paths], check=True, capture_output=True)
        time.sleep(0.1)
    each = 'for f in "$@"; do rsvg-convert -f svg -o "OUT/${f##*/}" "$f" || exit; done'
    return {
        "real": all_files("strokemill", [tool, "convert", "-q", "-j", "1", "-o", "OUT"]),
        **{f"hand-{n}": all_files(f"strokemill, by hand (preset:pencil), -j {n},", [*hand, "-j", f"{n}", "-o", "OUT"],
                                  rounds=3) for n in (1, 2)},
        "jitter-2": all_files("strokemill, by hand (jitter alone), -j 2,",
                              [tool, "convert", "-q", "-s", "jitter", "-j", "2", "-o", "OUT"], rounds=3),
        "hand-again": Measured("strokemill, by hand, --incremental with nothing changed",
                               [*hand, "-j", "2", "-o", kept, "--incremental", *paths], inputs=paths),
        "real-floor": all_files("floor", [f"{WORK}/floors", "OUT"]),
        "real-rsvg": all_files("rsvg-convert", ["sh", "-c", each, "sh"], rounds=1),
    }


def many_files(tool):
    """A hundred thousand CSV files of ten rows, and a thousand of them."""
    for name, count in (("few", 1000), ("many", 100_000)):
        folder = f"{WORK}/csv-{name}"
        if os.path.isdir(folder) and len(os.listdir(folder)) == count:
            continue
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        for n in range(count):
            with open(f"{folder}/{n:06}.csv", "w") as file:
                file.writelines(f"{(n * 7 + row * 13) % 1000 / 10},{(n + row * row) % 900 / 10}\n" for row in range(10))
    shutil.rmtree(f"{WORK}/csv-out", ignore_errors=True)
    os.makedirs(f"{WORK}/csv-out")

    def convert(name, title):
        out = f"{WORK}/csv-out/{name}"
        return Measured(f"strokemill {title} CSV files of ten rows → SVG", [tool, "convert", f"{WORK}/csv-{name}", "-r", "-q",
                        "-j", "1", "-o", f"{out}/"], rounds=2, folder=out)

    sample = subprocess.run([tool, "convert", f"{WORK}/csv-few/000100.csv", "-o", "-"], check=True, capture_output=True)
    floor = f"{WORK}/csv-out/floor"
    return {
        "csv-few": convert("few", "1,000"), "csv-many": convert("many", "100,000"),
        "csv-floor": Measured("floor 100,000 CSV files, only read and as much written",
                              [f"{WORK}/copies", f"{WORK}/csv-many", floor, f"{len(sample.stdout)}"], rounds=2,
                              folder=floor),
    }


def processor():
    try:
        with open("/proc/cpuinfo") as info:
            names = [line.split(":", 1)[1].strip() for line in info if line.startswith("model name")]
    except OSError:
        names = []
    return f"{names[0] if names else 'unknown processor'}, {os.cpu_count()} cores"


def measure(arguments):
    tool = os.path.abspath(arguments.tool)
    svg, mixed, csv, json, scrawl, labels = (
        f"{WORK}/{n}"
        for n in ("polylines.svg", "mixed.svg", "points.csv", "points.json", "scrawl.svg", "labels.svg"))
    out = f"{WORK}/out"
    os.makedirs(out, exist_ok=True)

    def convert(name, input, output, *options):
        return Measured(f"strokemill {name}", [tool, "convert", input, "--overwrite", "-o", f"{out}/{output}", *options],
                        input, f"{out}/{output}")

    def rsvg(name, input, output, form):
        return Measured(f"rsvg-convert {name}", ["rsvg-convert", "-f", form, "-o", f"{out}/{output}", input],
                        input, f"{out}/{output}")

    runs = {
        "svg": convert("polylines, SVG → SVG", svg, "strokemill.svg", *FIT),
        "eps": convert("polylines, SVG → EPS", svg, "strokemill.eps", *FIT),
        "mixed": convert("mixed paths, SVG → SVG", mixed, "strokemill-mixed.svg"),
        "csv": convert("points, CSV → SVG", csv, "strokemill-csv.svg", "--from", "csv:group=group"),
        "json": convert("points, JSON → SVG", json, "strokemill-json.svg"),
        **{f"jitter-{model}": convert(f"scrawls by hand, model {model}", scrawl, f"strokemill-{model}.svg", "-j", "1", "-s",
                                      f"jitter:model={model},passes=2,seed=1", "--to", "svg:precision=3")
           for model in ("roughjs", "noise")},
        "hatch": convert("scrawls hatched", scrawl, "strokemill-hatch.svg", "-j", "1", "-s", "style:fill=#246",
                         "-s", "hatch:gap=20,paper=none", "--to", "svg:precision=3"),
        "labels": convert("10,000 labels, SVG → EPS", labels, "strokemill-labels.eps"),
        **real_files(tool),
        **many_files(tool),
        "version": Measured("strokemill --version", [tool, "--version"], repeats=10),
        "floor": Measured("floor polylines", [f"{WORK}/floor", svg, f"{out}/floor.txt"], svg, f"{out}/floor.txt"),
        "rsvg-svg": rsvg("polylines, SVG → SVG", svg, "rsvg.svg", "svg"),
        "rsvg-eps": rsvg("polylines, SVG → EPS", svg, "rsvg.eps", "eps"),
        "rsvg-mixed": rsvg("mixed paths, SVG → SVG", mixed, "rsvg-mixed.svg", "svg"),
        "rsvg-labels": rsvg("10,000 labels, SVG → EPS", labels, "rsvg-labels.eps", "eps"),
        "rsvg-version": Measured("rsvg-convert --version", ["rsvg-convert", "--version"], repeats=10),
        # Once is enough for something that takes this long.
        "vpype": Measured("vpype polylines, SVG → SVG", ["vpype", "read", svg, "write", f"{out}/vpype.svg"],
                          svg, f"{out}/vpype.svg", rounds=1),
        "rough": Measured("PyPI's rough, scrawls, nothing written", [f"{WORK}/venv/bin/python", f"{HERE}/rough_peer.py"],
                          scrawl, rounds=1),
        "rough-hachure": Measured("PyPI's rough, a twentieth of the scrawls hatched, nothing written",
                                  [f"{WORK}/venv/bin/python", f"{HERE}/rough_peer.py", "hachure"], rounds=1),
    }
    runs["vpype"].command[0] = f"{WORK}/venv/bin/vpype"
    for name in ("vpype", "rough", "rough-hachure"):
        if arguments.without_peers or not peer(name.split("-")[0]):
            runs[name].fault = "not installed"

    for turn in range(arguments.rounds):
        print(f"round {turn + 1} of {arguments.rounds}", file=sys.stderr)
        # Each round begins elsewhere, so that no command always follows the same one and pays for the memory
        # and the unwritten pages that it leaves.
        order = list(runs.values())
        start = turn * 5 % len(order)
        for run in order[start:] + order[:start]:
            if run.rounds is None or turn < run.rounds:
                run.run()
    return runs


def table_costs(program):
    """What a stage costs more behind a plug-in's table than built in: (stage, points, nanoseconds a point)."""
    if not program:
        return []
    output = subprocess.run([os.path.abspath(program)], check=True, capture_output=True, timeout=300).stdout
    rows = [line.split("\t") for line in output.decode().splitlines()]
    return [(stage, int(points), float(cost)) for stage, points, _, _, cost in rows]


def exec_speeds(program):
    """How fast drawings go to a program that sends them back: (points, megabytes there and back a second)."""
    if not program:
        return []
    output = subprocess.run([os.path.abspath(program), f"{WORK}/echo"], check=True, capture_output=True,
                            timeout=300).stdout
    rows = [line.split("\t") for line in output.decode().splitlines()]
    return [(int(points), int(size) / 1e6 / float(seconds)) for points, size, seconds in rows]


def report(runs, table, programs, rounds):
    yield f"Measured {datetime.date.today()} on {processor()}; medians of {rounds} interleaved rounds.\n"
    yield "| | time | speed | peak memory |"
    yield "|---|--:|--:|--:|"
    for run in runs.values():
        if run.fault:
            yield f"| {run.name} | not measured ({run.fault}) | | |"
            continue
        time = f"{run.time * 1000:.1f} ms" if run.time < 1 else f"{run.time:.2f} s"
        speed = f"{run.speed / 1e6:.0f} MB/s" if run.speed else ""
        yield f"| {run.name} | {time} | {speed} | {run.peak / 1e6:.0f} MB |"

    yield "\n| target | reached | |"
    yield "|---|--:|---|"
    for text, value, limit, at_most in targets(runs, table, programs):
        if value is None:
            yield f"| {text} | not measured | |"
        else:
            good = value <= limit if at_most else value >= limit
            yield f"| {text} | {value:.2f} | {'ok' if good else 'MISSED'} |"


def targets(runs, table, programs):
    """What is to be reached: text, value, limit, and whether the limit is an upper one."""

    def ratio(a, b):
        a, b = runs[a].time, runs[b].time
        return a / b if a and b else None

    def memory(name):
        run = runs[name]
        return run.peak / os.path.getsize(run.input) if run.peak else None

    def speed(name):
        return runs[name].speed / 1e6 if runs[name].speed else None

    for form in ("svg", "eps"):
        yield f"SVG → {form.upper()}: at most 1.5 × the floor's time", ratio(form, "floor"), 1.5, True
        yield f"SVG → {form.upper()}: at least 8 × as fast as rsvg-convert", ratio(f"rsvg-{form}", form), 8, False
        yield f"SVG → {form.upper()}: peak memory at most 6 × the input", memory(form), 6, True
    yield "mixed paths: at least 6 × as fast as rsvg-convert", ratio("rsvg-mixed", "mixed"), 6, False
    yield "10,000 labels: at most 1.5 × rsvg-convert's time", ratio("labels", "rsvg-labels"), 1.5, True
    if "real" in runs:
        yield "real files: at most 2 × the floor's time", ratio("real", "real-floor"), 2, True
        yield "real files: at least 20 × as fast as rsvg-convert, a process each", ratio("real-rsvg", "real"), 20, False
        for name, title in (("jitter-2", "jitter alone"), ("hand-2", "preset:pencil")):
            yield f"real files by hand ({title}) at -j 2: at least 30 × as fast as rsvg-convert, a process each, which " \
                "only converts", ratio("real-rsvg", name), 30, False
        yield "real files by hand: two workers at least 1.85 × as fast as one", ratio("hand-1", "hand-2"), 1.85, False
        yield "nothing changed: --incremental at least 20 × as fast as all anew", ratio("hand-2", "hand-again"), 20, False
    yield "100,000 CSV files: at most 3 × the time of reading and writing alone", ratio("csv-many", "csv-floor"), 3, True
    few, many = runs["csv-few"].peak, runs["csv-many"].peak
    yield "100,000 files instead of 1,000: at most 300 bytes of memory more for each", \
        few and many and (many - few) / 99_000, 300, True
    yield "CSV → SVG: at least 100 MB/s", speed("csv"), 100, False
    yield "JSON → SVG: at least 100 MB/s", speed("json"), 100, False
    yield "scrawls: at least 30 × as fast as PyPI's rough", ratio("rough", "jitter-roughjs"), 30, False
    hatching = ratio("rough-hachure", "hatch")
    yield "scrawls hatched: at least 30 × as fast as PyPI's rough", hatching and 20 * hatching, 30, False
    yield "scrawls: the noise model at most 3 × the time of roughjs", ratio("jitter-noise", "jitter-roughjs"), 3, True
    yield "--version: at most 0.7 × rsvg-convert's time", ratio("version", "rsvg-version"), 0.7, True
    for stage, points, cost in table:
        yield f"'{stage}' on {points:,} points: at most 3 ns a point more behind a plug-in's table", cost, 3, True
    for points, value in programs:
        yield f"'exec' on {points:,} points: at least 60 MB/s of JSON there and back", value, 60, False


def main():
    parser = argparse.ArgumentParser(description="Measure strokemill beside the floor and its peers.")
    parser.add_argument("--tool", required=True, help="the strokemill to measure")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--without-peers", action="store_true", help="leave out the peers that have to be installed")
    parser.add_argument("--table-bench", help="the program that measures what a plug-in's table costs")
    parser.add_argument("--exec-bench", help="the program that measures how fast drawings go to a program and back")
    arguments = parser.parse_args()

    os.makedirs(WORK, exist_ok=True)
    subprocess.run([sys.executable, f"{HERE}/inputs.py", WORK], check=True)
    xml = subprocess.run(["pkg-config", "--cflags", "--libs", "libxml-2.0"], check=True, capture_output=True)
    for floor in ("floor.cpp", "floors.cpp"):
        build(floor, *xml.stdout.decode().split())
    build("measure.cpp")
    build("copies.cpp")
    subprocess.run(["gcc", "-O2", f"{HERE}/echo.c", "-o", f"{WORK}/echo"], check=True)

    runs = measure(arguments)
    shutil.rmtree(f"{WORK}/real", ignore_errors=True)
    table = "\n".join(report(runs, table_costs(arguments.table_bench), exec_speeds(arguments.exec_bench),
                             arguments.rounds))
    with open(f"{WORK}/table.md", "w") as file:
        file.write(table + "\n")
    print(table)
    return 1 if any(run.fault for run in runs.values() if run.name.startswith("strokemill")) else 0


if __name__ == "__main__":
    sys.exit(main())
