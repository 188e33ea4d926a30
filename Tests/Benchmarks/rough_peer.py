#!/usr/bin/env python3
"""Generates the scrawls of inputs.py with PyPI's port of rough.js, and writes nothing.

With `hachure` it fills the first twentieth of them, in a fifth of the size: at its own gap of 4 units they then get as many
lines as ours at 20.
"""
import sys

import inputs
import rough

generator = rough.generator()
if sys.argv[1:] == ["hachure"]:
    scrawls = inputs.scrawls(inputs.SIZE / 5, inputs.SCRAWLS // 20)
    options = rough.Options(seed=1, fill="#246", fillStyle="hachure")
else:
    scrawls = inputs.scrawls()
    options = rough.Options(seed=1)
for data in scrawls:
    generator.toPaths(generator.path(data, options))
