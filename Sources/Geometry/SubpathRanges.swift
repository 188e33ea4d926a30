public import PathModel

/// Walks over the subpaths of a path: where the verbs and the points of each lie.
public struct SubpathRanges: Sendable {
  /// The verbs of the subpath, its move first.
  public private(set) var verbs = 0..<0
  /// The points of the subpath.
  public private(set) var points = 0..<0

  /// Stands before the first subpath.
  public init() {}

  /// Goes on to the next subpath.
  /// - Returns: Whether there is one.
  public mutating func next(in path: PathView) -> Bool {
    let (verb, point) = (verbs.upperBound, points.upperBound)
    guard verb < path.verbs.count else { return false }
    var verbEnd = verb + 1
    var pointEnd = point + path.verbs[verb].pointCount
    while verbEnd < path.verbs.count && path.verbs[verbEnd] != .move {
      pointEnd += path.verbs[verbEnd].pointCount
      verbEnd += 1
    }
    (verbs, points) = (verb..<verbEnd, point..<pointEnd)
    return true
  }
}
