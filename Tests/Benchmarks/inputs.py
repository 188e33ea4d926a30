#!/usr/bin/env python3
"""Writes the benchmark's inputs into a folder, unless they're there. Same bytes on every machine.

  inputs.py FOLDER

  polylines.svg  2,000 polylines of 500 points, one million points in all
  points.csv     the same points: x, y, group
  points.json    the same points: a list of lists of [x, y]
  mixed.svg      16 MB of paths with every command, relative and absolute, in nested transforms
  scrawl.svg     20,000 closed paths of ten lines and cubics all over the canvas: what is drawn by hand
  labels.svg     10,000 labels of three words
"""
import os
import random
import sys

POLYLINES, POINTS = 2000, 500
SIZE = 1000
MIXED_BYTES = 16_000_000
SCRAWLS, SCRAWL_SEGMENTS = 20_000, 10
LABELS = 10_000


def walk(rnd):
    """A line that wanders about and stays on the canvas."""
    x, y = SIZE * rnd.random(), SIZE * rnd.random()
    dx, dy = 0.0, 0.0
    points = []
    for _ in range(POINTS):
        dx, dy = 0.9 * dx + 2 * rnd.random() - 1, 0.9 * dy + 2 * rnd.random() - 1
        x, y = min(max(x + dx, 0), SIZE), min(max(y + dy, 0), SIZE)
        points.append((f"{x:.3f}", f"{y:.3f}"))
    return points


def write_points(folder):
    rnd = random.Random(20240)
    with open(f"{folder}/polylines.svg", "w") as svg, open(f"{folder}/points.csv", "w") as csv, \
            open(f"{folder}/points.json", "w") as json:
        svg.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE}" height="{SIZE}" '
                  f'viewBox="0 0 {SIZE} {SIZE}">\n<g fill="none" stroke="#246">\n')
        csv.write("x,y,group\n")
        json.write("[")
        for i in range(POLYLINES):
            points = walk(rnd)
            svg.write('<polyline points="' + " ".join(f"{x},{y}" for x, y in points) + '"/>\n')
            csv.write("".join(f"{x},{y},{i}\n" for x, y in points))
            json.write(("" if i == 0 else ",\n") + "["
                       + ",".join(f"[{float(x)},{float(y)}]" for x, y in points) + "]")
        svg.write("</g>\n</svg>\n")
        json.write("]\n")


class PathData:
    """Path data with every command, whose pen stays near the middle."""

    def __init__(self, rnd):
        self.rnd = rnd

    def near(self, relative):
        r = self.rnd.random()
        return f"{r * 60 - 30:.3f}" if relative else f"{r * SIZE:.3f}"

    def numbers(self, count, relative):
        # A minus sign separates as well as a space; real files use both.
        text = ""
        for _ in range(count):
            number = self.near(relative)
            text += number if not text or number[0] == "-" else " " + number
        return text

    def command(self):
        letter = self.rnd.choice("LlHhVvCcSsQqTtAaZ")
        relative = letter.islower()
        if letter in "Zz":
            return "Z" + self.move()
        if letter in "Aa":
            radii = f"{5 + 40 * self.rnd.random():.2f} {5 + 40 * self.rnd.random():.2f}"
            flags = self.rnd.choice(["0 0 ", "0 1 ", "1 0 ", "1,1,", "00", "10"])
            return f"{letter}{radii} {360 * self.rnd.random():.1f} {flags}{self.numbers(2, relative)}"
        count = {"L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2}[letter.upper()]
        # A command letter may stand for several.
        repeats = self.rnd.choice((1, 1, 2, 3))
        return letter + " ".join(self.numbers(count, relative) for _ in range(repeats))

    def move(self):
        letter = self.rnd.choice("Mm")
        return letter + self.numbers(2, letter == "m")

    def text(self):
        return "M" + self.numbers(2, False) + "".join(
            self.command() for _ in range(5 + int(60 * self.rnd.random())))


def transform(rnd):
    return rnd.choice([
        f"translate({20 * rnd.random() - 10:.2f} {20 * rnd.random() - 10:.2f})",
        f"scale({0.9 + 0.2 * rnd.random():.4f})",
        f"rotate({10 * rnd.random() - 5:.3f} {SIZE / 2} {SIZE / 2})",
        f"matrix(1 {0.02 * rnd.random():.4f} {0.02 * rnd.random():.4f} 1 0 0)",
        f"skewX({3 * rnd.random():.2f}) translate(1,2)",
    ])


def write_mixed(folder):
    rnd = random.Random(20241)
    data = PathData(rnd)
    written = 0
    depth = 0
    with open(f"{folder}/mixed.svg", "w") as svg:
        svg.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="200mm" height="200mm" '
                  f'viewBox="0 0 {SIZE} {SIZE}" fill="none" stroke="#246">\n')
        while written < MIXED_BYTES:
            if depth < 6 and rnd.random() < 0.1:
                written += svg.write(f'<g transform="{transform(rnd)}">\n')
                depth += 1
            elif depth > 0 and rnd.random() < 0.1:
                written += svg.write("</g>\n")
                depth -= 1
            else:
                written += svg.write(f'<path stroke-width="{0.5 + rnd.random():.2f}" d="{data.text()}"/>\n')
        svg.write("</g>\n" * depth + "</svg>\n")


def scrawls(size=SIZE, count=SCRAWLS):
    """The path data of each scrawl, of the first so many, in a square of some size."""
    rnd = random.Random(20242)

    def point():
        return f"{size * rnd.random():.2f} {size * rnd.random():.2f}"

    for _ in range(count):
        segments = (f"L{point()}" if rnd.random() < 0.5 else f"C{point()} {point()} {point()}"
                    for _ in range(SCRAWL_SEGMENTS))
        yield f"M{point()}" + "".join(segments) + "Z"


def write_scrawls(folder):
    with open(f"{folder}/scrawl.svg", "w") as svg:
        svg.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" fill="none" stroke="#246">\n')
        svg.writelines(f'<path d="{data}"/>\n' for data in scrawls())
        svg.write("</svg>\n")


def write_labels(folder):
    rnd = random.Random(20243)
    words = "alpha beta gamma delta node edge count total mean value index start end open north south".split()
    with open(f"{folder}/labels.svg", "w") as svg:
        svg.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE}" height="{SIZE}" '
                  'font-family="DejaVu Sans" font-size="9">\n')
        for _ in range(LABELS):
            x, y = SIZE * rnd.random(), SIZE * rnd.random()
            svg.write(f'<text x="{x:.2f}" y="{y:.2f}" text-anchor="middle">'
                      f'{rnd.choice(words)} {rnd.choice(words)} {rnd.randrange(10_000)}</text>\n')
        svg.write("</svg>\n")


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    done = f"{folder}/inputs-3"  # Count up when a generator changes.
    if os.path.exists(done):
        return
    write_points(folder)
    write_mixed(folder)
    write_scrawls(folder)
    write_labels(folder)
    open(done, "w").close()


if __name__ == "__main__":
    main()
