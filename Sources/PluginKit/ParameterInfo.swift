import PathModel

/// The type-erased description of a parameter: parsing, checking, help and JSON Schema are all read
/// off it, for built-in and loaded components alike.
public struct ParameterInfo: Hashable, Sendable {
  /// What values a parameter takes.
  public indirect enum Kind: Hashable, Sendable {
    /// true or false.
    case boolean
    /// A whole number.
    case integer
    /// A number.
    case number
    /// A number in canvas units, or a text with a unit.
    case length
    /// A number in degrees, or a text with a unit.
    case angle
    /// A CSS colour.
    case color
    /// A CSS colour, `none` or `currentColor`.
    case paint
    /// A text; a whole number stands for its digits, since a column may be meant by name or number.
    case text
    /// One of some words.
    case choice([String])
    /// Several values of one kind.
    case list(Kind)
  }

  /// The name: lower case, words joined by hyphens.
  public var name: String
  /// Other names that are understood.
  public var aliases: [String]
  /// What values it takes.
  public var kind: Kind
  /// Whether `null` (or `none` on the command line) is a value too.
  public var isOptional: Bool
  /// What holds when nothing is said.
  public var defaultValue: ParameterValue
  /// What numbers it takes, by the number alone whatever the unit.
  public var range: ParameterRange?
  /// What it does, in a sentence.
  public var help: String

  /// Makes a description.
  public init(
    name: String, aliases: [String] = [], kind: Kind, isOptional: Bool = false,
    defaultValue: ParameterValue, range: ParameterRange? = nil, help: String
  ) {
    self.name = name
    self.aliases = aliases
    self.kind = kind
    self.isOptional = isOptional
    self.defaultValue = defaultValue
    self.range = range
    self.help = help
  }
}

/// What numbers a parameter takes.
public struct ParameterRange: Hashable, Sendable {
  /// The least number, or nil.
  public var minimum: Double?
  /// The greatest number, or nil.
  public var maximum: Double?
  /// Whether the least number itself is not allowed.
  public var excludesMinimum: Bool

  /// Makes a range.
  public init(minimum: Double?, maximum: Double?, excludesMinimum: Bool = false) {
    self.minimum = minimum
    self.maximum = maximum
    self.excludesMinimum = excludesMinimum
  }

  /// From a number up.
  public static func atLeast(_ minimum: Double) -> ParameterRange {
    ParameterRange(minimum: minimum, maximum: nil)
  }
  /// Above a number.
  public static func above(_ minimum: Double) -> ParameterRange {
    ParameterRange(minimum: minimum, maximum: nil, excludesMinimum: true)
  }
  /// From a number up to another, both included.
  public static func from(_ minimum: Double, to maximum: Double) -> ParameterRange {
    ParameterRange(minimum: minimum, maximum: maximum)
  }

  /// Whether a number lies in the range.
  public func contains(_ value: Double) -> Bool {
    if let minimum, !(excludesMinimum ? value > minimum : value >= minimum) { return false }
    if let maximum, !(value <= maximum) { return false }
    return true
  }

  /// The range in words, such as `at least 0` or `0 to 1`.
  public var words: String {
    func text(_ value: Double) -> String { ParameterValue.number(value).text }
    switch (minimum, maximum) {
    case (let low?, let high?):
      return excludesMinimum
        ? "above \(text(low)), up to \(text(high))" : "\(text(low)) to \(text(high))"
    case (let low?, nil): return (excludesMinimum ? "above " : "at least ") + text(low)
    case (nil, let high?): return "at most \(text(high))"
    case (nil, nil): return "any number"
    }
  }
}

extension ParameterInfo.Kind {
  /// What is expected, in words, for messages and help.
  public var words: String {
    switch self {
    case .boolean: "true or false"
    case .integer: "a whole number"
    case .number: "a number"
    case .length: "a length (a number in canvas units, or with px, mm, cm, in, pt, pc, sw or %)"
    case .angle: "an angle (a number in degrees, or with deg, rad or turn)"
    case .color: "a colour (#rgb, #rrggbb, rgb(…), hsl(…) or a CSS name)"
    case .paint: "a colour, none or currentColor"
    case .text: "a text"
    case .choice(let words): "one of " + words.joined(separator: ", ")
    case .list(let kind): "a list of " + kind.pluralWords
    }
  }

  private var pluralWords: String {
    switch self {
    case .integer: "whole numbers"
    case .number: "numbers"
    case .length: "lengths"
    case .angle: "angles"
    case .color, .paint: "colours"
    case .text: "texts"
    case .boolean, .choice, .list: words
    }
  }

  /// What stands for a value in a usage line, such as `LENGTH`.
  public var placeholder: String {
    switch self {
    case .boolean: "true|false"
    case .integer: "INTEGER"
    case .number: "NUMBER"
    case .length: "LENGTH"
    case .angle: "ANGLE"
    case .color: "COLOR"
    case .paint: "PAINT"
    case .text: "TEXT"
    case .choice(let words): words.joined(separator: "|")
    case .list(let kind): kind.placeholder + ",…"
    }
  }
}

extension ParameterInfo {
  /// Turns what a person wrote on the command line into a value, or nil when it can't be one; the
  /// value is then still to be checked.
  public func value(fromArgument text: String) -> ParameterValue? {
    if isOptional && text == "none" && kind != .paint { return .null }
    return ParameterInfo.value(fromArgument: text, kind)
  }

  private static func value(fromArgument text: String, _ kind: Kind) -> ParameterValue? {
    switch kind {
    case .boolean:
      switch text {
      case "true", "yes", "on": return .bool(true)
      case "false", "no", "off": return .bool(false)
      default: return nil
      }
    case .integer, .number:
      guard let number = decimal(text) else { return nil }
      return .number(number)
    case .length, .angle:
      if let number = decimal(text) { return .number(number) }
      return .text(text)
    case .color, .paint, .text: return .text(text)
    case .choice(let words):
      // `A4` is `a4`, unless there is another word that is written so.
      let same = words.filter { $0.lowercased() == text.lowercased() }
      return .text(same.count == 1 && !words.contains(text) ? same[0] : text)
    case .list(let element):
      var values: [ParameterValue] = []
      for word in text.split(whereSeparator: { $0 == " " || $0 == "," }) {
        guard let value = value(fromArgument: String(word), element) else { return nil }
        values.append(value)
      }
      return .list(values)
    }
  }

  /// Reads a decimal number, nothing else: no `inf`, `nan` or hexadecimal.
  static func decimal(_ text: String) -> Double? {
    for byte in text.utf8 {
      switch byte {
      case 48...57, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "e"),
        UInt8(ascii: "E"):
        continue
      default: return nil
      }
    }
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// What is wrong with a value for this parameter, in a sentence, or nil.
  public func problem(with value: ParameterValue) -> String? {
    if value == .null {
      return isOptional ? nil : "'\(name)' takes \(kind.words), not null"
    }
    return problem(with: value, kind)
  }

  private func problem(with value: ParameterValue, _ kind: Kind) -> String? {
    let wrong = "'\(name)' takes \(kind.words), not \(value.article)"
    switch (kind, value) {
    case (.boolean, .bool): return nil
    case (.integer, .number(let number)):
      guard number == number.rounded(), number.magnitude <= 0x1p53 else { return wrong }
      return outOfRange(number, value)
    case (.number, .number(let number)), (.length, .number(let number)),
      (.angle, .number(let number)):
      guard number.isFinite else { return wrong }
      return outOfRange(number, value)
    case (.length, .text(let text)):
      guard let length = Length(text: text) else { return wrong }
      return outOfRange(length.value, value)
    case (.angle, .text(let text)):
      guard let angle = Angle(text: text) else { return wrong }
      return outOfRange(angle.degrees, value)
    case (.color, .text(let text)): return Color(css: text) == nil ? wrong : nil
    case (.paint, .text(let text)): return Paint(parameter: text) == nil ? wrong : nil
    case (.text, .text): return nil
    case (.text, .number(let number)):
      // Of other numbers it can't be known how they were written.
      return number == number.rounded() && number.magnitude <= 0x1p53 ? nil : wrong + "; quote it"
    case (.choice(let words), .text(let word)):
      if words.contains(word) { return nil }
      let hint = closest(to: word, among: words).map { "; did you mean '\($0)'?" } ?? ""
      return wrong + hint
    case (.list(let element), .list(let values)):
      for value in values {
        if let what = problem(with: value, element) { return what }
      }
      return nil
    default: return wrong
    }
  }

  private func outOfRange(_ number: Double, _ value: ParameterValue) -> String? {
    guard let range, !range.contains(number) else { return nil }
    return "'\(name)' must be \(range.words), not \(value.text)"
  }
}

/// The word among `words` that is closest to what was written, when it's close enough to be meant.
///
/// Closeness is the optimal string alignment distance: insertions, deletions, replacements and
/// swaps of neighbours count one each.
public func closest(to word: String, among words: [String]) -> String? {
  let a = Array(word.utf8)
  guard a.count <= 64 else { return nil }
  if let same = words.first(where: { $0.lowercased() == word.lowercased() }) { return same }
  var best: (word: String, distance: Int)?
  for candidate in words {
    let b = Array(candidate.utf8)
    let distance = editDistance(a, b)
    let limit = max(1, max(a.count, b.count) / 3)
    let isPrefix = a.count >= 3 && candidate.hasPrefix(word)
    guard distance <= limit || isPrefix else { continue }
    if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
  }
  return best?.word
}

func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    row.reserveCapacity(b.count + 1)
    for j in b.indices {
      var d = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { d = min(d, beforeLast[j - 1] + 1) }
      row.append(d)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}
