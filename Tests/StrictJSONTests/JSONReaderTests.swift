import StrictJSON
import Testing

@Suite struct JSONReaderTests {
  /// Reads over a whole text.
  private func check(_ text: String, _ options: JSONOptions = JSONOptions()) throws(JSONError) {
    let bytes = Array(text.utf8)
    var reader = JSONReader(bytes.span, options: options)
    try reader.skipValue()
    try reader.finish()
  }

  private func fault(_ text: String, _ options: JSONOptions = JSONOptions()) -> JSONError? {
    do throws(JSONError) {
      try check(text, options)
      return nil
    } catch {
      return error
    }
  }

  @Test func readsListsOfPoints() throws {
    let bytes = Array(" [[1,2] , [-3.5e1,.0e0]]".utf8)
    var points: [(Double, Double)] = []
    var reader = JSONReader(bytes.span)
    do {
      try reader.beginArray()
      while try reader.nextElement() {
        try reader.beginArray()
        var numbers: [Double] = []
        while try reader.nextElement() { numbers.append(try reader.readNumber()) }
        points.append((numbers[0], numbers[1]))
      }
      Issue.record("'.0e0' isn't a number")
    } catch {
      #expect(error.code == "json.unexpected")
      #expect(error.column == 19)
    }
    #expect(points.count == 1)
    #expect(points[0] == (1, 2))
  }

  @Test func readsEveryKindOfValue() throws {
    let text = #"{"a": 1.5, "b": [true, false, null], "c": "x\n\u00e9\ud83d\ude00", "n": -12}"#
    let bytes = Array(text.utf8)
    var reader = JSONReader(bytes.span)
    try reader.beginObject()
    #expect(try reader.nextKey()?.name == "a")
    #expect(try reader.peek() == .number)
    #expect(try reader.readNumber() == 1.5)
    #expect(try reader.nextKey()?.name == "b")
    try reader.beginArray()
    #expect(try reader.nextElement())
    #expect(try reader.peek() == .bool)
    #expect(try reader.readBool())
    #expect(try reader.nextElement())
    #expect(try !reader.readBool())
    #expect(try reader.nextElement())
    #expect(try reader.peek() == .null)
    try reader.readNull()
    #expect(try !reader.nextElement())
    let key = try #require(try reader.nextKey())
    #expect(reader.location(of: key.offset) == JSONPosition(offset: 37, line: 1, column: 38))
    #expect(try reader.peek() == .string)
    #expect(try reader.readString() == "x\né😀")
    #expect(try reader.nextKey()?.name == "n")
    #expect(try reader.readInteger() == -12)
    #expect(try reader.nextKey() == nil)
    try reader.finish()
  }

  /// Text, code, line, column.
  @Test(arguments: [
    ("", "json.unexpected-end", 1, 1),
    ("  \n", "json.unexpected-end", 2, 1),
    ("[1,\n2,\n x]", "json.unexpected", 3, 2),
    ("[1 2]", "json.unexpected", 1, 4),
    ("[1,]", "json.trailing-comma", 1, 3),
    ("{\"a\":1,}", "json.trailing-comma", 1, 7),
    ("[,1]", "json.unexpected", 1, 2),
    ("[1,,2]", "json.unexpected", 1, 4),
    ("[1", "json.unexpected-end", 1, 3),
    ("{\"a\"", "json.unexpected-end", 1, 5),
    ("{\"a\" 1}", "json.unexpected", 1, 6),
    ("{a:1}", "json.unexpected", 1, 2),
    ("{'a':1}", "json.unexpected", 1, 2),
    ("[1}", "json.unexpected", 1, 3),
    ("1 2", "json.trailing-text", 1, 3),
    ("[1]]", "json.trailing-text", 1, 4),
    ("01", "json.bad-number", 1, 1),
    ("-01", "json.bad-number", 1, 1),
    ("1.", "json.bad-number", 1, 1),
    ("1.e5", "json.bad-number", 1, 1),
    ("[1e]", "json.bad-number", 1, 2),
    ("[1e+]", "json.bad-number", 1, 2),
    ("-", "json.bad-number", 1, 1),
    ("-x", "json.bad-number", 1, 1),
    ("+1", "json.unexpected", 1, 1),
    (".5", "json.unexpected", 1, 1),
    ("NaN", "json.unexpected", 1, 1),
    ("-Infinity", "json.bad-number", 1, 1),
    ("nul", "json.unexpected", 1, 1),
    ("nulll", "json.unexpected", 1, 1),
    ("True", "json.unexpected", 1, 1),
    ("1e400", "json.number-out-of-range", 1, 1),
    ("[-1e400]", "json.number-out-of-range", 1, 2),
    ("\"abc", "json.unfinished-string", 1, 1),
    ("\"a\nb\"", "json.control-character", 1, 3),
    ("\"\\x\"", "json.bad-escape", 1, 2),
    ("\"\\u12g4\"", "json.bad-escape", 1, 2),
    ("\"\\", "json.bad-escape", 1, 2),
    ("\"\\ud800\"", "json.lone-surrogate", 1, 2),
    ("\"\\ud800\\u0041\"", "json.lone-surrogate", 1, 2),
    ("\"\\udc00\"", "json.lone-surrogate", 1, 2),
    ("{\"a\":1,\n\"b\":2,\n\"\\u0061\":3}", "json.duplicate-key", 3, 1),
    ("[1] // no", "json.comment", 1, 5),
    ("[1\r\n,\r2\rx]", "json.unexpected", 4, 1),
  ])
  func refuses(text: String, code: String, line: Int, column: Int) throws {
    let error = try #require(fault(text))
    #expect(error.code == code, "\(error)")
    #expect(error.line == line, "\(error)")
    #expect(error.column == column, "\(error)")
  }

  @Test func saysWhatIsWrong() {
    #expect(fault("[1 x]")?.message == "expected ',' or ']' after a value, found 'x'")
    #expect(
      fault("{\n\"a\": 1,\n\"a\": 2}")?.message
        == "the key \"a\" stands twice in this object, first at line 2; remove one")
    #expect(
      fault("{\"p\":\n [1, 2")?.message
        == "the text ends inside the array that begins at line 2, column 2; its ']' is missing")
    #expect(fault("[01]")?.message.hasSuffix("found '01'") == true)
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3], [0xE2, 0x82], [0x80],
    ] as [[UInt8]])
  func refusesInvalidUTF8(sequence: [UInt8]) {
    let bytes: [UInt8] = [0x5B, 0x22] + sequence + [0x22, 0x5D]
    var reader = JSONReader(bytes.span)
    do throws(JSONError) {
      try reader.skipValue()
      Issue.record("accepted")
    } catch {
      #expect(error.code == "json.invalid-utf8")
      #expect(error.column == 3)
    }
  }

  @Test func acceptsAllOfUnicode() throws {
    let text = "\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}"
    let bytes = Array("\"\(text)\"".utf8)
    var reader = JSONReader(bytes.span)
    #expect(try reader.readString() == text)
  }

  @Test func acceptsAByteOrderMark() throws {
    try check("\u{FEFF}[1]")
    #expect(fault("\u{FEFF}")?.code == "json.unexpected-end")
    #expect(fault("[\u{FEFF}1]") != nil)
  }

  @Test func acceptsCommentsOnlyWhenAsked() throws {
    let text = "// a\n{/* b\n * */\"x\": [1, 2, /**/ ], // c\r\n}\n// end"
    try check(text, .handwritten)
    #expect(fault(text, JSONOptions(allowsTrailingCommas: true))?.code == "json.comment")
    #expect(fault(text, JSONOptions(allowsComments: true))?.code == "json.trailing-comma")
    #expect(fault("[1] /* open", .handwritten)?.code == "json.comment")
    #expect(fault("[1] /* open *", .handwritten)?.code == "json.comment")
    #expect(fault("[1] /", .handwritten) != nil)
    #expect(fault("[1, /* , */ , ]", .handwritten) != nil)
  }

  @Test func boundsTheDepth() throws {
    let deep = 1_000_000
    #expect(fault(String(repeating: "[", count: deep))?.code == "json.too-deep")
    #expect(fault(String(repeating: "{\"a\":", count: deep))?.code == "json.too-deep")
    #expect(fault(String(repeating: "[", count: deep))?.column == 513)
    let nested = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    try check(nested)
    #expect(fault(nested, JSONOptions(maximumDepth: 511))?.code == "json.too-deep")
    #expect(JSONOptions(maximumDepth: 1_000_000).maximumDepth == 2000)
  }

  @Test func findsDuplicatesInLargeObjects() throws {
    let members = (0..<100_000).map { "\"k\($0)\":{\"k\($0)\":0}" }
    let large = "{" + members.joined(separator: ",")
    try check(large + "}")
    try check("[\(large)},\(large)}]")
    #expect(fault(large + ",\n\"k77777\":1}")?.line == 2)
    for count in 1...40 {
      let some = members.prefix(count).joined(separator: ",")
      try check("{\(some),\"x\":[{\(some)}],\"y\":{}}")
      #expect(fault("{\(some),\"k\(count - 1)\":1}")?.code == "json.duplicate-key")
      #expect(fault("{\(some),\"k0\":1}")?.code == "json.duplicate-key")
    }
  }

  @Test func tellsKeysApartByTheirBytes() throws {
    // Unicode holds these two equivalent; JSON doesn't.
    try check("{\"\u{E9}\":1,\"e\u{301}\":2}")
  }

  @Test func refusesWholeNumbersThatArent() throws {
    for text in ["1.0", "1e3", "9223372036854775808", "true", "\"1\"", "-", "01"] {
      let bytes = Array(text.utf8)
      var reader = JSONReader(bytes.span)
      #expect(throws: JSONError.self, "\(text)") { _ = try reader.readInteger() }
    }
  }

  @Test func looksAhead() throws {
    let bytes = Array("[[1, 2], 3]".utf8)
    var reader = JSONReader(bytes.span)
    try reader.beginArray()
    #expect(try reader.nextElement())
    var other = reader.reader(at: reader.offset)
    try other.beginArray()
    #expect(try other.nextElement())
    #expect(try other.readNumber() == 1)
    #expect(try reader.peek() == .array)
    try reader.skipValue()
    #expect(try reader.nextElement())
    #expect(try reader.readNumber() == 3)
  }

  @Test func survivesEveryCutAndEveryByte() {
    let text = Array("{\"a\":[1,-2.5e3,\"\\u00e9é\",true,null],\"b\":{\"c\":{}}} ".utf8)
    for end in 0..<text.count - 1 {
      var reader = JSONReader(text.span.extracting(0..<end))
      #expect(throws: JSONError.self) {
        try reader.skipValue()
        try reader.finish()
      }
    }
    for place in text.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = text
        changed[place] = byte
        var reader = JSONReader(changed.span, options: .handwritten)
        do {
          try reader.skipValue()
          try reader.finish()
        } catch {
          // Only that it neither traps nor loops is of interest here.
        }
      }
    }
  }
}
