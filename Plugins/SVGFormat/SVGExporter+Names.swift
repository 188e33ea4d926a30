import PathModel
import PluginKit

/// Keeps the ids of a file apart.
struct NameRegister {
  /// What all ids begin with.
  private let prefix: String
  private var taken: Set<String> = []
  /// The ids that elements of the drawing want, which made-up names stay clear of.
  private var wanted: Set<String> = []
  /// The number that a new name of a kind gets at least.
  private var numbers: [String: Int] = [:]

  /// Has room for the ids of so many elements.
  init(prefix: String = "", count: Int = 0) {
    self.prefix = prefix
    taken.reserveCapacity(count)
  }

  /// Sets aside what the elements of a drawing are called.
  mutating func reserve(_ drawing: Drawing) {
    wanted.reserveCapacity(drawing.attributes.count + drawing.groups.count)
    for row in drawing.attributes.indices {
      if let id = drawing.attributes[row].id { wanted.insert(id) }
    }
    for row in drawing.groups.indices {
      if let id = drawing.groups[row].attributes.id { wanted.insert(id) }
    }
    if let id = drawing.document.attributes.id { wanted.insert(id) }
  }

  /// The id for an element that wants this one: nil when another has it already, as after a stage
  /// that draws each path several times.
  mutating func take(_ id: String, _ context: inout Context) -> String? {
    var name = id
    // Few ids have anything but letters, and Unicode's properties are slow to be asked for.
    let isPlain = !id.isEmpty && id.utf8.span.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    if !isPlain, id.isEmpty || id.unicodeScalars.contains(where: { $0.properties.isWhitespace }) {
      name = String(
        String.UnicodeScalarView(
          id.unicodeScalars.map { $0.properties.isWhitespace ? "_" : $0 }))
      guard !name.isEmpty else { return nil }
      context.warn("svg.bad-id", "the id '\(id)' has white space in it and becomes '\(name)'")
    }
    guard taken.insert(name).inserted else { return nil }
    return prefix.isEmpty ? name : prefix + name
  }

  /// A name for something that others refer to: the one it had where that is simple enough for a
  /// reference, else a new one.
  mutating func take(reference id: String?, orNew kind: String) -> String {
    if let id, NameRegister.isSimple(id), !wanted.contains(id), taken.insert(id).inserted {
      return prefix + id
    }
    var number = numbers[kind, default: 1]
    while true {
      let name = kind + String(number)
      number += 1
      numbers[kind] = number
      if !wanted.contains(name) && taken.insert(name).inserted { return prefix + name }
    }
  }

  /// The value of an attribute, with the ids in it as they are written.
  func references(_ value: String, in attribute: String) -> String {
    guard !prefix.isEmpty, NameRegister.referring.contains(attribute) else { return value }
    return value.split(separator: " ").map { prefix + $0 }.joined(separator: " ")
  }

  /// The attributes that are kept as they come and that hold ids.
  private static let referring: Set<String> = [
    "aria-activedescendant", "aria-controls", "aria-describedby", "aria-details",
    "aria-errormessage", "aria-flowto", "aria-labelledby", "aria-owns",
  ]

  /// Whether a reference can hold this name as it is.
  static func isSimple(_ id: String) -> Bool {
    guard let first = id.utf8.first, isLetter(first) else { return false }
    return id.utf8.allSatisfy(isNameByte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte) || byte == UInt8(ascii: "_")
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }

  /// What an attribute without a place of its own in the drawing is called: its name where SVG knows
  /// that, else `data-` before it; nil when that's no name.
  static func attributeName(for name: String) -> String? {
    guard !name.isEmpty, name.utf8.allSatisfy(isNameByte) else {
      return name == "xml:lang" || name == "xml:space" ? name : nil
    }
    if name == "role" || name == "lang" || name == "tabindex" { return name }
    if name.hasPrefix("aria-") || name.hasPrefix("data-") { return name }
    return "data-" + name
  }
}
