/// Writes segments at the end of a drawing.
///
/// It is strict: a subpath begins with `move(to:)`, and nothing but another move follows `close()`.
/// Nothing is checked here, for speed; `Drawing.invariantViolation()` finds what went wrong.
public struct PathBuilder: ~Copyable {
  @usableFromInline var verbs: [Verb] = []
  @usableFromInline var points: [Point] = []
  @usableFromInline var widths: [Double] = []
  /// Whether the drawing keeps a width a point.
  public let hasWidths: Bool
  /// The stroke's width at the points that come, when the drawing keeps a width a point.
  public var width: Double

  init(width: Double?) {
    hasWidths = width != nil
    self.width = width ?? 0
  }

  /// How many points the drawing has so far, those of other paths included.
  @inlinable public var pointCount: Int { points.count }

  /// How many verbs the drawing has so far, those of other paths included.
  @inlinable public var verbCount: Int { verbs.count }

  /// Borrows what was written since the drawing had so many verbs and points.
  @_lifetime(borrow self)
  public func path(fromVerb verb: Int, fromPoint point: Int) -> PathView {
    PathView(
      verbs: verbs.span.extracting(verb..<verbs.count),
      points: points.span.extracting(point..<points.count),
      widths: widths.isEmpty ? widths.span : widths.span.extracting(point..<points.count),
      info: PathInfo())
  }

  @inlinable mutating func put(_ p: Point) {
    points.append(p)
    if hasWidths { widths.append(width) }
  }

  /// Begins a subpath.
  @inlinable public mutating func move(to p: Point) {
    verbs.append(.move)
    put(p)
  }
  /// Adds a straight line.
  @inlinable public mutating func line(to p: Point) {
    verbs.append(.line)
    put(p)
  }
  /// Adds a quadratic Bézier curve.
  @inlinable public mutating func quad(_ a: Point, to p: Point) {
    verbs.append(.quad)
    put(a)
    put(p)
  }
  /// Adds a cubic Bézier curve.
  @inlinable public mutating func cubic(_ a: Point, _ b: Point, to p: Point) {
    verbs.append(.cubic)
    // At once: most of what drawings are made of are cubics.
    points.append(addingCapacity: 3) { output in
      output.append(a)
      output.append(b)
      output.append(p)
    }
    if hasWidths { widths.append(contentsOf: repeatElement(width, count: 3)) }
  }
  /// Closes the subpath.
  @inlinable public mutating func close() { verbs.append(.close) }

  /// Adds a segment.
  @inlinable public mutating func append(_ segment: Segment) {
    switch segment {
    case .move(let p): move(to: p)
    case .line(let p): line(to: p)
    case .quad(let a, let p): quad(a, to: p)
    case .cubic(let a, let b, let p): cubic(a, b, to: p)
    case .close: close()
    }
  }

  /// Adds a whole path as it is, widths included.
  public mutating func append(_ path: PathView) {
    verbs.append(addingCapacity: path.verbs.count) { output in
      for i in path.verbs.indices { output.append(path.verbs[i]) }
    }
    points.append(addingCapacity: path.points.count) { output in
      for i in path.points.indices { output.append(path.points[i]) }
    }
    guard hasWidths else { return }
    if path.widths.isEmpty {
      for _ in path.points.indices { widths.append(width) }
    } else {
      for i in path.widths.indices { widths.append(path.widths[i]) }
    }
  }

  /// Adds some verbs of a path as they are, with their points and widths.
  /// - Parameters:
  ///   - path: The path.
  ///   - range: Its verbs, a move first unless a subpath goes on.
  ///   - points: Their points.
  public mutating func append(_ path: PathView, verbs range: Range<Int>, points: Range<Int>) {
    var i = points.lowerBound
    for k in range {
      let verb = path.verbs[k]
      if verb.pointCount > 0 && !path.widths.isEmpty {
        width = path.widths[i + verb.pointCount - 1]
      }
      switch verb {
      case .move: move(to: path.points[i])
      case .line: line(to: path.points[i])
      case .quad: quad(path.points[i], to: path.points[i + 1])
      case .cubic: cubic(path.points[i], path.points[i + 1], to: path.points[i + 2])
      case .close: close()
      }
      i += verb.pointCount
    }
  }

  /// Adds a whole path, each point mapped.
  public mutating func append(_ path: PathView, mappedBy map: Affine) {
    let first = points.count
    append(path)
    for i in first..<points.count { points[i] = map.apply(points[i]) }
  }

  /// Adds segments by their verbs and the points that these take, each point mapped.
  public mutating func append(verbs: [Verb], points: [Point], mappedBy map: Affine) {
    self.verbs.append(contentsOf: verbs)
    self.points.append(addingCapacity: points.count) { output in
      for p in points { output.append(map.apply(p)) }
    }
    if hasWidths { widths.append(contentsOf: repeatElement(width, count: points.count)) }
  }

  /// Maps the points from one on, and tells whether all of them then lie within ±`limit` on both
  /// axes: for importers, which build in a path's own coordinates.
  @inlinable public mutating func mapPoints(
    from first: Int, by map: Affine, limit: Double
  ) -> Bool {
    // Comparing with false for NaN, and both axes at once without a branch a point.
    var isWithin = SIMDMask<SIMD2<Int64>>(repeating: true)
    var points = self.points.mutableSpan
    for i in first..<points.count {
      let p = map.apply(points[i])
      points[i] = p
      let axes = SIMD2(p.x, p.y)
      isWithin = isWithin .& (axes .<= limit) .& (axes .>= -limit)
    }
    return all(isWithin)
  }
}
