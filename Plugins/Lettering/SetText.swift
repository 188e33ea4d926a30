import PathModel
import PluginKit
import TextShaping

/// Sets words anew, in another font, size or weight, where they stand.
///
/// A text is a group of outlines that keeps what it was made of. Whatever maps of the plane came before
/// are done again to the new outlines; what was bent, or had something added or taken away, stays.
struct SetText: Stage {
  static let name = "text"
  static let summary = "Sets the words of a drawing in another font, before their letters are bent."

  var family: String?
  var weight: Double?
  var italic: Bool?
  var scale = 1.0

  static let parameters: [Parameter<SetText>] = [
    Parameter(
      "family", \.family,
      help: "The font's family; several with commas between them, the most wanted first."),
    Parameter(
      "weight", \.weight, in: .from(1, to: 1000),
      help: "How bold letters are: 400 is normal, 700 bold."),
    Parameter("italic", \.italic, help: "Whether letters lean."),
    Parameter(
      "scale", \.scale, in: .from(0.01, to: 100),
      help: "How much larger letters become; where a text is put stays."),
  ]

  static var unavailable: String? {
    FontLibrary.missingLibrary.map {
      "text can't be set here: the library \($0) is missing or too old"
    }
  }

  func problems() -> [String] {
    if let family, families(family).isEmpty { return ["'family' names no font"] }
    return []
  }

  private func families(_ list: String) -> [String] {
    list.split(separator: ",").map { $0.split { $0 == " " }.joined(separator: " ") }
      .filter { !$0.isEmpty }
  }

  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    let rows = drawing.pathsOfTexts()
    var placed: [Range<Int>?] = []
    var maps: [Int: Affine] = [:]
    var stays = 0
    for (group, range) in rows.enumerated() {
      guard let range, let text = drawing.groups[group].text else { continue }
      if let map = drawing.map(ofText: text, in: range) {
        maps[group] = map
        placed.append(range)
      } else {
        stays += 1
      }
    }
    if stays > 0 {
      context.warn(
        "text.not-set",
        "\(stays) \(stays == 1 ? "text stays as it is" : "texts stay as they are"): their letters were "
          + "changed by a stage before, or not all of them are selected")
    }
    guard !maps.isEmpty else {
      if stays == 0 {
        context.warn(
          "text.none", "there is no text to set: it comes from SVG files, and only letters know it")
      }
      return
    }
    _ = FontLibrary.takeLackOfMemory()
    var result = Drawing(tablesOf: drawing)
    var typesetter = Typesetter(limits: context.limits, drawing)
    var row = 0
    while row < drawing.pathCount {
      let group = drawing.records[row].info.group
      guard let map = maps[Int(group.index)], let range = rows[Int(group.index)],
        let text = drawing.groups[Int(group.index)].text
      else {
        result.appendPath(row, of: drawing)
        row += 1
        continue
      }
      try typesetter.set(changed(text), map, group, drawing, range, into: &result, &context)
      row = range.upperBound
    }
    if FontLibrary.takeLackOfMemory() {
      throw ComponentError("text.memory", "there isn't enough memory to set text")
    }
    drawing = result
  }

  private func changed(_ text: Text) -> Text {
    var text = text
    for i in text.spans.indices {
      if let family { text.spans[i].families = families(family) }
      if let weight { text.spans[i].weight = weight }
      if let italic { text.spans[i].slant = italic ? .italic : .upright }
      text.spans[i].size *= scale
      text.spans[i].letterSpacing *= scale
      text.spans[i].wordSpacing *= scale
      text.spans[i].rise *= scale
    }
    return text
  }
}
