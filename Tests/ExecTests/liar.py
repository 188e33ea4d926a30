#!/usr/bin/env python3
"""A program that breaks the rules in the way that its first argument says, or keeps them."""
import json
import os
import signal
import subprocess
import sys
import time

mode = sys.argv[1]
hello = {
    "protocol": 1, "name": "liar", "version": "1.0", "summary": "Breaks rules.",
    "parameters": [
        {"name": "by", "kind": "number", "default": 2, "minimum": 0, "maximum": 9, "help": "A number."},
        {"name": "far", "kind": "length", "default": "1mm", "help": "A length."},
        {"name": "turn", "kind": "angle", "default": "0.25turn", "aliases": ["t"], "help": "An angle."},
        {"name": "word", "kind": "text", "default": "", "help": "A text."},
    ],
}


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def complain(text):
    sys.stderr.write(text)
    sys.stderr.flush()


def endless(write, piece):
    while True:
        write(piece)


if mode == "silent":
    time.sleep(1000)
elif mode == "dies":
    complain("Traceback:\n  somewhere\nNameError: no such thing\n")
    sys.exit(3)
elif mode == "greets":
    say("Hello, world!\n")
elif mode == "lists":
    say("[1]\n")
elif mode == "binary":
    os.write(1, b"\xff\xfe\x00\n")
elif mode == "endless-hello":
    endless(say, "x" * 10000)
elif mode == "two-hellos":
    say(json.dumps(hello) + "\n" + json.dumps(hello) + "\n")
elif mode == "half-hello":
    say(json.dumps(hello)[:30])
    sys.exit()
elif mode == "future":
    hello["protocol"] = 2
elif mode == "nameless":
    del hello["name"]
elif mode == "bad-name":
    hello["name"] = "Bad Name"
elif mode == "importer":
    hello["role"] = "importer"
elif mode == "reserved":
    hello["parameters"][0]["name"] = "timeout"
elif mode == "twice":
    hello["parameters"][1]["name"] = "t"
elif mode == "bad-default":
    hello["parameters"][0]["default"] = 10
elif mode == "controls":
    hello["summary"] = "\x1b[31mRed."
elif mode == "changes":
    # What it was the first time lies in a file that its second argument names.
    if os.path.exists(sys.argv[2]):
        hello["parameters"].pop()
    open(sys.argv[2], "w").close()
elif mode == "silent-later":
    if os.path.exists(sys.argv[2]):
        time.sleep(1000)
    open(sys.argv[2], "w").close()
elif mode == "leaves-a-child-early":
    subprocess.Popen(["sleep", "1000"])
    sys.exit(5)
elif mode == "closes-output":
    say(json.dumps(hello) + "\n")
    os.close(1)
    time.sleep(1000)

if mode not in ("greets", "lists", "binary", "two-hellos"):
    say(json.dumps(hello) + "\n")

if mode == "reads-a-little":
    os.read(0, 100)
    complain("That's enough.\n")
    os._exit(6)
elif mode == "closes-input":
    os.close(0)
    os._exit(7)

if mode == "early":
    time.sleep(0.1)
    say('{"error": "before anything was read"}\n')

count = 0
for line in sys.stdin:
    count += 1
    request = json.loads(line)
    drawing = request["drawing"]

    def answer(value):
        say(json.dumps(value) + "\n")

    if mode in ("echo", "changes", "silent-later"):
        say(line)
    elif mode == "double":
        for path in drawing["paths"]:
            path["points"] = [[2 * x, 2 * y] for x, y in path["points"]]
        answer({"drawing": drawing})
    elif mode == "describe":
        drawing["document"] = {"title": json.dumps([request["options"], request["seed"], os.getcwd()])}
        answer({"drawing": drawing})
    elif mode == "process":
        drawing["document"] = {"title": f"{os.getpid()} {count}"}
        answer({"drawing": drawing})
    elif mode == "environment":
        files = sorted(os.listdir("/proc/self/fd"), key=int)
        status = open("/proc/self/status").read()
        signals = [l for l in status.splitlines() if l[:6] in ("SigBlk", "SigIgn")]
        # Python ignores two signals by itself; listdir's own file is the last one.
        drawing["document"] = {"title": json.dumps([files[:-1], os.getpgrp() == os.getpid(), signals[0]])}
        answer({"drawing": drawing})
    elif mode == "sorts":
        # Other keys stand where they stood, new paths have none.
        drawing["paths"].reverse()
        drawing["paths"].append({"points": [[7, 7], [8, 8]]})
        answer({"drawing": drawing})
    elif mode == "garbage":
        say("\x00\x01garbage\n")
    elif mode == "empty-line":
        say("\n")
    elif mode == "array":
        answer([drawing])
    elif mode == "neither":
        answer({"drawnig": drawing})
    elif mode == "null":
        answer({"drawing": None})
    elif mode == "no-paths":
        answer({"drawing": 7})
    elif mode == "wrong-version":
        drawing["strokemill"] = 9
        answer({"drawing": drawing})
    elif mode == "wrong-row":
        drawing["paths"][0]["style"] = 7
        answer({"drawing": drawing})
    elif mode == "wrong-verbs":
        drawing["paths"][0]["verbs"] = "MCCC"
        answer({"drawing": drawing})
    elif mode == "wrong-group":
        drawing["groups"] = [{}, {"parent": 5}]
        answer({"drawing": drawing})
    elif mode == "not-finite":
        drawing["paths"][0]["points"][0][0] = float("inf")
        answer({"drawing": drawing})
    elif mode == "many-points":
        drawing["paths"][0] = {"points": [[i, i] for i in range(2000)]}
        answer({"drawing": drawing})
    elif mode == "deep":
        say('{"x":' + "[" * 5000 + "]" * 5000 + "}\n")
    elif mode == "two-lines":
        say(line + line)
    elif mode == "half":
        say(line[:20])
        sys.exit()
    elif mode == "ends":
        sys.exit()
    elif mode == "fails":
        complain("working\nIt was too much.\n")
        sys.exit(4)
    elif mode == "crashes":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif mode == "hangs":
        complain("let me think\n")
        time.sleep(1000)
    elif mode == "stops-reading":
        os.close(0)
        time.sleep(1000)
    elif mode == "endless":
        endless(say, "[" * 10000)
    elif mode == "endless-errors":
        endless(complain, "no\n" * 3000)
    elif mode == "once":
        say(line)
        sys.exit()
    elif mode == "second-fails":
        if count == 2:
            complain("twice is too often\n")
            sys.exit(1)
        say(line)
    elif mode == "talks":
        say(line)
        time.sleep(0.02)
        say("And another thing.\n")
    elif mode == "complains":
        complain("careful\n\n  twice\x1b[31m\n" + "more\n" * 20)
        say(line)
    elif mode == "children":
        # A child that keeps everything open and would go on for long.
        child = subprocess.Popen(["sleep", "1000"])
        drawing["document"] = {"title": f"{os.getpid()} {child.pid}"}
        answer({"drawing": drawing})
    elif mode == "leaves-a-child":
        # It holds the pipes open and will never say anything.
        subprocess.Popen(["sleep", "1000"])
        complain("I leave.\n")
        os._exit(8)
    elif mode == "answers-and-leaves-a-child":
        subprocess.Popen(["sleep", "1000"])
        say(line)
        os._exit(0)
    elif mode == "refuses":
        answer({"error": "it's too dark\x1b[31m in here", "drawing": drawing})
    elif mode == "refuses-with-code":
        answer({"error": "it's too dark in here", "code": "liar.dark"})
    elif mode == "bad-code":
        answer({"error": "it's too dark in here", "code": "\x1b[31m"})
    elif mode == "diagnoses":
        answer({"drawing": drawing, "diagnostics": [
            {"severity": "warning", "code": "liar.odd", "message": "this is odd"},
            {"severity": "loss", "code": "liar.lost", "message": "it's lost", "kind": "colour", "count": 3}]})
    elif mode == "diagnoses-an-error":
        answer({"drawing": drawing, "diagnostics": [
            {"severity": "warning", "code": "liar.odd", "message": "this is odd"},
            {"severity": "error", "code": "liar.bad", "message": "this is bad", "line": 3}]})
    elif mode == "bad-diagnostic":
        answer({"drawing": drawing, "diagnostics": [{"severity": "fatal", "code": "a.b", "message": ""}]})
    elif mode == "slow":
        time.sleep(0.05)
        say(line)
