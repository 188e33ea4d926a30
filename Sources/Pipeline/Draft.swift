import PluginKit
import StrictJSON

/// What a person asked for, read but not yet checked against the components that there are.
struct Draft {
  /// An option's value as it was written.
  enum Value {
    /// In JSON: it has a type.
    case json(JSONNode)
    /// On the command line: the parameter says how to read it.
    case text(String)
  }

  /// A parameter and its value.
  struct Setting {
    var name: String
    var nameSpan: SourceSpan
    var value: Value
    var valueSpan: SourceSpan
  }

  /// A stage's or a format's name and its settings.
  struct Component {
    var name: String
    var span: SourceSpan
    var settings: [Setting] = []

    /// Sets a parameter, in place of what was said of it before.
    /// - Parameters:
    ///   - setting: The new value.
    ///   - names: All names of the parameter.
    mutating func replace(_ setting: Setting, names: [String]) {
      settings.removeAll { names.contains($0.name) }
      settings.append(setting)
    }
  }

  /// A stage entry.
  struct Stage {
    var component: Component
    var id: String?
    var selection: Selection?
    var isEnabled = true
    /// The stage that it was placed after, in the words of who placed it.
    var anchor: String?
  }

  var seed: UInt64?
  var inputs: [[UInt8]] = []
  var output: [UInt8]?
  var limits = Limits()
  var stages: [Stage] = []
  var imports: [Component] = []
  var exports: [Component] = []
  /// The ids that the layer being read has given or spoken of.
  private var claimed: Set<String> = []
  /// The ids of the layers below.
  private(set) var inherited: Set<String> = []

  /// Begins what lies on top of all that was read so far: a file that extends another, or the command
  /// line. It may speak of the stages below by their ids.
  mutating func beginLayer() {
    inherited = Set(stages.compactMap(\.id))
    claimed = []
  }

  /// Notes that the layer gives a stage this id, or speaks of the stage below that has it.
  /// - Returns: Whether it does so for the first time.
  mutating func claim(id: String) -> Bool { claimed.insert(id).inserted }

  /// The stages that a person calls so: the one of this id, else all of this name.
  func rows(named name: String) -> [Int] {
    let rows = stages.indices.filter { stages[$0].id == name }
    return rows.isEmpty ? stages.indices.filter { stages[$0].component.name == name } : rows
  }
}
