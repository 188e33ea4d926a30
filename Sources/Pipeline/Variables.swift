import PluginKit
import StrictJSON

/// The variables of a pipeline: `vars` in the file, `--var` on the command line.
///
/// `${name}` stands for a variable in every string value. A string that is nothing else takes the
/// variable's value with its type, so `"${passes}"` can be a number; inside a longer string it's
/// replaced by the value's text, so `"${gap}mm"` is a length. `$${` stands for `${` itself.
struct Variables {
  private struct Override {
    var text: String
    var nameSpan: SourceSpan
    var valueSpan: SourceSpan
  }

  private var declared: [(name: String, value: JSONValue)] = []
  private var rows: [String: Int] = [:]
  private var overrides: [(name: String, value: Override)] = []
  private var used: Set<String> = []

  /// Reads the `vars` of a pipeline file, over those of the file that it extends.
  mutating func declare(_ node: JSONNode, in source: Int, _ log: inout ProblemLog) {
    guard let members = node.object else {
      log.report(
        "pipeline.wrong-type",
        "'vars' takes an object of names and values, not \(node.article)",
        at: log.span(of: node.position, in: source))
      return
    }
    for member in members where !member.name.hasPrefix("x-") {
      guard Variables.isName(member.name) else {
        log.report(
          "pipeline.bad-variable",
          "a variable's name is made of letters, digits, '-' and '_', not '\(member.name)'",
          at: log.span(of: member.position, in: source))
        continue
      }
      switch member.value.value {
      case .string(let text):
        if text.contains("${") {
          log.report(
            "pipeline.bad-variable", "a variable can't refer to another; write its value out",
            at: log.span(of: member.value.position, in: source))
          continue
        }
      case .integer, .number, .bool: break
      case .null, .array, .object:
        log.report(
          "pipeline.bad-variable",
          "a variable is a string, a number, true or false, not \(member.value.article)",
          at: log.span(of: member.value.position, in: source))
        continue
      }
      // A file's values take the place of those of the file that it extends.
      if let row = rows[member.name] {
        declared[row].value = member.value.value
      } else {
        rows[member.name] = declared.count
        declared.append((member.name, member.value.value))
      }
    }
  }

  /// Takes a `--var`.
  mutating func override(_ source: Int, _ log: inout ProblemLog) {
    let bytes = log.sources[source].bytes
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else {
      log.report(
        "pipeline.bad-variable", "write NAME=VALUE: the '=' is missing", at: log.whole(source))
      return
    }
    let name = String(decoding: bytes[..<equals], as: UTF8.self)
    let nameSpan = SourceSpan(source: source, offset: 0, length: equals)
    let valueSpan = SourceSpan(
      source: source, offset: equals + 1, length: bytes.count - equals - 1)
    guard Variables.isName(name) else {
      log.report(
        "pipeline.bad-variable",
        "a variable's name is made of letters, digits, '-' and '_', not '\(name)'", at: nameSpan)
      return
    }
    let text = String(decoding: bytes[(equals + 1)...], as: UTF8.self)
    if let row = rows[name], case .bool = declared[row].value, Variables.truth(text) == nil {
      log.report(
        "pipeline.bad-variable",
        "the variable '\(name)' is true or false in the pipeline, not '\(text)'", at: valueSpan)
      return
    }
    overrides.removeAll { $0.name == name }
    overrides.append(
      (name, Override(text: text, nameSpan: nameSpan, valueSpan: valueSpan)))
  }

  /// Replaces variables in all strings of a tree; keys stay.
  mutating func replace(
    in node: JSONNode, of source: Int, _ log: inout ProblemLog
  ) -> JSONNode {
    var result = node
    switch node.value {
    case .string(let text) where text.contains("${"):
      let span = log.span(of: node.position, in: source)
      if let value = value(of: text, at: span, &log) {
        result.value = value
      } else {
        log.settle(span)
      }
    case .array(let elements):
      result.value = .array(elements.map { replace(in: $0, of: source, &log) })
    case .object(let members):
      result.value = .object(
        members.map { member in
          var copy = member
          copy.value = replace(in: member.value, of: source, &log)
          return copy
        })
    default: break
    }
    return result
  }

  /// Reports every `--var` that nothing asked for. Call it when all is replaced.
  func reportUnused(_ log: inout ProblemLog) {
    for (name, override) in overrides where rows[name] == nil && !used.contains(name) {
      log.report(
        "pipeline.unknown-variable", "the pipeline has no variable '\(name)'" + hint(name),
        at: override.nameSpan)
    }
  }

  /// What a string with references stands for; nil after a report.
  private mutating func value(
    of text: String, at span: SourceSpan, _ log: inout ProblemLog
  ) -> JSONValue? {
    var result = ""
    var rest = text[...]
    var isFine = true
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      rest = rest[dollar...]
      if rest.hasPrefix("$${") {
        result += "${"
        rest = rest.dropFirst(3)
        continue
      }
      guard rest.hasPrefix("${") else {
        result += "$"
        rest = rest.dropFirst()
        continue
      }
      guard let end = rest.firstIndex(of: "}") else {
        log.report(
          "pipeline.bad-variable",
          "the '}' of a variable is missing; for the characters themselves write '$${'", at: span)
        return nil
      }
      let name = String(rest[..<end].dropFirst(2))
      rest = rest[rest.index(after: end)...]
      guard let value = value(named: name, at: span, &log) else {
        isFine = false
        continue
      }
      if result.isEmpty && rest.isEmpty && text.hasPrefix("${\(name)}") { return value.value }
      result += value.text
    }
    return isFine ? .string(result + rest) : nil
  }

  private mutating func value(
    named name: String, at span: SourceSpan, _ log: inout ProblemLog
  ) -> (value: JSONValue, text: String)? {
    used.insert(name)
    let original = rows[name].map { declared[$0].value }
    if let override = overrides.first(where: { $0.name == name })?.value {
      return (Variables.read(override.text, like: original), override.text)
    }
    guard let original else {
      log.report(
        "pipeline.unknown-variable", "there is no variable '\(name)'" + hint(name), at: span)
      return nil
    }
    switch original {
    case .string(let text): return (original, text)
    case .integer(let number): return (original, "\(number)")
    case .number(let number): return (original, ParameterValue.number(number).text)
    case .bool(let value): return (original, value ? "true" : "false")
    case .null, .array, .object: return nil
    }
  }

  /// A value from the command line has the type of the one in the file when it can be read so;
  /// without one it has the type that it looks like.
  private static func read(_ text: String, like original: JSONValue?) -> JSONValue {
    switch original {
    case .string: .string(text)
    case .integer, .number: number(text).map { .number($0) } ?? .string(text)
    case .bool: truth(text).map { .bool($0) } ?? .string(text)
    case nil, .null, .array, .object:
      if let number = number(text) {
        .number(number)
      } else if text == "true" || text == "false" {
        .bool(text == "true")
      } else {
        .string(text)
      }
    }
  }

  private static func number(_ text: String) -> Double? {
    guard case .number(let number) = argument(text, .number) else { return nil }
    return number
  }

  private static func truth(_ text: String) -> Bool? {
    guard case .bool(let value) = argument(text, .boolean) else { return nil }
    return value
  }

  private static func argument(_ text: String, _ kind: ParameterInfo.Kind) -> ParameterValue? {
    ParameterInfo(name: "", kind: kind, defaultValue: .null, help: "").value(fromArgument: text)
  }

  private func hint(_ name: String) -> String {
    let names = declared.map(\.name)
    if let near = closest(to: name, among: names) { return "; did you mean '\(near)'?" }
    return names.isEmpty
      ? "; 'vars' declares none" : "; 'vars' declares " + names.joined(separator: ", ")
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        ComponentEntry.isNameByte(byte) || byte == UInt8(ascii: "_")
          || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
      }
  }
}

extension JSONNode {
  /// What sort of value it is, for messages.
  var article: String {
    switch value {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let number): "the number \(number)"
    case .number(let number): "the number \(ParameterValue.number(number).text)"
    case .string(let text): "\"\(text)\""
    case .array: "a list"
    case .object: "an object"
    }
  }
}
