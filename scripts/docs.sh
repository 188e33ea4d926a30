#!/usr/bin/env bash
# Builds the documentation of the public library modules into .build/docs: every warning is an error,
# so that a link to a symbol that was renamed can't stay behind.
#
# No package plug-in is needed: the symbol graphs come from the modules that the debug build (and so
# `make test`) has already made, which takes seconds where dump-symbol-graph takes minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

# In order of dependency, so that a module's pages can link to those before it: ``/PathModel/Drawing``.
modules=(NumberText PathModel Geometry StrictJSON PluginKit PluginBridge PluginTesting Pipeline
  BuiltinPlugins)

swift=${SWIFT:-swift}
out=.build/docs
work=.build/docs-work
log=.build/docs.log

# toolchain NAME: a program that lies beside the compiler, or on PATH.
toolchain() {
  local beside
  beside=$(dirname "$(readlink -f "$(command -v "$swift")")")/$1
  if [ -x "$beside" ]; then echo "$beside"; else command -v "$1"; fi
}
extract=$(toolchain swift-symbolgraph-extract) docc=$(toolchain docc)

# All targets and no more: this is the build that `make test` leaves behind.
"$swift" build --build-tests
built=$("$swift" build --show-bin-path)
target=$("$swift" -print-target-info | sed -n 's/^ *"unversionedTriple": "\(.*\)",*/\1/p' | head -n 1)

# The C modules that the Swift ones import: the build makes a map for those of the package, those of the
# system have theirs in the sources.
includes=(-I "$built/Modules" -Xcc -I/usr/include/libxml2)
for map in "$built"/*.build/module.modulemap Sources/*/module.modulemap; do
  includes+=(-Xcc "-fmodule-map-file=$map")
done

rm -rf "$out" "$work"
mkdir -p "$work"
archives=()
known=()
for module in "${modules[@]}"; do
  mkdir -p "$work/$module.symbols"
  "$extract" -module-name "$module" "${includes[@]}" -target "$target" \
    -module-cache-path .build/docs-module-cache -minimum-access-level public \
    -skip-synthesized-members -output-dir "$work/$module.symbols"

  catalog=()
  [ ! -d "Sources/$module/$module.docc" ] || catalog=("Sources/$module/$module.docc")
  "$docc" convert "${catalog[@]}" --additional-symbol-graph-dir "$work/$module.symbols" \
    --fallback-display-name "$module" --fallback-bundle-identifier "strokemill.$module" \
    --enable-experimental-external-link-support "${known[@]}" \
    --warnings-as-errors --output-path "$work/$module.doccarchive" >"$log" 2>&1 || {
    cat "$log" >&2
    printf 'docs.sh: the documentation of %s has faults (see above)\n' "$module" >&2
    exit 1
  }
  archives+=("$work/$module.doccarchive")
  known+=(--dependency "$work/$module.doccarchive")
done

"$docc" merge "${archives[@]}" --synthesized-landing-page-name Strokemill --output-path "$out"
rm -rf "$work"
printf 'The documentation of %d modules is in %s; show it with: python3 -m http.server -d %s\n' \
  "${#modules[@]}" "$out" "$out"
