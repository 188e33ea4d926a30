/// Values on the command line, each by itself or whole numbers from one to another: `1..4,9`.
enum ValueList {
  /// No command does as much for one option.
  static let limit = 100_000

  /// The values of a text, in its order.
  ///
  /// A comma divides them, or a `|` where there is one, so that a value may have commas in it.
  static func values(of text: String, for option: String) throws(UsageError) -> [String] {
    let divider: Character = text.contains("|") ? "|" : ","
    var values: [String] = []
    for part in text.split(separator: divider, omittingEmptySubsequences: false) {
      let part = String(part)
      guard !part.isEmpty else {
        throw UsageError(
          message:
            "a value of \(option) is empty in '\(Path(text).shown)'; write values with commas "
            + "between them, such as 1,2,5 or 1..4")
      }
      guard let range = try range(part, for: option) else {
        values.append(part)
        continue
      }
      guard values.count + range.count <= limit else {
        throw UsageError(
          message: "'\(Path(text).shown)' are more than the \(limit) values that \(option) takes")
      }
      values += range.map(String.init)
    }
    return values
  }

  /// `1..4` as a range; nil for what isn't written so.
  private static func range(
    _ text: String, for option: String
  ) throws(UsageError) -> ClosedRange<Int>? {
    guard let dots = text.firstRange(of: "..") else { return nil }
    guard let first = Int(text[..<dots.lowerBound]), let last = Int(text[dots.upperBound...])
    else { return nil }
    guard first <= last, last.subtractingReportingOverflow(first).partialValue >= 0,
      last - first < limit
    else {
      throw UsageError(
        message: first > last
          ? "'\(text)' of \(option) goes down; write the smaller number first"
          : "'\(text)' are more than the \(limit) values that \(option) takes")
    }
    return first...last
  }
}
