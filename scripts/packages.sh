#!/usr/bin/env bash
# Makes sure that the Debian packages for one or more purposes are there.
#
#   scripts/packages.sh build            what the package itself is built with
#   scripts/packages.sh build test      … and what its tests run
#
# It's quiet and changes nothing when all is there. Otherwise it says what it will do and runs apt-get,
# through sudo when it isn't root.
set -euo pipefail

# Swift's own prerequisites (a C++ library with its headers, binutils, …) aren't listed:
# without them `swift` doesn't run at all. pkg-config tells SwiftPM where libxml2's headers are.
build_packages=(libxml2-dev zlib1g-dev libsqlite3-dev pkg-config)
# What the tool opens when it meets text, and a font: without them text is left out, with a loss.
build_packages+=(libharfbuzz0b libfontconfig1 libfribidi0 fonts-dejavu-core)
# The judges: gs draws EPS, rsvg-convert draws SVG, chromium opens pages, xmllint and jsonschema validate.
# Programs that are stages are written in Python. GNU time measures memory, strace
# tells which files are opened.
test_packages=(ghostscript librsvg2-bin chromium libxml2-utils python3 python3-jsonschema time strace)
# What is declared of the libraries that text needs is held against their headers.
test_packages+=(libharfbuzz-dev libfontconfig-dev libfribidi-dev)
# The fonts that tests and documents name.
test_packages+=(fonts-dejavu-core fonts-dejavu-extra fonts-urw-base35)
# The peers that are measured beside the tool, and what their harness needs.
bench_packages=(librsvg2-bin g++ python3 python3-venv)
# The peers whose pictures are compared.
peers_packages=(librsvg2-bin inkscape)
# What Apache Spark runs on.
spark_packages=(openjdk-17-jre-headless python3 python3-venv)

is_installed() {
  local status
  status=$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) || return 1
  [ "$status" = installed ]
}

fail() {
  printf 'packages.sh: %s\n' "$1" >&2
  exit 1
}

[ $# -gt 0 ] || fail "say what for: build, test, bench, peers or spark"
wanted=()
for purpose in "$@"; do
  case $purpose in
    build) wanted+=("${build_packages[@]}") ;;
    test) wanted+=("${test_packages[@]}") ;;
    bench) wanted+=("${bench_packages[@]}") ;;
    peers) wanted+=("${peers_packages[@]}") ;;
    spark) wanted+=("${spark_packages[@]}") ;;
    *) fail "unknown purpose '$purpose'; it's one of build, test, bench, peers, spark" ;;
  esac
done

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  printf 'packages.sh: not a Debian system; going on without a check. These are needed: %s\n' \
    "${wanted[*]}" >&2
  exit 0
fi

missing=()
for name in "${wanted[@]}"; do
  case " ${missing[*]-} " in *" $name "*) continue ;; esac # two purposes may share a package
  is_installed "$name" || missing+=("$name")
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null ||
    fail "these Debian packages are missing: ${missing[*]}. Neither root nor sudo is at hand; install them with: apt-get install ${missing[*]}"
  as_root=(sudo)
fi

printf 'Installing the missing Debian packages: %s\n' "${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
  printf '  %s\n' "${as_root[*]:+sudo }apt-get $*"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 \
    -o DPkg::Lock::Timeout=120 -o Acquire::Retries=3 "$@" >"$log" 2>&1 || {
    cat "$log" >&2
    fail "apt-get could not install: ${missing[*]} (its messages stand above)"
  }
}
apt update
apt install --yes --no-install-recommends "${missing[@]}"
