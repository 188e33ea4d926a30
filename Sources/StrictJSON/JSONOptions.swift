/// What a reader accepts beyond RFC 8259, and how deep it goes.
public struct JSONOptions: Sendable {
  /// Whether `// line` and `/* block */` comments count as white space.
  public var allowsComments: Bool
  /// Whether a comma may stand after the last element or member.
  public var allowsTrailingCommas: Bool
  /// How many arrays and objects may stand inside each other, 1...2000.
  ///
  /// The upper bound keeps recursion over a tree, such as its release, within a thread's stack.
  public var maximumDepth: Int {
    didSet { maximumDepth = Self.clampedDepth(maximumDepth) }
  }

  /// Creates options; RFC 8259 and nothing more unless told otherwise.
  ///
  /// - Parameters:
  ///   - allowsComments: Whether comments count as white space.
  ///   - allowsTrailingCommas: Whether a comma may stand after the last element or member.
  ///   - maximumDepth: How many arrays and objects may stand inside each other, 1...2000.
  public init(
    allowsComments: Bool = false, allowsTrailingCommas: Bool = false, maximumDepth: Int = 512
  ) {
    self.allowsComments = allowsComments
    self.allowsTrailingCommas = allowsTrailingCommas
    self.maximumDepth = Self.clampedDepth(maximumDepth)
  }

  /// What people write by hand: comments and trailing commas are fine.
  public static let handwritten = JSONOptions(allowsComments: true, allowsTrailingCommas: true)

  private static func clampedDepth(_ depth: Int) -> Int { min(max(depth, 1), 2000) }
}
