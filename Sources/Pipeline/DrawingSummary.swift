public import PathModel

/// What a drawing consists of: counts, sizes, colours, groups.
public struct DrawingSummary: Hashable, Sendable {
  /// Looks through a drawing.
  public init(of drawing: borrowing Drawing) {}

  /// The summary as a JSON object, indented, with a line break at the end.
  public var json: String { "{}\n" }

  /// The summary as lines for a person, without line breaks.
  public var lines: [String] { [] }
}
