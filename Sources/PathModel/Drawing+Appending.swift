extension Drawing {
  /// Appends one path on top, written by `build`. A path that comes out empty is left out, and
  /// one whose `build` throws leaves nothing behind.
  /// - Parameters:
  ///   - info: What the path is beside its geometry.
  ///   - build: Writes the segments.
  /// - Returns: Whether there is a path.
  /// - Throws: What `build` throws.
  @discardableResult
  public mutating func appendPath<Failure>(
    _ info: PathInfo, _ build: (inout PathBuilder) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    let firstVerb = verbs.count
    let firstPoint = points.count
    let width = hasWidths ? styles[Int(info.style.index)].strokeWidth : nil
    try appendGeometry(width: width, build)
    guard verbs.count > firstVerb else { return false }
    records.append(
      PathRecord(
        firstVerb: UInt32(firstVerb), verbCount: UInt32(verbs.count - firstVerb),
        firstPoint: UInt32(firstPoint), pointCount: UInt32(points.count - firstPoint), info: info))
    return true
  }

  /// Appends a copy of another drawing's path, whose tables must be the same.
  public mutating func appendPath(_ index: Int, of other: borrowing Drawing) {
    let record = other.records[index]
    appendPath(record.info) { builder in
      builder.append(other[path: index])
    }
  }

  /// Appends a path to the clip that is being made. The clip itself is made with `addClip`.
  /// - Parameters:
  ///   - rule: What counts as inside.
  ///   - clip: A clip that this path alone is cut to.
  ///   - build: Writes the segments.
  /// - Throws: What `build` throws.
  public mutating func appendClipPath<Failure>(
    rule: FillRule, clip: ClipID = .none, _ build: (inout PathBuilder) throws(Failure) -> Void
  ) throws(Failure) {
    let firstVerb = verbs.count
    let firstPoint = points.count
    try appendGeometry(width: hasWidths ? 0 : nil, build)
    guard verbs.count > firstVerb else { return }
    clipPaths.append(
      ClipPath(
        firstVerb: UInt32(firstVerb), verbCount: UInt32(verbs.count - firstVerb),
        firstPoint: UInt32(firstPoint), pointCount: UInt32(points.count - firstPoint), rule: rule,
        clip: clip))
  }

  /// Makes a clip of all clip paths that were appended since `firstPath`
  /// (`clipPaths.count` before the first).
  public mutating func addClip(
    fromPath firstPath: Int, parent: ClipID? = nil, id: String? = nil
  ) -> ClipID {
    clips.append(
      Clip(
        firstPath: UInt32(firstPath), pathCount: UInt32(clipPaths.count - firstPath),
        parent: parent, id: id))
    return ClipID(UInt32(clips.count - 1))
  }

  mutating func copyClipPath(_ path: ClipPath, of other: borrowing Drawing) {
    var copy = path
    copy.firstVerb = UInt32(verbs.count)
    copy.firstPoint = UInt32(points.count)
    let firstPoint = Int(path.firstPoint)
    verbs.append(
      contentsOf: other.verbs[Int(path.firstVerb)..<(Int(path.firstVerb) + Int(path.verbCount))])
    points.append(contentsOf: other.points[firstPoint..<(firstPoint + Int(path.pointCount))])
    if other.hasWidths {
      widths.append(contentsOf: other.widths[firstPoint..<(firstPoint + Int(path.pointCount))])
    }
    clipPaths.append(copy)
  }

  private mutating func appendGeometry<Failure>(
    width: Double?, _ build: (inout PathBuilder) throws(Failure) -> Void
  ) throws(Failure) {
    let verbCount = verbs.count
    let pointCount = points.count
    // The builder owns the arrays while it writes, so that no append copies them.
    var builder = PathBuilder(width: width)
    exchangeGeometry(with: &builder)
    do {
      try build(&builder)
    } catch {
      exchangeGeometry(with: &builder)
      verbs.removeLast(verbs.count - verbCount)
      points.removeLast(points.count - pointCount)
      if !widths.isEmpty { widths.removeLast(widths.count - pointCount) }
      throw error
    }
    exchangeGeometry(with: &builder)
  }

  private mutating func exchangeGeometry(with builder: inout PathBuilder) {
    swap(&verbs, &builder.verbs)
    swap(&points, &builder.points)
    swap(&widths, &builder.widths)
  }

  /// Puts a drawing together from arrays that came from elsewhere: a bridge, a file. The caller
  /// asks `invariantViolation()` before it goes on.
  public init(
    verbs: [Verb], points: [Point], widths: [Double], records: [PathRecord],
    clipPaths: [ClipPath], styles: [Style], attributes: [Attributes]
  ) {
    self.verbs = verbs
    self.points = points
    self.widths = widths
    self.records = records
    self.clipPaths = clipPaths
    self.styles = styles
    self.attributes = attributes
  }
}
