public import PluginKit

/// All components that there are, by what they do and by name.
public struct Registry: Sendable {
  /// The plug-ins, in the order in which they were given.
  public let plugins: [Plugin]
  /// The importers in the order of their plug-ins.
  public let importers: [ComponentEntry]
  /// The stages in the order of their plug-ins.
  public let stages: [ComponentEntry]
  /// The exporters in the order of their plug-ins.
  public let exporters: [ComponentEntry]

  private let importerRows: [String: Int]
  private let stageRows: [String: Int]
  private let exporterRows: [String: Int]

  /// Collects the components of plug-ins.
  /// - Throws: When two components of one role have the same name, or a name can't be written in a
  ///   pipeline file; all such faults at once.
  public init(_ plugins: [Plugin]) throws(RegistryError) {
    var tables = [Table(role: "importer"), Table(role: "stage"), Table(role: "exporter")]
    var problems: [String] = []
    for plugin in plugins {
      for entry in plugin.components {
        let table =
          switch entry.role {
          case .importer: 0
          case .stage: 1
          case .exporter: 2
          }
        if let problem = tables[table].add(entry, of: plugin.name) { problems.append(problem) }
      }
    }
    guard problems.isEmpty else { throw RegistryError(problems: problems) }
    self.plugins = plugins
    (importers, importerRows) = (tables[0].entries, tables[0].rows)
    (stages, stageRows) = (tables[1].entries, tables[1].rows)
    (exporters, exporterRows) = (tables[2].entries, tables[2].rows)
  }

  private struct Table {
    let role: String
    var entries: [ComponentEntry] = []
    var owners: [String] = []
    var rows: [String: Int] = [:]

    /// Adds an entry and gives what speaks against it.
    mutating func add(_ entry: ComponentEntry, of plugin: String) -> String? {
      if let problem = ComponentEntry.problem(withName: entry.name) {
        return "the \(role) '\(entry.name)' of plug-in '\(plugin)' \(problem)"
      }
      if let row = rows[entry.name] {
        return "the plug-ins '\(owners[row])' and '\(plugin)' both bring "
          + "\(role == "stage" ? "a" : "an") \(role) '\(entry.name)'"
      }
      rows[entry.name] = entries.count
      entries.append(entry)
      owners.append(plugin)
      return nil
    }
  }

  /// The importer with this name.
  public func importer(named name: String) -> ComponentEntry? {
    importerRows[name].map { importers[$0] }
  }

  /// The stage with this name.
  public func stage(named name: String) -> ComponentEntry? { stageRows[name].map { stages[$0] } }

  /// The exporter with this name.
  public func exporter(named name: String) -> ComponentEntry? {
    exporterRows[name].map { exporters[$0] }
  }

  /// All components with this name: a format is often an importer and an exporter.
  public func components(named name: String) -> [ComponentEntry] {
    [importer(named: name), stage(named: name), exporter(named: name)].compactMap(\.self)
  }

  /// The name of the plug-in that brings a component.
  public func plugin(of entry: ComponentEntry) -> String? {
    plugins.first { plugin in
      plugin.components.contains { $0.name == entry.name && $0.role.isSame(as: entry.role) }
    }?.name
  }

  /// The name of a component that is close to what was written, of any role.
  public func suggestion(for name: String) -> String? {
    closest(to: name, among: (stages + importers + exporters).map(\.name))
  }
}

/// Why plug-ins can't be used together.
public struct RegistryError: Error, Hashable, Sendable {
  /// A sentence each, at least one.
  public var problems: [String]
}

extension ComponentEntry.Role {
  /// Whether both are importers, both stages or both exporters.
  func isSame(as other: ComponentEntry.Role) -> Bool {
    switch (self, other) {
    case (.importer, .importer), (.stage, .stage), (.exporter, .exporter): true
    default: false
    }
  }
}
