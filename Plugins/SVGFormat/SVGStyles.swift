import StyleSheets

/// The style sheets of a document, and what they say of its elements' geometry.
final class SVGStyles {
  /// Only ever used where it lies: it's too large to be copied for each element.
  var cascade = SVGStyles.empty
  /// Whether a sheet has a rule.
  var hasRules = false
  /// The sheets that have been read: where each begins in the cascade's count of bytes, and the
  /// element that it stands in.
  private var sheets: [(base: Int, element: SVGElementID)] = []
  /// The geometry of elements that have some by CSS.
  private var geometry: [SVGElementID: [SVGDeclaredValue]] = [:]
  private var hasGeometry = false

  /// What CSS can say here.
  static let properties = SVGAttributeName.allCases.filter {
    $0.isProperty && !$0.isOfXMLAlone || $0.isGeometry || $0 == .transform
  }
  static let names = properties.map { $0.rawValue }
  /// What a document without sheets starts with.
  static let empty = StyleCascade(properties: names)

  func add(sheetAt base: Int, in element: SVGElementID) { sheets.append((base, element)) }

  /// The sheet in which a byte stands, and how many of its bytes stand before that.
  func sheet(at offset: Int) -> (element: SVGElementID, offset: Int)? {
    var (low, high) = (0, sheets.count)
    while low < high {
      let middle = (low + high) / 2
      if sheets[middle].base <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? (sheets[low - 1].element, offset - sheets[low - 1].base) : nil
  }

  // MARK: Geometry

  /// Takes what CSS says of an element's geometry in place of what it said when it was computed last.
  func setGeometry(_ values: [SVGDeclaredValue], of element: SVGElementID) {
    guard hasGeometry || !values.isEmpty else { return }
    hasGeometry = true
    geometry[element] = values.isEmpty ? nil : values
  }

  /// What CSS says in place of an attribute.
  func geometry(_ name: SVGAttributeName, of element: SVGElementID) -> SVGAttribute? {
    guard hasGeometry else { return nil }
    return geometry[element]?.last { $0.name == name }?.attribute(of: element)
  }
}

extension SVGElement {
  /// Whether CSS can say an attribute of the element (SVG 2, chapter 7).
  func hasGeometry(_ name: SVGAttributeName) -> Bool {
    switch self {
    case .path: name == .d
    case .circle: name == .cx || name == .cy || name == .r
    case .ellipse: name == .cx || name == .cy || name == .rx || name == .ry
    case .rect:
      name == .x || name == .y || name == .width || name == .height || name == .rx || name == .ry
    case .svg, .symbol, .use, .image, .foreignObject:
      name == .x || name == .y || name == .width || name == .height
    default: false
    }
  }
}
