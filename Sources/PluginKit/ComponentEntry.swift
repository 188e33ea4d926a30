public import NumberText
public import PathModel

/// A component with its type erased: what the engine, and a plug-in's table, deal in.
public struct ComponentEntry: Sendable {
  /// Rewrites a drawing.
  public typealias Apply = @Sendable (inout Drawing, inout Context) throws(ComponentError) -> Void
  /// Writes a drawing.
  public typealias Write =
    @Sendable (borrowing Drawing, inout ByteSink, inout Context) throws(ComponentError) -> Void
  /// Makes what runs out of options, all checked; throws all that is wrong with them.
  public typealias Make<Run> = @Sendable ([Option]) throws(OptionProblems) -> Run

  /// What a component does.
  public enum Role: Sendable {
    /// It reads a format.
    case importer(
      extensions: [String], recognizes: @Sendable (Span<UInt8>) -> Bool, make: Make<Read>)
    /// It rewrites drawings.
    case stage(make: Make<Apply>)
    /// It writes a format.
    case exporter(extensions: [String], make: Make<Write>)
  }

  /// The name.
  public let name: String
  /// What it does, in a sentence.
  public let summary: String
  /// Everything that can be set. Listed anew each time, and only when it's asked for: a run asks for that of the few
  /// components that it uses, and listing that of all takes as long as converting a drawing.
  public var parameters: [ParameterInfo] { listParameters() }
  private let listParameters: @Sendable () -> [ParameterInfo]
  /// Whether it takes parameters beyond `parameters`, which depend on those and which it checks by
  /// itself. Not for components behind a plug-in's table: it can't be said there.
  public let takesMoreParameters: Bool
  /// Whether what an exporter writes may depend on the keys of paths.
  public let readsKeys: Bool
  /// What it can't do on this machine, since something of the system is missing; nil when all is there.
  public let unavailable: @Sendable () -> String?
  /// What it does.
  public let role: Role

  /// Makes an entry from its parts: for bridges. Authors use `importer`, `stage`, `exporter`.
  public init(
    name: String, summary: String,
    parameters: @autoclosure @escaping @Sendable () -> [ParameterInfo],
    takesMoreParameters: Bool = false, readsKeys: Bool = true,
    unavailable: @escaping @Sendable () -> String? = { nil }, role: Role
  ) {
    self.name = name
    self.summary = summary
    listParameters = parameters
    self.takesMoreParameters = takesMoreParameters
    self.readsKeys = readsKeys
    self.unavailable = unavailable
    self.role = role
  }

  private init<C: Component>(_: C.Type, readsKeys: Bool = true, _ role: Role) {
    self.init(
      name: C.name, summary: C.summary, parameters: C.parameters.map(\.info), readsKeys: readsKeys,
      unavailable: { C.unavailable }, role: role)
  }

  /// Erases an importer's type.
  public static func importer<C: Importer>(_: C.Type) -> ComponentEntry {
    ComponentEntry(
      C.self,
      .importer(extensions: C.extensions, recognizes: { C.recognizes($0) }) {
        (options) throws(OptionProblems) in
        let component = try C.configured(options)
        return Read { (bytes, drawing, context) throws(ComponentError) in
          try component.read(bytes, into: &drawing, &context)
        } taking: { (bytes, drawing, context) throws(ComponentError) in
          try component.read(taking: bytes, into: &drawing, &context)
        }
      })
  }

  /// Erases a stage's type.
  public static func stage<C: Stage>(_: C.Type) -> ComponentEntry {
    ComponentEntry(
      C.self,
      .stage { (options) throws(OptionProblems) in
        let component = try C.configured(options)
        return { (drawing, context) throws(ComponentError) in
          try component.apply(to: &drawing, &context)
        }
      })
  }

  /// Erases an exporter's type.
  public static func exporter<C: Exporter>(_: C.Type) -> ComponentEntry {
    ComponentEntry(
      C.self, readsKeys: C.readsKeys,
      .exporter(extensions: C.extensions) { (options) throws(OptionProblems) in
        let component = try C.configured(options)
        return { (drawing, output, context) throws(ComponentError) in
          try component.write(drawing, to: &output, &context)
        }
      })
  }
}

extension ComponentEntry {
  /// Reads bytes into a drawing.
  public struct Read: Sendable {
    /// Reads bytes that stay as they are.
    public typealias Lent =
      @Sendable (Span<UInt8>, inout Drawing, inout Context) throws(ComponentError) -> Void
    /// Reads bytes that nobody else needs any more.
    public typealias Taking =
      @Sendable (consuming [UInt8], inout Drawing, inout Context) throws(ComponentError) -> Void

    private let lent: Lent
    private let taking: Taking?

    /// Makes what reads.
    /// - Parameters:
    ///   - lent: Reads bytes that stay as they are.
    ///   - taking: Reads bytes that nobody else needs any more; nil where that makes no difference.
    public init(_ lent: @escaping Lent, taking: Taking? = nil) {
      self.lent = lent
      self.taking = taking
    }

    /// Reads bytes that stay as they are.
    public func callAsFunction(
      _ bytes: Span<UInt8>, _ drawing: inout Drawing, _ context: inout Context
    ) throws(ComponentError) {
      try lent(bytes, &drawing, &context)
    }

    /// Reads bytes that nobody else needs any more. Give the only copy away.
    public func callAsFunction(
      taking bytes: consuming [UInt8], _ drawing: inout Drawing, _ context: inout Context
    ) throws(ComponentError) {
      if let taking {
        try taking(bytes, &drawing, &context)
      } else {
        try lent(bytes.span, &drawing, &context)
      }
    }
  }
}
