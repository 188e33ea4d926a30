import StyleSheets

/// The style sheets of a document, and what they say of its elements' geometry.
struct SVGStyles {
  var cascade = StyleCascade()
  /// The sheets that have been read: where each begins in the cascade's count of bytes, and the
  /// element that it stands in.
  private(set) var sheets: [(base: Int, element: SVGElementID)] = []
  /// What the cascade's names are to the reader, by number.
  private var known: [SVGAttributeName?] = []
  /// The geometry of elements that have some by CSS.
  private var geometry: [SVGElementID: [SVGDeclaredValue]] = [:]

  var hasRules: Bool { cascade.hasRules }

  mutating func add(sheetAt base: Int, in element: SVGElementID) {
    sheets.append((base, element))
  }

  /// The sheet in which a byte stands, and how many of its bytes stand before that.
  func sheet(at offset: Int) -> (element: SVGElementID, offset: Int)? {
    sheets.last { $0.base <= offset }.map { ($0.element, offset - $0.base) }
  }

  /// Learns the names that have come up in what was read last.
  mutating func learnNames() {
    while known.count < cascade.nameCount {
      known.append(SVGAttributeName(rawValue: cascade.text(of: cascade.name(known.count))))
    }
  }

  /// What a name is to the reader.
  func known(_ name: StyleName) -> SVGAttributeName? {
    name.number < known.count ? known[name.number] : nil
  }

  // MARK: Geometry

  mutating func forgetGeometry(of element: SVGElementID) {
    if !geometry.isEmpty { geometry[element] = nil }
  }

  mutating func setGeometry(_ values: [SVGDeclaredValue], of element: SVGElementID) {
    if !values.isEmpty { geometry[element] = values }
  }

  /// What CSS says in place of an attribute.
  func geometry(_ name: SVGAttributeName, of element: SVGElementID) -> SVGAttribute? {
    if geometry.isEmpty { return nil }
    return geometry[element]?.last { $0.name == name }?.attribute(of: element)
  }
}
