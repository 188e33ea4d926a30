#!/usr/bin/env python3
"""Generates the scrawls of inputs.py with PyPI's port of rough.js, and writes nothing."""
import inputs
import rough

generator = rough.generator()
options = rough.Options(seed=1)
for data in inputs.scrawls():
    generator.toPaths(generator.path(data, options))
