#!/usr/bin/env python3
"""Gives strokemill and its peers a folder as people have them, and counts what each says of its failures.

  bulk.py --tool .build/release/strokemill [--only NAME…] [--limit SECONDS]

The folder: every real file of the corpora, twice, with the hundred hostile SVG files mixed in. Each tool is used as its
manual says for many files: a process a file in a shell's loop, or one process for all. A file has failed when it has to
be refused (the hostile files' manifest says which), or when no whole SVG came out. Its failure is told when that file's
own exit status isn't 0, or when one process for all names the file on standard error and doesn't exit with 0; else it's
hidden. What isn't a file's fault and has no output all the same is lost.
"""
import argparse
import csv
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
import xml.parsers.expat

from bench import ROOT, WORK, peer

BULK = f"{WORK}/bulk"


def make_folder(shared):
    """The input files, by name, each with what is expected of it."""
    shutil.rmtree(BULK, ignore_errors=True)
    os.makedirs(f"{BULK}/in")
    corpus = f"{shared}/corpus"
    with open(f"{corpus}/real/manifest.csv", newline="") as file:
        real = [(f"{corpus}/real/{row['path']}", row["renders"]) for row in csv.DictReader(file)
                if row["split"] == "open" and row["path"].endswith(".svg")]
    with open(f"{corpus}/hostile/open/manifest.csv", newline="") as file:
        hostile = [(f"{corpus}/hostile/open/{row['path']}", row["expect"]) for row in csv.DictReader(file)
                   if row["kind"] == "svg"]
    files = []
    every = len(real) * 2 // len(hostile)
    for n, (path, renders) in enumerate(real * 2):
        # What no renderer can draw may be refused.
        files.append((path, "A" if renders == "both" else "E"))
        if n % every == every // 2 and n // every < len(hostile):
            files.append(hostile[n // every])
    expected = {}
    for n, (path, expect) in enumerate(files):
        name = f"{n:04}-{os.path.basename(path)}"
        # Copies: some tools write beside what a link leads to.
        shutil.copyfile(path, f"{BULK}/in/{name}")
        expected[name] = expect
    return expected


def is_whole(path):
    """Whether it's an SVG document to its end."""
    roots = []
    parser = xml.parsers.expat.ParserCreate()
    parser.StartElementHandler = lambda name, attributes: roots or roots.append(name)
    try:
        with open(path, "rb") as file:
            parser.ParseFile(file)
    except (OSError, xml.parsers.expat.ExpatError):
        return False
    return bool(roots) and roots[0].split(":")[-1] == "svg"


def stem(name):
    return name.rsplit(".", 1)[0]


def bounded():
    # A tool that takes all memory would take the machine with it.
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    os.setsid()


def run(command, limit, folder=None, environment=None):
    """Its exit status (None when it was stopped), what it said, its seconds and those of its processors."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                               preexec_fn=bounded, cwd=folder, env=environment)
    try:
        _, said = process.communicate(timeout=limit)
        status = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        _, said = process.communicate()
        status = None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return status, said.decode(errors="replace"), time.monotonic() - start, used


class Result:
    def __init__(self, title, expected, output, told, seconds, used, status):
        """`output` says where a file's output should be; `told` are the names whose failure was told."""
        self.title, self.seconds, self.used, self.status = title, seconds, used, status
        whole = {name for name in expected if is_whole(output(name))}
        failed = {name for name, expect in expected.items() if expect == "R" or name not in whole}
        self.made = len(whole)
        self.told = len(failed & told)
        self.hidden = sorted(failed - told)
        self.lost = sorted(name for name in failed if expected[name] in ("A", "AW"))

    def row(self):
        status = "stopped" if self.status is None else self.status
        return (f"| {self.title} | {self.seconds:.1f} s | {self.used:.1f} s | {self.made:,} | {self.told} | "
                f"{len(self.hidden)} | {len(self.lost)} | {status} |")


def strokemill(title, tool, expected, options, limit):
    out, report = f"{BULK}/out-{'-'.join(options).replace(':', '-')}", f"{BULK}/report.jsonl"
    status, _, seconds, used = run(
        [tool, "convert", "-q", "-r", f"{BULK}/in", "-o", f"{out}/", "--report", report, "--overwrite", *options], limit)
    told = set()
    if status != 0 and os.path.exists(report):
        with open(report) as file:
            for row in map(json.loads, file):
                if row.get("state") == "failed":
                    told.add(os.path.basename(row["input"]))
    return Result(title, expected, lambda name: f"{out}/{stem(name)}.svg", told, seconds, used, status)


def loop(title, command, expected, limit, each):
    """A process a file; what the loop itself ends with is what its last file ended with."""
    out = f"{BULK}/out-loop-{command[0]}"
    os.makedirs(out)
    told, seconds, used, last = set(), 0, 0, None
    for name in expected:
        words = [word.replace("IN", f"{BULK}/in/{name}").replace("OUT", f"{out}/{name}") for word in command]
        last, _, took, of_it = run(words, each)
        seconds, used = seconds + took, used + of_it
        if last != 0:
            told.add(name)
        if seconds > limit:
            return Result(title, expected, lambda name: f"{out}/{name}", told, seconds, used, None)
    return Result(title, expected, lambda name: f"{out}/{name}", told, seconds, used, last)


def all_at_once(title, command, expected, limit, output, environment=None):
    status, said, seconds, used = run(command, limit, folder=f"{BULK}/in", environment=environment)
    told = {name for name in expected if name in said} if status != 0 else set()
    return Result(title, expected, output, told, seconds, used, status)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--limit", type=float, default=3600, help="seconds for a tool in all")
    arguments = parser.parse_args()
    shared = os.environ.get("STROKEMILL_SHARED", f"{os.path.dirname(ROOT)}/shared")
    if not os.path.exists(f"{shared}/corpus/real/manifest.csv"):
        sys.exit("the corpora aren't at hand: they lie in a folder 'shared' beside the project, or where "
                 "STROKEMILL_SHARED says")
    tool = os.path.abspath(arguments.tool)
    limit = arguments.limit

    def wanted(name):
        return not arguments.only or name in arguments.only

    tools = {
        "convert": lambda files: strokemill("strokemill, converted", tool, files, [], limit),
        "hand": lambda files: strokemill("strokemill, drawn in pencil", tool, files, ["-p", "preset:pencil"], limit),
        "isolate": lambda files: strokemill("strokemill, converted, `--isolate --timeout 10`", tool, files,
                                            ["--isolate", "--timeout", "10"], limit),
        "rsvg-convert": lambda files: loop("a loop of rsvg-convert", ["rsvg-convert", "-f", "svg", "-o", "OUT", "IN"],
                                           files, limit, 60),
        "inkscape": lambda files: all_at_once(
            "`inkscape --export-type=svg *`",
            ["inkscape", "--export-type=svg", "--export-plain-svg", *files], files, limit,
            lambda name: f"{BULK}/in/{stem(name)}_out.svg"),
        "vpype": lambda files: all_at_once(
            "`vpype forfile '*.svg*' …`",
            [f"{WORK}/venv/bin/vpype", "forfile", "*.svg*", "read", "%_path%", "write", f"{BULK}/vpype/%_name%", "end"],
            files, limit, lambda name: f"{BULK}/vpype/{name}"),
    }
    expected = make_folder(shared)
    broken = sum(expect == "R" for expect in expected.values())
    print(f"{len(expected):,} files, {broken} of which have to be refused.\n")
    print("| | time | of processors | made | failures told | hidden | lost | exit status |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    with open(f"{BULK}/hidden.txt", "w") as list_:
        for name, measure in tools.items():
            if not wanted(name):
                continue
            if name == "vpype":
                os.makedirs(f"{BULK}/vpype")
                if not peer("vpype"):
                    continue
            elif name in ("rsvg-convert", "inkscape") and not shutil.which(name):
                print(f"{name} isn't installed; going on without it", file=sys.stderr)
                continue
            result = measure(expected)
            print(result.row(), flush=True)
            list_.writelines(f"{name}\thidden\t{file}\n" for file in result.hidden)
            list_.writelines(f"{name}\tlost\t{file}\n" for file in result.lost)
    print(f"\nThe files are named in {os.path.relpath(BULK)}/hidden.txt.", file=sys.stderr)


if __name__ == "__main__":
    main()
