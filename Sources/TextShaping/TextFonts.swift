/// The fonts of one document's texts, and what they were found to have. For one thread.
public final class TextFonts {
  let shaper: TextShaper
  private let library: FontLibrary
  private var choices: [FontRequest: FontChoice] = [:]

  /// A document may ask for so many different fonts; what comes after is set in one of them.
  private static let choiceLimit = 500

  /// Opens the fonts.
  /// - Parameter folders: Folders whose fonts go before those of the system.
  /// - Throws: Why there are none.
  public init(folders: [String]) throws(FontLibrary.Fault) {
    library = try FontLibrary.open(folders: folders)
    guard let shaper = TextShaper() else { throw .broken }
    self.shaper = shaper
  }

  /// The fonts for a request; nil when there are none at all.
  func choice(for request: FontRequest) -> FontChoice? {
    if let known = choices[request] { return known }
    var request = request
    if choices.count >= TextFonts.choiceLimit { request = FontRequest(families: ["sans-serif"]) }
    if let known = choices[request] { return known }
    guard let list = library.list(for: request) else { return nil }
    let choice = FontChoice(list)
    choices[request] = choice
    return choice
  }
}

/// The fonts for one request, with what was found of characters.
final class FontChoice {
  /// What draws a character.
  enum Answer {
    case face(FontFace)
    /// A font of colours, which can't.
    case colored(String)
    /// No font has it.
    case none
  }

  private let list: FontList
  private var entries: [Int: FontList.Entry] = [:]
  private var answers: [UInt32: Answer] = [:]
  /// The font that fits best, whatever it has.
  var first: FontFace? { best?.face }
  private lazy var best: (row: Int, face: FontFace)? = {
    for row in 0..<list.count {
      if case .face(let face) = entry(row) { return (row, face) }
    }
    return nil
  }()

  /// Whether the font that fits best is one of a family.
  func isFirst(ofFamily family: String) -> Bool {
    best.map { list.belongs($0.row, to: family) } ?? false
  }

  /// Whether the font that fits best is one of a family, and can't be drawn since it's one of colours.
  func isColored(family: String) -> Bool {
    guard list.count > 0, case .colored = entry(0) else { return false }
    return list.belongs(0, to: family)
  }

  init(_ list: FontList) { self.list = list }

  private func entry(_ row: Int) -> FontList.Entry {
    if let known = entries[row] { return known }
    let entry = list.entry(row)
    entries[row] = entry
    return entry
  }

  /// The font that draws a character: the best of those that have it.
  func answer(for character: UInt32) -> Answer {
    if let known = answers[character] { return known }
    var answer = Answer.none
    search: for row in 0..<list.count where list.covers(row, character) {
      switch entry(row) {
      case .face(let face):
        answer = .face(face)
        break search
      case .colored(let family): if case .none = answer { answer = .colored(family) }
      case .unreadable: break
      }
    }
    answers[character] = answer
    return answer
  }
}
