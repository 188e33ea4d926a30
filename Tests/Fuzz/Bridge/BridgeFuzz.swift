import BuiltinPlugins
import CPluginABI
import NumberText
import PathModel
import PluginBridge
import PluginKit

/// What libFuzzer calls, again and again: the bytes say what a plug-in answers, and the bridge has to refuse
/// it or make a drawing of it that keeps the promise and that every exporter can write.
@c(LLVMFuzzerTestOneInput)
public func fuzzBridge(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  answer = Answer(input)
  var drawing = sample
  var context = Context()
  do {
    try apply(&drawing, &context)
  } catch {
    // Refused, with words: that's all that is asked of it.
    if error.diagnostic.message.isEmpty { fail("a refusal without a word") }
  }
  if let violation = drawing.invariantViolation() { fail(violation) }
  for write in exporters {
    var sink = ByteSink()
    try? write(drawing, &sink, &context)
  }
  return 0
}

/// The end of the run is what a fuzzer looks for.
private func fail(_ reason: String) -> Never { fatalError(reason) }

/// What the stage is run on: something of everything that is lent.
private let sample: Drawing = {
  var drawing = Drawing(
    paths: ["M0 0 C1 2 3 4 5 6", "M1 1 L2 2 Q3 3 4 4 Z"],
    canvas: Canvas(box: Rect(x: 0, y: 0, width: 10, height: 10)))
  drawing.makeWidths()
  return drawing
}()

private let exporters = builtinPlugins.flatMap(\.components).compactMap { entry in
  if case .exporter(_, let make) = entry.role { try? make([]) } else { nil }
}

// MARK: The answer

/// What a plug-in answers, as the input's bytes say.
private struct Answer {
  /// What isn't used yet.
  var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// An array of its own of exactly its size, so that the address sanitizer sees a step beyond its end; or,
  /// one time in four, that which was lent. Elements begin as those that were lent, and some of their
  /// bytes are changed.
  mutating func array<Element>(
    _ lent: inout UnsafePointer<Element>?, _ count: inout Int, _ blocks: inout Blocks
  ) {
    let choice = byte()
    if choice % 4 == 0 { return }
    let newCount = choice % 4 == 1 ? count : Int(byte() % 24)
    let block = UnsafeMutableRawBufferPointer.allocate(
      byteCount: newCount * MemoryLayout<Element>.stride,
      alignment: MemoryLayout<Element>.alignment)
    blocks.add(block)
    let known = min(newCount, count) * MemoryLayout<Element>.stride
    for i in 0..<block.count {
      block[i] =
        i < known ? UnsafeRawPointer(lent)?.load(fromByteOffset: i, as: UInt8.self) ?? 0 : 0
    }
    for _ in 0..<byte() % 16 where block.count > 0 {
      let place = Int(byte()) << 8 | Int(byte())
      block[place % block.count] = byte()
    }
    // An odd address, a count that lies a little: the host must see both before it reads. One that is
    // too large and still possible is what nobody can see, as the interface says.
    if choice == 255 { count = -1 } else { count = newCount }
    let base = block.baseAddress.map { UnsafeRawPointer($0) }
    lent =
      choice == 254
      ? nil
      : (choice == 253 && newCount == 0 ? base?.advanced(by: 1) : base)?
        .assumingMemoryBound(to: Element.self)
  }

  /// All bytes that are left.
  mutating func text(_ blocks: inout Blocks) -> strokemill_bytes {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: rest.count, alignment: 1)
    block.copyBytes(from: rest)
    blocks.add(block)
    rest = []
    return strokemill_bytes(
      base: UnsafePointer(block.baseAddress?.assumingMemoryBound(to: UInt8.self)),
      count: block.count)
  }
}

/// The memory of one answer.
private struct Blocks: ~Copyable {
  private var all: [UnsafeMutableRawBufferPointer] = unsafe []
  mutating func add(_ block: UnsafeMutableRawBufferPointer) { all.append(block) }
  deinit { for block in all { block.deallocate() } }
}

/// A fuzzer runs on one thread.
nonisolated(unsafe) private var answer = Answer([])

// MARK: The plug-in

private func run(_ run: strokemill_run, _ host: strokemill_host) -> Int32 {
  guard var drawing = run.drawing?.pointee else { return STROKEMILL_FAILED }
  var blocks = Blocks()
  let kind = answer.byte()
  if kind & 1 != 0 {
    // In place: some numbers, with all their bytes.
    for _ in 0..<answer.byte() % 8 {
      let row = Int(answer.byte()) % max(drawing.point_count, 1)
      var bits: UInt64 = 0
      for _ in 0..<8 { bits = bits << 8 | UInt64(answer.byte()) }
      if row % 2 == 0 {
        run.mutable_points?[row].x = Double(bitPattern: bits)
      } else {
        run.mutable_widths?[row] = Double(bitPattern: bits)
      }
    }
  }
  if kind & 2 != 0 {
    answer.array(&drawing.verbs, &drawing.verb_count, &blocks)
    answer.array(&drawing.points, &drawing.point_count, &blocks)
    answer.array(&drawing.widths, &drawing.width_count, &blocks)
    answer.array(&drawing.paths, &drawing.path_count, &blocks)
    answer.array(&drawing.clip_paths, &drawing.clip_path_count, &blocks)
    drawing.has_widths = UInt32(answer.byte() % 3)
  }
  if kind & 4 != 0 {
    let text = answer.text(&blocks)
    switch kind >> 3 & 3 {
    case 0: host.diagnose?(host.context, text)
    case 1: host.write?(host.context, text)
    default: drawing.tables = text
    }
  }
  if kind & 32 == 0 { host.accept?(host.context, &drawing) }
  return kind & 64 == 0 ? STROKEMILL_DONE : STROKEMILL_FAILED
}

private func forever(_ text: String) -> strokemill_bytes {
  let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
  _ = copy.initialize(fromContentsOf: text.utf8)
  return strokemill_bytes(base: UnsafePointer(copy.baseAddress), count: copy.count)
}

/// The stage, loaded through a table as one in C has it.
private let apply: ComponentEntry.Apply = {
  let component = UnsafeMutablePointer<strokemill_component>.allocate(capacity: 1)
  var contents = strokemill_component()
  contents.struct_size = MemoryLayout<strokemill_component>.size
  contents.descriptor = forever(#"{"role": "stage", "name": "lie", "summary": "Lies."}"#)
  contents.run = { _, call, host in
    guard let call = call, let host = host else { return STROKEMILL_FAILED }
    return run(call.pointee, host.pointee)
  }
  component.initialize(to: contents)
  let list = UnsafeMutablePointer<UnsafePointer<strokemill_component>?>.allocate(capacity: 1)
  list.initialize(to: UnsafePointer(component))
  let table = UnsafeMutablePointer<strokemill_plugin>.allocate(capacity: 1)
  table.initialize(
    to: strokemill_plugin(
      struct_size: MemoryLayout<strokemill_plugin>.size,
      abi_version: UInt32(STROKEMILL_ABI_VERSION), component_count: 1,
      descriptor: forever(#"{"name": "liar", "version": "1.0"}"#), components: UnsafePointer(list)))
  do {
    guard
      case .stage(let make) = try Plugin(loading: UnsafePointer(table)).components[0].role
    else { fail("the stage is none") }
    return try make([])
  } catch {
    fail("the stage can't be loaded: \(error)")
  }
}()
