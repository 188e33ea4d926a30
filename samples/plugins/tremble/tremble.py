#!/usr/bin/env python3
"""A stage for strokemill: every point trembles a little. Python alone, no packages."""
import json
import random
import sys

# The first line says what this is. strokemill checks the options by it, and fills in the defaults.
HELLO = {
    "protocol": 1,
    "name": "tremble",
    "version": "1.0.0",
    "summary": "Moves every point a little, as an unsteady hand does.",
    "parameters": [
        {"name": "amount", "kind": "length", "default": 1, "minimum": 0,
         "help": "How far a point moves at most, along each axis."},
        {"name": "keep-ends", "kind": "boolean", "default": False,
         "help": "Whether the first and the last point of a path stay where they are."},
    ],
}


def tremble(path, amount, keep_ends, seed):
    # A path's key stays the same whatever is done to the others; so does what it looks like.
    rnd = random.Random(f"{seed} {path['key']}")
    last = len(path["points"]) - 1
    for i, point in enumerate(path["points"]):
        dx, dy = rnd.uniform(-amount, amount), rnd.uniform(-amount, amount)
        if not (keep_ends and i in (0, last)):
            point[0] += dx
            point[1] += dy


def answer(request):
    options, drawing = request["options"], request["drawing"]
    # Lengths come in the drawing's units. What that can't be known of stays a text, such as "2sw".
    if isinstance(options["amount"], str):
        return {"error": f"'amount' can't be {options['amount']}; use mm or the drawing's units",
                "code": "tremble.bad-unit"}
    for path in drawing["paths"]:
        tremble(path, options["amount"], options["keep-ends"], request["seed"])
    result = {"drawing": drawing}
    if not drawing["paths"]:
        result["diagnostics"] = [{"severity": "warning", "code": "tremble.nothing",
                                  "message": "there is nothing here that could tremble"}]
    return result


def main():
    print(json.dumps(HELLO), flush=True)
    # Then a line for each line, until there are no more. (print goes nowhere else than to strokemill: what a
    # person is to see goes to sys.stderr.)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
