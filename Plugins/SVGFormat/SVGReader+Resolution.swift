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
      if attribute.value.isVersionFrom092 { return nil }
      let version = attribute.value.text().prefix { $0.isNumber || $0 == "." }
      let parts = version.split(separator: ".")
      guard parts.count >= 2, parts[0] == "0", let minor = Int(parts[1]), minor < 92 else {
        return nil
      }
      return "Inkscape \(version)"
    }
    guard let attribute = table.attribute(.sodipodiVersion, of: .root) else { return nil }
    let version = attribute.value.text().prefix { $0.isNumber || $0 == "." }
    return version.isEmpty ? nil : "Sodipodi \(version)"
  }
}

extension Span<UInt8> {
  /// Whether these begin like a version from `0.92` on: what nearly all files say. False doesn't mean that
  /// they don't.
  fileprivate var isVersionFrom092: Bool {
    guard count >= 2, self[1] < 0x80 else { return false }
    if (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(self[0]) { return true }
    return count >= 4 && extracting(0..<3).equals("0.9")
      && (UInt8(ascii: "2")...UInt8(ascii: "9")).contains(self[3]) && (count == 4 || self[4] < 0x80)
  }
}
