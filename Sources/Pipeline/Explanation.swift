import Geometry
public import PathModel

/// What each part of a pipeline makes of a drawing.
public struct Explanation: Sendable {
  /// The drawing as a part left it.
  public struct Step: Sendable {
    /// The part: the importer or a stage.
    public var origin: Outcome.Origin
    /// How long it took.
    public var duration: Duration
    /// How many paths there are.
    public var paths: Int
    /// How many points there are, control points included.
    public var points: Int
    /// The smallest rectangle that holds all lines and curves.
    public var bounds: Rect?
    /// How long all lines and curves are together.
    public var length: Double
    /// How far a point was moved at most; nil after the importer, and when no path is left that was there
    /// before.
    public var displacement: Double?
  }

  /// The parts in order.
  public private(set) var steps: [Step] = []
  private var last: Drawing?

  /// Makes an explanation of nothing.
  public init() {}

  /// Takes in what a part left.
  mutating func add(_ timing: Outcome.Timing, _ drawing: Drawing) {
    var length = 0.0
    for row in 0..<drawing.pathCount { length += Selection.length(of: drawing[path: row]) }
    steps.append(
      Step(
        origin: timing.origin, duration: timing.duration, paths: drawing.pathCount,
        points: drawing.points.count, bounds: drawing.geometryBounds(), length: length,
        displacement: last.flatMap { Displacement.largest(from: $0, to: drawing) }))
    last = drawing
  }
}
