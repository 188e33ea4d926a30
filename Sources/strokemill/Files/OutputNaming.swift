import PathModel
import Pipeline
import PluginKit

/// Decides which files are written, before the first is read.
struct OutputNaming {
  let plan: Plan
  let registry: Registry
  /// Seeds to make an edition with each; one for a plain run.
  var seeds: [UInt64]

  init(plan: Plan, registry: Registry, seeds: [UInt64] = []) {
    self.plan = plan
    self.registry = registry
    self.seeds = seeds.isEmpty ? [plan.seed] : seeds
  }

  /// All that is made.
  struct Names {
    var tasks: TaskList
    /// Whether outputs lie in folders that are made where they are missing.
    var makesFolders = true
    /// The folder that all outputs lie in, `.` for the current one.
    var root: Path

    /// The same with some of the tasks.
    func part(_ numbers: [Int]) -> Names {
      Names(tasks: tasks.part(numbers), makesFolders: makesFolders, root: root)
    }
  }

  /// Names the outputs of every input, with every seed.
  ///
  /// - Throws: When two outputs would have one name, an output would replace an input, or a format
  ///   can't be told.
  func names(
    inputs list: InputList, output: Path, allowsInPlace: Bool
  ) throws(UsageError) -> Names {
    if output.bytes.isEmpty {
      throw UsageError(message: "the output's name is empty; is a variable not set?")
    }
    let template = try OutputTemplate(output)
    var names: Names
    if let template {
      names = Names(
        tasks: try filled(template, output, list.paths), root: template.root)
    } else if try isFolder(output, list) {
      names = Names(tasks: named(list, in: output), root: output)
    } else {
      var tasks = TaskList(of: list.paths)
      for seed in seeds {
        tasks.append(input: 0, seed: seed, outputs: try single(output, named: output))
      }
      names = Names(tasks: tasks, makesFolders: false, root: output.directory)
    }
    try checkNames(names.tasks, allowsInPlace: allowsInPlace)
    return names
  }

  private func isFolder(_ output: Path, _ list: InputList) throws(UsageError) -> Bool {
    let count = list.paths.count
    let isFolder: Bool
    switch FileKind(output) {
    case .directory: isFolder = output != .standard
    default: isFolder = output.endsWithSlash || count > 1 || list.isOpen
    }
    if isFolder, !output.endsWithSlash, FileKind(output) == .missing,
      registry.exporter(forFile: output.text) != nil
    {
      throw UsageError(
        message: (count == 1 ? "what is found goes" : "\(count) inputs can't go")
          + " into " + (count == 1 ? "a folder, not the file " : "the one file ")
          + "\(output.shown); give a folder: -o \(output.shown)/")
    }
    if isFolder && output == .standard {
      throw UsageError(message: "several inputs can't go to standard output; give a folder")
    }
    return isFolder
  }

  /// What is odd about a name: that its extension tells another format than the one that is written.
  func doubt(about output: Path) -> String? {
    guard output != .standard, !output.endsWithSlash, plan.exportFormats.count == 1,
      let format = plan.exportFormats.first,
      let named = registry.exporter(forFile: output.text)?.entry.name, named != format
    else { return nil }
    return "its extension says \(named), but --to says \(format), which is what it holds"
  }

  /// What one file is written as.
  /// - Parameters:
  ///   - output: The file.
  ///   - name: What it's called in messages, which may have places to fill in.
  /// - Returns: The file and its format.
  /// - Throws: When nothing tells one format.
  private func single(
    _ output: Path, named name: Path
  ) throws(UsageError) -> [(path: Path, target: Job.Target)] {
    let byName = output == .standard ? nil : registry.exporter(forFile: output.text)
    if plan.exportFormats.count > 1 {
      throw UsageError(
        message: name == output
          ? "several formats need a folder: -o \(name.shown)/"
          : "several formats need {ext} in the output's name, not \(name.shown) alone")
    }
    if let format = plan.exportFormats.first {
      return [(output, Job.Target(format: format, isCompressed: byName?.isCompressed ?? false))]
    }
    if let byName {
      return [
        (output, Job.Target(format: byName.entry.name, isCompressed: byName.isCompressed))
      ]
    }
    if plan.exports.count == 1 {
      return [(output, Job.Target(format: plan.exports[0].name))]
    }
    if output == .standard || FileKind(output).isStream {
      return [(output, Job.Target(format: "svg"))]
    }
    let known = registry.exporters.flatMap(\.extensions).map { "." + $0 }
    let ending = output.fileExtension
    let hint =
      ending.isEmpty
      ? "" : suggestion(for: "." + ending, among: known) ?? ""
    throw UsageError(
      message: "the extension of \(name.shown) tells no format\(hint); name one with --to "
        + registry.exporters.map(\.name).joined(separator: ", "), lacksFormat: true)
  }

  /// The formats that are written where no name tells one.
  var formats: [String] {
    if !plan.exportFormats.isEmpty { return plan.exportFormats }
    return plan.exports.isEmpty ? ["svg"] : plan.exports.map(\.name)
  }

  private func ending(of format: String) -> String {
    registry.exporter(named: format)?.extensions.first ?? format
  }

  private func stem(of input: Path) -> [UInt8] {
    input == .standard ? Array("stdin".utf8) : input.stem
  }

  private func named(_ list: InputList, in folder: Path) -> TaskList {
    let formats = formats
    var tasks = TaskList(of: list.paths)
    tasks.reserve(list.paths.count * seeds.count)
    for (row, input) in list.paths.enumerated() {
      let below = list.folder(of: row)
      let place = below.isEmpty ? folder : folder.appending(below)
      for seed in seeds {
        let outputs = formats.map { format in
          let name = stem(of: input) + Array(".\(ending(of: format))".utf8)
          return (path: place.appending(name), target: Job.Target(format: format))
        }
        tasks.append(input: row, seed: seed, outputs: outputs)
      }
    }
    return tasks
  }

  /// The outputs whose names a template gives.
  private func filled(
    _ template: OutputTemplate, _ name: Path, _ inputs: PathList
  ) throws(UsageError) -> TaskList {
    let isFolder = name.endsWithSlash
    let tellsFormat = isFolder || template.has(.ext) || template.has(.format)
    let digits = String(inputs.count).count
    var tasks = TaskList(of: inputs)
    let hashesInput = template.has(.hash)
    if hashesInput, inputs.contains(.standard) {
      throw UsageError(
        message: "{hash} in the output's name needs a file: standard input can be read only once")
    }
    for (row, input) in inputs.enumerated() {
      // What can't be read now can't be read later, and that is told then.
      let hash = hashesInput ? (InputFile.hash(of: input)?.short ?? "unreadable") : ""
      for seed in seeds {
        func path(_ format: String?) -> Path {
          let path = template.filled { field in
            switch field {
            case .dir: input == .standard ? [UInt8(ascii: ".")] : input.directory.bytes
            case .stem: stem(of: input)
            case .ext: Array(ending(of: format ?? "").utf8)
            case .format: Array((format ?? "").utf8)
            case .index:
              Array((String(repeating: "0", count: digits) + "\(row + 1)").utf8.suffix(digits))
            case .hash: Array(hash.utf8)
            case .seed: Array("\(seed)".utf8)
            }
          }
          guard isFolder else { return path }
          return path.appending(stem(of: input) + Array(".\(ending(of: format ?? ""))".utf8))
        }
        let outputs =
          tellsFormat
          ? formats.map { (path($0), Job.Target(format: $0)) }
          : try single(path(nil), named: name)
        tasks.append(input: row, seed: seed, outputs: outputs)
      }
    }
    return tasks
  }

  private func checkNames(_ tasks: TaskList, allowsInPlace: Bool) throws(UsageError) {
    try checkClashes(tasks)
    // Few outputs are there already, and only they can be inputs.
    var existing: [FileIdentity: (row: Int, path: Path)] = [:]
    var holdsFiles: [Path: Bool] = [:]
    for row in tasks.indices {
      for path in tasks.outputs(of: row) {
        let folder = path.directory
        if holdsFiles[folder] == nil {
          holdsFiles[folder] = FileKind(folder) != .missing && !Folder.isEmpty(folder)
        }
        guard holdsFiles[folder] == true, let identity = FileIdentity(path) else { continue }
        existing[identity] = (row, path)
      }
    }
    guard !existing.isEmpty else { return }
    for task in tasks {
      guard let identity = FileIdentity(task.input), let (row, path) = existing[identity] else {
        continue
      }
      let isOwn = tasks.input(of: row) == task.input
      if !isOwn || !allowsInPlace {
        throw UsageError(
          message: "the output \(path.shown) would replace the input \(task.input.shown)"
            + (isOwn ? "; --in-place allows it" : ""))
      }
    }
  }

  /// Refuses two outputs of one name. Hashes that are sorted take a tenth of the memory that a table of names
  /// takes.
  private func checkClashes(_ tasks: TaskList) throws(UsageError) {
    var hashes: [(hash: UInt64, row: Int)] = []
    hashes.reserveCapacity(tasks.count)
    for row in tasks.indices {
      for path in tasks.outputs(of: row) {
        var hash = StableHash()
        for byte in path.bytes { hash.combine(byte) }
        hashes.append((hash.value, row))
      }
    }
    hashes.sort { ($0.hash, $0.row) < ($1.hash, $1.row) }
    // The first of them in the order of the tasks is told.
    var clash: (first: Int, second: Int, path: Path)?
    var start = 0
    for end in hashes.indices
    where end + 1 == hashes.count || hashes[end + 1].hash != hashes[start].hash {
      defer { start = end + 1 }
      guard end > start else { continue }
      var owners: [Path: Int] = [:]
      var last = -1
      for row in hashes[start...end].map(\.row) where row != last {
        last = row
        for path in tasks.outputs(of: row) {
          guard let owner = owners.updateValue(row, forKey: path) else { continue }
          if clash.map({ row < $0.second }) ?? true { clash = (owner, row, path) }
        }
      }
    }
    guard let (first, second, path) = clash else { return }
    throw UsageError(
      message: self.clash((tasks[first].input, tasks[first].seed), tasks[second], path))
  }

  /// Why two outputs can't have one name.
  private func clash(_ owner: (input: Path, seed: UInt64), _ task: Task, _ path: Path) -> String {
    if owner.seed != task.seed {
      return
        "the seeds \(owner.seed) and \(task.seed) would both be written to \(path.shown); put the "
        + "seed into the name: -o 'edition-{seed}.svg'"
    }
    if owner.input != task.input {
      return "\(owner.input.shown) and \(task.input.shown) would both be written to \(path.shown); "
        + "convert them into different folders, or give -o a name such as 'out/{index}-{stem}.{ext}'"
    }
    return formats.count > 1
      ? "several formats of \(task.input.shown) would be written to \(path.shown); put {ext} into the "
        + "name"
      : "the input \(task.input.shown) is given twice"
  }
}

extension FileKind {
  /// Whether it's something that bytes are sent to rather than kept in.
  var isStream: Bool { self == .device || self == .pipe }
}
