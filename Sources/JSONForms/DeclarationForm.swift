package import PluginKit
package import StrictJSON

/// What a component says of itself across a boundary: all of a `ComponentEntry` but what it does.
package struct Declaration: Hashable, Sendable {
  /// What a component is.
  package enum Role: String, Hashable, Sendable, CaseIterable {
    case importer, stage, exporter
  }

  package var role: Role
  package var name: String
  package var summary: String
  package var extensions: [String] = []
  package var parameters: [ParameterInfo]

  /// What an entry says of itself.
  package init(_ entry: ComponentEntry) {
    (name, summary, parameters) = (entry.name, entry.summary, entry.parameters)
    switch entry.role {
    case .importer(let extensions, _, _): (role, self.extensions) = (.importer, extensions)
    case .stage: role = .stage
    case .exporter(let extensions, _): (role, self.extensions) = (.exporter, extensions)
    }
  }

  /// Reads a declaration and checks it. Members that aren't known are ignored.
  /// - Parameters:
  ///   - node: The declaration.
  ///   - usualRole: The role where none is said; nil if it has to be said.
  /// - Throws: What is wrong with it.
  package init(_ node: JSONNode, role usualRole: Role? = nil) throws(JSONError) {
    guard node.object != nil else {
      throw node.error("form.not-an-object", "a component's declaration is an object")
    }
    if let usualRole, node["role"] == nil {
      role = usualRole
    } else {
      role = try node.needed("role").choice("role")
    }
    name = try node.needed("name").name("name")
    if let problem = ComponentEntry.problem(withName: name) {
      throw node.error("form.bad-name", "the component '\(name)' \(problem)")
    }
    summary = try node.needed("summary").text("summary")
    if let list = node["extensions"] {
      for element in try list.elements("extensions") {
        extensions.append(try element.text("extensions"))
      }
    }
    parameters = []
    guard let list = node["parameters"] else { return }
    var names: Set<String> = []
    for element in try list.elements("parameters") {
      let parameter = try ParameterInfo(element)
      for name in [parameter.name] + parameter.aliases where !names.insert(name).inserted {
        throw element.error("form.twice", "two parameters have the name '\(name)'")
      }
      if let problem = parameter.problem(with: parameter.defaultValue) {
        throw element.error("form.bad-default", "a default isn't allowed: \(problem)")
      }
      parameters.append(parameter)
    }
  }
}

extension JSONNode {
  /// A name as components, parameters and plug-ins have it: lower-case letters, digits and hyphens.
  package func name(_ member: String) throws(JSONError) -> String {
    let text = try text(member)
    guard text.utf8.allSatisfy(ComponentEntry.isNameByte), !text.isEmpty, !text.hasPrefix("-"),
      !text.hasSuffix("-")
    else {
      throw error(
        "form.bad-name", "'\(member)' takes lower-case letters, digits and hyphens, not '\(text)'")
    }
    return text
  }
}

extension ParameterInfo {
  fileprivate init(_ node: JSONNode) throws(JSONError) {
    let name = try node.needed("name").name("name")
    let kind = try Kind(node)
    let help = try node.needed("help").text("help")
    let value = try ParameterValue(node.needed("default"))
    self.init(name: name, kind: kind, defaultValue: value, help: help)
    if let list = node["aliases"] {
      for element in try list.elements("aliases") { aliases.append(try element.name("aliases")) }
    }
    if let optional = node["optional"] { isOptional = try optional.truth("optional") }
    if node["minimum"] != nil || node["maximum"] != nil {
      var range = ParameterRange(minimum: nil, maximum: nil)
      if let minimum = node["minimum"] { range.minimum = try minimum.amount("minimum") }
      if let maximum = node["maximum"] { range.maximum = try maximum.amount("maximum") }
      if let excludes = node["excludesMinimum"] {
        range.excludesMinimum = try excludes.truth("excludesMinimum")
      }
      if let low = range.minimum, let high = range.maximum, low > high {
        throw node.error("form.bad-range", "the least number of '\(name)' is above the greatest")
      }
      self.range = range
    }
  }
}

extension ParameterInfo.Kind {
  /// A kind is at the most a list of lists of lists.
  fileprivate init(_ node: JSONNode, depth: Int = 3) throws(JSONError) {
    let word = try node.needed("kind")
    switch try word.text("kind") {
    case "boolean": self = .boolean
    case "integer": self = .integer
    case "number": self = .number
    case "length": self = .length
    case "angle": self = .angle
    case "color": self = .color
    case "paint": self = .paint
    case "text": self = .text
    case "choice":
      var words: [String] = []
      for element in try node.needed("choices").elements("choices") {
        words.append(try element.text("choices"))
      }
      self = .choice(words)
    case "list" where depth > 0:
      self = .list(try ParameterInfo.Kind(node.needed("element"), depth: depth - 1))
    default:
      throw word.error("form.unknown-kind", "there is no such kind of parameter")
    }
  }
}

extension ParameterValue {
  /// Reads a value.
  package init(_ node: JSONNode) throws(JSONError) {
    switch node.value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .number(Double(value))
    case .number(let value): self = .number(value)
    case .string(let value): self = .text(value)
    case .array(let elements):
      var values: [ParameterValue] = []
      for element in elements { values.append(try ParameterValue(element)) }
      self = .list(values)
    case .object: throw node.error("form.bad-value", "an object is no parameter's value")
    }
  }
}

extension [Option] {
  /// Reads options from an object.
  package init(_ node: JSONNode) throws(JSONError) {
    self = []
    guard let object = node.object else {
      throw node.error("form.not-an-object", "options are an object")
    }
    for member in object { append(Option(member.name, try ParameterValue(member.value))) }
  }
}

extension JSONWriter {
  /// Writes options as an object.
  package mutating func value(_ options: [Option]) {
    beginObject()
    for option in options {
      key(option.name)
      value(option.value)
    }
    end()
  }

  /// Writes a parameter's value.
  package mutating func value(_ value: ParameterValue) {
    switch value {
    case .null: null()
    case .bool(let truth): self.value(truth)
    case .number(let number): self.value(number)
    case .text(let text): self.value(text)
    case .list(let values):
      beginArray()
      for element in values { self.value(element) }
      end()
    }
  }

  /// Writes a declaration.
  package mutating func value(_ declaration: Declaration) {
    beginObject()
    key("role")
    value(declaration.role.rawValue)
    key("name")
    value(declaration.name)
    key("summary")
    value(declaration.summary)
    texts("extensions", declaration.extensions)
    key("parameters")
    beginArray()
    for parameter in declaration.parameters { value(parameter) }
    end()
    end()
  }

  private mutating func value(_ parameter: ParameterInfo) {
    beginObject()
    key("name")
    value(parameter.name)
    texts("aliases", parameter.aliases)
    members(parameter.kind)
    if parameter.isOptional {
      key("optional")
      value(true)
    }
    key("default")
    value(parameter.defaultValue)
    if let range = parameter.range {
      if let minimum = range.minimum { member("minimum", minimum) }
      if let maximum = range.maximum { member("maximum", maximum) }
      if range.excludesMinimum {
        key("excludesMinimum")
        value(true)
      }
    }
    key("help")
    value(parameter.help)
    end()
  }

  private mutating func members(_ kind: ParameterInfo.Kind) {
    key("kind")
    switch kind {
    case .boolean: value("boolean")
    case .integer: value("integer")
    case .number: value("number")
    case .length: value("length")
    case .angle: value("angle")
    case .color: value("color")
    case .paint: value("paint")
    case .text: value("text")
    case .choice(let words):
      value("choice")
      key("choices")
      beginArray()
      for word in words { value(word) }
      end()
    case .list(let element):
      value("list")
      key("element")
      beginObject()
      members(element)
      end()
    }
  }

  private mutating func member(_ name: String, _ number: Double) {
    key(name)
    value(number)
  }

  private mutating func texts(_ name: String, _ texts: [String]) {
    guard !texts.isEmpty else { return }
    key(name)
    beginArray()
    for text in texts { value(text) }
    end()
  }
}
