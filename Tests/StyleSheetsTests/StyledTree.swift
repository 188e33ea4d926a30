import StyleSheets

/// A tree of elements in a line each, indented under their parents: `rect#id.class.other[name=value]`,
/// with `+` behind an element that has text.
struct StyledTree {
  struct Element {
    var name: String
    var namespace = "svg"
    var id = ""
    var classes: [String] = []
    var attributes: [(name: String, value: String)] = []
    var parent: Int?
    var hasText = false
  }

  var elements: [Element] = []

  init(_ text: String) {
    var open: [(indent: Int, number: Int)] = []
    for line in text.split(separator: "\n") {
      let content = line.drop { $0 == " " }
      let indent = line.count - content.count
      while let last = open.last, last.indent >= indent { open.removeLast() }
      var element = StyledTree.element(String(content))
      element.parent = open.last?.number
      open.append((indent, elements.count))
      elements.append(element)
    }
  }

  private static func element(_ text: String) -> Element {
    var element = Element(name: "")
    var (kind, word): (Character, String) = (" ", "")
    func finish() {
      switch kind {
      case "#": element.id = word
      case ".": element.classes.append(word)
      case "[":
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        element.attributes.append((String(parts[0]), parts.count > 1 ? String(parts[1]) : ""))
      case " ":
        let parts = word.split(separator: "|")
        if parts.count == 2 { element.namespace = String(parts[0]) }
        element.name = String(parts.last ?? "")
      default: break
      }
    }
    for character in text {
      switch character {
      case "+" where kind != "[": element.hasText = true
      case "#" where kind != "[", "." where kind != "[", "[":
        finish()
        (kind, word) = (character, "")
      case "]":
        finish()
        (kind, word) = ("]", "")
      default: word.append(character)
      }
    }
    finish()
    return element
  }

  /// Adds the elements to what will be styled.
  func add(to cascade: inout StyleCascade) {
    for element in elements {
      cascade.appendElement(
        name: Array(element.name.utf8).span, namespace: Array(element.namespace.utf8).span,
        parent: element.parent)
      if !element.id.isEmpty { cascade.setID(Array(element.id.utf8).span) }
      cascade.setClasses(Array(element.classes.joined(separator: " ").utf8).span)
      for (name, value) in element.attributes {
        if name == "lang" { cascade.setLanguage(Array(value.utf8).span) }
        if name == "href" { cascade.setLink() }
        let parts = name.split(separator: "|")
        cascade.addAttribute(
          name: Array((parts.last ?? "").utf8).span,
          namespace: Array((parts.count > 1 ? parts[0] : "").utf8).span,
          value: Array(value.utf8).span)
      }
      if element.hasText { cascade.noteText(in: cascade.elementCount - 1) }
    }
  }
}

/// What a sheet makes of a tree.
struct StyledDocument {
  static let properties =
    "a b c d e f g h i j k l m n o p q r s t u v w x y z fill stroke marker-start marker-mid marker-end "
    + "font-style font-variant font-weight font-stretch font-size line-height font-family"
  static let names = properties.split(separator: " ").map { String($0) }

  var cascade: StyleCascade
  var notices: [StyleNotice] = []

  init(
    _ sheets: String..., tree: StyledTree = StyledTree("svg"),
    media: MediaEnvironment = MediaEnvironment(), limits: StyleLimits = StyleLimits()
  ) throws {
    cascade = StyleCascade(properties: StyledDocument.names, media: media, limits: limits)
    for sheet in sheets { try cascade.read(sheet: Array(sheet.utf8).span) }
    notices = cascade.takeNotices()
    tree.add(to: &cascade)
  }

  /// The variables and the places of the declarations of the element that was asked for last.
  private(set) var variables = VariableScope()
  private(set) var places: [StylePlace] = []

  /// The declarations of an element, `name: value` in the order in which they apply.
  mutating func declarations(
    of element: Int?, style: String = "", inherited: VariableScope = VariableScope()
  ) throws -> [String] {
    var found: [String] = []
    var places: [StylePlace] = []
    variables = try cascade.find(
      element: element, style: Array(style.utf8).span, inherited: inherited
    ) { declaration, value in
      places.append(declaration.place)
      found.append(
        StyledDocument.names[declaration.property] + ": "
          + String(decoding: value.indices.map { value[$0] }, as: UTF8.self))
    }
    self.places = places
    notices += cascade.takeNotices()
    return found
  }

  /// The elements that some rule applies to.
  mutating func matched() throws -> [Int] {
    var found: [Int] = []
    for element in 0..<cascade.elementCount where try !declarations(of: element).isEmpty {
      found.append(element)
    }
    return found
  }
}
