#!/usr/bin/env bash
# Does what an author outside of this repository does: installs the tool, begins a plug-in in each language,
# builds it, runs its test, loads it. All of it in .build; the first run of Swift takes a minute.
set -euo pipefail
cd "$(dirname "$0")/.."

root=$PWD/.build/new-plugins
prefix=$root/prefix
make install PREFIX="$prefix" >/dev/null

# Neither this clone nor what its user has installed may help.
export PATH=$prefix/bin:$PATH XDG_DATA_HOME=$root/data
unset STROKEMILL_STRICT STROKEMILL_PLUGIN_PATH

# begin LANGUAGE: a fresh plug-in; what was built for the last one stays, which saves most of the time.
begin() {
  local name=new-$1
  mkdir -p "$root/builds"
  if [ -d "$root/$name/.build" ]; then
    rm -rf "$root/builds/$name" && mv "$root/$name/.build" "$root/builds/$name"
  fi
  rm -rf "${root:?}/$name"
  cd "$root"
  strokemill plugins new "$name" --language "$1" >/dev/null
  cd "$name"
  if [ -d "$root/builds/$name" ]; then mv "$root/builds/$name" .build; fi
}

# quietly COMMAND…: what it says is shown only when it fails.
quietly() {
  "$@" >"$root/log" 2>&1 || {
    cat "$root/log" >&2
    printf 'new-plugins.sh: failed: %s\n' "$*" >&2
    exit 1
  }
}

# moves NAME STAGE PLUGIN: the stage does in the installed tool what the skeleton says.
moves() {
  local path
  path=$(printf '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h5"/></svg>' |
    strokemill convert - -o - --to svg "${@:2}" | sed -n 's/.* d="\([^"]*\)".*/\1/p')
  [ "$path" = M2.5\ 0h5 ] || {
    printf 'new-plugins.sh: the new plug-in in %s gives "%s"\n' "$1" "$path" >&2
    exit 1
  }
  printf 'ok      a new plug-in in %s is built, tested and loaded\n' "$1"
}

begin c
quietly make CFLAGS='-Wall -Wextra -Wpedantic -Werror' test
quietly make install
moves c -s new-c:by=2.5

begin python
quietly ./test.sh
moves python -s new-python:by=2.5 --plugin ./new-python.py

begin swift
quietly "${SWIFT:-swift}" test
quietly "${SWIFT:-swift}" build --product new-swift
moves swift -s new-swift:by=2.5 --plugin .build/debug/libnew-swift.so
