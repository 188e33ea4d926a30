#!/usr/bin/env bash
# Runs tests with a sanitizer in them and in the tool, in a build of its own: what reads or writes where it may not,
# and what is never given back (address), or what two threads do at the same time (thread).
#
#   scripts/sanitize.sh address|thread [FILTER…]
#
# Whatever it finds fails the run, also where a test takes no notice of it: in a worker that the tool started, in a
# tool whose exit status nobody looks at. Each finding is shown at the end. With FILTERs only those tests run.
set -euo pipefail
cd "$(dirname "$0")/.."

sanitizer=${1:?say which sanitizer: address or thread}
shift
swift=${SWIFT:-swift}
scratch=.build/${sanitizer:0:1}san
# Optimized, as what people run is, else it takes half an hour; a debug build all the same, in which each stage's
# promise is checked. Each module as a whole, which takes half the time of each of its files.
build=(--sanitize="$sanitizer" --scratch-path "$scratch" -Xcc -O1
  -Xswiftc -O -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2)
reports=$PWD/$scratch/reports
rules=$PWD/Tests/Sanitizers

# Tests that work in the test's own process, where they run many at a time.
library='^(Appearance|CSVFormat|Curves|EPSFormat|Exec|Fuzz|Geometry|HandDrawn|Hatch|JSONFormat|Law|Layout|Lettering'
library+='|NumberText|PathModel|Pen|Pipeline|PluginBridge|PluginKit|PluginTesting|Presets|SVGFormat|Sketch|StrictJSON'
library+='|Strokemill|StyleSheets|TextShaping)Tests\.'
# Of those that start the tool, runs of many files, on threads and in workers.
bulk='^BulkTests\.(Incremental|Interruption|Isolation|ManyFiles|Stream|Watch)Tests'
filters=("$library" "$bulk")
# What no sanitizer leaves as it is: limits on memory (they count what it sets aside), how a crash is told.
skips=(tooMuchMemoryCostsItsFile manyCrashesLeaveNothing PluginCrashTests)
case $sanitizer in
  address)
    # And each hostile file in a process of its own, since leaks are looked for at the end of one.
    filters+=('^CorpusTests\.HostileFileTests')
    # What is in use when a plug-in calls exit() isn't leaked, but looks so: see leaks.txt.
    skips+=(becomesTheSameInsideABulkRun aCrashCostsItsFile)
    ;;
  thread)
    # One input after another in one thread shows nothing new a thousand times over.
    skips+=(breaksNothingWhenCutOff CutOffTests)
    # A library that is loaded later doesn't find all of the sanitizer; and it keeps a signal until open() is back,
    # which waits for a writer.
    skips+=(TableTests/library aSingleFileStopsAtTheFirst)
    ;;
  *)
    echo "sanitize.sh: there is no sanitizer '$sanitizer'; it's address or thread" >&2
    exit 2
    ;;
esac
[ $# -eq 0 ] || filters=("$@")

mkdir -p "$scratch"
if [ "$sanitizer" = thread ]; then
  # Of Swift's mutexes it sees a half; this tells it of the other.
  "${CC:-clang}" -c -O1 -Wall -Wextra -Werror Tests/Sanitizers/mutex.c -o "$scratch/mutex.o"
  build+=(-Xlinker "$PWD/$scratch/mutex.o")
fi
"$swift" build --build-tests "${build[@]}"
bin=$("$swift" build "${build[@]}" --show-bin-path)
rm -rf "$reports"
mkdir -p "$reports"

# The sandbox of `stream` has no room for a sanitizer: one has a thread of its own, the other looks for leaks by
# looking into its own process from another. All else about the sandbox is tried without them.
cat >"$scratch/tool" <<TOOL
#!/usr/bin/env bash
if [ "\${1-}" = stream ]; then
  shift
  set -- stream --no-sandbox "\$@"
fi
exec "$PWD/${bin#"$PWD"/}/strokemill" "\$@"
TOOL
chmod +x "$scratch/tool"
export STROKEMILL_BIN=$PWD/$scratch/tool STROKEMILL_SANITIZER=$sanitizer

# What dies of a signal is to die of it, and what lacks memory is told so, as without a sanitizer.
options="log_path=$reports/report exitcode=86 handle_segv=0 handle_abort=0 handle_sigbus=0 allocator_may_return_null=1"
export ASAN_OPTIONS="$options detect_leaks=1"
export LSAN_OPTIONS="suppressions=$rules/leaks.txt print_suppressions=0"
export TSAN_OPTIONS="$options suppressions=$rules/races.txt print_suppressions=0"

arguments=(--testing-library swift-testing)
for filter in "${filters[@]}"; do arguments+=(--filter "$filter"); done
for skip in "${skips[@]}"; do arguments+=(--skip "$skip"); done
log=$scratch/tests.log
status=0
begin=$SECONDS
"$bin/strokemillPackageTests.xctest" "${arguments[@]}" >"$log" 2>&1 || status=$?
# Whoever filters for nothing finds nothing.
grep -qE 'Test run with [1-9][0-9]* tests' "$log" || status=1
[ "$status" -eq 0 ] || grep -aE -m 60 '✘|recorded an issue|Fatal error' "$log" | cut -c 1-400 >&2 || :
mapfile -t found < <(grep -rlE '(ERROR|FATAL): |WARNING: ThreadSanitizer: |fatal error' "$reports")
for report in "${found[@]:0:5}"; do
  printf '\n%s\n' "$report" >&2
  head -n 60 "$report" >&2
done
grep -a 'Test run with' "$log" | tail -n 1 || :
printf '%d findings of the %s sanitizer, exit status %d, %d s without the build\n' \
  ${#found[@]} "$sanitizer" "$status" $((SECONDS - begin))
[ "$status" -eq 0 ] && [ ${#found[@]} -eq 0 ]
