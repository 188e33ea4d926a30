import CLibXML2
import PluginKit

/// What a document is encoded in, by its byte order mark and its XML declaration.
///
/// Everything is turned into UTF-8 before the parser sees it, so that the scan before the parser
/// sees what the parser sees, and so that places can be told by counting bytes.
enum SVGEncoding {
  case utf8
  case utf16(isBigEndian: Bool)
  case latin1
  /// Another one, by its name.
  case other(String)

  init(of bytes: Span<UInt8>) throws(ComponentError) {
    func begins(_ mark: UInt8...) -> Bool {
      guard bytes.count >= mark.count else { return false }
      for i in mark.indices where bytes[i] != mark[i] { return false }
      return true
    }
    if begins(0xFF, 0xFE, 0, 0) || begins(0, 0, 0xFE, 0xFF) || begins(0, 0, 0, 0x3C)
      || begins(0x3C, 0, 0, 0)
    {
      throw ComponentError(
        "svg.encoding", "UTF-32 isn't read; save the file as UTF-8", at: .init(line: 1, column: 1))
    }
    if begins(0xFF, 0xFE) || begins(0x3C, 0) {
      self = .utf16(isBigEndian: false)
    } else if begins(0xFE, 0xFF) || begins(0, 0x3C) {
      self = .utf16(isBigEndian: true)
    } else {
      let name = SVGEncoding.declared(bytes)
      switch name.lowercased() {
      // A declared UTF-16 that is none was turned into UTF-8 by a program that forgot to say so.
      case "", "utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf16": self = .utf8
      case "iso-8859-1", "latin1", "iso8859-1", "iso_8859-1", "l1": self = .latin1
      default: self = .other(name)
      }
    }
  }

  /// The encoding that the XML declaration names, or an empty text.
  private static func declared(_ bytes: Span<UInt8>) -> String {
    let start = bytes.extracting(0..<min(bytes.count, 256))
    var first = 0
    if start.count >= 3, start[0] == 0xEF, start[1] == 0xBB, start[2] == 0xBF { first = 3 }
    guard start.count >= first + 6, start.extracting(first..<(first + 5)).equals("<?xml") else {
      return ""
    }
    var scanner = ValueScanner(start)
    scanner.position = first + 5
    while !scanner.isAtEnd, scanner.next != UInt8(ascii: "?") {
      guard scanner.position + 8 < start.count,
        start.extracting(scanner.position..<(scanner.position + 8)).equals("encoding")
      else {
        scanner.position += 1
        continue
      }
      scanner.position += 8
      scanner.skipSpace()
      guard scanner.take(UInt8(ascii: "=")) else { return "" }
      scanner.skipSpace()
      guard !scanner.isAtEnd else { return "" }
      let quote = scanner.next
      guard scanner.take(UInt8(ascii: "\"")) || scanner.take(UInt8(ascii: "'")) else { return "" }
      let nameStart = scanner.position
      while !scanner.isAtEnd, scanner.next != quote { scanner.position += 1 }
      return start.extracting(nameStart..<scanner.position).text()
    }
    return ""
  }

  /// The bytes in UTF-8, or nil when they are already.
  func converted(_ bytes: Span<UInt8>) throws(ComponentError) -> [UInt8]? {
    switch self {
    case .utf8: return nil
    case .latin1:
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count + bytes.count / 8)
      for i in bytes.indices {
        let byte = bytes[i]
        if byte < 0x80 {
          result.append(byte)
        } else {
          result.append(0xC0 | byte >> 6)
          result.append(0x80 | byte & 0x3F)
        }
      }
      return result
    case .utf16(let isBigEndian):
      return try SVGEncoding.fromUTF16(bytes, isBigEndian: isBigEndian)
    case .other(let name): return try SVGEncoding.fromNamed(bytes, name)
    }
  }

  private static func fromUTF16(
    _ bytes: Span<UInt8>, isBigEndian: Bool
  ) throws(ComponentError) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count / 2 + bytes.count / 8)
    var line = 1
    func unit(_ i: Int) -> UInt32 {
      isBigEndian
        ? UInt32(bytes[i]) << 8 | UInt32(bytes[i + 1])
        : UInt32(bytes[i + 1]) << 8 | UInt32(bytes[i])
    }
    var i = 0
    while i + 1 < bytes.count {
      var code = unit(i)
      i += 2
      if code >= 0xDC00 && code < 0xE000
        || code >= 0xD800 && code < 0xDC00 && (i + 1 >= bytes.count || unit(i) & 0xFC00 != 0xDC00)
      {
        throw ComponentError(
          "svg.encoding", "the file isn't valid UTF-16: half of a surrogate pair is missing",
          at: .init(line: line))
      }
      if code >= 0xD800 && code < 0xDC00 {
        code = 0x10000 + (code - 0xD800) << 10 + (unit(i) - 0xDC00)
        i += 2
      }
      if code == 0x0A { line += 1 }
      switch code {
      case 0..<0x80: result.append(UInt8(code))
      case 0x80..<0x800:
        result.append(UInt8(0xC0 | code >> 6))
        result.append(UInt8(0x80 | code & 0x3F))
      case 0x800..<0x10000:
        result.append(UInt8(0xE0 | code >> 12))
        result.append(UInt8(0x80 | code >> 6 & 0x3F))
        result.append(UInt8(0x80 | code & 0x3F))
      default:
        result.append(UInt8(0xF0 | code >> 18))
        result.append(UInt8(0x80 | code >> 12 & 0x3F))
        result.append(UInt8(0x80 | code >> 6 & 0x3F))
        result.append(UInt8(0x80 | code & 0x3F))
      }
    }
    if i < bytes.count {
      throw ComponentError(
        "svg.encoding", "the file isn't valid UTF-16: its last character is cut in half",
        at: .init(line: line))
    }
    return result
  }

  /// Converts by libxml2's table of encodings, iconv's included.
  private static func fromNamed(
    _ bytes: Span<UInt8>, _ name: String
  ) throws(ComponentError) -> [UInt8] {
    try withSilentLibXML2 { () throws(ComponentError) in try libXML2Converted(bytes, name) }
  }

  private static func libXML2Converted(
    _ bytes: Span<UInt8>, _ name: String
  ) throws(ComponentError) -> [UInt8] {
    let place = Diagnostic.Place(line: 1, column: 1)
    // libxml2 counts in Int32.
    guard bytes.count < 1 << 29, let handler = unsafe xmlFindCharEncodingHandler(name) else {
      throw ComponentError(
        "svg.encoding", "the encoding '\(name)' isn't known; save the file as UTF-8", at: place)
    }
    defer { unsafe _ = xmlCharEncCloseFunc(handler) }
    let input = unsafe xmlBufferCreateSize(bytes.count + 1)
    let output = unsafe xmlBufferCreateSize(bytes.count * 2 + 16)
    defer {
      unsafe xmlBufferFree(input)
      unsafe xmlBufferFree(output)
    }
    let added = unsafe bytes.withUnsafeBufferPointer {
      unsafe xmlBufferAdd(input, $0.baseAddress, Int32($0.count))
    }
    guard added == 0 else {
      throw ComponentError("svg.encoding", "there isn't memory to read '\(name)'", at: place)
    }
    // A call converts as much as its room allows.
    while unsafe xmlBufferLength(input) > 0 {
      let before = unsafe xmlBufferLength(input)
      let result = unsafe xmlCharEncInFunc(handler, output, input)
      let isStuck = unsafe xmlBufferLength(input) == before
      if result == -2 || isStuck {
        let done = unsafe UnsafeBufferPointer(
          start: xmlBufferContent(output), count: Int(xmlBufferLength(output)))
        let line = unsafe done.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
        throw ComponentError(
          "svg.encoding", "the file says that it's '\(name)' and has bytes that aren't",
          at: .init(line: line))
      }
    }
    return unsafe Array(
      UnsafeBufferPointer(start: xmlBufferContent(output), count: Int(xmlBufferLength(output))))
  }
}
