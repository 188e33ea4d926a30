#!/usr/bin/env bash
# Everything about the sources that a machine can check without running them. All checks run; the exit
# status says whether one of them found something.
set -euo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
failed=0

# check WHAT COMMAND…: the command passes when it succeeds.
check() {
  local what=$1
  shift
  if "$@"; then
    printf 'ok      %s\n' "$what"
  else
    printf 'FAILED  %s\n' "$what"
    failed=1
  fi
}

# found_nothing COMMAND…: the command prints offending lines; there must be none. Its exit status doesn't
# matter (grep's 1 is the good case), but a grep that could not run (2) is a failure.
found_nothing() {
  local lines status=0
  lines=$("$@") || status=$?
  [ -z "$lines" ] || printf '%s\n' "$lines" | head -n 20
  [ -z "$lines" ] && [ "$status" -le 1 ]
}

formatted() { scripts/swift-files.sh | xargs -0 "$swift" format lint --strict --parallel; }

# The build is where warnings are errors and where an import of a target that isn't declared is one.
builds() {
  "$swift" build --build-tests --explicit-target-dependency-import-check error
}

# Nothing but the standard library and the C libraries may be behind the tool: Foundation adds milliseconds to
# every start and locale-dependent behaviour.
foundation_imports() { git grep -nE '^[^/]*\bimport +Foundation' -- Sources Plugins; }

# A path of the machine that something was made on has no place in the project. System paths that the
# project can't do without are named one by one.
machine_paths() {
  git grep -nIE '(^|[^A-Za-z0-9_./~-])/(work|home|root|tmp|Users|mnt)/[A-Za-z0-9_.]' -- . \
    ':!scripts/lint.sh'
}

# What a built-in plug-in does must be reachable: each folder in Plugins/ is a target in Package.swift
# and stands in the list of built-ins.
unlisted_plugins() {
  local folder name
  for folder in Plugins/*/; do
    name=$(basename "$folder")
    # Long lines are broken behind the bracket.
    tr -d ' \n' <Package.swift | grep -q "plugin(\"$name\"" || echo "$folder isn't declared in Package.swift"
    grep -qr "import $name\$" Sources/BuiltinPlugins ||
      echo "$folder isn't imported by Sources/BuiltinPlugins"
  done
}

# Each folder in Sources/ is a target too, else nothing builds it.
undeclared_sources() {
  local folder name
  for folder in Sources/*/; do
    name=$(basename "$folder")
    grep -q "name: \"$name\"" Package.swift || echo "$folder isn't declared in Package.swift"
  done
}

# A trap ends the process, and an overflow that doesn't trap is a wrong number: whatever can do either stands in
# the list of lines that have been looked at, each with the reason, and nothing else stands there.
unreviewed_lines() {
  local list=scripts/reviewed-lines.txt
  git ls-files -z -- 'Sources/*.swift' 'Plugins/*.swift' | xargs -0 awk -v list="$list" '
    function trimmed(text) {
      sub(/^[ \t]+/, "", text)
      sub(/[ \t]+$/, "", text)
      return text
    }
    FILENAME == list {
      if (/^#/ || /^$/) next
      if (/^ /) reviewed[file ": " trimmed($0)] = FNR
      else if (split($0, words, ": ") > 1) file = words[1]
      else print list ":" FNR ": no reason: " $0
      next
    }
    {
      code = $0
      sub(/\/\/.*/, "", code)
      if (code ~ /(^|[^A-Za-z])(try!|as!)/ || code ~ /[A-Za-z0-9_)\]]!($|[^=])/ ||
          code ~ /(^|[^A-Za-z])(fatalError|precondition|preconditionFailure|assert|assertionFailure)\(/ ||
          code ~ /unsafelyUnwrapped/ || code ~ /(^|[^&])&([-+*]|<<|>>)/) {
        key = FILENAME ": " trimmed($0)
        if (key in reviewed) met[key] = 1
        else print FILENAME ":" FNR ": " trimmed($0)
      }
    }
    END {
      for (key in reviewed)
        if (!(key in met)) print list ":" reviewed[key] ": is gone: " key
    }' "$list"
}

check "swift format lint --strict" formatted
check "builds without a warning, imports only declared targets" builds
check "no Foundation in Sources and Plugins" found_nothing foundation_imports
check "what may trap or overflow in Sources and Plugins stands in scripts/reviewed-lines.txt" \
  found_nothing unreviewed_lines
check "no machine paths in tracked files" found_nothing machine_paths
check "every plug-in folder is declared and built in" found_nothing unlisted_plugins
check "every source folder is declared" found_nothing undeclared_sources
exit $failed
