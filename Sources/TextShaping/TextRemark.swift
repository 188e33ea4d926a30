/// What is to be said of a text that was set.
public struct TextRemark: Hashable, Sendable {
  /// The row of the element in the text's spans.
  public var span: Int
  /// What it is.
  public var kind: Kind

  /// What there is to say.
  public enum Kind: Hashable, Sendable {
    /// No font is there at all.
    case noFont
    /// The family that is most wanted isn't there, and what is taken.
    case missingFamily(wanted: String, taken: String)
    /// The family that is most wanted is one of colours, and what is taken.
    case coloredFamily(wanted: String, taken: String)
    /// A family has no bold letters.
    case missingBold(String)
    /// A letter that only a font of colours has, and its family.
    case colored(UInt32, String)
    /// A letter that no font has.
    case missingGlyph(UInt32)
    /// There are more glyphs than may be.
    case tooManyGlyphs(Int)
    /// Fitting letters into lengths and setting them along paths takes more steps than may be.
    case tooMuchPlacing(Int)
  }

  /// A sentence about it.
  public var message: String {
    switch kind {
    case .noFont: "text isn't drawn: no font is installed"
    case .missingFamily(let wanted, let taken):
      "the font '\(wanted)' isn't installed; '\(taken)' is taken"
    case .coloredFamily(let wanted, let taken):
      "the font '\(wanted)' is one of colours, which aren't drawn; '\(taken)' is taken"
    case .missingBold(let family):
      "the font '\(family)' has no bold letters; its normal ones are drawn"
    case .colored(let character, let family):
      "'\(TextRemark.shown(character))' isn't drawn: only the font '\(family)' has it, in colours"
    case .missingGlyph(let character):
      "'\(TextRemark.shown(character))' isn't drawn: no font has it; install one that does, or name its "
        + "folder by 'font-dir'"
    case .tooManyGlyphs(let limit): "texts have more than \(limit) letters"
    case .tooMuchPlacing(let limit):
      "setting texts along paths and to lengths takes more than \(limit) steps; use shorter paths, or fewer "
        + "'textLength' in a line"
    }
  }

  private static func shown(_ character: UInt32) -> String {
    let code = String(character, radix: 16, uppercase: true)
    let number = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
    guard let scalar = Unicode.Scalar(character), !scalar.properties.isDefaultIgnorableCodePoint,
      scalar.properties.generalCategory != .privateUse,
      scalar.properties.generalCategory != .unassigned,
      scalar.properties.generalCategory != .control
    else { return number }
    return "\(Character(scalar)) (\(number))"
  }
}
