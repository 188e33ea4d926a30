import PathModel

/// The rectangle of user space that fills a viewport (SVG 2, section 8.6).
struct ViewBox: Hashable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  /// Reads four numbers; a size may be zero but not negative.
  init?(_ bytes: Span<UInt8>) {
    var scanner = ValueScanner(bytes.trimmed)
    var values: [Double] = []
    for i in 0..<4 {
      if i > 0 { scanner.skipComma() }
      guard let value = scanner.number(), value.magnitude <= coordinateLimit else { return nil }
      values.append(value)
    }
    guard scanner.isAtEnd, values[2] >= 0, values[3] >= 0 else { return nil }
    (x, y, width, height) = (values[0], values[1], values[2], values[3])
  }

  var rect: Rect { Rect(x: x, y: y, width: width, height: height) }
}

/// How a view box is fitted into a viewport of another shape (SVG 2, section 8.7).
struct PreserveAspectRatio: Hashable {
  /// Whether each axis is stretched by itself.
  var isNone = false
  /// Where the view box lies in the room that is left: 0 at the start, 1 at the end.
  var x = 0.5
  var y = 0.5
  /// Whether the view box covers the viewport instead of fitting into it.
  var isSlice = false

  init() {}

  init?(_ bytes: Span<UInt8>) {
    var scanner = ValueScanner(bytes.trimmed)
    var word = scanner.word()
    scanner.skipSpace()
    if word == "defer" {
      word = scanner.word()
      scanner.skipSpace()
    }
    func portion(_ name: Substring) -> Double? {
      switch name {
      case "Min": 0
      case "Mid": 0.5
      case "Max": 1
      default: nil
      }
    }
    if word == "none" {
      isNone = true
    } else {
      guard word.utf8.count == 8, word.hasPrefix("x"), word.dropFirst(4).hasPrefix("Y"),
        let x = portion(word.dropFirst().prefix(3)), let y = portion(word.suffix(3))
      else { return nil }
      (self.x, self.y) = (x, y)
    }
    switch scanner.word() {
    case "", "meet": isSlice = false
    case "slice": isSlice = true
    default: return nil
    }
    guard scanner.isAtEnd else { return nil }
  }

  /// Maps a view box to a viewport.
  func map(_ box: ViewBox, onto viewport: Rect) -> Affine {
    var sx = viewport.width / box.width
    var sy = viewport.height / box.height
    if !isNone {
      sx = isSlice ? max(sx, sy) : min(sx, sy)
      sy = sx
    }
    return Affine(
      a: sx, b: 0, c: 0, d: sy,
      tx: viewport.minX - box.x * sx + (isNone ? 0 : (viewport.width - box.width * sx) * x),
      ty: viewport.minY - box.y * sy + (isNone ? 0 : (viewport.height - box.height * sy) * y))
  }

  /// The part of user space that a viewport of so many pixels shows when the view box is fitted
  /// uniformly: wider or higher than the view box, or with `slice` a part of it.
  func visible(_ box: ViewBox, width: Double, height: Double) -> Rect {
    let (kx, ky) = (width / box.width, height / box.height)
    let k = isSlice ? max(kx, ky) : min(kx, ky)
    let (w, h) = (width / k, height / k)
    return Rect(
      x: box.x - (w - box.width) * x, y: box.y - (h - box.height) * y, width: w, height: h)
  }
}
