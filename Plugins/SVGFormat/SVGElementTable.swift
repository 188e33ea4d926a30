import PathModel
import PluginKit
import StyleSheets

/// An element's row in its document's table.
struct SVGElementID: Hashable, BitwiseCopyable, Sendable {
  var row: UInt32

  init(_ row: UInt32) { self.row = row }

  static let root = SVGElementID(0)
}

/// A document as a flat table: its elements in document order, each with its attributes and texts.
///
/// What is kept of values and texts is where they lie: in the document's own bytes, or, where they
/// were put together from entities, in an arena beside them. So a table costs some forty bytes an
/// element and sixteen an attribute, whatever they say.
struct SVGElementTable {
  /// One element, in fixed size.
  struct Row: BitwiseCopyable {
    var kind: SVGElement
    var traits: Traits
    var attributeCount: UInt32
    /// The row in `names`.
    var name: UInt32
    /// The element that it lies in; of the root, itself.
    var parent: UInt32
    /// The element of the same parent before it; of the first, itself.
    var previous: UInt32
    /// The row behind its last descendant.
    var end: UInt32
    var firstAttribute: UInt32
    /// How many texts stand before it.
    var firstText: UInt32
    /// Where its tag begins.
    var offset: UInt32
    /// On which line that is.
    var line: UInt32
  }

  /// What an element has attributes for.
  struct Traits: OptionSet, BitwiseCopyable {
    let rawValue: UInt8
    /// Its look: a property, or `style`.
    static let properties = Traits(rawValue: 1)
    /// Whether it's drawn: `systemLanguage`, `requiredExtensions`.
    static let conditions = Traits(rawValue: 2)
    /// What it's called, and what else is carried as it is.
    static let names = Traits(rawValue: 4)
  }

  /// Where a value or a text lies.
  struct Piece: BitwiseCopyable {
    var start: UInt32
    var count: UInt32
    /// Whether it lies in the arena and not in the document.
    var isInArena: Bool
  }

  struct AttributeRow: BitwiseCopyable {
    /// What the reader knows it as.
    var known: SVGAttributeName?
    /// Whether that says something of the look.
    var isOfLook: Bool
    /// The row in `names`.
    var name: UInt32
    var value: Piece
  }

  struct TextRow: BitwiseCopyable {
    /// The element that it stands in itself.
    var owner: UInt32
    var piece: Piece
  }

  /// The name of elements or attributes.
  struct Name {
    let local: String
    /// The bytes of that.
    let bytes: [UInt8]
    let namespace: SVGNamespace
    /// Whether an attribute of that name is carried to the output as it is: `role`, `aria-…`,
    /// `data-…`.
    let isKept: Bool
    /// Whether an attribute of that name says a language.
    let isLanguage: Bool

    init(_ local: String, _ namespace: SVGNamespace) {
      self.local = local
      bytes = Array(local.utf8)
      self.namespace = namespace
      isKept =
        namespace == .none
        && (local == "role" || local.hasPrefix("aria-") || local.hasPrefix("data-"))
      isLanguage = local == "lang" && (namespace == .xml || namespace == .none)
    }
  }

  private(set) var rows: [Row]
  private(set) var attributes: [AttributeRow]
  private(set) var texts: [TextRow]
  private(set) var names: [Name]
  /// The bytes in which values and texts lie.
  let bytes: SVGDocumentBytes

  init(
    rows: [Row], attributes: [AttributeRow], texts: [TextRow], names: [Name],
    bytes: SVGDocumentBytes
  ) {
    self.rows = rows
    self.attributes = attributes
    self.texts = texts
    self.names = names
    self.bytes = bytes
  }

  @inline(__always) subscript(element: SVGElementID) -> Row { rows[Int(element.row)] }

  // MARK: The tree

  /// The element around one; nil for the root.
  func parent(of element: SVGElementID) -> SVGElementID? {
    element == .root ? nil : SVGElementID(self[element].parent)
  }

  /// The element before one in their parent.
  func previousSibling(of element: SVGElementID) -> SVGElementID? {
    let previous = self[element].previous
    return previous == element.row ? nil : SVGElementID(previous)
  }

  /// The element after one in their parent.
  @inline(__always) func nextSibling(of element: SVGElementID) -> SVGElementID? {
    SVGElementTable.nextSibling(of: element, rows)
  }

  @inline(__always)
  private static func nextSibling(of element: SVGElementID, _ rows: [Row]) -> SVGElementID? {
    let row = rows[Int(element.row)]
    guard row.end < rows.count, rows[Int(row.end)].parent == row.parent, element != .root else {
      return nil
    }
    return SVGElementID(row.end)
  }

  /// The first element inside one.
  @inline(__always) func firstChild(of element: SVGElementID) -> SVGElementID? {
    element.row + 1 < self[element].end ? SVGElementID(element.row + 1) : nil
  }

  /// The elements right inside one.
  func children(of element: SVGElementID) -> Children {
    Children(rows: rows, upcoming: firstChild(of: element))
  }

  struct Children: Sequence, IteratorProtocol {
    fileprivate let rows: [Row]
    fileprivate var upcoming: SVGElementID?

    mutating func next() -> SVGElementID? {
      guard let current = upcoming else { return nil }
      upcoming = SVGElementTable.nextSibling(of: current, rows)
      return current
    }
  }

  // MARK: Names and attributes

  /// An element's name without a prefix.
  func name(of element: SVGElementID) -> String { names[Int(self[element].name)].local }

  func namespace(of element: SVGElementID) -> SVGNamespace {
    names[Int(self[element].name)].namespace
  }

  /// Where an element's attributes lie in `attributes`.
  @inline(__always) func attributeRange(of element: SVGElementID) -> Range<Int> {
    let row = self[element]
    return Int(row.firstAttribute)..<(Int(row.firstAttribute) + Int(row.attributeCount))
  }

  /// How many bytes the values of an element's attributes have.
  func attributeBytes(of element: SVGElementID) -> Int {
    var count = 0
    for i in attributeRange(of: element) { count += Int(attributes[i].value.count) }
    return count
  }

  /// The attribute that the reader knows by a name.
  func attribute(_ name: SVGAttributeName, of element: SVGElementID) -> SVGAttribute? {
    for i in attributeRange(of: element) where attributes[i].known == name {
      return attribute(at: i, of: element)
    }
    return nil
  }

  /// The attribute of any name without a namespace; nil when the element has none such.
  func attribute(named name: String, of element: SVGElementID) -> SVGAttribute? {
    for i in attributeRange(of: element) {
      let given = names[Int(attributes[i].name)]
      if given.namespace == .none, given.local == name { return attribute(at: i, of: element) }
    }
    return nil
  }

  /// A row of `attributes` with its value.
  func attribute(at row: Int, of element: SVGElementID) -> SVGAttribute {
    let attribute = attributes[row]
    return unsafe SVGAttribute(
      name: attribute.known, element: element, bytes: bytes[attribute.value],
      offset: attribute.value.isInArena ? nil : Int(attribute.value.start))
  }

  // MARK: Texts

  /// The first `limit` bytes of the text of an element and of those in it. Only of `title`, `desc`,
  /// `style` and `text` and of what lies in them any is kept.
  func text(of element: SVGElementID, limit: Int = .max) -> [UInt8] {
    var text: [UInt8] = []
    let row = self[element]
    var i = Int(row.firstText)
    while i < texts.count, texts[i].owner >= element.row, texts[i].owner < row.end {
      let piece = unsafe bytes[texts[i].piece]
      unsafe text.append(contentsOf: piece.prefix(max(0, limit - text.count)))
      i += 1
    }
    return text
  }

  /// Where in the document a byte of an element's text stands; nil when it came from an entity.
  func textOffset(_ offset: Int, of element: SVGElementID) -> Int? {
    var rest = offset
    var i = Int(self[element].firstText)
    while i < texts.count, texts[i].owner < self[element].end {
      let piece = texts[i].piece
      if rest < Int(piece.count) { return piece.isInArena ? nil : Int(piece.start) + rest }
      rest -= Int(piece.count)
      i += 1
    }
    return nil
  }

  /// The text of an element, each run of XML's white space one space; a space that doesn't break stays one.
  func words(of element: SVGElementID) -> String {
    // Titles of novels' length aren't kept whole.
    joinedWords(text(of: element, limit: 65_536))
  }
}

/// The words of a text, a space between two.
private func joinedWords(_ text: [UInt8]) -> String {
  var words: [UInt8] = []
  var isInWord = false
  for byte in text {
    if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      isInWord = false
    } else {
      if !isInWord, !words.isEmpty { words.append(0x20) }
      words.append(byte)
      isInWord = true
    }
  }
  return String(decoding: words, as: UTF8.self)
}

/// An attribute of an element; its bytes belong to the table, which outlives it.
@safe struct SVGAttribute {
  /// What the reader knows it as.
  var name: SVGAttributeName?
  /// The element that has it.
  var element: SVGElementID
  let bytes: UnsafeBufferPointer<UInt8>
  /// Where in the document the value begins; nil when it was put together from entities.
  var offset: Int?
  /// Where it's declared, when it's CSS that says it in place of an attribute.
  var declaration: StylePlace?

  /// The value.
  var value: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      // The reader keeps the table until it's done, and no attribute outlives that. A declared value
      // is kept until the element is computed again; no one holds on to it for so long.
      let span = unsafe Span(_unsafeElements: bytes)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }
}
