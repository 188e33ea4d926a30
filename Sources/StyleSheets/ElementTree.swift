/// What selectors look at of a document's elements, by number in document order.
struct ElementTree {
  struct Element: BitwiseCopyable {
    var name: StyleName
    var namespace: StyleName
    var id = StyleName.empty
    /// The language, by its place in `languages`, -1 for none.
    var language: Int32
    var parent: Int32
    var previous: Int32 = -1
    var next: Int32 = -1
    var lastChild: Int32 = -1
    var classesEnd: Int32
    var attributesEnd: Int32
    var hasText = false
    var isLink = false
  }

  struct Attribute {
    var name: StyleName
    var namespace: StyleName
    var value: Range<Int>
  }

  private(set) var elements: [Element] = []
  /// The classes and attributes of all elements, those of one behind those of the one before.
  private(set) var classes: [StyleName] = []
  private(set) var attributes: [Attribute] = []
  /// The values of the attributes.
  private(set) var text: [UInt8] = []
  private(set) var languages: [[UInt8]] = []

  mutating func append(name: StyleName, namespace: StyleName, parent: Int?) {
    let number = elements.count
    var element = Element(
      name: name, namespace: namespace, language: -1, parent: -1,
      classesEnd: Int32(truncatingIfNeeded: classes.count),
      attributesEnd: Int32(truncatingIfNeeded: attributes.count))
    if let parent, parent >= 0, parent < number {
      element.parent = Int32(truncatingIfNeeded: parent)
      element.language = elements[parent].language
      element.previous = elements[parent].lastChild
      if element.previous >= 0 {
        elements[Int(element.previous)].next = Int32(truncatingIfNeeded: number)
      }
      elements[parent].lastChild = Int32(truncatingIfNeeded: number)
    }
    elements.append(element)
  }

  // What follows is about the last element.

  mutating func setID(_ id: StyleName) { elements[elements.count - 1].id = id }

  mutating func setLink() { elements[elements.count - 1].isLink = true }

  mutating func addClass(_ name: StyleName) {
    classes.append(name)
    elements[elements.count - 1].classesEnd = Int32(truncatingIfNeeded: classes.count)
  }

  mutating func addAttribute(_ name: StyleName, _ namespace: StyleName, _ value: Span<UInt8>) {
    let start = text.count
    for i in value.indices { text.append(value[i]) }
    attributes.append(Attribute(name: name, namespace: namespace, value: start..<text.count))
    elements[elements.count - 1].attributesEnd = Int32(truncatingIfNeeded: attributes.count)
  }

  mutating func setLanguage(_ value: Span<UInt8>) {
    var language: [UInt8] = []
    for i in value.indices { language.append(lowercase(value[i])) }
    elements[elements.count - 1].language = Int32(truncatingIfNeeded: languages.count)
    languages.append(language)
  }

  mutating func noteText(in element: Int) { elements[element].hasText = true }

  func classes(of element: Int) -> Range<Int> {
    (element > 0 ? Int(elements[element - 1].classesEnd) : 0)..<Int(elements[element].classesEnd)
  }

  func attributes(of element: Int) -> Range<Int> {
    let start = element > 0 ? Int(elements[element - 1].attributesEnd) : 0
    return start..<Int(elements[element].attributesEnd)
  }
}
