import Geometry
public import PathModel

extension TextLayout {
  /// A part of a text that becomes one path: a run of glyphs of one element, or the lines along it.
  public struct Part {
    /// What it is.
    public let part: Text.Part
    let run: Range<Int>
  }

  /// The parts of the text that are drawn, in the order in which they are painted.
  public func parts() -> [Part] {
    var parts: [Part] = []
    var start = 0
    while start < glyphs.count {
      let span = glyphs[start].span
      var end = start + 1
      while end < glyphs.count, glyphs[end].span == span { end += 1 }
      let run = start..<end
      start = end
      if text.spans[span].isHidden { continue }
      let lines = text.lines(ofSpan: span)
      func add(_ kinds: Text.Lines) {
        for (line, owner) in lines where !line.isDisjoint(with: kinds) && face(ofSpan: owner) != nil
        {
          let own = line.intersection(kinds)
          parts.append(Part(part: Text.Part(span: owner, lines: own), run: run))
        }
      }
      add([.under, .over])
      parts.append(Part(part: Text.Part(span: span), run: run))
      add(.through)
    }
    return parts
  }

  /// Writes the outlines of a part, in the text's own coordinates.
  public func write(_ part: Part, to builder: inout PathBuilder) {
    if part.part.lines.isEmpty {
      return writeGlyphs(part.run, to: &builder)
    }
    let owner = part.part.span
    guard let face = face(ofSpan: owner) else { return }
    let scale = text.spans[owner].size / face.unitsPerEm
    let baseline = baselines[owner]
    for piece in straightPieces(of: part.run) {
      func rule(_ top: Double, _ thickness: Double) {
        let corners = [
          Point(0, baseline - top * scale), Point(piece.length, baseline - top * scale),
          Point(piece.length, baseline - top * scale + thickness * scale),
          Point(0, baseline - top * scale + thickness * scale),
        ].map { piece.frame.apply($0) }
        builder.move(to: corners[0])
        for corner in corners.dropFirst() { builder.line(to: corner) }
        builder.close()
      }
      let lines = part.part.lines
      if lines.contains(.under) { rule(face.underline.top, face.underline.thickness) }
      if lines.contains(.over) { rule(face.ascender, face.underline.thickness) }
      if lines.contains(.through) { rule(face.strikeout.top, face.strikeout.thickness) }
    }
  }

  /// Writes all glyphs, in the text's own coordinates.
  public func writeGlyphs(to builder: inout PathBuilder) {
    writeGlyphs(glyphs.indices, to: &builder)
  }

  private func writeGlyphs(_ run: Range<Int>, to builder: inout PathBuilder) {
    for i in run where !glyphs[i].isHidden {
      fonts.shaper.outline(ofGlyph: glyphs[i].glyph, in: faces[glyphs[i].face])
        .write(to: &builder, mappedBy: glyphs[i].map)
    }
  }

  /// Whether any glyph shows.
  public var isVisible: Bool { glyphs.indices.contains { !glyphs[$0].isHidden } }

  /// The box around the cells of all glyphs, in the text's own coordinates.
  public var box: Rect? {
    var box: Rect?
    for glyph in glyphs where !glyph.isHidden {
      let scale = glyph.scale
      let face = faces[glyph.face]
      var (top, bottom) = (
        glyph.offset.y - face.ascender * scale, glyph.offset.y - face.descender * scale
      )
      if glyph.isUpright {
        bottom = face.unitsPerEm * scale / 2
        top = -bottom
      }
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
  private struct StraightPiece {
    var frame: Affine
    var length: Double
  }

  /// The straight parts of a run of glyphs.
  private func straightPieces(of run: Range<Int>) -> [StraightPiece] {
    var pieces: [StraightPiece] = []
    var last: Glyph?
    for glyph in glyphs[run] where !glyph.isHidden {
      if let before = last, !pieces.isEmpty, glyph.rotation == 0, before.rotation == 0,
        glyph.direction == before.direction,
        glyph.direction == Point(1, 0) || glyph.direction == Point(0, 1)
      {
        let isAcross = glyph.direction.x == 1
        let step = isAcross ? glyph.x - before.x : glyph.y - before.y
        if isAcross ? glyph.y == before.y : glyph.x == before.x,
          (step - before.advance).magnitude <= glyph.scale * faces[glyph.face].unitsPerEm / 4
        {
          pieces[pieces.count - 1].length += step + glyph.advance - before.advance
          last = glyph
          continue
        }
      }
      pieces.append(StraightPiece(frame: glyph.frame, length: glyph.advance))
      last = glyph
    }
    return pieces.filter { $0.length > 0 }
  }
}
