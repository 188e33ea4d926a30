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
  }

  var seed: UInt64?
  var limits = Limits()
  var stages: [Stage] = []
  var imports: [Component] = []
  var exports: [Component] = []
  /// Where each id was given.
  private var ids: [String: SourceSpan] = [:]

  /// Notes a stage's id.
  /// - Returns: Whether it's the first of its name.
  mutating func claim(id: String, at span: SourceSpan) -> Bool {
    guard ids[id] == nil else { return false }
    ids[id] = span
    return true
  }
}
