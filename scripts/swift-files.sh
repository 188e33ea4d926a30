#!/usr/bin/env bash
# Every Swift file of the project, tracked or new, separated by NUL.
set -euo pipefail
cd "$(dirname "$0")/.."
git ls-files -z --cached --others --exclude-standard -- '*.swift'
