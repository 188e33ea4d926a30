import Synchronization

/// The fonts of one document's texts, and what they were found to have. For one thread.
public final class TextFonts {
  let shaper: TextShaper
  private let library: FontLibrary
  private let folders: [String]
  /// Those of this document.
  private var choices: [FontRequest: FontChoice] = [:]
  /// The one that was asked for last: the next element mostly asks for the same.
  private var last: (request: FontRequest, choice: FontChoice)?
  /// Those that documents before it asked for.
  private var known: [FontRequest: FontChoice]

  /// What was found for a document, for the next one: most of them ask for the same few fonts.
  ///
  /// Only ever used by the one that has taken it.
  @safe private struct Idle: @unchecked Sendable {
    let folders: [String]
    let shaper: TextShaper
    let choices: [FontRequest: FontChoice]
  }

  /// As many as threads might want at once.
  private static let idleLimit = 16
  private static let idle = Mutex<[Idle]>([])

  /// A document may ask for so many different fonts; what comes after is set in one of them.
  private static let choiceLimit = 500

  /// Opens the fonts.
  /// - Parameter folders: Folders whose fonts go before those of the system.
  /// - Throws: Why there are none.
  public init(folders: [String]) throws(FontLibrary.Fault) {
    library = try FontLibrary.open(folders: folders)
    self.folders = folders
    let idle = TextFonts.idle.withLock { idle in
      idle.lastIndex { $0.folders == folders }.map { idle.remove(at: $0) }
    }
    known = idle?.choices ?? [:]
    guard let shaper = idle?.shaper ?? TextShaper() else { throw .broken }
    self.shaper = shaper
  }

  deinit {
    // What was found without enough memory may be wrong.
    guard shaper.isSmall, !FontLibrary.lacksMemory else { return }
    known.merge(choices) { known, _ in known }
    // Requests come from documents: those of a thousand strangers needn't be kept.
    if known.count > 100 { known = [:] }
    let mine = Idle(folders: folders, shaper: shaper, choices: known)
    TextFonts.idle.withLock { idle in
      if idle.count < TextFonts.idleLimit { idle.append(mine) }
    }
  }

  /// The fonts for a request; nil when there are none at all.
  func choice(for request: FontRequest) -> FontChoice? {
    if let last, last.request == request { return last.choice }
    guard let choice = find(request) else { return nil }
    last = (request, choice)
    return choice
  }

  private func find(_ request: FontRequest) -> FontChoice? {
    if let known = choices[request] { return known }
    var request = request
    if choices.count >= TextFonts.choiceLimit { request = FontRequest(families: ["sans-serif"]) }
    if let known = choices[request] { return known }
    guard let choice = known[request] ?? library.list(for: request).map({ FontChoice($0) }) else {
      return nil
    }
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
  /// The same of the characters that most texts are made of.
  private var frequentAnswers = [Answer?](repeating: nil, count: 0x80)
  /// The font that fits best, whatever it has.
  var first: FontFace? { best?.face }
  private lazy var best: (row: Int, face: FontFace)? = {
    for row in 0..<list.count {
      if case .face(let face) = entry(row) { return (row, face) }
    }
    return nil
  }()

  /// What was found of the family that was asked about last.
  private var lastLack: (family: String, kind: TextRemark.Kind?)?

  private static let genericFamilies: Set<String> = [
    "serif", "sans-serif", "sans", "monospace", "mono", "cursive", "fantasy", "system-ui",
    "ui-serif", "ui-sans-serif", "ui-monospace", "ui-rounded", "math", "emoji",
  ]

  /// What is to be said where a family is wanted most; nil when the font that fits best is one of it.
  func lack(ofFamily family: String) -> TextRemark.Kind? {
    if let lastLack, lastLack.family == family { return lastLack.kind }
    let kind = findLack(ofFamily: family)
    lastLack = (family, kind)
    return kind
  }

  private func findLack(ofFamily family: String) -> TextRemark.Kind? {
    guard let best, !list.belongs(best.row, to: family),
      !FontChoice.genericFamilies.contains(family.lowercased())
    else { return nil }
    let taken = best.face.family
    // It's there, and can't be drawn.
    if case .colored = entry(0), list.belongs(0, to: family) {
      return .coloredFamily(wanted: family, taken: taken)
    }
    return .missingFamily(wanted: family, taken: taken)
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
    if character < 0x80 {
      if let known = frequentAnswers[Int(character)] { return known }
      let answer = find(character)
      frequentAnswers[Int(character)] = answer
      return answer
    }
    if let known = answers[character] { return known }
    let answer = find(character)
    answers[character] = answer
    return answer
  }

  private func find(_ character: UInt32) -> Answer {
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
    return answer
  }
}
