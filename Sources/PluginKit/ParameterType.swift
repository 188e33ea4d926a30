public import PathModel

/// A type that a parameter can have.
public protocol ParameterType: Sendable {
  /// What values it takes.
  static var parameterKind: ParameterInfo.Kind { get }
  /// Whether `null` is a value too.
  static var isOptionalParameter: Bool { get }
  /// Reads a value that was checked against the kind; nil when it can't be read after all.
  init?(parameterValue: ParameterValue)
  /// The value as it crosses boundaries.
  var parameterValue: ParameterValue { get }
}

extension ParameterType {
  /// It isn't.
  public static var isOptionalParameter: Bool { false }
}

extension Double: ParameterType {
  /// A number.
  public static var parameterKind: ParameterInfo.Kind { .number }
  /// Reads a number.
  public init?(parameterValue: ParameterValue) {
    guard case .number(let value) = parameterValue else { return nil }
    self = value
  }
  /// The number.
  public var parameterValue: ParameterValue { .number(self) }
}

extension Int: ParameterType {
  /// A whole number.
  public static var parameterKind: ParameterInfo.Kind { .integer }
  /// Reads a whole number.
  public init?(parameterValue: ParameterValue) {
    guard case .number(let value) = parameterValue, let exact = Int(exactly: value) else {
      return nil
    }
    self = exact
  }
  /// The number.
  public var parameterValue: ParameterValue { .number(Double(self)) }
}

extension Bool: ParameterType {
  /// true or false.
  public static var parameterKind: ParameterInfo.Kind { .boolean }
  /// Reads true or false.
  public init?(parameterValue: ParameterValue) {
    guard case .bool(let value) = parameterValue else { return nil }
    self = value
  }
  /// The value.
  public var parameterValue: ParameterValue { .bool(self) }
}

extension String: ParameterType {
  /// A text.
  public static var parameterKind: ParameterInfo.Kind { .text }
  /// Reads a text, or a whole number as its digits.
  public init?(parameterValue: ParameterValue) {
    switch parameterValue {
    case .text(let value): self = value
    case .number: self = parameterValue.text
    default: return nil
    }
  }
  /// The text.
  public var parameterValue: ParameterValue { .text(self) }
}

extension Length: ParameterType {
  /// A length.
  public static var parameterKind: ParameterInfo.Kind { .length }
  /// Reads a length.
  public init?(parameterValue: ParameterValue) {
    switch parameterValue {
    case .number(let value): self.init(value)
    case .text(let text): self.init(text: text)
    default: return nil
    }
  }
  /// The length, a bare number when it's in canvas units.
  public var parameterValue: ParameterValue {
    unit == .canvas ? .number(value) : .text(text)
  }
}

extension Length {
  /// Reads a number followed by a unit, such as `3mm` or `2.5sw`; a bare number is in canvas units.
  public init?(text: String) {
    let number = text.prefix { "0123456789.+-eE".contains($0) }
    // The `e` of `em` or the like is no exponent; no unit of ours begins with e, so it's an error.
    guard let value = ParameterInfo.decimal(String(number)),
      let unit = Unit(rawValue: String(text[number.endIndex...]))
    else { return nil }
    self.init(value, unit)
  }

  /// The length as a person writes it.
  public var text: String { ParameterValue.number(value).text + unit.rawValue }
}

/// An angle; it grows clockwise, since y grows downward.
public struct Angle: Hashable, Sendable, BitwiseCopyable, ParameterType {
  /// The angle in degrees.
  public var degrees: Double

  /// Makes an angle in degrees.
  public init(degrees: Double) { self.degrees = degrees }

  /// Reads a number followed by `deg`, `rad` or `turn`; a bare number is in degrees.
  public init?(text: String) {
    for (unit, factor) in [("deg", 1), ("rad", 180 / Double.pi), ("turn", 360), ("", 1)]
    where text.hasSuffix(unit) {
      guard let value = ParameterInfo.decimal(String(text.dropLast(unit.count))) else { return nil }
      self.init(degrees: value * factor)
      return
    }
    return nil
  }

  /// An angle.
  public static var parameterKind: ParameterInfo.Kind { .angle }
  /// Reads an angle.
  public init?(parameterValue: ParameterValue) {
    switch parameterValue {
    case .number(let value): self.init(degrees: value)
    case .text(let text): self.init(text: text)
    default: return nil
    }
  }
  /// The angle in degrees.
  public var parameterValue: ParameterValue { .number(degrees) }
}

extension Color: ParameterType {
  /// A colour.
  public static var parameterKind: ParameterInfo.Kind { .color }
  /// Reads a CSS colour.
  public init?(parameterValue: ParameterValue) {
    guard case .text(let text) = parameterValue else { return nil }
    self.init(css: text)
  }
  /// The colour in CSS's notation.
  public var parameterValue: ParameterValue { .text(css) }
}

extension Paint: ParameterType {
  /// A colour, `none` or `currentColor`.
  public static var parameterKind: ParameterInfo.Kind { .paint }
  /// Reads a paint.
  public init?(parameterValue: ParameterValue) {
    guard case .text(let text) = parameterValue else { return nil }
    self.init(parameter: text)
  }
  /// The paint as a person writes it.
  public var parameterValue: ParameterValue {
    switch self {
    case .none, .gradient, .pattern: .text("none")
    case .color(let color): .text(color.css)
    case .currentColor: .text("currentColor")
    }
  }
  /// Reads a CSS colour, `none` or `currentColor`.
  init?(parameter text: String) {
    switch text {
    case "none": self = .none
    case "currentColor", "currentcolor": self = .currentColor(resolved: .black)
    default:
      guard let color = Color(css: text) else { return nil }
      self = .color(color)
    }
  }
}

extension ParameterType where Self: RawRepresentable & CaseIterable, RawValue == String {
  /// One of the cases.
  public static var parameterKind: ParameterInfo.Kind { .choice(allCases.map(\.rawValue)) }
  /// Reads one of the cases.
  public init?(parameterValue: ParameterValue) {
    guard case .text(let word) = parameterValue else { return nil }
    self.init(rawValue: word)
  }
  /// The case's word.
  public var parameterValue: ParameterValue { .text(rawValue) }
}

extension StrokeMode: ParameterType {}
extension FillRule: ParameterType {}
extension Style.Cap: ParameterType {}
extension Style.Join: ParameterType {}
extension Style.StrokeScaling: ParameterType {}

extension Optional: ParameterType where Wrapped: ParameterType {
  /// What the wrapped type takes.
  public static var parameterKind: ParameterInfo.Kind { Wrapped.parameterKind }
  /// It is.
  public static var isOptionalParameter: Bool { true }
  /// Reads null or what the wrapped type reads.
  public init?(parameterValue: ParameterValue) {
    if parameterValue == .null {
      self = .none
      return
    }
    guard let value = Wrapped(parameterValue: parameterValue) else { return nil }
    self = .some(value)
  }
  /// Null or the wrapped value.
  public var parameterValue: ParameterValue { self?.parameterValue ?? .null }
}

extension Array: ParameterType where Element: ParameterType {
  /// A list.
  public static var parameterKind: ParameterInfo.Kind { .list(Element.parameterKind) }
  /// Reads a list.
  public init?(parameterValue: ParameterValue) {
    guard case .list(let values) = parameterValue else { return nil }
    self = []
    for value in values {
      guard let element = Element(parameterValue: value) else { return nil }
      append(element)
    }
  }
  /// The list.
  public var parameterValue: ParameterValue { .list(map(\.parameterValue)) }
}
