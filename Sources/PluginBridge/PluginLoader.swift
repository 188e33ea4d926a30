public import PluginKit

/// Loads plug-ins from files and folders, and keeps what became of each: one that can't be loaded is a
/// finding with its reason, and the others are there all the same.
public struct PluginLoader: Sendable {
  /// What became of one file or folder.
  public struct Finding: Sendable {
    /// The file or folder, without symbolic links where it exists.
    public var file: String
    /// Whether it's a program that is started, rather than a library.
    public var isProgram = false
    /// What was loaded from it.
    public var result: Result<Plugin, PluginFault>
    /// Whether somebody named it, rather than that it was come upon in a folder.
    public var isNamed: Bool
    /// The file that was named instead of this one: another build of the same plug-in. Its author tries it out
    /// while an older one is installed.
    public var replacement: String?

    /// The plug-in, if it could be loaded and isn't replaced.
    public var plugin: Plugin? { replacement == nil ? try? result.get() : nil }

    /// Why it couldn't be loaded, if so.
    public var reason: String? {
      if case .failure(let fault) = result { fault.reason } else { nil }
    }
  }

  /// What was looked at, in order.
  public private(set) var findings: [Finding] = []
  private var seen: Set<String> = []
  private let reportsCrashes: Bool
  private let start: StartProgram?
  /// The programs that were found and not started.
  private var waiting: [String] = []

  /// Starts a program, by its file's absolute path, and makes a plug-in of it.
  public typealias StartProgram = @Sendable (String) throws(PluginFault) -> Plugin

  /// Makes a loader that has loaded nothing.
  /// - Parameters:
  ///   - reportsCrashes: Whether `PluginCrash.report()` is called before the first library is loaded.
  ///   - programs: What starts programs; nil to leave them alone.
  public init(reportsCrashes: Bool = false, programs: StartProgram? = nil) {
    self.reportsCrashes = reportsCrashes
    start = programs
  }

  /// The plug-ins that were loaded, in order.
  public var plugins: [Plugin] { findings.compactMap(\.plugin) }

  /// Loads a library or a program, or each library (`*.so`) and program (any other executable file) in a
  /// folder, that somebody named.
  public mutating func load(_ path: String) {
    guard let resolved = PluginFile.resolved(path) else {
      note(path, .failure(PluginFault("there is no such file or folder")), isNamed: true)
      return
    }
    switch PluginFile.kind(resolved) {
    case .folder: load(folder: resolved, isNamed: true)
    case .file: load(file: resolved, isNamed: true)
    default: note(path, .failure(PluginFault("it's neither a file nor a folder")), isNamed: true)
    }
  }

  /// Loads each library (`*.so`) and program in folders that are always looked into; one that doesn't
  /// exist is left out, at the cost of one look.
  /// - Parameters:
  ///   - folders: The folders.
  ///   - startsPrograms: Whether programs are started at once. Starting one takes as long as much work does,
  ///     so who may do without them asks for them later, by `startPrograms()`.
  public mutating func search(_ folders: [String], startsPrograms: Bool = true) {
    for folder in folders {
      guard PluginFile.kind(folder) == .folder, let resolved = PluginFile.resolved(folder) else {
        continue
      }
      load(folder: resolved, isNamed: false)
    }
    if startsPrograms { startPrograms() }
  }

  /// Starts the programs that were found in folders.
  /// - Returns: Whether there were any.
  @discardableResult
  public mutating func startPrograms() -> Bool {
    let files = waiting
    waiting = []
    for file in files { loadTrusted(file, isNamed: false) }
    return !files.isEmpty
  }

  private mutating func load(folder: String, isNamed: Bool) {
    guard !seen.contains(folder) else { return }
    seen.insert(folder)
    // Whoever may put a file here chooses what runs.
    if let reason = PluginFile.distrust(folder) {
      note(folder, .failure(PluginFault(reason)), isNamed: isNamed)
      return
    }
    guard let files = PluginFile.plugins(in: folder, withPrograms: start != nil) else {
      note(folder, .failure(PluginFault("it can't be read")), isNamed: isNamed)
      return
    }
    if isNamed && files.isEmpty {
      note(
        folder,
        .failure(PluginFault("no plug-in lies in it, neither a library (*.so) nor a program")),
        isNamed: true)
    }
    for file in files { load(file: PluginFile.resolved(file) ?? file, isNamed: isNamed) }
  }

  private mutating func load(file: String, isNamed: Bool) {
    guard seen.insert(file).inserted else { return }
    if let reason = PluginFile.distrust(file) {
      note(file, .failure(PluginFault(reason)), isNamed: isNamed)
      return
    }
    if !isNamed && !PluginFile.isLibrary(file) {
      waiting.append(file)
    } else {
      loadTrusted(file, isNamed: isNamed)
    }
  }

  private mutating func loadTrusted(_ file: String, isNamed: Bool) {
    let start = PluginFile.isLibrary(file) ? nil : start
    if start != nil && !PluginFile.isExecutable(file) {
      let reason =
        "it's neither a library (*.so) nor a program, which has to be executable: chmod +x \(file)"
      note(file, .failure(PluginFault(reason)), isNamed: isNamed)
      return
    }
    if reportsCrashes && start == nil { PluginCrash.report() }
    let result = Result { () throws(PluginFault) in
      if let start { try start(file) } else { try Plugin(loadingLibrary: file) }
    }
    note(file, result, isProgram: start != nil, isNamed: isNamed)
  }

  private mutating func note(
    _ file: String, _ result: Result<Plugin, PluginFault>, isProgram: Bool = false, isNamed: Bool
  ) {
    var finding = Finding(file: file, isProgram: isProgram, result: result, isNamed: isNamed)
    if !isNamed, let plugin = finding.plugin {
      finding.replacement = findings.first { $0.isNamed && $0.plugin?.name == plugin.name }?.file
    }
    findings.append(finding)
  }
}
