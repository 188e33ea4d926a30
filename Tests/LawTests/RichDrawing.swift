import PathModel
import PluginKit
import PluginTesting

/// What names may be that come from strangers.
let hardWords = [
  "", " ", "a b", "\"quoted\" & 'so' <it> is", "]]>", "-->", "<!--", "%%EOF", ")", "(", "\\",
  "line\nbreak", "tab\there", "return\r\nhere", "\u{0}\u{1}\u{1B}[31m\u{7F}\u{85}",
  "\u{FFFE}\u{FFFF}\u{FFFD}", "\u{FEFF}bom", "\u{2028}\u{2029}\u{202E}right", "é\u{301}", "🖋️👩‍👩‍👧",
  "$HOME `id` %s %n", "&amp;amp;", "&#0;", "../../etc/passwd", "url(#x)", "a,b;c\t\"d\"",
  String(repeating: "x", count: 3000),
]

/// A drawing of a seed with whatever a drawing can have, names that need escaping and texts included.
func richDrawing(seed: UInt64) -> Drawing {
  var drawings = SeededDrawings(seed: seed)
  var drawing = drawings.next()
  var random = SeededGenerator(seed: seed ^ 0x5EED)
  func word() -> String { hardWords[Int(random.next() % UInt64(hardWords.count))] }
  func chance(_ p: Double) -> Bool { random.unit() < p }
  func names() -> Attributes {
    Attributes(
      id: chance(0.4) ? word() : nil, classes: chance(0.4) ? [word(), word()] : [],
      label: chance(0.4) ? word() : nil, title: chance(0.4) ? word() : nil,
      description: chance(0.4) ? word() : nil,
      more: chance(0.4) ? [NamedValue(word(), word()), NamedValue("data-x", word())] : [])
  }
  if chance(0.5) { drawing.document.attributes = names() }
  for row in drawing.groups.indices.dropFirst() where chance(0.3) {
    drawing.groups[row].attributes = names()
  }
  for row in 0..<drawing.pathCount where chance(0.3) {
    var info = drawing.records[row].info
    info.attributes = drawing.attributesID(for: names())
    drawing.setInfo(info, ofPath: row)
  }
  for row in drawing.clips.indices where chance(0.3) { drawing.clips[row].id = word() }
  for row in drawing.patterns.indices where chance(0.5) { drawing.patterns[row].id = word() }
  // A group of letters at the end that knows its words.
  if chance(0.3), let (_, word) = SeededDrawings.special.first(where: { $0.name == "a text" }) {
    var group = word.groups[1]
    group.parent = .root
    group.text?.isKept = true
    let id = drawing.addGroup(group)
    let first = drawing.pathCount
    let style = drawing.styleID(for: .pen)
    for row in 1..<word.pathCount {
      drawing.appendPath(PathInfo(group: id, style: style)) { builder in
        builder.append(text: word[path: row].text)
      }
    }
    let outline = drawing.outline(ofPaths: first..<drawing.pathCount)
    drawing.groups[Int(id.index)].text?.outline = outline
  }
  drawing.assignKeys()
  return drawing
}
