import JSONForms
import PluginKit
import StrictJSON

/// What a program says of itself in its first line.
struct Hello: Hashable, Sendable {
  /// The version of the protocol that is spoken here.
  static let protocolVersion = 1
  /// The parameters that every program has, by name: they are ours.
  static let reservedParameters = ["command", "timeout"]

  var name: String
  var version: String
  var summary: String
  var parameters: [ParameterInfo]

  /// Reads the line.
  /// - Throws: What is wrong with it, to follow "its hello".
  init(_ line: Span<UInt8>) throws(HelloFault) {
    let node: JSONNode
    do {
      node = try JSONNode(parsing: line)
    } catch {
      throw HelloFault("isn't JSON: \(error.message)")
    }
    guard node.object != nil else { throw HelloFault("is \(node.kind), not an object") }
    do throws(JSONError) {
      let number = try node.needed("protocol")
      guard let version = number.integer, version >= 1 else {
        throw number.error("exec.bad-hello", "'protocol' takes the number 1")
      }
      guard version <= Hello.protocolVersion else {
        throw number.error(
          "exec.bad-hello",
          "it speaks version \(version) of the protocol, and this strokemill version "
            + "\(Hello.protocolVersion): use a newer strokemill, or another version of the program")
      }
      let declaration = try Declaration(node, role: .stage)
      guard declaration.role == .stage else {
        throw node.error("exec.bad-hello", "only a stage can be a program")
      }
      name = declaration.name
      self.version = try node.needed("version").text("version")
      summary = declaration.summary
      parameters = declaration.parameters
    } catch {
      throw HelloFault("isn't right: \(error.message)")
    }
    for parameter in parameters {
      for name in [parameter.name] + parameter.aliases where Hello.reservedParameters.contains(name)
      {
        throw HelloFault("has a parameter '\(name)', which every program has; rename it")
      }
    }
    // It's shown in terminals.
    guard !node.hasControls else { throw HelloFault("holds control characters") }
  }
}

/// What is wrong with a program's first line, to follow "its hello".
struct HelloFault: Error {
  var reason: String
  init(_ reason: String) { self.reason = reason }
}

extension JSONNode {
  /// Whether any text in it holds characters that a terminal would obey.
  var hasControls: Bool {
    switch value {
    case .string(let text): text.unicodeScalars.contains(where: \.isControl)
    case .array(let elements): elements.contains(where: \.hasControls)
    case .object(let members): members.contains(where: \.value.hasControls)
    case .null, .bool, .integer, .number: false
    }
  }
}
