import Pipeline

/// What was said about a file when its outputs were made, as a journal keeps it: an output that stays lacks what it
/// lacked then, and who looks at today's run should hear of it.
enum SaidBefore {
  /// What the journal keeps; nil when nothing was said.
  static func bytes(_ findings: [Outcome.Finding]) -> [UInt8]? {
    guard !findings.isEmpty else { return nil }
    var writer = MessageWriter(.findings)
    writer.put(findings)
    return writer.finish()
  }

  /// What was said.
  /// - Parameter bytes: What the journal keeps.
  /// - Returns: What was said.
  /// - Throws: When the bytes aren't what `bytes` gives.
  static func findings(_ bytes: [UInt8]?) throws(Message.Fault) -> [Outcome.Finding] {
    guard let bytes else { return [] }
    guard try Message.count(bytes.span, .findings) == bytes.count else {
      throw Message.Fault(what: "it has another length")
    }
    var reader = MessageReader(bytes.span)
    let findings = try reader.findings()
    try reader.finish()
    return findings
  }
}
