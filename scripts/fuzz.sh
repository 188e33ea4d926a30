#!/usr/bin/env bash
# Lets libFuzzer invent inputs for the readers and answers of plug-ins, with the address sanitizer watching.
#
#   scripts/fuzz.sh SECONDS [TARGET…]
#
# Each of the targets (all, if none is named) runs so long. What it learns stays in .build/fuzz/learnt/TARGET and is where
# the next run begins, beside Tests/Fuzz/Inputs/TARGET. An input that breaks something is kept as
# .build/fuzz/TARGET-crash-… (or -timeout-, -oom-), and the script fails; to run that alone:
#
#   scripts/fuzz.sh TARGET FILE
#
# When it's mended, the file goes into Tests/Fuzz/Inputs/TARGET under a name that says what was wrong.
set -euo pipefail
cd "$(dirname "$0")/.."

export STROKEMILL_FUZZ=1
# SwiftPM makes two options of its two, of which the compiler takes the last alone: the fuzzer would see nothing of
# where it has been. Ours comes last.
build=("${SWIFT:-swift}" build -c release --scratch-path .build/fuzz --sanitize=fuzzer --sanitize=address
  -Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=fuzzer-no-link)
"${build[@]}" --product BridgeFuzz
"${build[@]}" --product ReadersFuzz
bin=$("${build[@]}" --show-bin-path)

# A plug-in's table and fonts live until the process ends: that's no leak. Swift's own report of a crash would hide
# the fuzzer's.
export ASAN_OPTIONS=detect_leaks=0 SWIFT_BACKTRACE=enable=no

run() {
  local target=$1
  shift
  if [ "$target" = bridge ]; then
    "$bin/BridgeFuzz" "$@"
  else
    STROKEMILL_FUZZ_TARGET=$target "$bin/ReadersFuzz" "$@"
  fi
}

if [[ $1 != [0-9]* ]]; then
  run "$@"
  exit
fi
seconds=$1
shift
# A target is what has inputs.
[ $# -gt 0 ] || set -- $(ls Tests/Fuzz/Inputs)
failed=()
printf '%-10s %12s %10s %8s %8s\n' target executions edges MB seconds
for target in "$@"; do
  learnt=.build/fuzz/learnt/$target
  mkdir -p "$learnt"
  words=()
  [ ! -f "Tests/Fuzz/Words/$target.dict" ] || words=(-dict="Tests/Fuzz/Words/$target.dict")
  log=.build/fuzz/$target.log
  begin=$SECONDS
  run "$target" -max_total_time="$seconds" -max_len=4096 -timeout=20 -rss_limit_mb=2048 "${words[@]}" \
    -artifact_prefix=".build/fuzz/$target-" -print_final_stats=1 "$learnt" "Tests/Fuzz/Inputs/$target" \
    >"$log" 2>&1 || failed+=("$target")
  printf '%-10s %12s %10s %8s %8s\n' "$target" \
    "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")" \
    "$(grep -o 'cov: [0-9]*' "$log" | tail -1 | cut -c6-)" \
    "$(sed -n 's/^stat::peak_rss_mb: *//p' "$log")" $((SECONDS - begin))
done
for target in ${failed[@]+"${failed[@]}"}; do
  printf '\n%s broke:\n' "$target"
  grep -v '^#' ".build/fuzz/$target.log" | tail -40
done
[ ${#failed[@]} -eq 0 ]
