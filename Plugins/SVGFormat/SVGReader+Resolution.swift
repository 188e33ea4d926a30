import PathModel
import PluginKit

extension SVGReader {
  /// Notes that a file comes from a program for which an inch was 90 pixels: Inkscape before 0.92, and
  /// Sodipodi before it. Its own word for that is the version that it wrote; where the page's size is in
  /// pixels, that decides how large the page is on paper.
  func noteResolution() {
    guard isInPixels(.width) || isInPixels(.height), let program = programOf90PixelsAnInch,
      let canvas = drawing.canvas, let width = canvas.width.pixels,
      let height = canvas.height.pixels
    else { return }
    func size(_ perInch: Double) -> String {
      let sides = [width, height].map { side in
        // Tenths of a millimetre.
        let tenths = (side / perInch * 254).rounded()
        return tenths.magnitude < 1e9
          ? ParameterValue.number(tenths / 10).text
          : ParameterValue.number(side / perInch * 25.4).text
      }
      return "\(sides[0]) × \(sides[1]) mm"
    }
    log.add(
      Diagnostic(
        .note, "svg.90-dpi",
        "the file was written by \(program), for which an inch was 90 pixels, and its size is in pixels: "
          + "there the page measures \(size(90)), here and by SVG today \(size(96)); scale it by 16/15 for "
          + "the size that was meant", at: place(of: .root)))
  }

  private func isInPixels(_ name: SVGAttributeName) -> Bool {
    guard let attribute = geometry(name, of: .root), let length = SVGLength(attribute.value) else {
      return false
    }
    return length.unit == .number || length.unit == .px
  }

  /// What wrote the file, when its version says that it's such a program.
  private var programOf90PixelsAnInch: String? {
    if let attribute = table.attribute(.inkscapeVersion, of: .root) {
      // Such as `0.48.4 r9939`.
      let version = attribute.value.version
      guard version.hasPrefix("0."), let minor = Int(version.dropFirst(2).prefix { $0 != "." }),
        minor < 92
      else { return nil }
      return "Inkscape \(version)"
    }
    guard let version = table.attribute(.sodipodiVersion, of: .root)?.value.version else {
      return nil
    }
    return version.isEmpty ? nil : "Sodipodi \(version)"
  }
}

extension Span<UInt8> {
  /// The digits and points that these begin with.
  fileprivate var version: String {
    var end = 0
    while end < count, (0x30...0x39).contains(self[end]) || self[end] == UInt8(ascii: ".") {
      end += 1
    }
    return extracting(0..<end).text()
  }
}
