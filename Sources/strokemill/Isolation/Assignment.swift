import Pipeline
import PluginKit
import Synchronization

/// How a worker is to work: the plug-ins and the pipeline of the run, as a person asked for them.
///
/// The worker makes a plan of it as the tool did. What was read from files comes along, so that a file that
/// changes during the run changes nothing.
struct Assignment {
  /// What stands behind `--plugin`.
  var plugins: [String]
  /// What was asked for.
  var request: PlanRequest
  /// What the pipeline files extend, by name and folder.
  var bases: [Base]
  /// How many bytes of memory a worker may have; nil for any number.
  var memoryLimit: Int?

  /// Whether a worker gives up what it doesn't need.
  var isSandboxed = false

  /// A pipeline file that another one extends.
  struct Base {
    var name: String
    var folder: [UInt8]?
    var text: SourceText
  }

  /// The message.
  var message: [UInt8] {
    var writer = MessageWriter(.assignment)
    writer.put(plugins.count)
    for plugin in plugins { writer.put(plugin) }
    for list in [
      [request.pipeline].compactMap(\.self), request.stages, request.variables, request.settings,
      request.limits,
      [request.seed].compactMap(\.self), [request.from].compactMap(\.self), request.to,
    ] {
      writer.put(list.count)
      for text in list { writer.put(text) }
    }
    writer.put(bases.count)
    for base in bases {
      writer.put(base.name)
      writer.put(base.folder)
      writer.put(base.text)
    }
    writer.put(memoryLimit != nil)
    if let memoryLimit { writer.put(memoryLimit) }
    writer.put(isSandboxed)
    return writer.finish()
  }

  /// Makes an assignment of what was asked for.
  init(plugins: [String], request: PlanRequest, bases: [Base]) {
    (self.plugins, self.request, self.bases) = (plugins, request, bases)
  }

  /// Reads the message.
  init(message: Span<UInt8>) throws(Message.Fault) {
    var reader = MessageReader(message)
    plugins = []
    for _ in 0..<(try reader.length()) { plugins.append(try reader.text()) }
    var lists: [[SourceText]] = []
    for _ in 0..<8 {
      var list: [SourceText] = []
      for _ in 0..<(try reader.length()) { list.append(try reader.sourceText()) }
      lists.append(list)
    }
    bases = []
    for _ in 0..<(try reader.length()) {
      bases.append(
        Base(
          name: try reader.text(), folder: try reader.optionalData(),
          text: try reader.sourceText()))
    }
    memoryLimit = try reader.bool() ? try reader.count() : nil
    isSandboxed = try reader.bool()
    try reader.finish()
    let known = bases
    request = PlanRequest(
      pipeline: lists[0].first, stages: lists[1], variables: lists[2], settings: lists[3],
      limits: lists[4], seed: lists[5].first, from: lists[6].first, to: lists[7],
      findBase: { (name, folder) throws(PlanRequest.MissingBase) in
        guard let base = known.first(where: { $0.name == name && $0.folder == folder }) else {
          throw PlanRequest.MissingBase("pipeline.no-base", "the tool didn't read '\(name)'")
        }
        return base.text
      })
  }
}

extension MessageWriter {
  fileprivate mutating func put(_ text: SourceText) {
    put(text.kind == .file)
    put(text.name)
    put(text.bytes)
    put(text.folder)
    put(text.identity)
  }
}

extension MessageReader {
  fileprivate mutating func sourceText() throws(Message.Fault) -> SourceText {
    let isFile = try bool()
    var text = SourceText(file: try self.text(), bytes: try data())
    text.kind = isFile ? .file : .argument
    text.folder = try optionalData()
    text.identity = try optionalData()
    return text
  }
}

/// Keeps the pipeline files that were found on behalf of others.
final class FoundBases: Sendable {
  private let found = Mutex<[Assignment.Base]>([])

  /// What was found.
  var all: [Assignment.Base] { found.withLock { $0 } }

  /// The request with a finder that keeps what it finds.
  func watching(_ request: PlanRequest) -> PlanRequest {
    guard let find = request.findBase else { return request }
    var request = request
    request.findBase = { [self] (name, folder) throws(PlanRequest.MissingBase) in
      let text = try find(name, folder)
      found.withLock { $0.append(Assignment.Base(name: name, folder: folder, text: text)) }
      return text
    }
    return request
  }
}

extension Plan {
  /// All that tells this plan from others: a worker's must be the same.
  var fingerprint: String {
    let plugins = registry.plugins.map { "\($0.name) \($0.version)" }
    return ([resolvedPipeline, importFormat ?? ""] + exportFormats + plugins)
      .joined(separator: "\n")
  }
}
