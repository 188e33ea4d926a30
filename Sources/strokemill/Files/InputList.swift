import Pipeline
import PluginKit

/// The inputs of a command: files, what lies in folders, what patterns find, and what a list names.
struct InputList {
  static let options = [
    OptionSpec(
      name: "recursive", letter: "r",
      help:
        "Take folders too: all files in them and in their folders that have the extension of a format. "
        + "The outputs lie in OUT as the inputs lie in the folder."),
    OptionSpec(
      name: "exclude", value: "PATTERN", repeats: true,
      help:
        "Leave out inputs that match: a name or a folder's name such as 'draft*', or with a / the whole "
        + "path: 'in/**/old/*.svg'."),
    OptionSpec(
      name: "files-from", value: "LIST", isFile: true,
      help: "Take the inputs that a file names, one a line; - for standard input."),
    OptionSpec(
      name: "null", letter: "0",
      help: "The names in the list end with a zero byte, as 'find -print0' writes them."),
  ]

  /// What is said when no input is named.
  static let missing = "'convert' needs IN…, or --files-from LIST"

  /// The inputs.
  private(set) var paths = PathList()
  private var places = SharedBytes()
  private var placeNumbers: [Int] = []
  /// Whether there may be any number of inputs, even if one was found: then they go into a folder.
  private(set) var isOpen = false
  /// The folders that were looked into, and those of files that were named.
  private(set) var folders: Set<Path> = []

  private let registry: Registry
  private let isRecursive: Bool
  private let exclusions: [FilePattern]
  /// The folder that outputs go to: where it lies inside of one that is taken, what lies in it was
  /// written by runs before and isn't taken for an input.
  private let output: FileIdentity?

  /// The list of one file.
  init(_ file: Path, registry: Registry) {
    self.registry = registry
    isRecursive = false
    exclusions = []
    output = nil
    append(file)
  }

  /// The folder that an input lies in below the folder that was named, where its output goes too; empty for
  /// that folder itself.
  func folder(of row: Int) -> [UInt8] { places[placeNumbers[row]] }

  private mutating func append(_ path: Path, below folder: [UInt8] = []) {
    paths.append(path)
    placeNumbers.append(places.number(of: folder[...]))
  }

  /// Leaves out what is excluded.
  private mutating func exclude() {
    guard !exclusions.isEmpty else { return }
    let all = self
    paths = PathList()
    placeNumbers = []
    for (row, path) in all.paths.enumerated()
    where !exclusions.contains(where: { $0.matches(path) }) {
      append(path, below: all.folder(of: row))
    }
  }

  /// Finds all inputs.
  /// - Parameters:
  ///   - operands: What names them.
  ///   - arguments: The options.
  ///   - takesFolders: Whether folders are taken without being asked for.
  ///   - output: Where outputs go.
  ///   - registry: The formats.
  /// - Throws: When something that was named isn't there, or nothing is found.
  init(
    _ operands: [Path], _ arguments: ParsedArguments, takesFolders: Bool, output: Path,
    registry: Registry
  ) throws(UsageError) {
    self.registry = registry
    self.output = FileIdentity(folder: output)
    isRecursive = takesFolders || arguments.has("recursive")
    exclusions = arguments.given.filter { $0.name == "exclude" }
      .map { FilePattern($0.value.bytes) }
    for operand in operands { try add(operand) }
    if let list = arguments.last("files-from") {
      try addAll(of: list, hasZeros: arguments.has("null"))
    } else if arguments.has("null") {
      throw UsageError(message: "--null is about the list of --files-from, which isn't given")
    }
    let found = paths.count
    exclude()
    guard paths.isEmpty else { return }
    if found > 0 {
      throw UsageError(message: "--exclude leaves out all \(found) inputs")
    }
    if let list = arguments.last("files-from"), operands.isEmpty {
      throw UsageError(message: "the list \(list.shown) names no file")
    }
    if isOpen {
      throw UsageError(
        message: "no inputs are found: no file there has the extension of a format"
          + (arguments.has("files-from") ? ", and the list is empty" : ""))
    }
    throw UsageError(message: InputList.missing)
  }

  private mutating func add(_ operand: Path) throws(UsageError) {
    // A folder among files is the error of one input, and the others are done.
    if isRecursive, operand != .standard, FileKind(operand) == .directory {
      isOpen = true
      try addAll(in: operand, below: [])
    } else if operand != .standard, FilePattern.hasWildcards(operand.bytes),
      FileKind(operand) == .missing
    {
      isOpen = true
      let count = paths.count
      try addMatches(of: operand)
      if paths.count == count {
        throw UsageError(message: "no file matches \(operand.shown)")
      }
    } else {
      append(operand)
      folders.insert(operand.directory)
    }
  }

  /// Adds the files in a folder and in its folders.
  private mutating func addAll(in path: Path, below: [UInt8]) throws(UsageError) {
    for entry in try entries(path) {
      let inner = path.appending(entry.name)
      if entry.isFolder {
        if let output, FileIdentity(folder: inner) == output { continue }
        try addAll(in: inner, below: below.isEmpty ? entry.name : below + [slash] + entry.name)
      } else if registry.importer(forFile: inner.text) != nil, FileKind.isInput(inner) {
        append(inner, below: below)
      }
    }
  }

  /// Adds the files that a pattern matches. What comes before its first wildcard is the folder that the outputs'
  /// places are counted from.
  private mutating func addMatches(of operand: Path) throws(UsageError) {
    let parts = operand.bytes.split(separator: slash).map { Array($0) }
    let fixed = parts.prefix { !FilePattern.hasWildcards($0) }
    let isAbsolute = operand.bytes.first == slash
    let root = Path(bytes: (isAbsolute ? [slash] : []) + Array(fixed.joined(separator: [slash])))
    try addMatches(of: parts.dropFirst(fixed.count), in: root, below: [])
  }

  private mutating func addMatches(
    of parts: ArraySlice<[UInt8]>, in path: Path, below: [UInt8]
  ) throws(UsageError) {
    guard let part = parts.first else { return }
    let isLast = parts.count == 1
    let isDeep = part == Array("**".utf8)
    // Any number of folders may also be none.
    if isDeep, !isLast { try addMatches(of: parts.dropFirst(), in: path, below: below) }
    let listed = path.bytes.isEmpty ? Path(".") : path
    guard FileKind(listed) == .directory else { return }
    for entry in try entries(listed) {
      let inner = path.bytes.isEmpty ? Path(bytes: entry.name) : path.appending(entry.name)
      let deeper = below.isEmpty ? entry.name : below + [slash] + entry.name
      if isDeep, entry.isFolder {
        try addMatches(of: parts, in: inner, below: deeper)
        continue
      }
      guard isDeep ? isLast : FilePattern.matches(part[...], entry.name[...]) else { continue }
      if isLast {
        if FileKind.isInput(inner) { append(inner, below: below) }
      } else if FileKind(inner) == .directory {
        try addMatches(of: parts.dropFirst(), in: inner, below: deeper)
      }
    }
  }

  private mutating func entries(_ path: Path) throws(UsageError) -> [Folder.Entry] {
    folders.insert(path)
    do {
      return try Folder.entries(path)
    } catch {
      throw UsageError(message: "the folder \(path.shown) \(error.message)")
    }
  }

  /// Adds the files that a list names. What lies in a folder there goes into such a folder.
  private mutating func addAll(of list: Path, hasZeros: Bool) throws(UsageError) {
    isOpen = true
    guard !InputFile.isNullDevice(list) else { return }
    let bytes: [UInt8]
    do {
      bytes = try InputFile.read(list, limit: 1 << 32, advice: "is it a list of files?")
    } catch {
      throw UsageError(message: "the list \(list.shown) \(error.message)")
    }
    for line in bytes.split(separator: hasZeros ? 0 : UInt8(ascii: "\n")) {
      let name = !hasZeros && line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      guard !name.isEmpty else { continue }
      guard !name.contains(0) else {
        throw UsageError(
          message: "the list \(list.shown) has zero bytes between names; read it with -0")
      }
      let path = Path(bytes: Array(name))
      if path == .standard {
        throw UsageError(message: "the list \(list.shown) names -, which is standard input")
      }
      folders.insert(path.directory)
      let parts = path.directory.bytes.split(separator: slash).filter { $0 != [UInt8(ascii: ".")] }
      let isBelow = path.bytes.first != slash && !parts.contains(Array("..".utf8)[...])
      append(path, below: isBelow ? Array(parts.joined(separator: [slash])) : [])
    }
  }
}

private let slash = UInt8(ascii: "/")
