import NumberText
import PathModel
import PluginKit

extension Gradient {
  /// Whether it has no room to change its colour in.
  var hasNoExtent: Bool {
    if transform.inverted == nil { return true }
    switch shape {
    case .linear(let from, let to): return from == to
    case .radial(_, let radius, _, _): return radius == 0
    }
  }
}

extension Gradient {
  /// The parameter before which there are no circles: their radius would be negative.
  fileprivate var leastParameter: Double {
    guard case .radial(_, let radius, _, let focusRadius) = shape, radius > focusRadius else {
      return shape.isLinear ? -.infinity : 0
    }
    return -focusRadius / (radius - focusRadius)
  }
}

extension Gradient.Shape {
  fileprivate var isLinear: Bool {
    if case .linear = self { return true }
    return false
  }
}

extension EPSPainter {
  /// How often a gradient is repeated at most; finer ones would only be noise.
  private static let mostPeriods = 256
  /// How many passages between two colours one gradient has at most, repeated ones included, and all
  /// gradients together.
  private static let mostPiecesOfOne = 8192
  private static let mostPieces = 100_000

  /// Paints the clipped region with a gradient, as a shading of PostScript level 3.
  ///
  /// Types 2 (axial) and 3 (radial); the colours are stitched together of linear functions, once a period
  /// where the gradient is repeated or reflected.
  /// `tints` are the colours of the stops; `area` is the part of the canvas that is painted at most.
  mutating func shade(
    _ gradient: Gradient, _ tints: [EPSTint], over area: Rect, _ place: Diagnostic.Place?,
    to output: inout ByteSink, _ context: inout Context
  ) {
    var periods = gradient.spread == .pad ? 0..<1 : periods(of: gradient, over: area)
    let most = min(
      EPSPainter.mostPeriods, max(1, EPSPainter.mostPiecesOfOne / gradient.stops.count))
    if periods.count > most {
      context.lose(
        "gradient", "eps.gradient-repeats",
        "a gradient is repeated more than \(most) times; its outer parts are painted in one colour",
        at: place)
      let first = max(periods.lowerBound, -most / 2)
      periods = first..<(first + most)
    }
    shadedPieces += periods.count * gradient.stops.count
    guard shadedPieces <= EPSPainter.mostPieces else {
      context.lose(
        "gradient", "eps.gradient-repeats",
        "gradients have more than \(EPSPainter.mostPieces) passages between two colours in all; "
          + "this one is painted in its middle colour", at: place)
      let color = colors.color(tints[tints.count / 2])
      output.append("\n")
      output.append(color, asGray: color.isGray)
      output.append(color.isGray ? "g clippath f\n" : "r clippath f\n" as StaticString)
      return
    }
    let start = max(Double(periods.lowerBound), gradient.leastParameter)
    let end = Double(periods.upperBound)
    let matrix = gradient.transform.then(page.matrix)
    output.append("\n[")
    for value in [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty] {
      append(value, to: &output)
    }
    output.append("]concat\n<</ShadingType ")
    switch gradient.shape {
    case .linear(let from, let to):
      output.append("2/Coords[")
      for p in [from.interpolated(to: to, at: start), from.interpolated(to: to, at: end)] {
        append(p.x, to: &output)
        append(p.y, to: &output)
      }
    case .radial(let center, let radius, let focus, let focusRadius):
      output.append("3/Coords[")
      for t in [start, end] {
        let p = focus.interpolated(to: center, at: t)
        append(p.x, to: &output)
        append(p.y, to: &output)
        append(max(0, focusRadius + t * (radius - focusRadius)), to: &output)
      }
    }
    output.append("]/Domain[")
    append(start, to: &output)
    append(end, to: &output)
    output.append("]/Extend[true true]\n/ColorSpace/Device")
    output.append(colors.gray ? "Gray" : "RGB" as StaticString)
    output.append("/Function\n")
    let pieces = pieces(of: gradient, tints, periods).compactMap { $0.cut(from: start) }
    writeFunction(pieces, to: &output)
    output.append(">>shfill\n")
  }

  private func append(_ value: Double, to output: inout ByteSink) {
    // As many digits as single precision has, and two more.
    output.append(
      value, precision: FixedPoint.precision(forDigits: 9, of: value), leadingZero: false)
    output.append(UInt8(ascii: " "))
  }

  // MARK: Colours

  /// One linear passage between two colours.
  private struct Piece {
    var start: Double
    var end: Double
    var first: EPSColor
    var last: EPSColor

    /// What of it lies from a parameter on.
    func cut(from least: Double) -> Piece? {
      if start >= least { return self }
      if end <= least { return nil }
      var cut = self
      let t = (least - start) / (end - start)
      cut.start = least
      cut.first = EPSColor(
        red: first.red + (last.red - first.red) * t,
        green: first.green + (last.green - first.green) * t,
        blue: first.blue + (last.blue - first.blue) * t)
      return cut
    }
  }

  private func pieces(
    of gradient: Gradient, _ tints: [EPSTint], _ periods: Range<Int>
  ) -> [Piece] {
    let stops = zip(gradient.stops, tints).map {
      (offset: $0.offset, color: colors.color($1))
    }
    guard let first = stops.first, let last = stops.last else { return [] }
    // Between two stops at one place the colour jumps: no piece lies there.
    var period: [Piece] = []
    var before = (offset: 0.0, color: first.color)
    for stop in stops + [(offset: 1.0, color: last.color)] {
      if stop.offset > before.offset {
        period.append(
          Piece(
            start: before.offset, end: stop.offset, first: before.color, last: stop.color))
      }
      before = stop
    }
    var all: [Piece] = []
    for n in periods {
      let shift = Double(n)
      if gradient.spread == .reflect && n & 1 != 0 {
        all += period.reversed().map {
          Piece(
            start: shift + 1 - $0.end, end: shift + 1 - $0.start, first: $0.last, last: $0.first)
        }
      } else {
        all += period.map {
          Piece(start: shift + $0.start, end: shift + $0.end, first: $0.first, last: $0.last)
        }
      }
    }
    return all
  }

  private func writeFunction(_ pieces: [Piece], to output: inout ByteSink) {
    func write(_ piece: Piece) {
      output.append("<</FunctionType 2/Domain[0 1]/N 1/C0[")
      output.append(piece.first, asGray: colors.gray)
      output.append("]/C1[")
      output.append(piece.last, asGray: colors.gray)
      output.append("]>>\n")
    }
    guard let first = pieces.first, let last = pieces.last else { return }
    output.append("<</FunctionType 3/Domain[")
    append(first.start, to: &output)
    append(last.end, to: &output)
    output.append("]/Functions[\n")
    for piece in pieces { write(piece) }
    output.append("]/Bounds[\n")
    for piece in pieces.dropFirst() {
      append(piece.start, to: &output)
      output.append("\n")
    }
    output.append("]/Encode[\n")
    for _ in pieces { output.append("0 1\n") }
    output.append("]>>\n")
  }

  // MARK: Repetition

  /// The periods of a repeated gradient that reach into an area.
  private func periods(of gradient: Gradient, over area: Rect) -> Range<Int> {
    guard let back = gradient.transform.inverted else { return 0..<1 }
    let corners = [
      Point(area.minX, area.minY), Point(area.maxX, area.minY), Point(area.maxX, area.maxY),
      Point(area.minX, area.maxY),
    ].map(back.apply)
    var (low, high) = (0.0, 1.0)
    switch gradient.shape {
    case .linear(let from, let to):
      let d = to - from
      let places = corners.map { ($0 - from).dot(d) / d.dot(d) }
      low = places.min() ?? 0
      high = places.max() ?? 1
    case .radial(let center, let radius, let focus, let focusRadius):
      // The circle at t holds every point whose distance from the focus is at most
      // focusRadius + t · (radius - focusRadius - distance of the two centres).
      let farthest = corners.map { $0.distance(to: focus) }.max() ?? 0
      let growth = radius - focusRadius - center.distance(to: focus)
      high = growth > 0 ? (farthest - focusRadius) / growth : Double(EPSPainter.mostPeriods)
      // Inside the focal circle it goes on to the point where there is no circle any more.
      low = min(0, gradient.leastParameter)
    }
    let limit = Double(EPSPainter.mostPeriods) * 4
    low = max(low.isFinite ? low.rounded(.down) : 0, -limit)
    high = min(high.isFinite ? high.rounded(.up) : 1, limit)
    return Int(low)..<max(Int(low) + 1, Int(high))
  }
}
