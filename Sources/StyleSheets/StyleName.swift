/// A name that occurs in the style sheets or the elements of one document, by number.
///
/// Equal names of one `NameTable` have equal numbers, which count up from 0.
struct StyleName: Hashable, BitwiseCopyable {
  let number: Int

  init(_ number: Int) { self.number = number }

  /// The empty name: no namespace, no id.
  static let empty = StyleName(0)
}

/// Gives equal names equal numbers.
struct NameTable: Sendable {
  private var bytes: [UInt8] = []
  /// Where each name ends in `bytes`; it begins where the one before ends.
  private var ends: [Int] = []
  /// An open hash table of numbers, -1 where there is none; its size is a power of two.
  private var slots: [Int32]
  private let secret = UInt64.random(in: .min ... .max) | 1

  /// The names that are known by themselves, in the order of their numbers.
  static let known: [StaticString] = [
    "", "marker", "marker-start", "marker-mid", "marker-end", "font", "font-style",
    "font-variant", "font-weight", "font-stretch", "font-size", "line-height", "font-family",
  ]
  static let marker = StyleName(1)
  static let markerLonghands = [StyleName(2), StyleName(3), StyleName(4)]
  static let font = StyleName(5)
  static let fontStyle = StyleName(6)
  static let fontVariant = StyleName(7)
  static let fontWeight = StyleName(8)
  static let fontStretch = StyleName(9)
  static let fontSize = StyleName(10)
  static let lineHeight = StyleName(11)
  static let fontFamily = StyleName(12)
  static let fontLonghands = (6...12).map { StyleName($0) }

  init() {
    slots = [Int32](repeating: -1, count: 64)
    for name in NameTable.known { _ = intern(Array("\(name)".utf8).span) }
  }

  var count: Int { ends.count }

  /// The name's number, a new one if it's new; if it's to be folded, in lower case.
  mutating func intern(_ text: Span<UInt8>, isFolded: Bool = false) -> StyleName {
    let slot = slot(of: text, isFolded)
    if slots[slot] >= 0 { return StyleName(Int(slots[slot])) }
    let name = StyleName(ends.count)
    for i in text.indices { bytes.append(isFolded ? lowercase(text[i]) : text[i]) }
    ends.append(bytes.count)
    slots[slot] = Int32(truncatingIfNeeded: name.number)
    if ends.count * 2 > slots.count { grow() }
    return name
  }

  /// The number of a name that is there already.
  func find(_ text: Span<UInt8>) -> StyleName? {
    let number = slots[slot(of: text, false)]
    return number >= 0 ? StyleName(Int(number)) : nil
  }

  /// The bytes of a name.
  @_lifetime(borrow self)
  func text(of name: StyleName) -> Span<UInt8> {
    bytes.span.extracting(range(of: name))
  }

  private func range(of name: StyleName) -> Range<Int> {
    (name.number == 0 ? 0 : ends[name.number - 1])..<ends[name.number]
  }

  /// Where the name stands in the hash table, or would.
  private func slot(of text: Span<UInt8>, _ isFolded: Bool) -> Int {
    let mask = slots.count - 1
    var slot = hash(text, isFolded) & mask
    while slots[slot] >= 0 {
      let range = range(of: StyleName(Int(slots[slot])))
      if range.count == text.count, equals(range.lowerBound, text, isFolded) { return slot }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private func equals(_ start: Int, _ text: Span<UInt8>, _ isFolded: Bool) -> Bool {
    let known = bytes.span.extracting(start..<(start + text.count))
    for i in text.indices where known[i] != text[i] {
      guard isFolded, known[i] == lowercase(text[i]) else { return false }
    }
    return true
  }

  /// A hash that differs from table to table: no sheet can be made up so that all its names meet.
  /// Numbers don't depend on it. (Half as slow as the standard library's; names are most of what a
  /// `style` attribute costs.)
  private func hash(_ text: Span<UInt8>, _ isFolded: Bool) -> Int {
    func byte(_ i: Int) -> UInt64 { UInt64(isFolded ? lowercase(text[i]) : text[i]) }
    var hash = secret
    var word = UInt64(truncatingIfNeeded: text.count)
    var i = 0
    while text.count - i >= 8 {
      for k in i..<(i + 8) { word = word << 8 | byte(k) }
      hash = mixed(hash ^ word)
      word = 0
      i += 8
    }
    for k in i..<text.count { word = word << 8 | byte(k) }
    return Int(truncatingIfNeeded: mixed(hash ^ word))
  }

  private func mixed(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: secret)
    return product.high ^ product.low
  }

  private mutating func grow() {
    var larger = [Int32](repeating: -1, count: slots.count * 2)
    let mask = larger.count - 1
    for number in ends.indices {
      var slot = hash(text(of: StyleName(number)), false) & mask
      while larger[slot] >= 0 { slot = (slot + 1) & mask }
      larger[slot] = Int32(truncatingIfNeeded: number)
    }
    slots = larger
  }
}
