#!/usr/bin/env bash
# Draws the gallery: a page of sample drawings in each preset, docs/gallery/PRESET.svg.
#
#   scripts/gallery.sh TOOL [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."

tool=${1:?say which strokemill to run}
folder=${2:-docs/gallery}
# Strokes, fills alone, both, shared borders, text as outlines and as text (as Graphviz, gnuplot, matplotlib
# and D3 write it), thin and thick.
samples=(drawings/icon-bell drawings/icon-pin drawings/icon-gear drawings/icon-cup drawings/house
  drawings/floor-plan drawings/counties drawings/flow-chart drawings/growth-plot drawings/widths
  diagrams/states diagrams/tables diagrams/swings diagrams/trees diagrams/family drawings/icon-plane)
columns=4
width=240
height=190

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for sample in "${samples[@]}"; do
  "$tool" convert "samples/$sample.svg" -o "$scratch/${sample#*/}.json" --from svg:text=keep \
    -s "aspect-fit:width=${width}px,height=${height}px,margin=12px,bounds=ink"
done

rows=$(((${#samples[@]} + columns - 1) / columns))
mkdir -p "$folder"
"$tool" list presets | while read -r preset _; do
  page="$folder/${preset#preset:}.svg"
  {
    printf '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d">\n' \
      $((columns * width)) $((rows * height)) $((columns * width)) $((rows * height))
    printf '<title>Sample drawings in %s</title>\n' "$preset"
    printf '<rect width="100%%" height="100%%" fill="#fff"/>\n'
    for i in "${!samples[@]}"; do
      # Losses of a sample are the sample's; here its picture counts. A preset may fit it to a sheet; here it's
      # as large as the others.
      "$tool" convert "$scratch/${samples[i]#*/}.json" -o - --to svg -p "$preset" --quiet \
        --set export.svg.precision=1 --set "export.svg.id-prefix=s$i-" |
        sed -E -e "1s|<svg xmlns=\"[^\"]*\"|<svg x=\"$((i % columns * width))\" y=\"$((i / columns * height))\"|" \
          -e "1s| width=\"[^\"]*\"| width=\"$width\"|" -e "1s| height=\"[^\"]*\"| height=\"$height\"|"
    done
    printf '</svg>\n'
  } >"$page.new"
  mv "$page.new" "$page"
done
