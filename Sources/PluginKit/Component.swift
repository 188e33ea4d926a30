public import NumberText
public import PathModel

/// What every importer, stage and exporter has: a name, a line of help, and parameters.
public protocol Component: Sendable {
  /// Makes one with every parameter at its default.
  init()
  /// The name that pipelines and the command line use: lower case, words joined by hyphens.
  static var name: String { get }
  /// What it does, in a sentence.
  static var summary: String { get }
  /// Everything that can be set, each declared once.
  static var parameters: [Parameter<Self>] { get }
  /// What is wrong with the parameters taken together, a sentence each; empty when all is well.
  func problems() -> [String]
  /// What it can't do on this machine, since something of the system is missing; nil when all is there.
  static var unavailable: String? { get }
}

extension Component {
  /// None.
  public static var parameters: [Parameter<Self>] { [] }
  /// None.
  public func problems() -> [String] { [] }
  /// All is there.
  public static var unavailable: String? { nil }
}

/// Reads one file's bytes into a drawing.
public protocol Importer: Component {
  /// The file name extensions that mean this format, without the dot, lower case.
  static var extensions: [String] { get }
  /// Whether the first bytes of a file (up to 4,096) look like this format.
  static func recognizes(_ start: Span<UInt8>) -> Bool
  /// Reads the bytes into an empty drawing.
  ///
  /// It keeps the promise on PathModel's page, calls `assignKeys()` at the end, reports what it
  /// can survive and throws what it can't. Nothing that the bytes say may trap.
  func read(
    _ bytes: Span<UInt8>, into drawing: inout Drawing, _ context: inout Context
  ) throws(ComponentError)
  /// Reads bytes that nobody else needs any more, like `read(_:into:_:)`, which it is by default: for an
  /// importer that would otherwise copy them to change them.
  func read(
    taking bytes: consuming [UInt8], into drawing: inout Drawing, _ context: inout Context
  ) throws(ComponentError)
}

extension Importer {
  /// Like `read(_:into:_:)`.
  public func read(
    taking bytes: consuming [UInt8], into drawing: inout Drawing, _ context: inout Context
  ) throws(ComponentError) {
    try read(bytes.span, into: &drawing, &context)
  }
  /// Never: the format is known by its extension alone.
  public static func recognizes(_ start: Span<UInt8>) -> Bool { false }
}

/// Rewrites a drawing.
public protocol Stage: Component {
  /// Rewrites the drawing; it may be empty, and its bounds may have no extent.
  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError)
}

/// A stage that looks at one path at a time.
public protocol PathStage: Stage {
  /// Writes what becomes of one path; writing nothing removes it.
  func rewrite(
    _ path: PathView, of drawing: borrowing Drawing, into builder: inout PathBuilder,
    _ context: inout Context
  ) throws(ComponentError)
}

extension PathStage {
  /// Rebuilds the drawing path by path.
  public func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    var result = Drawing(tablesOf: drawing)
    result.reserve(verbs: drawing.verbs.count, points: drawing.points.count)
    for i in 0..<drawing.pathCount {
      try result.appendPath(drawing.records[i].info) { (builder) throws(ComponentError) in
        try rewrite(drawing[path: i], of: drawing, into: &builder, &context)
      }
    }
    drawing = result
  }
}

/// Writes a drawing as bytes.
public protocol Exporter: Component {
  /// The file name extensions that mean this format, without the dot; the first is given to new
  /// files.
  static var extensions: [String] { get }
  /// Whether what it writes depends on the keys of paths, as is assumed where nothing is said. Where no stage runs and no
  /// exporter reads them, nobody needs them: see `Context.wantsKeys`.
  static var readsKeys: Bool { get }
  /// Writes the drawing; what the format can't carry is reported as a loss.
  func write(
    _ drawing: borrowing Drawing, to output: inout ByteSink, _ context: inout Context
  ) throws(ComponentError)
}

extension Exporter {
  /// It may depend on them.
  public static var readsKeys: Bool { true }
}
