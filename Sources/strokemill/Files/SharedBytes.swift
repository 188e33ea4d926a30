/// Bytes that are the same for many things, kept once and numbered.
struct SharedBytes: Sendable {
  private var all: [[UInt8]] = []
  private var numbers: [[UInt8]: Int] = [:]
  private var last = 0

  subscript(number: Int) -> [UInt8] { all[number] }

  /// The number of some bytes, a new one for new ones.
  mutating func number(of bytes: ArraySlice<UInt8>) -> Int {
    // What lies in one folder mostly comes one after another.
    if last < all.count, all[last][...] == bytes { return last }
    let bytes = Array(bytes)
    if let number = numbers[bytes] {
      last = number
    } else {
      last = all.count
      numbers[bytes] = last
      all.append(bytes)
    }
    return last
  }
}
