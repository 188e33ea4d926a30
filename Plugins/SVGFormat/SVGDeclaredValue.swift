import StyleSheets

/// What a style sheet or `style` says in place of an attribute of a shape's geometry.
@safe final class SVGDeclaredValue {
  let name: SVGAttributeName
  private let bytes: UnsafeBufferPointer<UInt8>
  private let place: StylePlace

  init(_ name: SVGAttributeName, _ value: [UInt8], at place: StylePlace) {
    self.name = name
    self.place = place
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: value.count)
    unsafe _ = copy.initialize(from: value)
    unsafe bytes = UnsafeBufferPointer(copy)
  }

  deinit { unsafe bytes.deallocate() }

  /// The value as an attribute, whose bytes are kept as long as this is.
  func attribute(of element: SVGElementID) -> SVGAttribute {
    unsafe SVGAttribute(
      name: name, element: element, bytes: bytes, offset: nil, declaration: place)
  }
}
