import Testing

@testable import strokemill

@Suite struct SHA256Tests {
  /// The examples of FIPS 180-4.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func knownHashes(text: String, hash: String) {
    #expect(SHA256.digest(of: text).text == hash)
    #expect(SHA256.digest(of: text).short == String(hash.prefix(16)))
  }

  /// Pieces of any length give what the whole gives.
  @Test func piecesAreTheWhole() {
    let bytes = (0..<700).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    for count in [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 700] {
      let whole = Array(bytes.prefix(count))
      for size in [1, 7, 64, 100] {
        var hash = SHA256()
        for start in stride(from: 0, to: whole.count, by: size) {
          hash.update(Array(whole[start..<min(start + size, whole.count)]).span)
        }
        #expect(hash.finish() == SHA256.digest(of: whole.span), "\(count) bytes by \(size)")
      }
    }
  }
}
