#!/usr/bin/env bash
# Tries all that a stranger's file or a broken machine could do to the tool, and prints what was tried.
#
#   scripts/hardening.sh TOOL SOAK
#
# The hostile corpora lie in a folder `shared` beside the project, or where STROKEMILL_SHARED says. SOAK is how many
# drawings one `strokemill stream` converts.
set -euo pipefail
cd "$(dirname "$0")/.."

tool=${1:?say which strokemill to try}
soak=${2:?say how many drawings a stream converts}
shared=${STROKEMILL_SHARED:-$PWD/../shared}
[ -d "$shared/corpus/hostile" ] || {
  echo "hardening.sh: the hostile corpora aren't in $shared; name their folder in STROKEMILL_SHARED" >&2
  exit 1
}
export STROKEMILL_TRIALS=$PWD/.build/trials.tsv
export STROKEMILL_BIN=$PWD/$tool STROKEMILL_REQUIRE_TOOLS=1 STROKEMILL_SHARED=$shared
rm -f "$STROKEMILL_TRIALS"

failed=0
"${SWIFT:-swift}" test --filter '^(CorpusTests\.(Hostile|External|Made)|FuzzTests\.|BulkTests\.(Fault|FullDisk|Kill|Sandbox|Isolation))' ||
  failed=1
python3 Tests/Soak/soak.py --tool "$tool" --count "$soak" --shared "$shared" --trials "$STROKEMILL_TRIALS" || failed=1

awk -F '\t' '
  BEGIN {
    format = "%-28s %8s %9s %9s %9s %8s\n"
    printf "\n" format, "kind", "tried", "rejected", "accepted", "worst s", "MiB"
  }
  !($1 in tried) { kinds[++count] = $1 }
  {
    tried[$1] += $2; rejected[$1] += $3; accepted[$1] += $4
    if ($5 > worst[$1]) worst[$1] = $5
    if ($6 > most[$1]) most[$1] = $6
  }
  END {
    for (i = 1; i <= count; i++) {
      kind = kinds[i]
      printf format, kind, tried[kind], rejected[kind], accepted[kind], sprintf("%.2f", worst[kind]), most[kind]
    }
    if (!count) exit 1
  }' <(LC_ALL=C sort "$STROKEMILL_TRIALS")
[ "$failed" -eq 0 ] || echo "hardening.sh: something failed, see above" >&2
exit "$failed"
