import LargeMemory

/// A drawing: the verbs and points of all its paths in two contiguous arrays, one fixed-size record
/// for each path, and tables of what the records refer to.
///
/// What every drawing promises is a numbered list on the module's page; `invariantViolation()`
/// checks it.
public struct Drawing: Sendable {
  /// The verbs of all paths, and of all clips.
  public internal(set) var verbs: [Verb] = []
  /// The points of all paths, and of all clips.
  public internal(set) var points: [Point] = []
  /// The stroke's width at each point, in canvas units: as many as `points`, or none at all when
  /// each path's style says it.
  public internal(set) var widths: [Double] = []
  /// One record a path, in paint order.
  public internal(set) var records: [PathRecord] = []
  /// The styles that paths refer to.
  public internal(set) var styles: [Style] = []
  /// The names that paths refer to; row 0 is empty.
  public internal(set) var attributes: [Attributes] = [Attributes()]
  /// The groups that paths lie in; row 0 is the root, a parent stands before its children.
  public var groups: [Group] = [Group()]
  /// The gradients that paints refer to.
  public var gradients: [Gradient] = []
  /// The patterns that paints refer to.
  public var patterns: [Pattern] = []
  /// The clips that paths and groups refer to; a parent stands before its children.
  public var clips: [Clip] = []
  /// The paths that clips are made of.
  public internal(set) var clipPaths: [ClipPath] = []
  /// The page, if the drawing has one; without it one unit is 1/96 inch.
  public var canvas: Canvas?
  /// What the file says of itself as a whole.
  public var document = DocumentInfo()

  /// Finds the row of a style that was given before.
  var styleRows = StyleRows()

  /// Whether points that come get a width, though there may be no point yet.
  @usableFromInline var keepsWidths = false

  /// Makes an empty drawing without a canvas.
  public init() {}

  /// Makes a drawing with another's canvas, document, groups, styles and other tables, clips
  /// included, but none of its paths: what a stage fills that rebuilds every path. If the other
  /// keeps a width a point, so does this one.
  public init(tablesOf other: borrowing Drawing) {
    self.init(tablesWithoutClipPathsOf: other)
    for path in other.clipPaths { copyClipPath(path, of: other) }
  }

  /// Makes a drawing with another's tables and none of its paths, like `init(tablesOf:)`, but with
  /// the shapes of clips written anew: for a stage that bends whatever is drawn.
  /// - Parameters:
  ///   - other: Whose tables.
  ///   - rewrite: Writes what becomes of one path of a clip; writing nothing keeps it as it is, since
  ///     without it the clip would let through something else.
  /// - Throws: What `rewrite` throws.
  public init<Failure>(
    tablesOf other: borrowing Drawing,
    rewritingClips rewrite: (PathView, inout PathBuilder) throws(Failure) -> Void
  ) throws(Failure) {
    self.init(tablesWithoutClipPathsOf: other)
    for row in other.clipPaths.indices {
      let path = other.clipPaths[row]
      let count = clipPaths.count
      try appendClipPath(rule: path.rule, clip: path.clip) { (builder) throws(Failure) in
        try rewrite(other[clipPath: row], &builder)
      }
      if clipPaths.count == count { copyClipPath(path, of: other) }
    }
  }

  private init(tablesWithoutClipPathsOf other: borrowing Drawing) {
    styles = other.styles
    attributes = other.attributes
    groups = other.groups
    gradients = other.gradients
    patterns = other.patterns
    clips = other.clips
    canvas = other.canvas
    document = other.document
    styleRows = other.styleRows
    keepsWidths = other.hasWidths
  }

  /// How many paths there are.
  @inlinable public var pathCount: Int { records.count }

  /// Whether there are no paths.
  @inlinable public var isEmpty: Bool { records.isEmpty }

  /// Whether the stroke's width is given point by point.
  @inlinable public var hasWidths: Bool { keepsWidths || !widths.isEmpty }

  /// Borrows one path. The view can't outlive the drawing.
  public subscript(path index: Int) -> PathView {
    @_lifetime(borrow self)
    get {
      let record = records[index]
      return PathView(
        verbs: verbs.span.extracting(record.verbRange),
        points: points.span.extracting(record.pointRange),
        widths: widths.isEmpty
          ? widths.span : widths.span.extracting(record.pointRange), info: record.info)
    }
  }

  /// Borrows the geometry of one path of a clip.
  public subscript(clipPath index: Int) -> PathView {
    @_lifetime(borrow self)
    get {
      let path = clipPaths[index]
      let pointRange = Int(path.firstPoint)..<(Int(path.firstPoint) + Int(path.pointCount))
      return PathView(
        verbs: verbs.span.extracting(
          Int(path.firstVerb)..<(Int(path.firstVerb) + Int(path.verbCount))),
        points: points.span.extracting(pointRange),
        widths: widths.isEmpty ? widths.span : widths.span.extracting(pointRange),
        info: PathInfo(clip: path.clip))
    }
  }

  /// The style of one path.
  @inlinable public func style(ofPath index: Int) -> Style {
    styles[Int(records[index].info.style.index)]
  }

  /// The names of one path.
  @inlinable public func attributes(ofPath index: Int) -> Attributes {
    attributes[Int(records[index].info.attributes.index)]
  }

  /// Changes what one path is beside its geometry.
  public mutating func setInfo(_ info: PathInfo, ofPath index: Int) { records[index].info = info }

  /// The row of a style, new when no row has it yet.
  public mutating func styleID(for style: Style) -> StyleID {
    let recent = max(0, styles.count - 4)..<styles.count
    if let row = row(of: style, in: recent.reversed()) { return StyleID(UInt32(row)) }
    // Hashing a style takes as long as comparing it with dozens of others.
    if styles.count <= 16 {
      if let row = row(of: style, in: 0..<recent.lowerBound) { return StyleID(UInt32(row)) }
      styles.append(style)
      return StyleID(UInt32(styles.count - 1))
    }
    if let row = styleRows.row(of: style, in: styles) { return StyleID(UInt32(row)) }
    styles.append(style)
    return StyleID(UInt32(styles.count - 1))
  }

  /// The row of a style among some. Most differ in what they are painted with, which can be compared without a copy.
  private func row(of style: Style, in candidates: some Sequence<Int>) -> Int? {
    let rows = styles.span
    for row in candidates
    where rows[row].fill == style.fill && rows[row].stroke == style.stroke && rows[row] == style {
      return row
    }
    return nil
  }

  /// Changes every row of the style table, so every path that refers to it.
  public mutating func mapStyles(_ change: (inout Style) -> Void) {
    for row in styles.indices { change(&styles[row]) }
    forgetStyleRows()
  }

  /// Replaces the style table by rows of the same number, for bridges and importers of drawings.
  public mutating func replaceStyles(_ rows: [Style]) {
    styles = rows
    forgetStyleRows()
  }

  private mutating func forgetStyleRows() { styleRows = StyleRows() }

  /// The row of a set of attributes: 0 for an empty one, else a new row.
  public mutating func attributesID(for set: consuming Attributes) -> AttributesID {
    if set.isEmpty { return .none }
    attributes.append(set)
    return AttributesID(UInt32(attributes.count - 1))
  }

  /// Leaves with a group the text that its paths were made of, and how they lie.
  /// - Parameters:
  ///   - text: The text; its outline is found here.
  ///   - group: The group.
  ///   - rows: Its paths, neighbours of each other.
  public mutating func setText(
    _ text: consuming Text, of group: GroupID, outlinedBy rows: Range<Int>
  ) {
    text.outline = outline(ofPaths: rows)
    groups[Int(group.index)].text = consume text
  }

  /// Adds a group and gives its row.
  public mutating func addGroup(_ group: consuming Group) -> GroupID {
    groups.append(group)
    return GroupID(UInt32(groups.count - 1))
  }

  /// Makes room for so many more verbs and points.
  public mutating func reserve(verbs verbCount: Int, points pointCount: Int) {
    verbs.reserveCapacity(verbs.count + verbCount)
    points.reserveCapacity(points.count + pointCount)
    // Only an address is taken; the memory behind it belongs to the array as before.
    let size = points.capacity * MemoryLayout<Point>.stride
    unsafe points.withUnsafeMutableBufferPointer { buffer in
      if let start = buffer.baseAddress { unsafe LargeMemory.expectGrowth(start, size) }
    }
  }

  /// Makes room for so many more paths.
  public mutating func reserve(paths count: Int) {
    records.reserveCapacity(records.count + count)
  }

  /// Gives every point the width of its path's style, so that stages may then vary it.
  public mutating func makeWidths() {
    guard widths.isEmpty else { return }
    keepsWidths = true
    widths = [Double](repeating: 0, count: points.count)
    for record in records {
      let width = styles[Int(record.info.style.index)].strokeWidth
      for i in record.pointRange { widths[i] = width }
    }
  }

  /// Forgets the widths of points: each path's style says it again.
  public mutating func removeWidths() {
    widths = []
    keepsWidths = false
  }
}
