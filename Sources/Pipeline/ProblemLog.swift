import PluginKit
import StrictJSON

/// A stretch of one of the texts that a plan is made from.
struct SourceSpan: Hashable, Sendable {
  /// The text's row in the log.
  var source: Int
  /// The first byte.
  var offset: Int
  /// How many bytes.
  var length: Int
}

/// Collects the problems of all texts; places are worked out at the end, in one pass over each.
struct ProblemLog {
  /// How many problems are told one by one.
  static let problemsKept = 50

  private struct Entry {
    var span: SourceSpan
    var code: Diagnostic.Code
    var message: String
  }

  private(set) var sources: [SourceText] = []
  private var entries: [Entry] = []
  private var settled: Set<SourceSpan> = []

  var isEmpty: Bool { entries.isEmpty }

  /// Takes a text in and gives its row.
  mutating func add(_ source: SourceText) -> Int {
    sources.append(source)
    return sources.count - 1
  }

  mutating func report(_ code: Diagnostic.Code, _ message: String, at span: SourceSpan) {
    if settled.contains(span) { return }
    entries.append(Entry(span: span, code: code, message: message))
  }

  /// Ignores all further problems with a value whose fault was told: they would follow from it.
  mutating func settle(_ span: SourceSpan) { settled.insert(span) }

  /// Reports what a JSON reader found.
  mutating func report(_ error: JSONError, in source: Int) {
    var place = JSONPosition.start
    let bytes = sources[source].bytes
    while place.line < error.line && place.offset < bytes.count {
      place.advance(to: place.offset + 1, in: bytes.span)
    }
    let offset = min(place.offset + error.column - 1, bytes.count)
    report(
      Diagnostic.Code(rawValue: error.code), error.message,
      at: SourceSpan(source: source, offset: offset, length: 1))
  }

  /// All of a text.
  func whole(_ source: Int) -> SourceSpan {
    SourceSpan(source: source, offset: 0, length: sources[source].bytes.count)
  }

  /// The value or key that begins at a place of a JSON text: a string with its quotes, a number or a word
  /// whole, of an array or object the bracket.
  func span(of position: JSONPosition, in source: Int) -> SourceSpan {
    let bytes = sources[source].bytes
    var end = position.offset
    if end < bytes.count, bytes[end] == UInt8(ascii: "\"") {
      end += 1
      while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
        end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      end = min(end + 1, bytes.count)
    } else {
      while end < bytes.count, ProblemLog.isWordByte(bytes[end]) { end += 1 }
    }
    return SourceSpan(
      source: source, offset: position.offset, length: max(end - position.offset, 1))
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// The problems with places, in the order of the texts and of the places in them.
  func problems() -> [PlanProblem] {
    let sorted = entries.enumerated().sorted { a, b in
      (a.element.span.source, a.element.span.offset, a.offset)
        < (b.element.span.source, b.element.span.offset, b.offset)
    }.map(\.element)
    var result: [PlanProblem] = []
    var source = -1
    var place = JSONPosition.start
    for entry in sorted {
      if entry.span.source != source {
        source = entry.span.source
        place = .start
      }
      let text = sources[source]
      place.advance(to: entry.span.offset, in: text.bytes.span)
      var problem = PlanProblem(
        source: text, place: Diagnostic.Place(line: place.line, column: place.column),
        length: lengthInLine(entry.span), code: entry.code, message: entry.message)
      if result.count == ProblemLog.problemsKept {
        problem.code = "pipeline.more-problems"
        problem.message = "\(sorted.count - result.count) more problems from here on"
        problem.length = 1
        result.append(problem)
        break
      }
      result.append(problem)
    }
    return result
  }

  private func lengthInLine(_ span: SourceSpan) -> Int {
    let bytes = sources[span.source].bytes
    var end = span.offset
    while end < bytes.count, end < span.offset + span.length, bytes[end] != 0x0A,
      bytes[end] != 0x0D
    { end += 1 }
    return max(end - span.offset, 1)
  }
}
