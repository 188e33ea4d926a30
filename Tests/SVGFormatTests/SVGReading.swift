import Geometry
import PathModel
import PluginKit
import SVGFormat

/// What came of reading a document.
struct SVGReading {
  var drawing = Drawing()
  var diagnostics: [Diagnostic] = []
  var error: Diagnostic?

  init(_ bytes: [UInt8], limits: Limits = Limits(), by importer: SVGImporter = SVGImporter()) {
    var context = Context(limits: limits)
    do throws(ComponentError) {
      try importer.read(bytes.span, into: &drawing, &context)
    } catch {
      self.error = error.diagnostic
    }
    diagnostics = context.diagnostics.entries
  }

  init(_ text: String, limits: Limits = Limits(), by importer: SVGImporter = SVGImporter()) {
    self.init(Array(text.utf8), limits: limits, by: importer)
  }

  /// A document around some elements, the first of which stands on line 2.
  init(
    body: String, root: String = "", limits: Limits = Limits(),
    by importer: SVGImporter = SVGImporter()
  ) {
    self.init(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\""
        + " xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" \(root)>\n\(body)\n</svg>",
      limits: limits, by: importer)
  }

  var paths: [String] { drawing.pathTexts }

  /// The paths without those of patterns' tiles.
  var paintedPaths: [String] {
    let isTile = drawing.groupsOfTiles()
    return zip(paths, drawing.records).filter { _, record in
      isTile.isEmpty || !isTile[Int(record.info.group.index)]
    }.map(\.0)
  }

  /// Everything that was said, such as `warning svg.bad-value 2:10` or `loss text 3:1 ×2`.
  var said: [String] {
    ((error.map { [$0] } ?? []) + diagnostics).map { entry in
      let place = entry.place.map { " \($0.line):\($0.column)" } ?? ""
      let what = entry.severity == .loss ? entry.kind : entry.code.rawValue
      return "\(entry.severity) \(what)\(place)" + (entry.count > 1 ? " ×\(entry.count)" : "")
    }
  }

  /// The style of the only path.
  var style: Style { drawing.pathCount == 1 ? drawing.style(ofPath: 0) : Style() }
}

extension Drawing {
  /// The geometry of all clips' paths, in the textual form.
  var clipTexts: [String] { clipPaths.indices.map { self[clipPath: $0].text } }
}
