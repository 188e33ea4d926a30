/// Something that a component, or the engine, has to say about an input.
public struct Diagnostic: Hashable, Sendable {
  /// How much it matters.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The file could not be done.
    case error
    /// Something was wrong with the input and was coped with.
    case warning
    /// Something of the source that the output does not carry.
    case loss
    /// Something that may be good to know, though nothing is wrong: `info` and reports tell it.
    case note
  }

  /// A stable name, such as `svg.bad-path-data`: what scripts and tests match on.
  public struct Code: RawRepresentable, ExpressibleByStringLiteral, Hashable, Sendable {
    /// The name, in the form `component.what`.
    public var rawValue: String
    /// Makes a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a code from its name.
    public init(stringLiteral value: String) { rawValue = value }
  }

  /// A place in the input; both numbers count from 1, columns in bytes.
  public struct Place: Hashable, Sendable, BitwiseCopyable {
    /// The line.
    public var line: Int
    /// The column, 0 when only the line is known.
    public var column: Int
    /// Makes a place.
    public init(line: Int, column: Int = 0) {
      self.line = line
      self.column = column
    }
  }

  /// How much it matters.
  public var severity: Severity
  /// What scripts and tests match on.
  public var code: Code
  /// A sentence for a person: what is wrong, what was found, what to do. What it quotes of a file may be long: beyond
  /// `messageLimit` characters it's cut in its middle.
  public var message: String { didSet { message = Diagnostic.possible(message) } }
  /// Where in the input; for a count above one, the first place.
  public var place: Place?
  /// For a loss, its kind in a word, such as `text` or `filter`; summaries count by it.
  public var kind: String
  /// How often it happened, 1 to `countLimit`: what is out of that is taken as the nearest end.
  public var count: Int { didSet { count = Diagnostic.possible(count) } }
  /// For a count above one, where else it happened, in the order in which it came up; no more than
  /// `DiagnosticLog.placesKept`.
  public var morePlaces: [Place] = []

  /// Makes a diagnostic.
  public init(
    _ severity: Severity, _ code: Code, _ message: String, at place: Place? = nil,
    kind: String = "", count: Int = 1
  ) {
    self.severity = severity
    self.code = code
    self.message = Diagnostic.possible(message)
    self.place = place
    self.kind = kind
    self.count = Diagnostic.possible(count)
  }

  /// The largest count: of as many as there can be the sum is a number still, whatever a plug-in says.
  public static let countLimit = Int(Int32.max)

  private static func possible(_ count: Int) -> Int { min(max(1, count), countLimit) }

  /// How many characters a message has at most, about.
  public static let messageLimit = 1000

  private static func possible(_ message: String) -> String {
    message.utf8.count > messageLimit ? message.onOneLine(limit: messageLimit) : message
  }
}

/// The one error that a component throws: it can't go on with this file.
public struct ComponentError: Error, Hashable, Sendable {
  /// What a person is told.
  public var diagnostic: Diagnostic

  /// Makes an error with a code, a sentence and a place.
  public init(_ code: Diagnostic.Code, _ message: String, at place: Diagnostic.Place? = nil) {
    diagnostic = Diagnostic(.error, code, message, at: place)
  }

  /// For a `ByteSink` that is full.
  public static func outputTooLarge(_ limits: Limits) -> ComponentError {
    ComponentError(
      "output.too-large",
      "the output would have more than the \(limits.outputBytes) bytes that the limit 'output-bytes' "
        + "allows, or more than there is memory for; take fewer points, or lower the precision")
  }
}

/// What was said about one input, in the order in which it came up.
///
/// Losses are kept once a kind with a count and the first place. Of warnings with one code the
/// first few are kept and the rest counted, so that a bad file of a million lines can't flood
/// anything.
public struct DiagnosticLog: Hashable, Sendable {
  /// How many warnings of one code are kept one by one.
  public static let warningsKept = 10
  /// How many places of losses of one code are kept beside the first.
  public static let placesKept = 1000

  /// What was said.
  public private(set) var entries: [Diagnostic] = []
  private var rows: [String: Int] = [:]
  private var counts: [String: Int] = [:]

  /// Makes an empty log.
  public init() {}

  /// Adds what was said.
  public mutating func add(_ diagnostic: Diagnostic) {
    switch diagnostic.severity {
    case .error: entries.append(diagnostic)
    case .loss:
      let key = diagnostic.code.rawValue + " " + diagnostic.kind
      if let row = rows[key] {
        entries[row].count += diagnostic.count
        let room = DiagnosticLog.placesKept - entries[row].morePlaces.count
        if room > 0 {
          if let place = diagnostic.place { entries[row].morePlaces.append(place) }
          entries[row].morePlaces += diagnostic.morePlaces.prefix(room - 1)
        }
      } else {
        rows[key] = entries.count
        entries.append(diagnostic)
      }
    case .warning, .note:
      let key = diagnostic.code.rawValue
      let seen = counts[key, default: 0]
      counts[key] = min(seen + diagnostic.count, Diagnostic.countLimit)
      if seen < DiagnosticLog.warningsKept {
        entries.append(diagnostic)
      } else if let row = rows[key] {
        entries[row].count += diagnostic.count
      } else {
        rows[key] = entries.count
        entries.append(diagnostic)
      }
    }
  }

  /// Adds all of another log.
  public mutating func add(_ other: DiagnosticLog) {
    for entry in other.entries { add(entry) }
  }

  /// Whether any of it is of this severity.
  public func has(_ severity: Diagnostic.Severity) -> Bool {
    entries.contains { $0.severity == severity }
  }
}
