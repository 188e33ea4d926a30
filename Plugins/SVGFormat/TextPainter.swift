import Geometry
import PathModel
import PluginKit
import TextShaping

/// Adds the glyphs of a text to the drawing: a path for each run of glyphs of one element.
final class TextPainter {
  private let source: SVGText
  private let layout: TextLayout
  private let space: UserSpace
  /// What gradients and patterns may be relative to.
  private let box: Rect?
  private let group: GroupID
  private let isCopy: Bool
  /// The properties with which each element's glyphs are painted, once they're known.
  private var looks: [SVGComputed?]
  private var isNamed: Set<Int> = []

  init(
    source: SVGText, layout: TextLayout, space: UserSpace, box: Rect?, group: GroupID, isCopy: Bool
  ) {
    self.source = source
    self.layout = layout
    self.space = space
    self.box = box
    self.group = group
    self.isCopy = isCopy
    looks = Array(repeating: nil, count: source.sources.count)
  }

  /// Draws the text, and leaves with its group what it was made of.
  func draw(_ reader: SVGReader) {
    var text = source.text
    let first = reader.drawing.pathCount
    for part in layout.parts() where reader.failure == nil {
      let row = reader.drawing.pathCount
      add(reader, part.part.span) { builder in layout.write(part, to: &builder) }
      if reader.drawing.pathCount == row + 1 {
        text.parts.append(part.part)
      } else if reader.drawing.pathCount > row {
        // Its strokes became areas.
        return
      }
    }
    let rows = first..<reader.drawing.pathCount
    guard !rows.isEmpty else { return }
    text.transform = space.transform
    reader.drawing.setText(consume text, of: group, outlinedBy: rows)
  }

  /// The properties of an element as its glyphs have them.
  private func look(of span: Int) -> SVGComputed {
    if let known = looks[span] { return known }
    let computed = source.sources[span].computed
    // The text's own opacity and clip are those of its group; what lies in it has none of its own.
    let opacity = span == 0 ? 1 : computed.properties.opacity
    let isSame =
      computed.properties.opacity == opacity
      && computed.properties.fillRule == .nonzero && computed.properties.markers.isEmpty
      && computed.properties.clipPath == nil
    var look = computed
    if !isSame {
      var properties = computed.properties
      properties.opacity = opacity
      properties.clipPath = nil
      properties.fillRule = .nonzero
      properties.markers = SVGProperties.Markers()
      look = SVGComputed(properties, computed.variables)
    }
    looks[span] = look
    return look
  }

  private func add(
    _ reader: SVGReader, _ span: Int, _ build: (inout PathBuilder) -> Void
  ) {
    let computed = look(of: span)
    let element = source.sources[span].element
    let id = reader.style(of: element, computed, in: space, box)
    let style = reader.drawing.styles[Int(id.index)]
    var names = Attributes()
    if span != 0 {
      names = reader.names(of: element, isCopy: isCopy || !isNamed.insert(span).inserted)
    }
    let row = reader.drawing.pathCount
    if style.hasVisibleStroke,
      !space.transform.isSimilarity || computed.properties.joinsByClippedMiters
    {
      var own = Drawing()
      own.appendPath(PathInfo()) { builder in build(&builder) }
      guard !own.isEmpty else { return }
      reader.add(
        OwnShape(
          element: element, computed: computed, space: space, drawing: own, joints: [],
          style: style,
          isCopy: isCopy, isNamed: false), to: group)
    } else {
      do throws(SVGReader.OutOfRange) {
        let info = PathInfo(
          group: group, style: id, line: reader.table[source.sources[0].element].line)
        try reader.drawing.appendPath(info) { (builder) throws(SVGReader.OutOfRange) in
          let first = builder.pointCount
          build(&builder)
          guard builder.mapPoints(from: first, by: space.transform, limit: coordinateLimit) else {
            throw SVGReader.OutOfRange()
          }
        }
      } catch {
        reader.warn(
          "svg.out-of-range", "'text' isn't drawn: its coordinates are too large", at: element)
        return
      }
      if reader.drawing.points.count > reader.limits.points {
        reader.fail(
          "svg.too-many-points",
          "the drawing has more than \(reader.limits.points) points, the limit 'points'",
          at: element)
      }
    }
    guard !names.isEmpty, reader.drawing.pathCount > row else { return }
    var info = reader.drawing.records[row].info
    info.attributes = reader.drawing.attributesID(for: names)
    reader.drawing.setInfo(info, ofPath: row)
  }
}
