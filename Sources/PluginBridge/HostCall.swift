import CPluginABI
import JSONForms
import NumberText
import PathModel
import PluginKit
import StrictJSON

/// One call of a loaded component's function: what the host lends it meanwhile, and what came back.
///
/// The first thing that breaks the interface's rules is kept, and ends the call with an error when the
/// function returns; nothing after it is looked at.
@safe
final class HostCall {
  let context: Context
  private let component: LoadedComponent
  private let values: [ParameterValue]

  /// What was lent, during the call.
  var lent: UnsafePointer<strokemill_drawing>?
  /// Where what was lent may be changed, during the call.
  var home: LentPlaces?
  /// The drawing's canvas, for lengths.
  var canvas: Canvas?
  /// Whether a drawing may be given.
  var takesDrawing = false
  /// Whether bytes may be given.
  var takesBytes = false

  /// The drawing that was given.
  var drawing: CrossedDrawing?
  /// The bytes that were given.
  var output = ByteSink()
  /// What is wrong with the options.
  private(set) var problems: [OptionProblem] = []
  /// What was given that the rules forbid.
  private(set) var fault: String?

  private var log = DiagnosticLog()
  /// The last thing that was said, which isn't in the log yet.
  private var last: Diagnostic?
  /// Texts that are lent until the call ends.
  private var texts: [UnsafeMutableRawBufferPointer] = unsafe []

  /// A call for a run.
  init(
    of component: LoadedComponent, _ values: [ParameterValue], options: [UInt8],
    _ context: borrowing Context
  ) {
    self.component = component
    self.values = values
    self.context = Context(
      seed: context.literalSeed, stage: context.stage, ordinal: context.ordinal,
      limits: context.limits)
  }

  /// A call of `configure`.
  init(of component: LoadedComponent, _ values: [ParameterValue], options: [UInt8]) {
    self.component = component
    self.values = values
    context = Context()
  }

  deinit {
    while let text = unsafe texts.popLast() { unsafe text.deallocate() }
  }

  // MARK: The end

  /// Passes on what was said, and throws when the call wasn't done.
  func finish(_ status: Int32, _ context: inout Context) throws(ComponentError) {
    for diagnostic in log.entries { context.report(diagnostic) }
    let last = last
    self.last = nil
    if status == STROKEMILL_FAILED, fault == nil, let last, last.severity == .error {
      var error = ComponentError(last.code, last.message, at: last.place)
      error.diagnostic = last
      throw error
    }
    if let last { context.report(last) }
    if let fault { throw error(fault) }
    switch status {
    case STROKEMILL_DONE: return
    case STROKEMILL_FAILED:
      throw ComponentError("plugin.no-reason", "\(component.title) failed without saying why")
    case STROKEMILL_HOST_TOO_OLD:
      throw ComponentError("plugin.host-too-old", "\(component.title) needs a newer strokemill")
    default: throw error("the status \(status), which doesn't exist")
    }
  }

  /// The error for an answer that can't be used.
  func error(_ what: String) -> ComponentError {
    ComponentError(
      "plugin.bad-answer",
      "\(component.title) gave an answer that can't be used: \(what); please tell its author")
  }

  // MARK: What the component calls

  /// Calls `body` with the table of functions.
  func withTable<Result>(_ body: (UnsafePointer<strokemill_host>) -> Result) -> Result {
    var host = unsafe strokemill_host()
    unsafe host.struct_size = MemoryLayout<strokemill_host>.size
    unsafe host.context = Unmanaged.passUnretained(self).toOpaque()
    unsafe host.accept = { unsafe HostCall.from($0)?.accept($1) }
    unsafe host.write = { unsafe HostCall.from($0)?.write($1) }
    unsafe host.diagnose = { unsafe HostCall.from($0)?.diagnose($1) }
    unsafe host.problem = { unsafe HostCall.from($0)?.problem($1) }
    unsafe host.option_number = { unsafe HostCall.from($0)?.number($1) ?? .nan }
    unsafe host.option_text = { unsafe HostCall.from($0)?.text($1) ?? .empty }
    unsafe host.path_stream = { unsafe HostCall.from($0)?.stream($1, $2) ?? 0 }
    unsafe host.random = { _, stream in
      guard let stream = unsafe stream else { return 0 }
      var generator = unsafe SeededGenerator(state: stream.pointee)
      let number = generator.unit()
      unsafe stream.pointee = generator.state
      return number
    }
    unsafe host.displace = { unsafe HostCall.from($0)?.displace($1, $2, $3, $4, $5) }
    return withExtendedLifetime(self) {
      unsafe withUnsafePointer(to: host) { unsafe body($0) }
    }
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> HostCall? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<HostCall>.fromOpaque(context).takeUnretainedValue()
  }

  /// Does something that the other side asked for, unless it has broken the rules before.
  private func guarded(_ body: () throws(TableFault) -> Void) {
    guard fault == nil else { return }
    do {
      try body()
    } catch {
      fault = error.reason
    }
  }

  private func accept(_ table: UnsafePointer<strokemill_drawing>?) {
    guarded { () throws(TableFault) in
      guard takesDrawing else { throw TableFault("a drawing where none is asked for") }
      guard drawing == nil else { throw TableFault("two drawings") }
      guard let table = unsafe table else { throw TableFault("a drawing at no address") }
      drawing = try unsafe CrossedDrawing(copying: table, unlessIn: lent, home: home)
    }
  }

  private func write(_ bytes: strokemill_bytes) {
    guarded { () throws(TableFault) in
      guard takesBytes else { throw TableFault("bytes where none are asked for") }
      unsafe output.append(try bytes.buffer("output").span)
    }
  }

  private func diagnose(_ bytes: strokemill_bytes) {
    guarded { () throws(TableFault) in
      let node = try unsafe bytes.parsed("a diagnostic")
      do throws(JSONError) {
        let diagnostic = try Diagnostic(node)
        if let last { log.add(last) }
        last = diagnostic
      } catch {
        throw TableFault("a diagnostic isn't right: \(error.description)")
      }
    }
  }

  private func problem(_ bytes: strokemill_bytes) {
    guarded { () throws(TableFault) in
      let node = try unsafe bytes.parsed("what is wrong with its options")
      do throws(JSONError) {
        problems.append(try OptionProblem(node))
      } catch {
        throw TableFault("the description of a problem isn't right: \(error.description)")
      }
    }
  }

  // MARK: What the host tells

  private func value(_ name: UnsafePointer<CChar>?) -> (ParameterInfo, ParameterValue)? {
    guard let name = unsafe name else { return nil }
    let text = unsafe String(cString: name)
    let parameters = component.declaration.parameters
    guard
      let row = parameters.firstIndex(where: { $0.name == text || $0.aliases.contains(text) })
    else { return nil }
    return (parameters[row], values[row])
  }

  private func number(_ name: UnsafePointer<CChar>?) -> Double {
    guard let (parameter, value) = unsafe value(name) else { return .nan }
    switch (parameter.kind, value) {
    case (_, .bool(let truth)): return truth ? 1 : 0
    case (_, .number(let number)): return number
    case (.angle, .text(let text)): return Angle(text: text)?.degrees ?? .nan
    case (.length, .text(let text)):
      guard let length = Length(text: text), length.unit != .sw,
        length.unit != .percent || canvas != nil
      else { return .nan }
      return length.resolved(canvas: canvas)
    default: return .nan
    }
  }

  private func text(_ name: UnsafePointer<CChar>?) -> strokemill_bytes {
    guard case .text(let text)? = unsafe value(name)?.1 else { return unsafe .empty }
    let bytes = Array(text.utf8)
    let copy = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(bytes.count, 1), alignment: 1)
    unsafe copy.copyBytes(from: bytes)
    unsafe texts.append(copy)
    return unsafe strokemill_bytes(
      base: copy.bindMemory(to: UInt8.self).baseAddress, count: bytes.count)
  }

  private func stream(_ key: UInt64, _ pass: Int64) -> UInt64 {
    context.generator(forPath: PathKey(key), pass: Int(pass)).state
  }

  private func displace(
    _ places: UnsafePointer<strokemill_point>?, _ count: Int, _ wavelength: Double,
    _ slice: Int64, _ displacements: UnsafeMutablePointer<strokemill_point>?
  ) {
    guard let places = unsafe places, let displacements = unsafe displacements, count > 0 else {
      return
    }
    let field = context.field
    for i in 0..<count {
      let place = unsafe places[i]
      let moved = field.displacement(
        at: Point(place.x, place.y), wavelength: wavelength, slice: Int(slice))
      unsafe displacements[i] = strokemill_point(x: moved.x, y: moved.y)
    }
  }
}
