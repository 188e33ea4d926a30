import PathModel
import PluginKit
import TextShaping

/// Puts new outlines in the place of those of texts.
struct Typesetter {
  private let limits: Limits
  /// The fonts of each list of folders.
  private var fonts: [[String]: TextFonts] = [:]
  private let budget: TextBudget
  private var said: Set<TextRemark.Kind> = []

  /// - Parameters:
  ///   - limits: What the drawing may have.
  ///   - drawing: What it was.
  init(limits: Limits, _ drawing: Drawing) {
    self.limits = limits
    var byteCount = 0
    for group in drawing.groups {
      guard let text = group.text else { continue }
      byteCount += text.characters.count
      for along in text.alongs { byteCount += along.path.utf8.count }
    }
    budget = TextBudget(pointLimit: limits.points, byteCount: byteCount)
  }

  /// Writes a text's outlines.
  /// - Parameters:
  ///   - text: What they're made of.
  ///   - map: What happened to its outlines since they were made.
  ///   - group: Its group.
  ///   - old: The drawing.
  ///   - rows: The paths that it has in it.
  ///   - drawing: Where to.
  ///   - context: For what is to be said.
  /// - Throws: Why it can't be set.
  mutating func set(
    _ text: Text, _ map: Affine, _ group: GroupID, _ old: Drawing, _ rows: Range<Int>,
    into drawing: inout Drawing, _ context: inout Context
  ) throws(ComponentError) {
    let fonts = try fonts(for: text.fontFolders)
    let layout = TextLayout(text, fonts, budget)
    for remark in layout.remarks { try report(remark, &context) }
    // A part is beside its outlines as the same part was, else as its element's letters were.
    var rowsOfParts: [Text.Part: Int] = [:]
    var rowsOfSpans: [Int: Int] = [:]
    for (part, row) in zip(text.parts, rows) {
      if rowsOfParts[part] == nil { rowsOfParts[part] = row }
      if rowsOfSpans[part.span] == nil { rowsOfSpans[part.span] = row }
    }
    var new = text
    new.transform = text.transform.then(map)
    new.parts = []
    let first = drawing.pathCount
    for part in layout.parts() {
      let row = drawing.pathCount
      let same = rowsOfParts[part.part] ?? rowsOfSpans[part.part.span] ?? rows.lowerBound
      let info = old.records[same].info
      var isWithin = true
      drawing.appendPath(info) { builder in
        let start = builder.pointCount
        layout.write(part, to: &builder)
        isWithin = builder.mapPoints(from: start, by: new.transform, limit: 1e100)
      }
      guard isWithin else {
        throw ComponentError("text.out-of-range", "a text lies too far out to be set")
      }
      if drawing.pathCount > row { new.parts.append(part.part) }
    }
    guard drawing.points.count <= limits.points else {
      throw ComponentError(
        "text.too-many-points", "the drawing has more than \(limits.points) points")
    }
    drawing.setText(new, of: group, outlinedBy: first..<drawing.pathCount)
  }

  private mutating func fonts(for folders: [String]) throws(ComponentError) -> TextFonts {
    if let known = fonts[folders] { return known }
    do throws(FontLibrary.Fault) {
      let opened = try TextFonts(folders: folders)
      fonts[folders] = opened
      return opened
    } catch {
      switch error {
      case .missing(let library):
        throw ComponentError(
          "text.no-library",
          "text can't be set here: the library \(library) is missing or too old")
      case .unreadable(let row):
        throw ComponentError(
          "text.font-dir", "the folder of fonts '\(folders[row])' can't be read")
      case .broken:
        throw ComponentError("text.no-fonts", "the system's fonts can't be read")
      }
    }
  }

  private mutating func report(
    _ remark: TextRemark, _ context: inout Context
  ) throws(ComponentError) {
    guard said.insert(remark.kind).inserted else { return }
    switch remark.kind {
    case .noFont: throw ComponentError("text.no-fonts", "no font is installed")
    case .missingFamily: context.warn("text.missing-font", remark.message)
    case .coloredFamily: context.lose("font", "text.color-font", remark.message)
    case .missingBold: context.warn("text.missing-bold", remark.message)
    case .colored: context.lose("text", "text.color-font", remark.message)
    case .missingGlyph: context.lose("text", "text.missing-glyph", remark.message)
    case .tooManyGlyphs, .tooMuchPlacing:
      throw ComponentError("text.too-much-text", remark.message)
    }
  }
}
