extension SVGLength {
  /// How deep brackets may be nested.
  private static let calcDepth = 32

  /// Reads `calc(…)` where it comes to one length, number or percentage (CSS Values 3, section 8): sums
  /// of what is in the same unit, or all in absolute ones, and products with numbers. Nil for anything
  /// else, such as `calc(100% - 2px)`, which depends on where it stands.
  init?(calc bytes: Span<UInt8>) {
    guard bytes.count > 6, bytes.extracting(0..<5).isKeyword("calc(") else { return nil }
    var scanner = ValueScanner(bytes)
    scanner.position = 4
    guard let value = SVGLength.factor(&scanner, depth: 0), scanner.isAtEnd, value.value.isFinite
    else { return nil }
    self = value
  }

  @_lifetime(scanner: copy scanner)
  private static func sum(_ scanner: inout ValueScanner, depth: Int) -> SVGLength? {
    guard var total = product(&scanner, depth: depth) else { return nil }
    while true {
      // White space stands on both sides of these signs: `1 -2` are two numbers.
      let before = scanner.position
      scanner.skipSpace()
      let sign = scanner.next
      guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return total }
      let hadSpace = scanner.position > before
      scanner.position += 1
      guard hadSpace, isSpace(scanner.next) else { return nil }
      scanner.skipSpace()
      guard let next = product(&scanner, depth: depth), next.unit == total.unit else { return nil }
      total.value += sign == UInt8(ascii: "-") ? -next.value : next.value
    }
  }

  @_lifetime(scanner: copy scanner)
  private static func product(_ scanner: inout ValueScanner, depth: Int) -> SVGLength? {
    guard var result = factor(&scanner, depth: depth) else { return nil }
    while true {
      let before = scanner.position
      scanner.skipSpace()
      let isDivision = scanner.next == UInt8(ascii: "/")
      guard isDivision || scanner.next == UInt8(ascii: "*") else {
        scanner.position = before
        return result
      }
      scanner.position += 1
      scanner.skipSpace()
      guard let next = factor(&scanner, depth: depth) else { return nil }
      if isDivision {
        guard next.unit == .number, next.value != 0 else { return nil }
        result.value /= next.value
      } else if next.unit == .number {
        result.value *= next.value
      } else {
        guard result.unit == .number else { return nil }
        result = SVGLength(result.value * next.value, next.unit)
      }
    }
  }

  /// A number with its unit, absolute ones as pixels, or something in brackets.
  @_lifetime(scanner: copy scanner)
  private static func factor(_ scanner: inout ValueScanner, depth: Int) -> SVGLength? {
    if scanner.take(UInt8(ascii: "(")) {
      guard depth < calcDepth else { return nil }
      scanner.skipSpace()
      guard let value = sum(&scanner, depth: depth + 1) else { return nil }
      scanner.skipSpace()
      return scanner.take(UInt8(ascii: ")")) ? value : nil
    }
    guard let number = scanner.number() else { return nil }
    if scanner.take(UInt8(ascii: "%")) { return SVGLength(number, .percent) }
    guard let unit = Unit(rawValue: scanner.word().lowercased()) else { return nil }
    let length = SVGLength(number, unit)
    switch unit {
    case .px, .mm, .cm, .in, .pt, .pc, .q:
      return SVGLength(
        length.resolved(fontSize: 0, viewport: Viewport(width: 0, height: 0), axis: .horizontal),
        .px)
    default: return length
    }
  }
}
