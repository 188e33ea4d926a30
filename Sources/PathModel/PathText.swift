// The small textual form of a path, for tests and messages: "M0 0 L10 0 Q5 5 0 10 C1 1 2 2 3 3 Z".

extension PathView {
  /// The path as text: absolute commands, one space between numbers, each number in Swift's own
  /// shortest form without a trailing `.0`.
  public var text: String {
    func number(_ value: Double) -> String {
      let text = "\(value)"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    func pair(_ p: Point) -> String { number(p.x) + " " + number(p.y) }
    var parts: [String] = []
    forEachSegment { segment in
      switch segment {
      case .move(let p): parts.append("M" + pair(p))
      case .line(let p): parts.append("L" + pair(p))
      case .quad(let a, let p): parts.append("Q" + pair(a) + " " + pair(p))
      case .cubic(let a, let b, let p):
        parts.append("C" + pair(a) + " " + pair(b) + " " + pair(p))
      case .close: parts.append("Z")
      }
    }
    return parts.joined(separator: " ")
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
    var words: [Substring] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "," }) {
      if let first = word.first, first.isLetter {
        words.append(word.prefix(1))
        if word.count > 1 { words.append(word.dropFirst()) }
      } else {
        words.append(word)
      }
    }
    var i = 0
    func points(_ n: Int) -> [Point]? {
      guard i + 2 * n <= words.count else { return nil }
      let numbers = words[i..<(i + 2 * n)].compactMap { Double($0) }
      guard numbers.count == 2 * n else { return nil }
      i += 2 * n
      return (0..<n).map { Point(numbers[2 * $0], numbers[2 * $0 + 1]) }
    }
    while i < words.count {
      let command = words[i]
      i += 1
      switch command {
      case "M":
        guard let p = points(1) else { return }
        move(to: p[0])
      case "L":
        guard let p = points(1) else { return }
        line(to: p[0])
      case "Q":
        guard let p = points(2) else { return }
        quad(p[0], to: p[1])
      case "C":
        guard let p = points(3) else { return }
        cubic(p[0], p[1], to: p[2])
      case "Z": close()
      default: return
      }
    }
  }
}
