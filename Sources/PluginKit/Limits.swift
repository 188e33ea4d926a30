/// What a run may use at most; importers and stages check against it before they allocate.
public struct Limits: Hashable, Sendable {
  /// Bytes of one input after unpacking.
  public var inputBytes: Int
  /// How deep elements, arrays and objects may be nested.
  public var depth: Int
  /// Elements of one document.
  public var elements: Int
  /// Points of one drawing.
  public var points: Int

  /// Makes a set of limits; the defaults are safe for files from strangers.
  public init(
    inputBytes: Int = 2 << 30, depth: Int = 512, elements: Int = 1_000_000,
    points: Int = 50_000_000
  ) {
    self.inputBytes = inputBytes
    self.depth = depth
    self.elements = elements
    self.points = points
  }
}
