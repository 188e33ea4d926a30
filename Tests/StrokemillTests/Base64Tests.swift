import Testing

@testable import strokemill

@Suite struct Base64Tests {
  /// The examples of RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func theExamplesOfTheStandard(_ plain: String, _ text: String) {
    #expect(Base64.text(Array(plain.utf8)) == text)
    #expect(Base64.bytes(text) == Array(plain.utf8))
  }

  @Test func everyByteSurvives() {
    for count in 253...256 {
      let bytes = (0..<count).map { UInt8($0) }
      #expect(Base64.bytes(Base64.text(bytes)) == bytes)
    }
  }

  @Test(arguments: [
    "Zg", "Zg=", "Z===", "====", "Zm8=\n", "Zm 8", "Zm-_", "Zh==", "Zm9=", "Zg==Zg==", "é==",
    "=Zg=",
  ])
  func whatIsNotWholeIsRefused(_ text: String) { #expect(Base64.bytes(text) == nil) }
}
