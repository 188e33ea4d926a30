public import PathModel

/// What font is wanted for a text.
public struct FontRequest: Hashable, Sendable {
  /// Whether letters lean.
  public typealias Slant = Text.Slant

  /// The families, the most wanted first; `serif`, `sans-serif`, `monospace` and the like are what the
  /// system says.
  public var families: [String]
  /// How bold it is, 1 to 1000; 400 is normal, 700 bold.
  public var weight: Double
  /// Whether letters lean.
  public var slant: Slant
  /// How wide it is, in percent of normal.
  public var width: Double
  /// The language, such as `en`, which may decide between fonts and forms.
  public var language: String

  /// Makes a request.
  public init(
    families: [String], weight: Double = 400, slant: Slant = .upright, width: Double = 100,
    language: String = "en"
  ) {
    self.families = families
    self.weight = weight
    self.slant = slant
    self.width = width
    self.language = language
  }
}
