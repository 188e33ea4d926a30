import PathModel
import PluginKit
import StrictJSON

/// What has been read of a drawing: flat arrays, filled in one pass, and what must be checked when
/// all of it is there.
///
/// The forms share it: a bare list of points is the drawing form with nearly everything left out.
struct DrawingAssembly {
  /// Whether bare paths are closed.
  let closed: Bool
  /// The property of GeoJSON features that names their group.
  let groupProperty: String?
  /// The greatest number of points, and of verbs.
  let pointLimit: Int
  /// What the drawing may have.
  let limits: Limits

  var verbs: [Verb] = []
  var points: [Point] = []
  /// As many as `points` once a path has given its own, empty before; NaN where the style says it.
  var widths: [Double] = []
  var records: [PathRecord] = []
  var clipPaths: [ClipPath] = []
  var attributes = [Attributes()]
  var tables = DrawingTables()

  /// Where each path begins in the text, for errors that only show at the end.
  var offsets: [Int] = []
  /// The keys that paths bring with them.
  var keys: [(path: Int, key: PathKey)] = []
  /// The groups that are known by their label.
  var groupRows: [String: GroupID] = [:]
  /// Where the last path's line was worked out.
  var place = JSONPosition.start
  /// The version of the drawing form, nil in the bare forms.
  var version: Int?
  /// Whether the lines of this text are those that paths begin on in their source.
  var isSource = true
  /// Whether y grows upward unless the options say otherwise.
  var isGeographic = false

  /// Whether the option to flip was given for a drawing that says all of itself.
  var ignoresFlip = false
  /// Coordinates beyond x and y.
  var extraCoordinates = Ignored()
  /// Members that nobody knows.
  var unknownMembers = Ignored()

  /// Something that isn't carried over.
  struct Ignored {
    var count = 0
    var name = ""
    var place = JSONPosition.start
    var hint = ""
  }

  /// The style of a path that names none: the pen.
  static let penStyle = StyleID(.max)
  /// The style of a GeoJSON polygon: the pen, with holes by the even-odd rule.
  static let polygonStyle = StyleID(.max - 1)

  init(closed: Bool, groupProperty: String?, limits: Limits) {
    self.closed = closed
    self.groupProperty = groupProperty
    pointLimit = min(limits.points, Int(Int32.max))
    self.limits = limits
  }

  /// Makes room for what a text of so many bytes usually holds, so that growing arrays don't hold
  /// the points twice. Memory that isn't used isn't taken.
  mutating func reserve(for byteCount: Int) {
    let guess = min(byteCount / 14, pointLimit)
    points.reserveCapacity(guess)
    verbs.reserveCapacity(guess)
  }

  // MARK: Paths

  /// Ends a path that began at these places of the arrays; an empty one is left out.
  mutating func endPath(firstVerb: Int, firstPoint: Int, offset: Int, info: PathInfo) {
    guard verbs.count > firstVerb else { return }
    if !widths.isEmpty { fillWidths() }
    records.append(
      PathRecord(
        firstVerb: UInt32(firstVerb), verbCount: UInt32(verbs.count - firstVerb),
        firstPoint: UInt32(firstPoint), pointCount: UInt32(points.count - firstPoint), info: info))
    offsets.append(offset)
  }

  /// Writes the verbs of the subpath whose points begin at `first`: a line through them all.
  ///
  /// A single point becomes a line of no length: a dot. A closed one loses a last point that
  /// repeats the first.
  ///
  /// - Returns: How many points were added or taken away.
  @discardableResult
  mutating func endSubpath(first: Int, closed: Bool) -> Int {
    var count = points.count - first
    guard count > 0 else { return 0 }
    var change = 0
    if closed && count > 1 && points[first] == points[points.count - 1] {
      points.removeLast()
      count -= 1
      change = -1
    } else if count == 1 && !closed {
      points.append(points[first])
      count += 1
      change = 1
    }
    verbs.append(.move)
    verbs.append(contentsOf: repeatElement(.line, count: count - 1))
    if closed { verbs.append(.close) }
    return change
  }

  /// Makes `widths` as long as `points`.
  mutating func fillWidths() {
    if widths.count < points.count {
      widths.append(contentsOf: repeatElement(.nan, count: points.count - widths.count))
    }
  }

  /// The line that a path begins on, 0 when its source isn't this text.
  mutating func line(at offset: Int, _ reader: borrowing JSONReader) -> UInt32 {
    guard isSource else { return 0 }
    place.advance(to: offset, in: reader.bytes)
    return UInt32(clamping: place.line)
  }

  /// The group with this label, right under the root.
  mutating func group(labelled label: String) -> GroupID {
    if let row = groupRows[label] { return row }
    if tables.groups.isEmpty { tables.groups.append(Group()) }
    tables.groups.append(Group(attributes: Attributes(label: label)))
    let row = GroupID(UInt32(tables.groups.count - 1))
    groupRows[label] = row
    return row
  }

  mutating func attributesRow(_ set: Attributes) -> AttributesID {
    if set.isEmpty { return .none }
    attributes.append(set)
    return AttributesID(UInt32(attributes.count - 1))
  }

  func checkLimit(_ reader: borrowing JSONReader) throws(JSONError) {
    if points.count >= pointLimit || verbs.count >= Int(Int32.max) {
      throw reader.error(
        "json.too-many-points",
        "more than \(pointLimit) points stand in this file, the limit 'points'")
    }
  }

  // MARK: What isn't understood

  /// Notes a member that nobody knows and reads over it. Names that begin with `x-` are free.
  mutating func skipUnknown(
    _ key: JSONKey, known: [String], _ reader: inout JSONReader
  ) throws(JSONError) {
    if !key.name.hasPrefix("x-") {
      if unknownMembers.count == 0 {
        unknownMembers.name = key.name
        unknownMembers.place = reader.location(of: key.offset)
        unknownMembers.hint =
          closest(to: key.name, among: known).map { "; did you mean '\($0)'?" } ?? ""
      }
      unknownMembers.count += 1
    }
    try reader.skipValue()
  }

  /// Says what was ignored.
  func report(to context: inout Context) {
    func place(_ ignored: Ignored) -> Diagnostic.Place {
      Diagnostic.Place(line: ignored.place.line, column: ignored.place.column)
    }
    if extraCoordinates.count > 0 {
      context.lose(
        "third coordinate", "json.third-coordinate",
        "a drawing is flat: only the first two numbers of each point are kept",
        at: place(extraCoordinates), count: extraCoordinates.count)
    }
    if ignoresFlip {
      context.warn(
        "json.flip-ignored",
        "'flip-y' concerns lists of points and GeoJSON, not a whole drawing; use the stage 'flip'")
    }
    if unknownMembers.count > 0 {
      context.lose(
        "member", "json.unknown-member",
        "the member '\(unknownMembers.name)' means nothing here" + unknownMembers.hint,
        at: place(unknownMembers), count: unknownMembers.count)
    }
  }

  // MARK: The end

  /// Checks what the paths refer to and puts the drawing together.
  mutating func finish(
    flipY: Bool?, _ reader: borrowing JSONReader
  ) throws(JSONError) -> Drawing {
    if version != nil && unknownMembers.count > 0 {
      let what = unknownMembers
      throw JSONError(
        code: "json.unknown-member",
        message: "the drawing form has no member '\(what.name)' here\(what.hint)"
          + (what.hint.isEmpty ? "; names that begin with 'x-' are free" : ""),
        line: what.place.line, column: what.place.column)
    }
    try resolveReferences(reader)
    if !groupRows.isEmpty { sortByGroup() }
    if version != nil || tables.isUsed {
      ignoresFlip = flipY == true
    } else if flipY ?? isGeographic {
      // Subtracted from zero, so that no zero becomes a minus zero.
      for index in points.indices { points[index].y = 0 - points[index].y }
    }
    if !widths.isEmpty { resolveWidths() }
    if tables.groups.isEmpty { tables.groups = [Group()] }
    var drawing = Drawing(
      verbs: verbs, points: points, widths: widths, records: records, clipPaths: clipPaths,
      styles: tables.styles, attributes: attributes)
    // The drawing alone holds the arrays from here on, so that nothing below copies them.
    (verbs, points, widths, records) = ([], [], [], [])
    drawing.groups = tables.groups
    drawing.gradients = tables.gradients
    drawing.patterns = tables.patterns
    drawing.clips = tables.clips
    drawing.canvas = tables.canvas
    drawing.document = tables.document
    drawing.assignKeys()
    for (path, key) in keys {
      var info = drawing.records[path].info
      info.key = key
      drawing.setInfo(info, ofPath: path)
    }
    if tables.isUsed, let what = drawing.invariantViolation() {
      throw JSONError(
        code: "json.bad-drawing", message: "this isn't a drawing: \(what)", line: 1, column: 1)
    }
    if tables.isUsed { try checkLimits(of: drawing) }
    return drawing
  }

  /// Gives paths without a style the pen, and checks that everything referred to is there.
  private mutating func resolveReferences(_ reader: borrowing JSONReader) throws(JSONError) {
    var rows: [StyleID: StyleID] = [:]
    for (wanted, style) in [
      (Self.penStyle, Style.pen), (Self.polygonStyle, Style.pen(fillRule: .evenodd)),
    ] where records.contains(where: { $0.info.style == wanted }) {
      let row = tables.styles.firstIndex(of: style) ?? tables.styles.count
      if row == tables.styles.count { tables.styles.append(style) }
      rows[wanted] = StyleID(UInt32(row))
    }
    let groupCount = max(tables.groups.count, 1)
    for index in records.indices {
      var info = records[index].info
      if let row = rows[info.style] { info.style = row }
      var missing: String?
      if info.style.index >= tables.styles.count {
        missing = "style \(info.style.index) of the \(tables.styles.count) in 'styles'"
      } else if info.group.index >= groupCount {
        missing = "group \(info.group.index) of the \(tables.groups.count) in 'groups'"
      } else if info.clip != .none && info.clip.index >= tables.clips.count {
        missing = "clip \(info.clip.index) of the \(tables.clips.count) in 'clips'"
      }
      if let missing {
        throw reader.error(
          "json.no-such-row", "this path refers to \(missing), counted from 0: there is none",
          at: offsets[index])
      }
      records[index].info = info
    }
  }

  /// A width that isn't given is that of the style; a clip has none.
  private mutating func resolveWidths() {
    fillWidths()
    for record in records {
      let width = tables.styles[Int(record.info.style.index)].strokeWidth
      for index in record.pointRange where widths[index].isNaN { widths[index] = width }
    }
    for index in widths.indices where widths[index].isNaN { widths[index] = 0 }
  }

  /// Keeps the paths of a group together, groups in the order in which they came up.
  private mutating func sortByGroup() {
    let isSorted = zip(records, records.dropFirst()).allSatisfy {
      $0.info.group.index <= $1.info.group.index
    }
    if isSorted { return }
    // Stable, by counting.
    var order = Array(records.indices)
    order.sort {
      let (a, b) = (records[$0].info.group.index, records[$1].info.group.index)
      return a == b ? $0 < $1 : a < b
    }
    var newPlace = [Int](repeating: 0, count: order.count)
    for (new, old) in order.enumerated() { newPlace[old] = new }
    records = order.map { records[$0] }
    for index in keys.indices { keys[index].path = newPlace[keys[index].path] }
  }
}

extension Style {
  /// The pen of formats that know no style, with another fill rule.
  static func pen(fillRule: FillRule) -> Style {
    var style = Style.pen
    style.fillRule = fillRule
    return style
  }
}
