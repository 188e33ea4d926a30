#!/usr/bin/env bash
# Lets libFuzzer invent answers of plug-ins, with the address sanitizer watching.
#
#   scripts/fuzz.sh SECONDS
#
# What it learns stays in .build/fuzz and is where the next run begins, beside Tests/Fuzz/Bridge/corpus. An input that
# breaks something is kept as .build/fuzz/crash-…; name it behind the seconds to run it alone:
#
#   scripts/fuzz.sh 0 .build/fuzz/crash-…
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=$1
shift
export STROKEMILL_FUZZ=1
build=("${SWIFT:-swift}" build -c release --scratch-path .build/fuzz --sanitize=fuzzer --sanitize=address)
"${build[@]}" --product BridgeFuzz
tool=$("${build[@]}" --show-bin-path)/BridgeFuzz

# A plug-in's table lives until the process ends: that's no leak. Swift's own report of a crash would hide the
# fuzzer's.
export ASAN_OPTIONS=detect_leaks=0 SWIFT_BACKTRACE=enable=no
if [ $# -gt 0 ]; then exec "$tool" "$@"; fi
mkdir -p .build/fuzz/corpus
exec "$tool" -max_total_time="$seconds" -max_len=2048 -timeout=20 -rss_limit_mb=2048 \
  -artifact_prefix=.build/fuzz/ -print_final_stats=1 .build/fuzz/corpus Tests/Fuzz/Bridge/corpus
