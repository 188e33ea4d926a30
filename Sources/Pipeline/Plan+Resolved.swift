import NumberText
import PluginKit
import StrictJSON

extension Plan {
  /// The plan as a pipeline file, indented, with variables replaced and all that the command line
  /// added: reading it again gives the same plan (`importFormat` and `exportFormats` apart).
  public var resolvedPipeline: String { resolvedPipeline(withFiles: false) }

  /// The same, if wanted with the names of inputs and output, as they are from the current folder.
  public func resolvedPipeline(withFiles: Bool) -> String {
    var writer = JSONWriter(form: .indented)
    writer.beginObject()
    writer.key("seed")
    writer.value(Int(clamping: seed))
    if withFiles, !inputs.isEmpty {
      writer.key("inputs")
      writer.beginArray()
      for input in inputs { writer.value(String(decoding: input, as: UTF8.self)) }
      writer.end()
    }
    if withFiles, let output {
      writer.key("output")
      writer.value(String(decoding: output, as: UTF8.self))
    }
    let changed = Limits.named.filter {
      limits[keyPath: $0.property] != Limits()[keyPath: $0.property]
    }
    if !changed.isEmpty {
      writer.key("limits")
      writer.beginObject()
      for limit in changed {
        writer.key(limit.name)
        writer.value(limits[keyPath: limit.property])
      }
      writer.end()
    }
    if !imports.isEmpty {
      writer.key("import")
      writer.beginObject()
      for format in imports { writer.member(format.name, format.options) }
      writer.end()
    }
    writer.key("stages")
    writer.beginArray()
    for step in steps { writer.entry(step) }
    writer.end()
    if !exports.isEmpty {
      writer.key("export")
      writer.beginObject()
      for format in exports { writer.member(format.name, format.options) }
      writer.end()
    }
    writer.end()
    return String(decoding: writer.finish().takeBytes(), as: UTF8.self)
  }
}

extension Plan.Step {
  /// The stage as an entry of a pipeline file, on one line.
  public var entryText: String {
    var writer = JSONWriter()
    writer.entry(self)
    return String(decoding: writer.finish().takeBytes(), as: UTF8.self)
  }

  /// The value that was set for a parameter, as a pipeline file has it; nil when none was.
  /// - Parameter name: The parameter's name or another name of it.
  /// - Returns: JSON.
  public func valueText(of name: String) -> String? {
    let names = entry.names(ofParameter: name) ?? [name]
    guard let option = options.last(where: { names.contains($0.name) }) else { return nil }
    var writer = JSONWriter(form: .spaced)
    writer.value(option.value.json.escaped)
    return String(decoding: writer.finish().takeBytes(), as: UTF8.self)
  }
}

extension JSONWriter {
  /// Writes a stage entry.
  fileprivate mutating func entry(_ step: Plan.Step) {
    beginObject(.spaced)
    member(step.entry.name, step.options)
    if let id = step.id {
      key("id")
      value(id)
    }
    if let selection = step.selection {
      key("select")
      value(selection.source.escaped)
    }
    if !step.isEnabled {
      key("enabled")
      value(false)
    }
    end()
  }

  /// Writes a component's name and its options.
  fileprivate mutating func member(_ name: String, _ options: [Option]) {
    key(name)
    beginObject(.spaced)
    for option in options {
      key(option.name)
      value(option.value.json.escaped)
    }
    end()
  }
}

extension JSONValue {
  /// The value with `${` written so that no variable is looked for.
  fileprivate var escaped: JSONValue {
    switch self {
    case .string(let text):
      var result = ""
      var rest = text[...]
      while let dollar = rest.firstIndex(of: "$") {
        result += rest[..<dollar]
        rest = rest[dollar...]
        result += rest.hasPrefix("${") ? "$$" : "$"
        rest = rest.dropFirst()
      }
      return .string(result + rest)
    case .array(let elements):
      return .array(elements.map { JSONNode($0.value.escaped) })
    case .object(let members):
      return .object(members.map { JSONMember($0.name, JSONNode($0.value.value.escaped)) })
    default: return self
    }
  }
}

extension ParameterValue {
  /// The value in JSON; a whole number without a point.
  var json: JSONValue {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let value):
      if let whole = Int(exactly: value), value != 0 || value.sign == .plus {
        .integer(whole)
      } else {
        .number(value)
      }
    case .text(let text): .string(text)
    case .list(let values): .array(values.map { JSONNode($0.json) })
    }
  }
}
