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
  /// To how many points a stage that multiplies them may make a drawing grow; see `points(after:)`.
  public var growth: Int
  /// Attributes of one element.
  public var attributes: Int
  /// Bytes of one attribute's value, after its references have been replaced.
  public var attributeBytes: Int
  /// Elements that `use`, markers and patterns repeat in one document.
  public var copies: Int
  /// Bytes of one output, before packing.
  public var outputBytes: Int
  /// How many bytes may come out of one byte of a packed input. Drawings pack to a tenth, dull ones to a
  /// hundredth; zlib's own bound is about 1,030.
  public var unpackingRatio: Int

  /// Makes a set of limits; the defaults are safe for files from strangers.
  public init(
    inputBytes: Int = 2 << 30, depth: Int = 512, elements: Int = 1_000_000,
    points: Int = 50_000_000, growth: Int = 6_000_000, attributes: Int = 1000,
    attributeBytes: Int = 1 << 30, copies: Int = 500_000, outputBytes: Int = 2 << 30,
    unpackingRatio: Int = 400
  ) {
    self.inputBytes = inputBytes
    self.depth = depth
    self.elements = elements
    self.points = points
    self.growth = growth
    self.attributes = attributes
    self.attributeBytes = attributeBytes
    self.copies = copies
    self.outputBytes = outputBytes
    self.unpackingRatio = unpackingRatio
  }

  /// How many points a drawing may have after a stage: twice as many as before, or what any drawing may
  /// grow to if that's more.
  ///
  /// So what a stage takes goes by its input, and a parameter that multiplies, such as a gap near nothing,
  /// can't fill the memory. Stages that multiply check against it before they allocate.
  /// - Parameter count: How many it has before.
  /// - Returns: How many it may have.
  public func points(after count: Int) -> Int {
    min(points, max(growth, count.multipliedReportingOverflow(by: 2).partialValue, count))
  }
}
