import Glibc

/// Finds what stands in the way of a run's outputs before the first input is read, and makes the folders
/// that they go to.
struct OutputCheck {
  static let overwrite = OptionSpec(
    name: "overwrite", help: "Replace outputs that are there already; without it they stop the run."
  )

  /// Whether what is there may be replaced.
  let overwrites: Bool
  /// Whether folders that are missing are made.
  let makesFolders: Bool
  private var noun = "output"
  private var folders: [Path: FileKind] = [:]
  private var isEmpty: [Path: Bool] = [:]
  private var newFolders: [Path] = []
  private var checkedFolders: Set<Path> = []
  /// Whether nothing is where outputs go.
  private(set) var findsNothing = true
  private var existing = 0
  private var firstExisting: Path?
  private var count = 0

  init(overwrites: Bool, makesFolders: Bool) {
    self.overwrites = overwrites
    self.makesFolders = makesFolders
  }

  /// Looks at all outputs of a run, and makes their folders when nothing stands in the way.
  static func run(_ names: OutputNaming.Names, overwrites: Bool) throws(UsageError) {
    var check = OutputCheck(overwrites: overwrites, makesFolders: names.makesFolders)
    try check.add(names.tasks) { _ in
      true
    } isKnown: { _ in
      false
    }
    try check.end()
    try check.makeFolders()
  }

  /// Looks at the outputs of tasks.
  /// - Parameters:
  ///   - tasks: The tasks.
  ///   - isToDo: Whether a task's outputs may be written.
  ///   - isKnown: Whether an output that is there was written by a run before.
  /// - Throws: When one can't be written.
  mutating func add(
    _ tasks: OutputNaming.TaskList, where isToDo: (Int) -> Bool,
    isKnown: (Path) throws(UsageError) -> Bool
  ) throws(UsageError) {
    for row in tasks.indices where isToDo(row) {
      for path in tasks.outputs(of: row) {
        // In place: anything else that would replace an input was refused.
        try add(path) { () throws(UsageError) in
          try isKnown(path) || FileIdentity(path) == FileIdentity(tasks.input(of: row))
        }
      }
    }
  }

  /// Looks at the only output of a run.
  /// - Parameters:
  ///   - output: Where it goes.
  ///   - overwrites: Whether what is there may be replaced.
  ///   - noun: What messages call it.
  /// - Throws: When it can't be written.
  static func run(
    _ output: Path, overwrites: Bool, noun: String = "output"
  ) throws(UsageError) {
    var check = OutputCheck(overwrites: overwrites, makesFolders: false)
    check.noun = noun
    try check.add(output) { () throws(UsageError) in false }
    try check.end()
  }

  /// Looks at an output.
  /// - Parameters:
  ///   - path: The output.
  ///   - isKnown: Whether it may be replaced, as it's the input itself or was written by a run before.
  ///     Asked only when it's there.
  /// - Throws: When it can't be written.
  mutating func add(
    _ path: Path, isKnown: () throws(UsageError) -> Bool
  ) throws(UsageError) {
    count += 1
    guard path != .standard else { return }
    let folder = path.directory
    guard kind(of: folder) != .missing else {
      // Nothing is in it.
      guard makesFolders else {
        throw fault(path, "can't be written: there is no folder \(folder.shown)")
      }
      return
    }
    if isEmpty[folder] == nil { isEmpty[folder] = Folder.isEmpty(folder) }
    if isEmpty[folder] == true { return try checkFolder(folder, of: path) }
    var status = stat()
    // Mostly nothing is there, which one look tells.
    guard unsafe path.withCString({ name in unsafe lstat(name, &status) }) == 0 else {
      try checkFolder(folder, of: path)
      return
    }
    findsNothing = false
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    if isLink, unsafe path.withCString({ name in unsafe stat(name, &status) }) != 0 {
      throw fault(
        path,
        "is a symbolic link that leads nowhere; remove it, or make what it leads to")
    }
    switch FileKind(mode: status.st_mode) {
    case .directory:
      throw fault(path, "is a directory; end the name with / to write into it")
    case .device, .pipe, .missing: return
    case .regular: break
    }
    if !overwrites, try !isKnown() {
      existing += 1
      if firstExisting == nil { firstExisting = path }
    }
    guard unsafe path.withCString({ name in unsafe access(name, W_OK) }) == 0 else {
      throw fault(path, FileError.last("can't be written", code: "output.unwritable").message)
    }
    if !isLink { try checkFolder(folder, of: path) }
  }

  /// Ends the look.
  /// - Throws: When outputs are there that may not be replaced.
  func end() throws(UsageError) {
    guard let first = firstExisting else { return }
    let rest =
      existing > 1
      ? "\(existing) of \(count) outputs are there already, the first is \(first.shown); --overwrite "
        + "replaces them"
      : "the \(noun) \(first.shown) is there already; --overwrite replaces it"
    throw UsageError(message: rest)
  }

  /// Makes the folders that were missing.
  func makeFolders() throws(UsageError) {
    for folder in newFolders {
      do {
        try OutputFile.makeDirectory(folder)
      } catch {
        throw UsageError(message: "the folder \(folder.shown) \(error.message)")
      }
    }
  }

  private func fault(_ path: Path, _ message: String) -> UsageError {
    UsageError(message: "the \(noun) \(path.shown) \(message)")
  }

  private mutating func kind(of folder: Path) -> FileKind {
    if let known = folders[folder] { return known }
    let kind = FileKind(folder)
    folders[folder] = kind
    if kind == .missing { newFolders.append(folder) }
    return kind
  }

  /// A file gets its name in its folder, which must allow that.
  private mutating func checkFolder(_ folder: Path, of path: Path) throws(UsageError) {
    guard checkedFolders.insert(folder).inserted else { return }
    guard kind(of: folder) == .directory else {
      throw UsageError(message: "the folder \(folder.shown) is a file, not a folder")
    }
    guard unsafe folder.withCString({ name in unsafe access(name, W_OK | X_OK) }) == 0 else {
      throw UsageError(
        message: "the folder \(folder.shown) "
          + FileError.last("can't be written to", code: "output.unwritable").message)
    }
  }
}
