public import PluginKit

extension PluginLoader {
  /// Components of one role that have the same name.
  public struct Conflict: Sendable {
    /// A sentence that names all files.
    public var message: String
    /// The files of those that were loaded.
    public var files: [String]
    /// Whether somebody named one of them.
    public var isNamed: Bool
    fileprivate var role: String
    fileprivate var name: String
  }

  /// Which components have a name that another one of their role has.
  /// - Parameter builtIn: The plug-ins that are there without loading.
  /// - Returns: A conflict for each such name, in the order in which they come up; empty when all can be used
  ///   together.
  public func conflicts(with builtIn: [Plugin] = []) -> [Conflict] {
    var owners: [[(text: String, finding: Finding?)]] = []
    var names: [(role: String, name: String)] = []
    var rows: [String: Int] = [:]
    func add(_ plugin: Plugin, _ text: String, _ finding: Finding?) {
      for entry in plugin.components {
        let key = "\(entry.role.word) \(entry.name)"
        if let row = rows[key] {
          owners[row].append((text, finding))
        } else {
          rows[key] = owners.count
          owners.append([(text, finding)])
          names.append((entry.role.word, entry.name))
        }
      }
    }
    for plugin in builtIn { add(plugin, "strokemill itself (\(plugin.name))", nil) }
    for finding in findings {
      if let plugin = finding.plugin { add(plugin, finding.file, finding) }
    }
    return zip(names, owners).compactMap { what, owners in
      guard owners.count > 1 else { return nil }
      let found = owners.compactMap(\.finding)
      return Conflict(
        message: "the \(what.role) '\(what.name)' is in "
          + owners.map(\.text).joined(separator: " and in ") + "; leave out all but one of them",
        files: found.map(\.file), isNamed: found.contains(where: \.isNamed), role: what.role,
        name: what.name)
    }
  }

  /// All plug-ins that there are, those that were loaded after those that are built in.
  ///
  /// A name that several of them bring stands once, for a component that refuses to run: which one is meant
  /// can't be told, and who doesn't use it shouldn't be stopped by it.
  /// - Parameter builtIn: The plug-ins that are there without loading.
  /// - Returns: All of them, each name of a role once.
  public func plugins(beside builtIn: [Plugin]) -> [Plugin] {
    var refusals: [String: ComponentEntry.Refusal] = [:]
    for conflict in conflicts(with: builtIn) {
      refusals["\(conflict.role) \(conflict.name)"] = .init(reason: conflict.message)
    }
    guard !refusals.isEmpty else { return builtIn + plugins }
    var seen: Set<String> = []
    return (builtIn + plugins).map { plugin in
      let components = plugin.components.compactMap { entry -> ComponentEntry? in
        let key = "\(entry.role.word) \(entry.name)"
        guard let refusal = refusals[key] else { return entry }
        return seen.insert(key).inserted ? refusal.inPlace(of: entry) : nil
      }
      return Plugin(name: plugin.name, version: plugin.version, components: components)
    }
  }
}

extension ComponentEntry {
  /// Why a component can't be used, whatever its options are.
  fileprivate struct Refusal {
    var reason: String

    /// A component that is called like another one and always refuses.
    func inPlace(of entry: ComponentEntry) -> ComponentEntry {
      let problems = OptionProblems([OptionProblem(option: nil, reason)])
      let role: Role =
        switch entry.role {
        case .importer(let extensions, let recognizes, _):
          .importer(extensions: extensions, recognizes: recognizes) {
            _ throws(OptionProblems) in throw problems
          }
        case .stage: .stage { _ throws(OptionProblems) in throw problems }
        case .exporter(let extensions, _):
          .exporter(extensions: extensions) { _ throws(OptionProblems) in throw problems }
        }
      return ComponentEntry(
        name: entry.name, summary: reason, parameters: entry.parameters, role: role)
    }
  }
}

extension ComponentEntry.Role {
  /// What messages call it.
  fileprivate var word: String {
    switch self {
    case .importer: "importer"
    case .stage: "stage"
    case .exporter: "exporter"
    }
  }
}
