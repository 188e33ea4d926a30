import NumberText
import PathModel
import PluginKit
import StrictJSON

/// The JSON Schema (draft 2020-12) of pipeline files, with every known stage and format.
///
/// It describes the file once comments and trailing commas are gone. Where a number, a word or a
/// truth value is due, a string with a `${variable}` is allowed too; what it stands for is checked
/// by the tool.
public enum PipelineSchema {
  /// Writes the schema's text.
  /// - Parameters:
  ///   - registry: The components that there are.
  ///   - bases: Names that `extends` may give beside those of files.
  /// - Returns: The text, indented, with a line break at the end.
  public static func text(_ registry: Registry, bases: [String] = []) -> String {
    let schema = Schema.object([
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("title", "Strokemill pipeline"),
      ("description", "What is done to drawings between reading and writing them."),
      ("type", "object"),
      (
        "properties",
        .object([
          ("$schema", .object([("type", "string")])),
          ("version", .object([("const", .number(1))])),
          (
            "description",
            described("What the pipeline does, in a sentence.", .object([("type", "string")]))
          ),
          ("extends", self.base(bases)),
          ("vars", variables),
          ("seed", orVariable(described("The seed of all that is random.", seed))),
          (
            "import",
            components(registry.importers, "Options for reading, by format.")
          ),
          (
            "stages",
            described(
              "What is done, in order.",
              .object([
                ("type", "array"), ("maxItems", .number(Double(Plan.stageLimit))),
                ("items", .object([("$ref", "#/$defs/stage")])),
              ]))
          ),
          (
            "export",
            components(registry.exporters, "Options for writing, by format.")
          ),
          ("limits", limits),
          ("inputs", inputs),
          (
            "output",
            described(
              "Where 'strokemill run' writes, from this file's folder: a folder, such as out/, or a name with places to "
                + "fill in, such as out/{stem}-{seed}.{ext}.",
              .object([("type", "string"), ("minLength", .number(1))]))
          ),
        ])
      ),
      ("patternProperties", notes),
      ("additionalProperties", false),
      ("anyOf", [.object([("required", ["stages"])]), .object([("required", ["extends"])])]),
      (
        "$defs",
        .object([
          ("variable", .object([("type", "string"), ("pattern", #"\$\{[A-Za-z0-9_-]+\}"#)])),
          ("stage", stage(registry.stages)),
          ("selection", selection),
        ])
      ),
    ])
    var writer = JSONWriter(form: .indented)
    schema.write(to: &writer)
    return String(decoding: writer.finish().takeBytes(), as: UTF8.self)
  }

  private static var notes: Schema { .object([("^x-", true)]) }

  private static var variable: Schema { .object([("$ref", "#/$defs/variable")]) }

  private static func orVariable(_ schema: Schema) -> Schema { anyOf([schema, variable]) }

  private static func anyOf(_ schemas: [Schema]) -> Schema { .object([("anyOf", .list(schemas))]) }

  private static func described(_ text: String, _ schema: Schema) -> Schema {
    guard case .object(let members) = schema else { return schema }
    return .object([("description", .text(text))] + members)
  }

  private static func base(_ names: [String]) -> Schema {
    let file = Schema.object([("type", "string"), ("pattern", "^(?!preset:).+$")])
    return described(
      "A pipeline file, by its name from this one's folder, or a preset. What stands here lies over it: "
        + "entries of 'stages' change its stages by their ids, others are added.",
      anyOf([.object([("enum", .list(names.map { .text($0) }))]), file]))
  }

  private static var inputs: Schema {
    described(
      "What 'strokemill run' converts: files, folders and patterns such as drawings/**/*.svg, from this file's "
        + "folder.",
      .object([
        ("type", "array"), ("minItems", .number(1)),
        ("items", .object([("type", "string"), ("minLength", .number(1))])),
      ]))
  }

  private static var seed: Schema {
    .object([("type", "integer"), ("minimum", .number(0)), ("maximum", .integer(Int.max))])
  }

  private static var variables: Schema {
    described(
      "Values that `${name}` stands for in strings.",
      .object([
        ("type", "object"),
        (
          "patternProperties",
          .object([
            ("^x-", true),
            (
              "^(?!x-)[A-Za-z0-9_-]+$",
              .object([("type", ["string", "number", "boolean"])])
            ),
          ])
        ),
        ("additionalProperties", false),
      ]))
  }

  private static var limits: Schema {
    closed(
      Limits.named.map { limit in
        (
          limit.name,
          described(
            limit.help,
            orVariable(
              .object([
                ("type", "integer"), ("minimum", .integer(limit.range.lowerBound)),
                ("maximum", .integer(limit.range.upperBound)),
              ])))
        )
      })
  }

  /// An object with these keys and notes, and no others.
  private static func closed(
    _ properties: [(String, Schema)], _ more: [(String, Schema)] = []
  ) -> Schema {
    .object(
      [
        ("type", "object"), ("properties", .object(properties)), ("patternProperties", notes),
        ("additionalProperties", false),
      ] + more)
  }

  // MARK: Components

  private static func components(_ entries: [ComponentEntry], _ text: String) -> Schema {
    described(text, closed(entries.map { ($0.name, component($0)) }))
  }

  private static func component(_ entry: ComponentEntry) -> Schema {
    var properties: [(String, Schema)] = []
    for parameter in entry.parameters {
      properties.append((parameter.name, self.parameter(parameter, parameter.help)))
      for alias in parameter.aliases {
        properties.append(
          (alias, self.parameter(parameter, "Another name of '\(parameter.name)'.")))
      }
    }
    guard entry.takesMoreParameters else { return described(entry.summary, closed(properties)) }
    return described(
      entry.summary, .object([("type", "object"), ("properties", .object(properties))]))
  }

  private static func stage(_ entries: [ComponentEntry]) -> Schema {
    let names = Schema.object([("enum", .list(entries.map { .text($0.name) }))])
    let properties: [(String, Schema)] =
      [
        (
          "id",
          described(
            "What --set and messages call the stage.",
            orVariable(.object([("type", "string"), ("pattern", "^[A-Za-z0-9_-]+$")])))
        ),
        (
          "select",
          described(
            "The paths that the stage touches: all conditions hold.",
            .object([("$ref", "#/$defs/selection")]))
        ),
        (
          "enabled",
          described("Whether the stage runs.", orVariable(.object([("type", "boolean")])))
        ),
        (
          "before",
          described(
            "Puts a new stage before the one of this id or name.", .object([("type", "string")]))
        ),
        (
          "after",
          described(
            "Puts a new stage after the one of this id or name.", .object([("type", "string")]))
        ),
      ] + entries.map { ($0.name, component($0)) }
    // One stage, or none where one of what is extended is changed by its id.
    let one =
      entries.map { Schema.object([("required", .list([.text($0.name)]))]) } + [
        .object([
          ("required", ["id"]),
          ("propertyNames", .object([("pattern", "^(id|select|enabled|x-.*)$")])),
        ])
      ]
    let object = closed(properties, [("oneOf", .list(one))])
    return anyOf([names, variable, object])
  }

  private static func parameter(_ info: ParameterInfo, _ help: String) -> Schema {
    var choices = values(info.kind, info.range)
    if info.isOptional { choices.append(.object([("type", "null")])) }
    var members: [(String, Schema)] = [("description", .text(help))]
    members.append(("default", Schema(info.defaultValue.json)))
    return .object(members + [("anyOf", .list(choices))])
  }

  /// The schemas of which a value of a kind fits one.
  private static func values(_ kind: ParameterInfo.Kind, _ range: ParameterRange?) -> [Schema] {
    func number(_ type: Schema) -> Schema {
      var members: [(String, Schema)] = [("type", type)]
      if let minimum = range?.minimum {
        let excludes = range?.excludesMinimum ?? false
        members.append((excludes ? "exclusiveMinimum" : "minimum", .number(minimum)))
      }
      if let maximum = range?.maximum { members.append(("maximum", .number(maximum))) }
      return .object(members)
    }
    func withUnit(_ units: [String]) -> Schema {
      let units = units.joined(separator: "|")
      return .object([
        ("type", "string"),
        ("pattern", .text("^[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?(\(units))$")),
      ])
    }
    switch kind {
    case .boolean: return [.object([("type", "boolean")]), variable]
    case .integer: return [number("integer"), variable]
    case .number: return [number("number"), variable]
    case .length:
      return [number("number"), withUnit(Length.Unit.allCases.map(\.rawValue)), variable]
    case .angle: return [number("number"), withUnit(["deg", "rad", "turn", ""]), variable]
    case .color, .paint: return [.object([("type", "string")])]
    case .text: return [.object([("type", .list(["string", "integer"]))])]
    case .choice(let words): return [.object([("enum", .list(words.map { .text($0) }))]), variable]
    case .list(let element):
      return [.object([("type", "array"), ("items", anyOf(values(element, range)))])]
    }
  }

  // MARK: Selections

  private static var selection: Schema {
    func oneOrMore(_ help: String) -> Schema {
      described(
        help,
        anyOf([
          .object([("type", "string")]),
          .object([
            ("type", "array"), ("items", .object([("type", "string")])), ("minItems", .number(1)),
          ]),
        ]))
    }
    let inner = Schema.object([("$ref", "#/$defs/selection")])
    return closed([
      ("layer", oneOrMore("A layer's label or id; '*' stands for any characters.")),
      ("id", oneOrMore("The id of the path or of a group that it lies in.")),
      ("class", oneOrMore("A class of the path or of a group that it lies in.")),
      ("stroke", oneOrMore("A colour, none, currentColor, gradient, pattern or *.")),
      ("stroke-width", bound("The width of its stroke, such as \">3%\".", "")),
      ("fill", oneOrMore("A colour, none, currentColor, gradient, pattern or *.")),
      ("closed", orVariable(.object([("type", "boolean")]))),
      ("text", orVariable(.object([("type", "boolean")]))),
      ("length", bound("The path's length, such as \"<10mm\".", "")),
      ("area", bound("The area that it encloses, such as \">20mm2\".", "[2²]")),
      ("not", described("Conditions that don't all hold.", inner)),
      (
        "any",
        described(
          "Objects of conditions of which one holds.",
          .object([("type", "array"), ("items", inner), ("minItems", .number(1))]))
      ),
    ])
  }

  private static func bound(_ help: String, _ square: String) -> Schema {
    let units = Length.Unit.allCases.map(\.rawValue).filter { !$0.isEmpty }
    let measure =
      "[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?"
      + "((\(units.joined(separator: "|")))\(square))?"
    let end = anyOf([
      .object([("type", "number")]),
      .object([("type", "string"), ("pattern", .text("^\(measure)$"))]), variable,
    ])
    return described(
      help,
      anyOf([
        .object([("type", "string"), ("pattern", .text("^[<>]=? *\(measure)$"))]), variable,
        closed([("min", end), ("max", end)], [("minProperties", .number(1))]),
      ]))
  }
}

/// A piece of a schema, easy to write down in Swift.
private indirect enum Schema: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral
{
  case text(String)
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case list([Schema])
  case object([(String, Schema)])
  case value(JSONValue)

  init(stringLiteral value: String) { self = .text(value) }
  init(booleanLiteral value: Bool) { self = .flag(value) }
  init(arrayLiteral elements: Schema...) { self = .list(elements) }
  init(_ value: JSONValue) { self = .value(value) }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .text(let text): writer.value(text)
    case .flag(let flag): writer.value(flag)
    case .integer(let number): writer.value(number)
    case .number(let number): writer.value(ParameterValue.number(number).json)
    case .value(let value): writer.value(value)
    case .list(let elements):
      writer.beginArray(isFlat ? .spaced : nil)
      for element in elements { element.write(to: &writer) }
      writer.end()
    case .object(let members):
      writer.beginObject(isFlat ? .spaced : nil)
      for (name, member) in members {
        writer.key(name)
        member.write(to: &writer)
      }
      writer.end()
    }
  }

  /// Whether nothing in it has parts of its own, so that it fits on a line.
  private var isFlat: Bool {
    func isLeaf(_ schema: Schema) -> Bool {
      switch schema {
      case .list, .object: false
      default: true
      }
    }
    switch self {
    case .list(let elements): return elements.allSatisfy(isLeaf)
    case .object(let members): return members.count < 4 && members.allSatisfy { isLeaf($0.1) }
    default: return true
    }
  }
}
