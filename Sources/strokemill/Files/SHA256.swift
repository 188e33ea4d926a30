/// The hash SHA-256 of bytes that come in pieces (FIPS 180-4).
///
/// `sha256sum` gives the same, so that anybody can check a hash of ours.
struct SHA256 {
  /// A hash.
  struct Digest: Hashable, Sendable {
    /// 32 bytes.
    let bytes: [UInt8]

    /// All 64 hexadecimal digits.
    var text: String {
      var digits: [UInt8] = []
      digits.reserveCapacity(64)
      for byte in bytes {
        for half in [byte >> 4, byte & 15] {
          digits.append(half < 10 ? UInt8(ascii: "0") + half : UInt8(ascii: "a") + half - 10)
        }
      }
      return String(decoding: digits, as: UTF8.self)
    }

    /// The first 16 digits, for names.
    var short: String { String(text.prefix(16)) }
  }

  private var state: [8 of UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  /// What doesn't fill a block yet.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  /// The hash of bytes.
  static func digest(of bytes: Span<UInt8>) -> Digest {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }

  /// The hash of a text in UTF-8.
  static func digest(of text: String) -> Digest { digest(of: Array(text.utf8).span) }

  /// Takes more bytes in.
  mutating func update(_ bytes: Span<UInt8>) {
    count &+= UInt64(bytes.count)
    var start = 0
    if !rest.isEmpty {
      while start < bytes.count, rest.count < 64 {
        rest.append(bytes[start])
        start += 1
      }
      guard rest.count == 64 else { return }
      let block = rest
      SHA256.add(block.span, from: 0, to: &state)
      rest.removeAll(keepingCapacity: true)
    }
    while start <= bytes.count - 64 {
      SHA256.add(bytes, from: start, to: &state)
      start += 64
    }
    while start < bytes.count {
      rest.append(bytes[start])
      start += 1
    }
  }

  /// The hash of all that came.
  consuming func finish() -> Digest {
    let bits = count &* 8
    var tail = rest
    tail.append(0x80)
    while tail.count % 64 != 56 { tail.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      tail.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    for start in stride(from: 0, to: tail.count, by: 64) {
      SHA256.add(tail.span, from: start, to: &state)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    for row in 0..<8 {
      for shift in stride(from: 24, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: state[row] >> UInt32(shift)))
      }
    }
    return Digest(bytes: bytes)
  }

  /// Adds the 64 bytes from a place on, all of which are there.
  private static func add(
    _ bytes: Span<UInt8>, from start: Int, to state: inout [8 of UInt32]
  ) {
    var w = [64 of UInt32](repeating: 0)
    for i in 0..<16 {
      let at = start + i * 4
      w[i] =
        UInt32(bytes[at]) << 24 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + 2]) << 8
        | UInt32(bytes[at + 3])
    }
    for i in 16..<64 {
      let s0 = rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ (w[i - 15] >> 3)
      let s1 = rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ (w[i - 2] >> 10)
      w[i] = w[i - 16] &+ s0 &+ w[i - 7] &+ s1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for i in 0..<64 {
      let s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      let choice = (e & f) ^ (~e & g)
      let t1 = h &+ s1 &+ choice &+ constants[i] &+ w[i]
      let s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ t1)
      (d, c, b, a) = (c, b, a, t1 &+ s0 &+ majority)
    }
    for (row, value) in [a, b, c, d, e, f, g, h].enumerated() {
      state[row] = state[row] &+ value
    }
  }

  private static func rotated(_ value: UInt32, _ count: UInt32) -> UInt32 {
    value >> count | value << (32 - count)
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [64 of UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1,
    0x923f_82a4, 0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
    0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786,
    0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147,
    0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
    0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a,
    0x5b9c_ca4f, 0x682e_6ff3, 0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
    0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
