// The small textual form of a path, for tests and messages: "M0 0 L10 0 Q5 5 0 10 C1 1 2 2 3 3 Z".

extension PathView {
  /// The path as text: absolute commands, one space between numbers, each number in Swift's own
  /// shortest form without a trailing `.0`.
  public var text: String {
    var text = ""
    func add(_ command: Character, _ points: Point...) {
      if !text.isEmpty { text.append(" ") }
      text.append(command)
      for (i, point) in points.enumerated() {
        if i > 0 { text.append(" ") }
        add(point.x)
        text.append(" ")
        add(point.y)
      }
    }
    func add(_ value: Double) {
      let number = value.description
      text += number.utf8.suffix(2).elementsEqual(".0".utf8) ? number.dropLast(2) : number[...]
    }
    forEachSegment { segment in
      switch segment {
      case .move(let p): add("M", p)
      case .line(let p): add("L", p)
      case .quad(let a, let p): add("Q", a, p)
      case .cubic(let a, let b, let p): add("C", a, b, p)
      case .close: add("Z")
      }
    }
    return text
  }
}

extension Drawing {
  /// Makes a drawing of paths in the textual form, each with the same style: for tests.
  ///
  /// The form is that of `PathView.text`; what can't be read ends its path.
  public init(paths: [String], style: Style = .pen, canvas: Canvas? = nil) {
    self.init()
    self.canvas = canvas
    let style = styleID(for: style)
    for text in paths {
      appendPath(PathInfo(style: style)) { builder in builder.append(text: text) }
    }
    assignKeys()
  }

  /// The paths in the textual form.
  public var pathTexts: [String] { (0..<pathCount).map { self[path: $0].text } }
}

extension PathBuilder {
  /// Adds segments in the textual form, as far as it can be read.
  public mutating func append(text: String) {
    var words = PathWords(text)
    while let command = words.command() {
      switch command {
      case UInt8(ascii: "M"):
        guard let p = words.point() else { return }
        move(to: p)
      case UInt8(ascii: "L"):
        guard let p = words.point() else { return }
        line(to: p)
      case UInt8(ascii: "Q"):
        guard let a = words.point(), let p = words.point() else { return }
        quad(a, to: p)
      case UInt8(ascii: "C"):
        guard let a = words.point(), let b = words.point(), let p = words.point() else { return }
        cubic(a, b, to: p)
      case UInt8(ascii: "Z"): close()
      default: return
      }
    }
  }
}

/// Reads the textual form a word at a time.
private struct PathWords {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: ",")
  }

  private mutating func skipBlanks() {
    while position < bytes.count, PathWords.isBlank(bytes[position]) { position += 1 }
  }

  /// The next byte that isn't blank; nil at the end.
  mutating func command() -> UInt8? {
    skipBlanks()
    guard position < bytes.count else { return nil }
    position += 1
    return bytes[position - 1]
  }

  /// The next two numbers; nil when something else stands here.
  mutating func point() -> Point? {
    guard let x = number(), let y = number() else { return nil }
    return Point(x, y)
  }

  private mutating func number() -> Double? {
    skipBlanks()
    let start = position
    while position < bytes.count, !PathWords.isBlank(bytes[position]) { position += 1 }
    return Double(String(decoding: bytes[start..<position], as: UTF8.self))
  }
}
