/// In which order the parts of a shape are painted (SVG 2, section 13.8).
struct PaintOrder: Hashable {
  enum Layer: String { case fill, stroke, markers }

  /// All three, the undermost first.
  private(set) var layers: [Layer] = [.fill, .stroke, .markers]

  static let normal = PaintOrder()

  private init() {}

  /// Reads `normal`, or up to three layers; those that aren't named follow in the normal order.
  init?(_ bytes: Span<UInt8>) {
    if bytes.equals("normal") { return }
    var scanner = ValueScanner(bytes)
    var named: [Layer] = []
    scanner.skipSpace()
    while !scanner.isAtEnd {
      guard let layer = Layer(rawValue: scanner.word()), !named.contains(layer) else { return nil }
      named.append(layer)
      scanner.skipSpace()
    }
    if named.isEmpty { return nil }
    layers = named + layers.filter { !named.contains($0) }
  }

  /// Whether the stroke is painted before the fill.
  var isStrokeFirst: Bool { layers.first { $0 != .markers } == .stroke }

  /// What is painted before the markers.
  var beforeMarkers: ArraySlice<Layer> { layers.prefix { $0 != .markers } }
}
