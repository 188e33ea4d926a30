/// Bytes as text that any JSON string can carry (RFC 4648, section 4).
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The number of each letter; 64 for what isn't one.
  private static let numbers: [UInt8] = {
    var numbers = [UInt8](repeating: 64, count: 256)
    for (number, letter) in letters.enumerated() { numbers[Int(letter)] = UInt8(number) }
    return numbers
  }()

  /// Bytes as text.
  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var i = 0
    while i < bytes.count {
      let left = bytes.count - i
      let group =
        UInt32(bytes[i]) << 16 | (left > 1 ? UInt32(bytes[i + 1]) << 8 : 0)
        | (left > 2 ? UInt32(bytes[i + 2]) : 0)
      text.append(letters[Int(group >> 18)])
      text.append(letters[Int(group >> 12 & 63)])
      text.append(left > 1 ? letters[Int(group >> 6 & 63)] : UInt8(ascii: "="))
      text.append(left > 2 ? letters[Int(group & 63)] : UInt8(ascii: "="))
      i += 3
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text; nil when it isn't one of this kind, whole and without anything else in it.
  static func bytes(_ text: String) -> [UInt8]? {
    let text = Array(text.utf8)
    guard text.count % 4 == 0 else { return nil }
    let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var group: UInt32 = 0
    let letterCount = text.count - padding
    for i in 0..<letterCount {
      let number = numbers[Int(text[i])]
      guard number < 64 else { return nil }
      group = group << 6 | UInt32(number)
      if i % 4 == 3 {
        bytes.append(UInt8(truncatingIfNeeded: group >> 16))
        bytes.append(UInt8(truncatingIfNeeded: group >> 8))
        bytes.append(UInt8(truncatingIfNeeded: group))
        group = 0
      }
    }
    // What is left of the last group's bits must be zero, so that each text stands for other bytes.
    switch padding {
    case 1:
      guard group & 3 == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: group >> 10))
      bytes.append(UInt8(truncatingIfNeeded: group >> 2))
    case 2:
      guard group & 15 == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: group >> 4))
    default: break
    }
    return bytes
  }
}
