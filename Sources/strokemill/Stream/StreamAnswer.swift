import JSONForms
import NumberText
import Pipeline
import PluginKit
import StrictJSON

/// The line that answers a record: with its id, and outputs or an error.
struct StreamAnswer: Sendable {
  /// The line, its end included.
  let line: [UInt8]
  /// Whether it's an error.
  let isError: Bool

  /// Makes the answer to a record.
  /// - Parameters:
  ///   - record: The record.
  ///   - outcome: What became of it.
  init(_ record: StreamRecord, _ outcome: Outcome) {
    if let line = StreamAnswer.line(record, outcome) {
      (self.line, isError) = (line, outcome.failed)
      return
    }
    var failed = outcome
    failed.outputs = []
    failed.fail(
      Diagnostic(
        .error, "stream.answer-too-large", "the outputs are too large for one line of JSON"))
    line = StreamAnswer.line(record, failed) ?? []
    isError = true
  }

  /// The line; nil when it's too large.
  private static func line(_ record: StreamRecord, _ outcome: Outcome) -> [UInt8]? {
    var writer = JSONWriter()
    writer.beginObject()
    // An answer without an id is told by the line that it answers.
    if record.id == nil {
      writer.key("record")
      writer.value(record.number)
    }
    writer.findings(outcome.findings) { writer in
      if outcome.outputs.count == 1 {
        write(outcome.outputs[0], to: &writer)
        return
      }
      writer.key("outputs")
      writer.beginArray()
      for output in outcome.outputs {
        writer.beginObject()
        write(output, to: &writer)
        writer.end()
      }
      writer.end()
    }
    writer.end()
    let sink = writer.finish()
    guard !sink.isFull else { return nil }
    let members = sink.takeBytes()
    var line: [UInt8] = []
    line.reserveCapacity(members.count + (record.id?.count ?? 0) + 8)
    line.append(UInt8(ascii: "{"))
    if let id = record.id {
      // As it stood there, so that no number is rounded.
      line += Array("\"id\":".utf8)
      line += id
      line.append(UInt8(ascii: ","))
    }
    line += members.dropFirst()
    line.append(UInt8(ascii: "\n"))
    return line
  }

  /// Writes the members of an output.
  private static func write(_ output: Outcome.Output, to writer: inout JSONWriter) {
    writer.key("format")
    writer.value(output.target.format)
    let bytes = output.bytes
    if let text = String(validating: bytes, as: UTF8.self) {
      writer.key("data")
      writer.value(text)
    } else {
      writer.key("base64")
      writer.value(Base64.text(bytes))
    }
  }
}
