import CPluginABI
import JSONForms
import NumberText
import PathModel
import PluginKit

/// A loaded component with its options: what runs.
@safe
final class LoadedInstance: @unchecked Sendable {
  private let component: LoadedComponent
  /// The options as JSON, by the parameters' names.
  private let options: [UInt8]
  /// Each parameter's value, given or default, in the order of the declaration.
  let values: [ParameterValue]
  /// What the component made of the options. It's shared by all threads, as the interface says.
  private let instance: UnsafeMutableRawPointer?

  /// Checks the options, first by the declaration and then by the component itself.
  init(of component: LoadedComponent, _ given: [Option]) throws(OptionProblems) {
    self.component = component
    let parameters = component.declaration.parameters
    var check = OptionCheck(of: component.declaration.name, parameters)
    var values = parameters.map(\.defaultValue)
    var named: [Option] = []
    /// What an option was called by its parameter's name.
    var givenNames: [String: String] = [:]
    for option in given {
      guard let row = check.row(of: option) else { continue }
      values[row] = option.value
      named.append(Option(parameters[row].name, option.value))
      givenNames[parameters[row].name] = option.name
    }
    guard check.problems.isEmpty else { throw OptionProblems(check.problems) }
    self.values = values
    options = json { $0.value(named) }.takeBytes()

    guard let configure = unsafe component.table.configure else {
      unsafe instance = nil
      return
    }
    let call = HostCall(of: component, values, options: options)
    var made: UnsafeMutableRawPointer?
    let status = unsafe options.withUnsafeBufferPointer { bytes in
      unsafe call.withTable { host in
        component.crashNote.during {
          unsafe configure(
            component.table.context,
            strokemill_bytes(base: bytes.baseAddress, count: bytes.count), host, &made)
        }
      }
    }
    unsafe instance = made
    var problems = call.problems.map { problem in
      var problem = problem
      if let name = problem.option { problem.option = givenNames[name] ?? name }
      return problem
    }
    if problems.isEmpty {
      if let fault = call.fault {
        problems = [
          OptionProblem(
            option: nil, "\(component.title) gave an answer that can't be used: \(fault)")
        ]
      } else if status == STROKEMILL_HOST_TOO_OLD {
        problems = [OptionProblem(option: nil, "\(component.title) needs a newer strokemill")]
      } else if status != STROKEMILL_DONE {
        problems = [
          OptionProblem(option: nil, "\(component.title) refuses its options without a reason")
        ]
      }
    }
    // Whatever was made is given back when this goes.
    guard problems.isEmpty else { throw OptionProblems(problems) }
  }

  deinit {
    if let instance = unsafe instance, let release = unsafe component.table.release {
      component.crashNote.during { unsafe release(component.table.context, instance) }
    }
  }

  // MARK: Work

  func read(
    _ bytes: Span<UInt8>, into drawing: inout Drawing, _ context: inout Context
  ) throws(ComponentError) {
    let call = HostCall(of: component, values, options: options, context)
    call.takesDrawing = true
    let status = unsafe bytes.withUnsafeBufferPointer { file in
      unsafe run(call, file: strokemill_bytes(base: file.baseAddress, count: file.count))
    }
    try call.finish(status, &context)
    guard var crossed = call.drawing else { throw call.error("no drawing") }
    if crossed.tables.styles == nil { crossed.tables.styles = [.pen] }
    drawing = Drawing(crossed, over: Drawing())
    if let violation = drawing.invariantViolation() {
      drawing = Drawing()
      throw call.error(violation)
    }
    if drawing.records.allSatisfy({ $0.info.key == PathKey(0) }) { drawing.assignKeys() }
  }

  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    let call = HostCall(of: component, values, options: options, context)
    call.takesDrawing = true
    call.canvas = drawing.canvas
    let status = unsafe drawing.lendMutably { table, points, widths in
      unsafe withUnsafePointer(to: table) { table in
        unsafe run(call, drawing: table, points: points, widths: widths)
      }
    }
    do {
      try call.finish(status, &context)
    } catch {
      // What was moved before it failed may be no drawing any more.
      if drawing.invariantViolation() != nil { drawing = Drawing() }
      throw error
    }
    var isMovedInPlace = true
    var arePointsFinite = false
    if let crossed = call.drawing {
      call.drawing = nil
      isMovedInPlace = crossed.isMovedInPlace
      arePointsFinite = crossed.arePointsFinite
      drawing = Drawing(crossed, over: drawing)
    }
    let isSound =
      isMovedInPlace && (arePointsFinite || drawing.isFinite)
      && drawing.widths.allSatisfy { $0 >= 0 && $0.isFinite }
    if !isSound, let violation = drawing.invariantViolation() {
      // Nothing that isn't a drawing leaves, even beside an error.
      drawing = Drawing()
      throw call.error(violation)
    }
  }

  func write(
    _ drawing: borrowing Drawing, to output: inout ByteSink, _ context: inout Context
  ) throws(ComponentError) {
    let call = HostCall(of: component, values, options: options, context)
    call.canvas = drawing.canvas
    call.takesBytes = true
    swap(&call.output, &output)
    let status = unsafe drawing.lend { table in
      unsafe withUnsafePointer(to: table) { unsafe run(call, drawing: $0) }
    }
    swap(&call.output, &output)
    try call.finish(status, &context)
  }

  private func run(
    _ call: HostCall, file: strokemill_bytes = unsafe .empty,
    drawing: UnsafePointer<strokemill_drawing>? = nil,
    points: UnsafeMutablePointer<strokemill_point>? = nil,
    widths: UnsafeMutablePointer<Double>? = nil
  ) -> Int32 {
    unsafe call.lent = drawing
    call.home = unsafe LentPlaces(points: points, widths: widths)
    defer {
      unsafe call.lent = nil
      call.home = nil
    }
    let stage = Array(call.context.stage.utf8)
    return unsafe options.withUnsafeBufferPointer { options in
      unsafe stage.withUnsafeBufferPointer { stage in
        let limits = call.context.limits
        var run = unsafe strokemill_run(
          struct_size: MemoryLayout<strokemill_run>.size, instance: instance,
          options: strokemill_bytes(base: options.baseAddress, count: options.count),
          file: file, drawing: drawing, mutable_points: points, mutable_widths: widths,
          stage: strokemill_bytes(base: stage.baseAddress, count: stage.count),
          ordinal: UInt64(clamping: call.context.ordinal), seed: call.context.literalSeed,
          stage_seed: call.context.stageSeed,
          limit_input_bytes: UInt64(clamping: limits.inputBytes),
          limit_depth: UInt64(clamping: limits.depth),
          limit_elements: UInt64(clamping: limits.elements),
          limit_points: UInt64(clamping: limits.points),
          limit_attributes: UInt64(clamping: limits.attributes),
          limit_attribute_bytes: UInt64(clamping: limits.attributeBytes),
          limit_copies: UInt64(clamping: limits.copies),
          limit_output_bytes: UInt64(clamping: limits.outputBytes),
          limit_growth: UInt64(clamping: limits.growth))
        return unsafe call.withTable { host in
          component.crashNote.during {
            unsafe component.table.run?(component.table.context, &run, host) ?? STROKEMILL_FAILED
          }
        }
      }
    }
  }
}
