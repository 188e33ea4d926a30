#!/usr/bin/env bash
# Runs every pipeline in samples/pipelines over the drawings in samples/drawings, into out/<pipeline>/,
# as SVG and as EPS, and writes out/index.html, a page that shows all pictures.
#
#   scripts/demo.sh TOOL
set -euo pipefail
cd "$(dirname "$0")/.."

tool=${1:?say which strokemill to run}
shopt -s nullglob
pipelines=(samples/pipelines/*.json)
drawings=(samples/drawings/*)
formats=(svg eps)
index=out/index.html
[ ${#pipelines[@]} -gt 0 ] && [ ${#drawings[@]} -gt 0 ] || {
  echo "demo.sh: samples/pipelines or samples/drawings is empty" >&2
  exit 1
}

rm -rf out
mkdir -p out
{
  printf '<!doctype html>\n<meta charset="utf-8">\n<title>Strokemill samples</title>\n'
  printf '<style>body{font:15px sans-serif;margin:2em}figure{display:inline-block;margin:8px}'
  printf 'img{width:180px;height:180px;object-fit:contain;border:1px solid #ddd;padding:8px}'
  printf 'figcaption{color:#666;font-size:13px}</style>\n'
} >"$index"

for pipeline in "${pipelines[@]}"; do
  name=$(basename "$pipeline" .json)
  "$tool" convert "${drawings[@]}" --pipeline "$pipeline" --to svg --to eps --output "out/$name/"
  printf '<h2>%s</h2>\n' "$name" >>"$index"
  for picture in "out/$name"/*.svg; do
    file=$(basename "$picture")
    printf '<figure><img src="%s/%s" alt=""><figcaption>%s</figcaption></figure>\n' \
      "$name" "$file" "${file%.svg}" >>"$index"
  done
  for format in "${formats[@]}"; do
    written=("out/$name"/*."$format")
    # A run that lost a drawing must not look like a good one.
    if [ "${#written[@]}" -ne "${#drawings[@]}" ]; then
      printf 'demo.sh: %s wrote %d of %d %s files\n' \
        "$name" "${#written[@]}" "${#drawings[@]}" "$format" >&2
      exit 1
    fi
  done
  printf '%-28s %2d drawings as %s\n' "out/$name/" "${#drawings[@]}" "${formats[*]}"
done
printf '\nTo look at all of them at once, open %s in a browser.\n' "$index"
