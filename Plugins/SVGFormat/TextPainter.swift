import Geometry
import PathModel
import PluginKit
import TextShaping

/// Adds the glyphs of a text to the drawing: a path for each run of glyphs of one element.
final class TextPainter {
  let text: SVGText
  let layout: SVGTextLayout
  let space: UserSpace
  /// What gradients and patterns may be relative to.
  let box: Rect?
  let group: GroupID
  let isCopy: Bool
  /// The properties with which each element's glyphs are painted, once they're known.
  private var looks: [Int: SVGComputed] = [:]
  private var isNamed: Set<Int> = []

  init(
    text: SVGText, layout: SVGTextLayout, space: UserSpace, box: Rect?, group: GroupID, isCopy: Bool
  ) {
    self.text = text
    self.layout = layout
    self.space = space
    self.box = box
    self.group = group
    self.isCopy = isCopy
  }

  func draw(_ reader: SVGReader) {
    let glyphs = layout.glyphs
    var start = 0
    while start < glyphs.count, reader.failure == nil {
      let span = glyphs[start].span
      var end = start + 1
      while end < glyphs.count, glyphs[end].span == span { end += 1 }
      draw(start..<end, of: span, reader)
      start = end
    }
  }

  private func draw(_ run: Range<Int>, of span: Int, _ reader: SVGReader) {
    guard text.spans[span].computed.properties.isVisible else { return }
    let lines = text.spans[span].lines
    for (line, owner) in lines where !line.isDisjoint(with: [.underline, .overline]) {
      draw(line.intersection([.underline, .overline]), of: owner, under: run, reader)
    }
    add(reader, span) { builder in
      guard case .success(let fonts) = reader.fonts else { return }
      for glyph in layout.glyphs[run] where !glyph.isHidden {
        fonts.shaper.outline(ofGlyph: glyph.glyph, in: glyph.face)
          .write(to: &builder, mappedBy: glyph.map)
      }
    }
    for (line, owner) in lines where line.contains(.lineThrough) {
      draw(.lineThrough, of: owner, under: run, reader)
    }
  }

  /// Draws lines along a run as the element paints them that asks for them.
  private func draw(
    _ lines: SVGTextProperties.Decorations, of owner: Int, under run: Range<Int>,
    _ reader: SVGReader
  ) {
    guard let face = layout.face(ofSpan: owner) else { return }
    let scale = text.spans[owner].fontSize / face.unitsPerEm
    let baseline = layout.baselines[owner]
    add(reader, owner) { builder in
      for piece in layout.straightPieces(of: run) {
        func rule(_ top: Double, _ thickness: Double) {
          let first = builder.pointCount
          builder.roundedRectangle(
            Rect(
              x: 0, y: baseline - top * scale, width: piece.length, height: thickness * scale),
            rx: 0, ry: 0)
          _ = builder.mapPoints(from: first, by: piece.frame, limit: coordinateLimit)
        }
        if lines.contains(.underline) { rule(face.underline.top, face.underline.thickness) }
        if lines.contains(.overline) { rule(face.ascender, face.underline.thickness) }
        if lines.contains(.lineThrough) { rule(face.strikeout.top, face.strikeout.thickness) }
      }
    }
  }

  /// The properties of an element as its glyphs have them.
  private func look(of span: Int) -> SVGComputed {
    if let known = looks[span] { return known }
    let computed = text.spans[span].computed
    var properties = computed.properties
    // The text's own opacity and clip are those of its group; what lies in it has none of its own.
    properties.opacity = span == 0 ? 1 : properties.opacity
    properties.clipPath = nil
    properties.fillRule = .nonzero
    properties.markers = SVGProperties.Markers()
    let isSame =
      computed.properties.opacity == properties.opacity
      && computed.properties.fillRule == .nonzero && computed.properties.markers.isEmpty
      && computed.properties.clipPath == nil
    let look = isSame ? computed : SVGComputed(properties, computed.variables)
    looks[span] = look
    return look
  }

  private func add(
    _ reader: SVGReader, _ span: Int, _ build: (inout PathBuilder) -> Void
  ) {
    let computed = look(of: span)
    let element = text.spans[span].element
    let (id, style) = reader.style(of: element, computed, in: space, box)
    var names = Attributes()
    if span != 0 {
      names = reader.names(of: element, isCopy: isCopy || !isNamed.insert(span).inserted)
    }
    let row = reader.drawing.pathCount
    let properties = computed.properties
    if style.hasVisibleStroke, !space.transform.isSimilarity || properties.joinsByClippedMiters {
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
          group: group, style: id, line: reader.table[text.spans[0].element].line)
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
          "svg.too-many-points", "the drawing has more than \(reader.limits.points) points",
          at: element)
      }
    }
    guard !names.isEmpty, reader.drawing.pathCount > row else { return }
    var info = reader.drawing.records[row].info
    info.attributes = reader.drawing.attributesID(for: names)
    reader.drawing.setInfo(info, ofPath: row)
  }
}

extension SVGTextLayout {
  /// The box around the cells of all glyphs, in the user space of the text.
  var box: Rect? {
    var box: Rect?
    for glyph in glyphs where !glyph.isHidden {
      let scale = glyph.scale
      let (top, bottom) = (
        glyph.offset.y - glyph.face.ascender * scale, glyph.offset.y - glyph.face.descender * scale
      )
      let frame = glyph.frame
      for corner in [
        Point(0, top), Point(glyph.advance, top), Point(0, bottom), Point(glyph.advance, bottom),
      ] {
        let point = frame.apply(corner)
        if box == nil { box = Rect(point) } else { box?.formUnion(point) }
      }
    }
    return box
  }

  /// A part of a run on one straight line, from left to right.
  struct StraightPiece {
    var frame: Affine
    var length: Double
  }

  /// The straight parts of a run of glyphs.
  func straightPieces(of run: Range<Int>) -> [StraightPiece] {
    var pieces: [StraightPiece] = []
    var last: Glyph?
    for glyph in glyphs[run] where !glyph.isHidden {
      if let before = last, !pieces.isEmpty, glyph.rotation == 0, before.rotation == 0,
        glyph.direction == Point(1, 0), before.direction == Point(1, 0), glyph.y == before.y,
        (glyph.x - before.x - before.advance).magnitude <= glyph.scale * glyph.face.unitsPerEm / 4
      {
        pieces[pieces.count - 1].length += glyph.x + glyph.advance - before.x - before.advance
      } else {
        pieces.append(StraightPiece(frame: glyph.frame, length: glyph.advance))
      }
      last = glyph
    }
    return pieces.filter { $0.length > 0 }
  }
}
