/// Words, and how they are set: what the paths of a group were made of.
///
/// Whatever is painted is a path, words too, so that a stage needn't know of text. Their group keeps this
/// beside them: the words can be set anew in another font, or be written as words again, where nothing
/// but maps of the plane happened to their outlines since. `Drawing.map(ofText:in:)` finds out.
///
/// Lengths are in the text's own coordinates, which `transform` maps to the canvas. Nothing of it is
/// in a unit that depends on anything else.
public struct Text: Hashable, Sendable {
  /// Where a character is put.
  public struct Position: Hashable, Sendable {
    /// Where it stands, when it's said; a chunk begins there, which is anchored by itself.
    public var x: Double?
    /// The same downward.
    public var y: Double?
    /// How far it's moved, with all that follow.
    public var dx = 0.0
    /// The same downward.
    public var dy = 0.0
    /// In degrees, about where it stands.
    public var rotation: Double?

    /// Makes a position of which nothing is said.
    public init() {}
  }

  /// A part of the text that is to have a given length.
  public struct Fitting: Hashable, Sendable {
    /// Its characters.
    public var range: Range<Int>
    /// The length.
    public var length: Double
    /// Whether letters are stretched too.
    public var stretches: Bool

    /// Makes one.
    public init(range: Range<Int>, length: Double, stretches: Bool) {
      self.range = range
      self.length = length
      self.stretches = stretches
    }
  }

  /// A part of the text that runs along a path.
  public struct Along: Hashable, Sendable {
    /// Its characters.
    public var range: Range<Int>
    /// The row in `spans` of the element that says so.
    public var span: Int
    /// The path in the form of `PathView.text`; empty where there's none, so that nothing shows.
    public var path: String
    /// How far along it the text begins.
    public var start: Double
    /// Whether it stands on the other side, and runs the other way.
    public var isReversed: Bool

    /// Makes one.
    public init(
      range: Range<Int>, span: Int, path: String, start: Double = 0, isReversed: Bool = false
    ) {
      self.range = range
      self.span = span
      self.path = path
      self.start = start
      self.isReversed = isReversed
    }
  }

  /// What a path of the group is.
  public struct Part: Hashable, Sendable {
    /// The row in `spans` whose glyphs it holds, or which asks for the lines.
    public var span: Int
    /// The lines that it holds; none where it holds glyphs.
    public var lines: Lines

    /// Makes one.
    public init(span: Int, lines: Lines = []) {
      self.span = span
      self.lines = lines
    }
  }

  /// The characters, by their numbers in Unicode, white space as it counts.
  public var characters: [UInt32] = []
  /// The row in `spans` of each character.
  public var spanOf: [UInt32] = []
  /// The elements; row 0 is the whole, a parent stands before its children.
  public var spans: [Span] = []
  /// One a character, or none at all.
  public var positions: [Position] = []
  /// The innermost first.
  public var fittings: [Fitting] = []
  /// What runs along paths.
  public var alongs: [Along] = []
  /// Whether lines run from top to bottom.
  public var isVertical = false
  /// Maps the text's coordinates to the canvas, as they were when its outlines were made.
  public var transform = Affine.identity
  /// Whether it's to be written as text by an exporter that can.
  public var isKept = false
  /// The folders whose fonts go before those of the system.
  public var fontFolders: [String] = []
  /// What the paths of the group are, in their order.
  public var parts: [Part] = []
  /// How its outlines lay when they were made.
  public var outline = Outline()

  /// Makes a text without words.
  public init() {}

  /// What is said of a character's place.
  public func position(_ i: Int) -> Position {
    positions.isEmpty ? Position() : positions[i]
  }

  /// The lines along the text of an element, each with the row of the element that asks for it: those
  /// around it first.
  public func lines(ofSpan span: Int) -> [(lines: Lines, span: Int)] {
    var result: [(lines: Lines, span: Int)] = []
    var next: Int? = span
    while let row = next {
      if !spans[row].lines.isEmpty { result.append((spans[row].lines, row)) }
      next = spans[row].parent
    }
    return result.reversed()
  }

  /// The words, with blanks between what stands apart; of a long text its beginning.
  public var words: String {
    var words: [UInt8] = []
    let count = min(characters.count, 10_000)
    words.reserveCapacity(count + count / 4)
    /// Whether all blanks are their own letters: what belongs to the one before it comes later in Unicode.
    var isSimple = true
    var hasSpareBlanks = false
    func add(_ character: UInt32) {
      if character == 0x20, words.last ?? 0x20 == 0x20 {
        hasSpareBlanks = true
      } else if character < 0x80 {
        words.append(UInt8(truncatingIfNeeded: character))
      } else if let scalar = Unicode.Scalar(character) {
        if character >= 0x300 { isSimple = false }
        words.append(contentsOf: scalar.utf8)
      }
    }
    for i in 0..<count {
      if startsLine(i) { add(0x20) }
      add(characters[i])
    }
    if words.last == 0x20 {
      words.removeLast()
      hasSpareBlanks = true
    }
    // A blank that a mark follows is none.
    return isSimple || !hasSpareBlanks ? String(decoding: words, as: UTF8.self) : markedWords(count)
  }

  /// Whether a character stands apart from the one before it, and no blank between them.
  private func startsLine(_ i: Int) -> Bool {
    guard i > 0, !positions.isEmpty, positions[i].x != nil, let y = positions[i].y else {
      return false
    }
    return positions[i - 1].y != y && characters[i - 1] != 0x20
  }

  /// The same of so many characters where marks may follow blanks.
  private func markedWords(_ count: Int) -> String {
    var text = String.UnicodeScalarView()
    for i in 0..<count {
      if startsLine(i) { text.append(" ") }
      if let scalar = Unicode.Scalar(characters[i]) { text.append(scalar) }
    }
    return String(text).split { $0 == " " }.joined(separator: " ")
  }

  /// What doesn't hold together, nil when all does.
  func violation() -> String? {
    guard spanOf.count == characters.count, positions.isEmpty || positions.count == spanOf.count
    else { return "characters without a place" }
    if spans.isEmpty || spanOf.contains(where: { $0 >= spans.count }) { return "no such element" }
    for (row, span) in spans.enumerated() {
      guard row == 0 ? span.parent == nil : (0..<row).contains(span.parent ?? -1) else {
        return "an element before its parent"
      }
      for length in [
        span.size, span.letterSpacing, span.wordSpacing, span.rise, span.weight, span.width,
      ]
      where !length.isFinite {
        return "a measure that isn't finite"
      }
    }
    for position in positions {
      for number in [position.x ?? 0, position.y ?? 0, position.dx, position.dy] {
        if !number.isFinite { return "a position that isn't finite" }
      }
      if !(position.rotation ?? 0).isFinite { return "a rotation that isn't finite" }
    }
    let all = 0..<(characters.count + 1)
    for range in fittings.map(\.range) + alongs.map(\.range)
    where !all.contains(range.lowerBound) || !all.contains(range.upperBound) {
      return "characters beyond its end"
    }
    if fittings.contains(where: { !$0.length.isFinite })
      || alongs.contains(where: { !$0.start.isFinite })
      || !transform.isFinite
    {
      return "a length that isn't finite"
    }
    let rows = spans.indices
    if alongs.contains(where: { !rows.contains($0.span) })
      || parts.contains(where: { !rows.contains($0.span) })
    {
      return "no such element"
    }
    return outline.isFinite ? nil : "an outline that isn't finite"
  }
}
