import PathModel

/// A text that is written as text, since nothing but a map of the plane happened to its outlines.
struct KeptText {
  let text: Text
  /// The paths that it stands for.
  let rows: Range<Int>
  /// How much its lengths and places grow before they are written.
  let scale: Double
  /// Where its origin lies, after that; zero where `transform` says it.
  let origin: Point
  /// What maps its coordinates then, nil for nothing.
  let transform: Affine?
  /// For each element the path that says how it's painted.
  let looks: [Int?]
  /// For each element the path that has its names.
  let named: [Int?]
  /// The names of the paths along which parts of it run: the same for the same path.
  var pathNames: [String] = []
  /// The row of the path along which an element's text runs.
  let alongOfSpan: [Int: Int]
  /// The row of what fits characters into a length.
  let fittingOfRange: [Range<Int>: Int]
  private let alongRows: Text.AlongRows

  /// - Returns: nil when it can only be written as outlines.
  init?(_ text: Text, _ rows: Range<Int>?, of drawing: Drawing) {
    guard let rows, let map = drawing.map(ofText: text, in: rows) else { return nil }
    self.text = text
    self.rows = rows
    alongRows = Text.AlongRows(text)
    alongOfSpan = Dictionary(
      text.alongs.enumerated().map { ($1.span, $0) }, uniquingKeysWith: { first, _ in first })
    fittingOfRange = Dictionary(
      text.fittings.enumerated().map { ($1.range, $0) }, uniquingKeysWith: { first, _ in first })
    let whole = text.transform.then(map)
    let factor = whole.meanScale
    guard whole.isFinite, factor > 0, factor.isFinite else { return nil }
    // Turned by less than a number with a few digits shows, it isn't turned.
    let isUpright =
      whole.b.magnitude <= 1e-9 * factor && whole.c.magnitude <= 1e-9 * factor
      && (whole.a - whole.d).magnitude <= 1e-9 * factor && whole.a > 0
    let isSimilarity = whole.isSimilarity
    scale = isSimilarity ? factor : 1
    origin = isUpright ? Point(whole.tx, whole.ty) : .zero
    let largest = max(
      whole.a.magnitude, whole.b.magnitude, whole.c.magnitude, whole.d.magnitude)
    let scale = scale
    // What is left of a zero after some arithmetic is one.
    func part(_ value: Double) -> Double {
      value.magnitude <= 1e-14 * largest ? 0 : value / scale
    }
    transform =
      isUpright
      ? nil
      : Affine(
        a: part(whole.a), b: part(whole.b), c: part(whole.c), d: part(whole.d),
        tx: whole.tx.magnitude <= 1e-12 * largest ? 0 : whole.tx,
        ty: whole.ty.magnitude <= 1e-12 * largest ? 0 : whole.ty)
    var looks = [Int?](repeating: nil, count: text.spans.count)
    var named = looks
    for (part, row) in zip(text.parts, rows) {
      let info = drawing.records[row].info
      if let known = looks[part.span] {
        guard drawing.records[known].info.style == info.style else { return nil }
      } else {
        looks[part.span] = row
      }
      if part.span != 0, named[part.span] == nil, info.attributes != .none {
        named[part.span] = row
      }
      let style = drawing.style(ofPath: row)
      guard info.clip == .none, isSimilarity || !style.hasVisibleStroke else { return nil }
      if transform != nil {
        // A gradient's coordinates would be mapped, too.
        for paint in [style.fill, style.stroke] {
          switch paint {
          case .gradient, .pattern: return nil
          case .none, .color, .currentColor: break
          }
        }
      }
    }
    self.looks = looks
    self.named = named
  }

  /// A place as it's written.
  func x(_ value: Double) -> Double { value * scale + origin.x }
  func y(_ value: Double) -> Double { value * scale + origin.y }

  /// The map of paths along which it runs.
  var map: Affine {
    Affine(a: scale, b: 0, c: 0, d: scale, tx: origin.x, ty: origin.y)
  }

  /// Whether blanks stand where readers drop them.
  var keepsSpace: Bool {
    var last: UInt32 = 0x20
    for character in text.characters {
      if character == 0x20, last == 0x20 { return true }
      last = character
    }
    return last == 0x20
  }

  /// A part of one element that begins where something is said of a character's place.
  struct Piece {
    var range: Range<Int>
    var span: Int
  }

  /// Whether a part that runs along a path begins it.
  var beginsAlong: Bool { alongRows[0] != nil }

  /// The text in pieces for each of which one element is written.
  var pieces: [Piece] {
    var pieces: [Piece] = []
    for i in text.characters.indices {
      let span = Int(text.spanOf[i])
      if let last = pieces.last, last.span == span, !startsPiece(i) {
        pieces[pieces.count - 1].range = last.range.lowerBound..<(i + 1)
      } else {
        pieces.append(Piece(range: i..<(i + 1), span: span))
      }
    }
    return pieces
  }

  /// Whether a list of places can't go on to a character.
  private func startsPiece(_ i: Int) -> Bool {
    if alongRows.hasBound(before: i) { return true }
    guard !text.positions.isEmpty else { return false }
    let (last, next) = (text.positions[i - 1], text.positions[i])
    return next.x != nil && last.x == nil || next.y != nil && last.y == nil
      || (next.rotation == nil) != (last.rotation == nil)
  }
}
