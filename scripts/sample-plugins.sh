#!/usr/bin/env bash
# Builds and tests the sample plug-in that is a Swift package of its own, as its author would, but into this
# package's .build, where the tests of the bridge find it.
set -euo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
# The tests first: what they build is what the library is made of.
"$swift" test --package-path samples/plugins/spiral --scratch-path .build/samples/spiral
"$swift" build --package-path samples/plugins/spiral --scratch-path .build/samples/spiral --product spiral
