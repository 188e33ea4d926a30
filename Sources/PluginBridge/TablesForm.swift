import JSONForms
import NumberText
import PathModel
import StrictJSON

/// The rows of a drawing's tables as they cross: each member by itself may be missing, which means
/// that it is as it was lent.
struct TablesForm {
  /// Of a canvas that is there but null, the drawing has none.
  var canvas: Canvas??
  var document: DocumentInfo?
  var styles: [Style]?
  var attributes: [Attributes]?
  var groups: [Group]?
  var gradients: [Gradient]?
  var patterns: [Pattern]?
  var clips: [Clip]?

  /// All tables of a drawing.
  init(of drawing: borrowing Drawing) {
    canvas = .some(drawing.canvas)
    document = drawing.document
    styles = drawing.styles
    attributes = drawing.attributes
    groups = drawing.groups
    gradients = drawing.gradients
    patterns = drawing.patterns
    clips = drawing.clips
  }

  /// Forgets what is the same in other tables. Arrays that nobody touched compare in no time.
  mutating func leaveOut(sameAs other: TablesForm) {
    if canvas == other.canvas { canvas = nil }
    if document == other.document { document = nil }
    if styles == other.styles { styles = nil }
    if attributes == other.attributes { attributes = nil }
    if groups == other.groups { groups = nil }
    if gradients == other.gradients { gradients = nil }
    if patterns == other.patterns { patterns = nil }
    if clips == other.clips { clips = nil }
  }

  /// Whether every member is missing.
  var isEmpty: Bool {
    canvas == nil && document == nil && styles == nil && attributes == nil && groups == nil
      && gradients == nil && patterns == nil && clips == nil
  }

  // MARK: JSON

  /// The JSON text; no bytes when every member is missing.
  func written() -> ByteSink {
    if isEmpty { return ByteSink() }
    return json { writer in
      writer.beginObject()
      if let canvas {
        writer.key("canvas")
        if let canvas { writer.value(canvas) } else { writer.null() }
      }
      if let document {
        writer.key("document")
        writer.value(document)
      }
      list("styles", styles, &writer) { $1.value($0) }
      list("attributes", attributes, &writer) { $1.value($0) }
      list("groups", groups, &writer) { $1.value($0, isWhole: true) }
      list("gradients", gradients, &writer) { $1.value($0) }
      list("patterns", patterns, &writer) { $1.value($0) }
      list("clips", clips, &writer) { $1.value($0) }
      writer.end()
    }
  }

  private func list<Row>(
    _ name: String, _ rows: [Row]?, _ writer: inout JSONWriter,
    _ write: (Row, inout JSONWriter) -> Void
  ) {
    guard let rows else { return }
    writer.key(name)
    writer.beginArray()
    for row in rows { write(row, &writer) }
    writer.end()
  }

  /// Reads the JSON text; no bytes at all are no members.
  init(_ bytes: Span<UInt8>) throws(JSONError) {
    if bytes.isEmpty { return }
    var reader = JSONReader(bytes)
    var place = JSONPosition.start
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key.name {
      case "canvas":
        let node = try reader.readTree(after: &place)
        canvas = .some(node.isNull ? nil : try Canvas(node))
      case "document": document = try DocumentInfo(reader.readTree(after: &place))
      case "styles":
        styles = try rows(&reader, &place) { (node) throws(JSONError) in try Style(node) }
      case "attributes":
        attributes = try rows(&reader, &place) { (node) throws(JSONError) in try Attributes(node) }
      case "groups":
        groups = try rows(&reader, &place) { (node) throws(JSONError) in try Group(node) }
      case "gradients":
        gradients = try rows(&reader, &place) { (node) throws(JSONError) in try Gradient(node) }
      case "patterns":
        patterns = try rows(&reader, &place) { (node) throws(JSONError) in try Pattern(node) }
      case "clips":
        clips = try rows(&reader, &place) { (node) throws(JSONError) in try Clip(node) }
      // Of a later version.
      default: try reader.skipValue()
      }
    }
    try reader.finish()
  }

  private func rows<Row>(
    _ reader: inout JSONReader, _ place: inout JSONPosition,
    _ read: (JSONNode) throws(JSONError) -> Row
  ) throws(JSONError) -> [Row] {
    var rows: [Row] = []
    try reader.beginArray()
    while try reader.nextElement() { rows.append(try read(reader.readTree(after: &place))) }
    return rows
  }
}
