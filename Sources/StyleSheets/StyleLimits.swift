/// What style sheets may use at most, so that no sheet can stop a run.
public struct StyleLimits: Hashable, Sendable {
  /// Bytes of all sheets together.
  public var bytes: Int
  /// Selectors of all sheets together.
  public var selectors: Int
  /// Steps of matching, of applying declarations and of replacing variables in the whole document; a
  /// step takes some 20 ns.
  public var steps: Int
  /// Bytes of a value whose variables have been replaced.
  public var valueBytes: Int

  /// Makes a set of limits; the defaults are safe for files from strangers.
  public init(
    bytes: Int = 16 << 20, selectors: Int = 200_000, steps: Int = 50_000_000,
    valueBytes: Int = 1 << 16
  ) {
    self.bytes = bytes
    self.selectors = selectors
    self.steps = steps
    self.valueBytes = valueBytes
  }
}

/// A limit was passed: the document can't be styled.
public struct StyleLimitError: Error, Hashable, Sendable {
  /// A sentence for a person.
  public var message: String
  /// Where, when it's known.
  public var place: StylePlace?
}
