import Glibc
import PluginKit

/// The bytes of a document, and where its lines and tags begin.
///
/// libxml2 reads an attribute's value without line breaks several times as fast, and where a value
/// stands then tells which bytes it is. So white space inside values becomes
/// spaces, as XML says it counts. (A line break of two characters becomes two spaces where XML says
/// one.) libxml2's own line numbers mean nothing then; lines are counted before.
@safe struct SVGSource {
  let bytes: SVGDocumentBytes
  /// What the parser is given of them.
  var excerpt: SVGExcerpt
  /// Where each line begins.
  private let lineStarts: [UInt32]
  /// The line that was asked for last: the next is mostly near.
  private var lastLine = 0
  /// Where a comment, CDATA section or processing instruction begins that never ends.
  private(set) var unterminated: Int?
  private var lastTag = 0

  init(_ bytes: SVGDocumentBytes) {
    self.bytes = bytes
    excerpt = unsafe SVGExcerpt(of: bytes.document)
    var starts: [UInt32] = [0]
    let count = unsafe bytes.document.count
    var start = 0
    while let found = SVGSource.find(0x0A, in: bytes, from: start, to: count) {
      start = found + 1
      starts.append(UInt32(truncatingIfNeeded: start))
    }
    lineStarts = starts
  }

  /// What the scan before the parser refuses.
  struct Problem {
    var offset: Int
    var code: Diagnostic.Code
    var message: String
  }

  /// Scans the bytes, makes white space in attribute values spaces, and leaves long values out of the excerpt.
  /// - Parameter attributeLimit: How many attributes an element may have.
  /// - Returns: What the parser had better not see, if there is something.
  mutating func prepare(attributeLimit: Int) -> Problem? {
    let document = unsafe bytes.document
    var tags = unsafe TagScanner(UnsafeBufferPointer(document), attributeLimit)
    while let value = tags.nextValue() {
      // Both without a branch, so that the compiler makes them many bytes at a time.
      if value.hasBreaks {
        for i in value.range {
          let byte = unsafe document[i]
          let isBreak = byte == 0x0A || byte == 0x0D || byte == 0x09
          unsafe document[i] = isBreak ? 0x20 : byte
        }
      }
      guard value.mayBeLeftOut else { continue }
      // The highest bit is set where there is a byte beyond ASCII or below 0x20, an `&` or a `<`.
      var odd: UInt8 = 0
      for i in value.range {
        let byte = unsafe document[i]
        odd |= byte | (byte &- 0x20) | ((byte ^ 0x26) &- 1) | ((byte ^ 0x3C) &- 1)
      }
      if odd < 0x80 { excerpt.leaveOut(value.range) }
    }
    excerpt.finish()
    unterminated = tags.unterminated
    return tags.problem
  }

  /// The place of a byte.
  mutating func place(of offset: Int) -> Diagnostic.Place {
    let offset = min(max(offset, 0), unsafe bytes.document.count)
    let line = line(of: offset)
    return Diagnostic.Place(line: line, column: offset - Int(lineStarts[line - 1]) + 1)
  }

  /// The line of a byte. Fast when the places that are asked for lie near each other.
  mutating func line(of offset: Int) -> Int {
    var low = lastLine
    if lineStarts[low] > offset { low = 0 }
    // The line lies from `low` on: steps that double find where it can't be, then it's halved.
    var step = 1
    while low + step < lineStarts.count, lineStarts[low + step] <= offset {
      low += step
      step *= 2
    }
    while step > 1 {
      step /= 2
      if low + step < lineStarts.count, lineStarts[low + step] <= offset { low += step }
    }
    lastLine = low
    return low + 1
  }

  /// Where the tag begins in which the parser is: the last `<` before an offset. (Inside a tag
  /// there is no other.) Linear in all for offsets that grow.
  mutating func tagStart(before offset: Int) -> Int {
    let offset = min(offset, unsafe bytes.document.count)
    if offset < lastTag { lastTag = 0 }
    // It's mostly near.
    for i in (max(lastTag + 1, offset - 200)..<max(lastTag + 1, offset)).reversed()
    where unsafe bytes.document[i] == 0x3C {
      lastTag = i
      return i
    }
    while let next = SVGSource.find(0x3C, in: bytes, from: lastTag + 1, to: offset) {
      lastTag = next
    }
    return lastTag
  }

  private static func find(
    _ byte: UInt8, in bytes: SVGDocumentBytes, from start: Int, to end: Int
  ) -> Int? {
    guard start < end, let base = unsafe bytes.document.baseAddress,
      let found = unsafe memchr(base + start, Int32(byte), end - start)
    else { return nil }
    return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}

/// A scan of the bytes before the parser: it finds attribute values with line breaks, and refuses
/// what libxml2 2.9 takes minutes for.
@safe private struct TagScanner {
  /// More attributes than this on one element are refused: libxml2 compares each with each.
  let attributeLimit: Int
  /// Longer names are refused.
  static let nameLimit = 10_000

  let bytes: UnsafeBufferPointer<UInt8>
  /// Where the next line feed, tab and carriage return are; the end where there is none.
  private var nextLineFeed = 0
  private var nextTab = 0
  private var nextReturn = 0
  var position = 0
  var isInTag = false
  /// Whether the document type has declarations, which may be about attributes.
  private var hasSubset = false
  var attributes = 0
  /// Where a comment, CDATA section or processing instruction begins that never ends.
  var unterminated: Int?
  var problem: SVGSource.Problem?

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ attributeLimit: Int) {
    unsafe self.bytes = bytes
    self.attributeLimit = attributeLimit
    nextLineFeed = next(0x0A, from: 0)
    nextTab = next(0x09, from: 0)
    nextReturn = next(0x0D, from: 0)
  }

  private func find(_ byte: UInt8, from start: Int, to end: Int? = nil) -> Int? {
    let end = unsafe end ?? bytes.count
    guard start < end, let base = unsafe bytes.baseAddress,
      let found = unsafe memchr(base + start, Int32(byte), end - start)
    else { return nil }
    return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  private func stands(_ text: StaticString, at start: Int) -> Bool {
    guard unsafe start + text.utf8CodeUnitCount <= bytes.count,
      let base = unsafe bytes.baseAddress
    else { return false }
    return unsafe memcmp(base + start, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  /// The position behind the next `text`, which ends in `>`, or the end.
  private func behind(_ text: StaticString, from start: Int) -> Int {
    let length = text.utf8CodeUnitCount
    var i = start
    while let end = find(0x3E, from: i) {
      if end + 1 - length >= start, stands(text, at: end + 1 - length) { return end + 1 }
      i = end + 1
    }
    return unsafe bytes.count
  }

  private mutating func skip(_ text: StaticString, of construct: Int, from start: Int) {
    position = behind(text, from: start)
    if position == (unsafe bytes.count), !stands(text, at: position - text.utf8CodeUnitCount) {
      unterminated = construct
    }
  }

  /// A value that something is to be done with.
  struct Value {
    var range: Range<Int>
    /// Whether it holds white space that isn't spaces.
    var hasBreaks: Bool
    /// Whether it's long, and the parser wouldn't change it: its attribute isn't XML's own, and no document type says
    /// what attributes hold.
    var mayBeLeftOut: Bool
  }

  /// The next attribute value that holds white space that isn't spaces, or is long; nil at the end or at a problem.
  mutating func nextValue() -> Value? {
    while true {
      if isInTag {
        if let value = nextValueInTag() { return value }
        if problem != nil { return nil }
        continue
      }
      guard let start = find(0x3C, from: position) else {
        unsafe position = bytes.count
        return nil
      }
      if stands("<!--", at: start) {
        skip("-->", of: start, from: start + 4)
      } else if stands("<![CDATA[", at: start) {
        skip("]]>", of: start, from: start + 9)
      } else if stands("<?", at: start) {
        skip("?>", of: start, from: start + 2)
      } else if stands("<!", at: start) {
        position = behindDeclaration(from: start + 2)
        hasSubset = unsafe hasSubset || bytes[start..<position].contains(UInt8(ascii: "["))
      } else {
        beginTag(at: start)
        if problem != nil { return nil }
      }
    }
  }

  private mutating func beginTag(at start: Int) {
    var end = start + 1
    while unsafe end < bytes.count {
      let byte = unsafe bytes[end]
      if isSpace(byte) || byte == UInt8(ascii: ">") { break }
      end += 1
    }
    if end - start > TagScanner.nameLimit {
      problem = SVGSource.Problem(
        offset: start, code: "svg.long-name",
        message:
          "an element's name has more than \(TagScanner.nameLimit) characters; is the file damaged?"
      )
    }
    position = end
    attributes = 0
    isInTag = true
  }

  private mutating func nextValueInTag() -> Value? {
    var i = position
    let bytes = unsafe self.bytes
    let count = bytes.count
    var nameStart = i
    while true {
      i = nextMark(from: i)
      guard i < count else { break }
      let byte = unsafe bytes[i]
      if byte == UInt8(ascii: ">") {
        isInTag = false
        position = i + 1
        return nil
      }
      if i - nameStart > TagScanner.nameLimit {
        problem = SVGSource.Problem(
          offset: nameStart, code: "svg.long-name",
          message:
            "an attribute's name has more than \(TagScanner.nameLimit) characters; is the file "
            + "damaged?")
        return nil
      }
      attributes += 1
      if attributes > attributeLimit {
        problem = SVGSource.Problem(
          offset: i, code: "svg.too-many-attributes",
          message:
            "an element has more than \(attributeLimit) attributes, the limit 'attributes'")
        return nil
      }
      let start = i + 1
      guard let end = find(byte, from: start) else { break }
      i = end + 1
      let isLong =
        end - start >= SVGExcerpt.shortest && !hasSubset && !isOfXML(from: nameStart)
      nameStart = i
      let hasBreaks = hasWhiteSpace(from: start, to: end)
      if hasBreaks || isLong {
        position = i
        return Value(range: start..<end, hasBreaks: hasBreaks, mayBeLeftOut: isLong)
      }
    }
    position = count
    isInTag = false
    return nil
  }

  /// The highest bit of the first byte that is zero (Mycroft's test), and perhaps of bytes above it.
  @inline(__always) private static func highBits(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }

  /// Where the next `"`, `'` or `>` stands; the end where there is none.
  private func nextMark(from start: Int) -> Int {
    var i = start
    while unsafe i + 8 <= bytes.count, let base = unsafe bytes.baseAddress {
      // Eight at a time.
      let word = unsafe UInt64(
        littleEndian: UnsafeRawPointer(base + i).loadUnaligned(as: UInt64.self))
      let found =
        TagScanner.highBits(word ^ 0x2222_2222_2222_2222)
        | TagScanner.highBits(word ^ 0x2727_2727_2727_2727)
        | TagScanner.highBits(word ^ 0x3E3E_3E3E_3E3E_3E3E)
      if found != 0 { return i + found.trailingZeroBitCount / 8 }
      i += 8
    }
    while unsafe i < bytes.count {
      let byte = unsafe bytes[i]
      if byte == 0x22 || byte == 0x27 || byte == 0x3E { break }
      i += 1
    }
    return i
  }

  /// Whether the attribute whose name stands behind a position is XML's own, such as `xmlns:a` and `xml:space`.
  private func isOfXML(from start: Int) -> Bool {
    var i = start
    while unsafe i < bytes.count && isSpace(bytes[i]) { i += 1 }
    return stands("xml", at: i)
  }

  /// Whether there is white space but spaces between two positions, the first of which never goes back.
  private mutating func hasWhiteSpace(from start: Int, to end: Int) -> Bool {
    if nextLineFeed < start { nextLineFeed = next(0x0A, from: start) }
    if nextTab < start { nextTab = next(0x09, from: start) }
    if nextReturn < start { nextReturn = next(0x0D, from: start) }
    return nextLineFeed < end || nextTab < end || nextReturn < end
  }

  private func next(_ byte: UInt8, from start: Int) -> Int {
    unsafe find(byte, from: start) ?? bytes.count
  }

  /// The position behind a document type with its internal subset.
  private func behindDeclaration(from start: Int) -> Int {
    var i = start
    var depth = 0
    while unsafe i < bytes.count {
      switch unsafe bytes[i] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard let end = unsafe find(bytes[i], from: i + 1) else { return unsafe bytes.count }
        i = end
      case UInt8(ascii: "<"):
        if stands("<!--", at: i) {
          i = behind("-->", from: i + 4) - 1
        } else if stands("<?", at: i) {
          i = behind("?>", from: i + 2) - 1
        } else {
          depth += 1
        }
      case UInt8(ascii: ">"):
        if depth == 0 { return i + 1 }
        depth -= 1
      default: break
      }
      i += 1
    }
    return unsafe bytes.count
  }
}
