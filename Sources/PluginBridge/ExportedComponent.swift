import CPluginABI
import JSONForms
import NumberText
import PathModel
import PluginKit
import StrictJSON

/// A component behind a table's functions: the plug-in's side.
final class ExportedComponent: Sendable {
  private let entry: ComponentEntry

  private init(_ entry: ComponentEntry) { self.entry = entry }

  /// A component's table. It lives until the process ends, and so does what it points to.
  static func table(of entry: ComponentEntry) -> UnsafePointer<strokemill_component> {
    let table = UnsafeMutablePointer<strokemill_component>.allocate(capacity: 1)
    let context = unsafe Unmanaged.passRetained(ExportedComponent(entry)).toOpaque()
    var contents = unsafe strokemill_component()
    unsafe contents.struct_size = MemoryLayout<strokemill_component>.size
    unsafe contents.descriptor = json { $0.value(Declaration(entry)) }.leaked()
    unsafe contents.context = UnsafeRawPointer(context)
    unsafe contents.run = { context, run, host in
      guard let context = unsafe context, let run = unsafe run, let host = unsafe host else {
        return STROKEMILL_FAILED
      }
      return unsafe ExportedComponent.component(context).run(run, host)
    }
    if case .importer = entry.role {
      unsafe contents.recognizes = { context, start in
        guard let context = unsafe context else { return 0 }
        return unsafe ExportedComponent.component(context).recognizes(start) ? 1 : 0
      }
    }
    unsafe contents.configure = { context, options, host, instance in
      guard let context = unsafe context, let host = unsafe host, let instance = unsafe instance
      else { return STROKEMILL_FAILED }
      return unsafe ExportedComponent.component(context).configure(options, host, instance)
    }
    unsafe contents.release = { _, instance in
      guard let instance = unsafe instance else { return }
      unsafe Unmanaged<ExportedInstance>.fromOpaque(instance).release()
    }
    unsafe table.initialize(to: contents)
    return unsafe UnsafePointer(table)
  }

  private static func component(_ context: UnsafeRawPointer) -> ExportedComponent {
    unsafe Unmanaged<ExportedComponent>.fromOpaque(context).takeUnretainedValue()
  }

  // MARK: Options

  private func recognizes(_ start: strokemill_bytes) -> Bool {
    guard case .importer(_, let recognizes, _) = entry.role,
      let bytes = try? unsafe start.buffer("the start of a file")
    else { return false }
    return unsafe recognizes(bytes.span)
  }

  private func configure(
    _ options: strokemill_bytes, _ host: UnsafePointer<strokemill_host>,
    _ instance: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> Int32 {
    guard let host = unsafe HostCalls(host) else { return STROKEMILL_HOST_TOO_OLD }
    do {
      let made = try self.instance(unsafe options.options())
      unsafe instance.pointee = Unmanaged.passRetained(made).toOpaque()
      return STROKEMILL_DONE
    } catch {
      for problem in error.problems { host.problem(problem) }
      return STROKEMILL_FAILED
    }
  }

  private func instance(_ options: [Option]) throws(OptionProblems) -> ExportedInstance {
    switch entry.role {
    case .importer(_, _, let make): ExportedInstance(.read(try make(options)))
    case .stage(let make): ExportedInstance(.apply(try make(options)))
    case .exporter(_, let make): ExportedInstance(.write(try make(options)))
    }
  }

  // MARK: Work

  private func run(
    _ run: UnsafePointer<strokemill_run>, _ host: UnsafePointer<strokemill_host>
  ) -> Int32 {
    guard let host = unsafe HostCalls(host),
      unsafe run.pointee.struct_size >= MemoryLayout<strokemill_run>.size
    else { return STROKEMILL_HOST_TOO_OLD }
    let run = unsafe run.pointee
    var context = unsafe Context(
      seed: run.seed, stage: run.stage.text, ordinal: Int(clamping: run.ordinal),
      limits: Limits(
        inputBytes: Int(clamping: run.limit_input_bytes), depth: Int(clamping: run.limit_depth),
        elements: Int(clamping: run.limit_elements), points: Int(clamping: run.limit_points),
        growth: Int(clamping: run.limit_growth),
        attributes: Int(clamping: run.limit_attributes),
        attributeBytes: Int(clamping: run.limit_attribute_bytes),
        copies: Int(clamping: run.limit_copies),
        outputBytes: Int(clamping: run.limit_output_bytes)))
    var failure: ComponentError?
    do throws(ComponentError) {
      let instance: ExportedInstance
      if let made = unsafe run.instance {
        instance = unsafe Unmanaged<ExportedInstance>.fromOpaque(made).takeUnretainedValue()
      } else {
        do {
          instance = try self.instance(unsafe run.options.options())
        } catch {
          throw ComponentError(
            "plugin.bad-options", error.problems.map(\.message).joined(separator: "; "))
        }
      }
      do throws(TableFault) {
        switch instance.work {
        case .read(let read): failure = try unsafe self.read(read, run, host, &context)
        case .apply(let apply): failure = try unsafe self.apply(apply, run, host, &context)
        case .write(let write): failure = try unsafe self.write(write, run, host, &context)
        }
      } catch {
        throw ComponentError("plugin.bad-call", "strokemill gave the plug-in \(error.reason)")
      }
    } catch {
      failure = error
    }
    for diagnostic in context.diagnostics.entries { host.diagnose(diagnostic) }
    guard let failure else { return STROKEMILL_DONE }
    host.diagnose(failure.diagnostic)
    return STROKEMILL_FAILED
  }

  private func read(
    _ read: ComponentEntry.Read, _ run: strokemill_run, _ host: HostCalls, _ context: inout Context
  ) throws(TableFault) -> ComponentError? {
    let file = try unsafe run.file.buffer("a file")
    var drawing = Drawing()
    do {
      try unsafe read(file.span, &drawing, &context)
    } catch {
      return error
    }
    unsafe drawing.lend { table in unsafe host.accept(&table) }
    return nil
  }

  private func write(
    _ write: ComponentEntry.Write, _ run: strokemill_run, _ host: HostCalls,
    _ context: inout Context
  ) throws(TableFault) -> ComponentError? {
    let drawing = try unsafe lentDrawing(run)
    var sink = ByteSink(limit: context.limits.outputBytes)
    do {
      try write(drawing, &sink, &context)
    } catch {
      return error
    }
    if sink.isFull { return .outputTooLarge(context.limits) }
    unsafe sink.lend { unsafe host.write($0) }
    SparePoints.keep(drawing.points)
    return nil
  }

  private func apply(
    _ apply: ComponentEntry.Apply, _ run: strokemill_run, _ host: HostCalls,
    _ context: inout Context
  ) throws(TableFault) -> ComponentError? {
    var drawing = try unsafe lentDrawing(run)
    // While these are held, whoever writes into one of these arrays gets one of its own: so an array that
    // still lies where it lay is untouched. The points aren't held: holding them would copy them.
    let lentParts = LentParts(of: drawing)
    let lentTables = TablesForm(of: drawing)
    do {
      try apply(&drawing, &context)
    } catch {
      return error
    }
    guard let lent = unsafe run.drawing?.pointee else { return nil }
    var tables = TablesForm(of: drawing)
    tables.leaveOut(sameAs: lentTables)
    let parts = LentParts(of: drawing)
    let isSameVerbs = parts.verbs.isSameStorage(as: lentParts.verbs)
    let isSameRecords = parts.records.isSameStorage(as: lentParts.records)
    let isSameClipPaths =
      drawing.clipPaths.isEmpty && lentParts.clipPaths.isEmpty
      || parts.clipPaths.elementsEqual(lentParts.clipPaths) { a, b in
        a.first_verb == b.first_verb && a.verb_count == b.verb_count
          && a.first_point == b.first_point && a.point_count == b.point_count && a.rule == b.rule
          && a.clip == b.clip
      }
    let hasWidths = drawing.hasWidths
    unsafe drawing.points.withUnsafeBufferPointer { points in
      unsafe drawing.widths.withUnsafeBufferPointer { widths in
        let written = tables.written()
        unsafe written.lend { tables in
          unsafe parts.lend(
            points: points, widths: widths, hasWidths: hasWidths, tables: tables
          ) { answer in
            if isSameVerbs { unsafe answer.verbs = lent.verbs }
            if isSameRecords { unsafe answer.paths = lent.paths }
            if isSameClipPaths { unsafe answer.clip_paths = lent.clip_paths }
            unsafe host.accept(&answer)
          }
        }
      }
    }
    SparePoints.keep(drawing.points)
    return nil
  }

  private func lentDrawing(_ run: strokemill_run) throws(TableFault) -> Drawing {
    guard let table = unsafe run.drawing else { throw TableFault("no drawing") }
    let spare = SparePoints.take(unsafe table.pointee.point_count)
    return Drawing(
      try unsafe CrossedDrawing(copying: table, unlessIn: nil, into: spare), over: Drawing())
  }
}

/// What a component's options made of it.
private final class ExportedInstance: Sendable {
  enum Work: Sendable {
    case read(ComponentEntry.Read)
    case apply(ComponentEntry.Apply)
    case write(ComponentEntry.Write)
  }

  let work: Work
  init(_ work: Work) { self.work = work }
}

extension Array {
  /// Whether both are the same memory.
  fileprivate func isSameStorage(as other: [Element]) -> Bool {
    count == other.count
      && (unsafe withUnsafeBufferPointer { a in
        unsafe other.withUnsafeBufferPointer { b in unsafe a.baseAddress == b.baseAddress }
      })
  }
}

extension strokemill_bytes {
  /// These bytes as options.
  fileprivate func options() throws(OptionProblems) -> [Option] {
    do throws(TableFault) {
      if unsafe count == 0 { return [] }
      let node = try unsafe parsed("the options")
      do {
        return try [Option](node)
      } catch {
        throw TableFault(error.description)
      }
    } catch {
      throw OptionProblems([OptionProblem(option: nil, error.reason)])
    }
  }
}

/// The host's functions, for Swift.
@safe
private struct HostCalls {
  private let host: strokemill_host

  /// Nil when the host lacks some of them.
  init?(_ host: UnsafePointer<strokemill_host>) {
    guard unsafe host.pointee.struct_size >= MemoryLayout<strokemill_host>.size else { return nil }
    unsafe self.host = host.pointee
  }

  func accept(_ drawing: UnsafePointer<strokemill_drawing>) {
    unsafe host.accept?(host.context, drawing)
  }

  func write(_ bytes: strokemill_bytes) { unsafe host.write?(host.context, bytes) }

  func diagnose(_ diagnostic: Diagnostic) {
    unsafe json { $0.value(diagnostic) }.lend { unsafe host.diagnose?(host.context, $0) }
  }

  func problem(_ problem: OptionProblem) {
    unsafe json { $0.value(problem) }.lend { unsafe host.problem?(host.context, $0) }
  }
}
