import PathModel

/// A colour with an opacity; all parts are 0...1.
struct EPSTint: Equatable {
  var red: Double
  var green: Double
  var blue: Double
  var alpha: Double

  /// A colour whose own opacity is multiplied with another.
  init(_ color: Color, opacity: Double = 1) {
    red = Double(color.red) / 255
    green = Double(color.green) / 255
    blue = Double(color.blue) / 255
    alpha = color.alpha * opacity
  }

  /// What is seen when it lies over another colour (Porter and Duff, "Compositing Digital Images",
  /// SIGGRAPH 1984: *over*).
  func over(_ under: EPSTint) -> EPSTint {
    if alpha == 1 { return self }
    let rest = under.alpha * (1 - alpha)
    var result = self
    result.alpha = under.alpha == 1 ? 1 : alpha + rest
    guard result.alpha > 0 else { return result }
    result.red = (red * alpha + under.red * rest) / result.alpha
    result.green = (green * alpha + under.green * rest) / result.alpha
    result.blue = (blue * alpha + under.blue * rest) / result.alpha
    return result
  }

  /// A colour between this and another, as gradients have it: each part by itself.
  func interpolated(to other: EPSTint, at t: Double) -> EPSTint {
    var result = self
    result.red += (other.red - red) * t
    result.green += (other.green - green) * t
    result.blue += (other.blue - blue) * t
    result.alpha += (other.alpha - alpha) * t
    return result
  }

  fileprivate func hasColor(of other: EPSTint) -> Bool {
    red == other.red && green == other.green && blue == other.blue
  }
}

/// What something is painted with.
enum EPSPaint: Equatable {
  /// One colour.
  case flat(EPSTint)
  /// A gradient; the colours of its stops stand beside it, one each.
  case gradient(Gradient, [EPSTint])
  /// A pattern; what of its tile isn't painted lets through what lies under it.
  case pattern(PatternID, opacity: Double)

  /// Into how many pieces a passage is cut in which colour and opacity change together: over
  /// another colour that is a curve, which lines then follow to about a 256th.
  private static let pieces = 8

  /// Whether nothing shows through that would have to be computed: a pattern is painted as it is, over
  /// what is there.
  var isOpaque: Bool {
    switch self {
    case .pattern: true
    case .flat(let tint): tint.alpha == 1
    case .gradient(_, let tints): tints.allSatisfy { $0.alpha == 1 }
    }
  }

  /// The same with its opacity multiplied.
  func faded(by opacity: Double) -> EPSPaint {
    func faded(_ tint: EPSTint) -> EPSTint {
      var tint = tint
      tint.alpha *= opacity
      return tint
    }
    switch self {
    case .flat(let tint): return .flat(faded(tint))
    case .gradient(let gradient, let tints): return .gradient(gradient, tints.map(faded))
    case .pattern(let id, let own): return .pattern(id, opacity: own * opacity)
    }
  }

  /// What is seen when it lies over another paint; nil where PostScript has no paint that says it: of
  /// two gradients, each changing its colour in its own way, and of anything over a pattern.
  func over(_ under: EPSPaint) -> EPSPaint? {
    if isOpaque { return self }
    switch (self, under) {
    case (.flat(let tint), .flat(let below)): return .flat(tint.over(below))
    case (.flat(let tint), .gradient(let gradient, let tints)):
      return .gradient(gradient, tints.map { tint.over($0) })
    case (.gradient(var gradient, let tints), .flat(let below)):
      var stops: [Gradient.Stop] = []
      var blended: [EPSTint] = []
      for (i, stop) in gradient.stops.enumerated() {
        if i > 0 {
          let (last, before) = (tints[i - 1], gradient.stops[i - 1])
          if last.alpha != tints[i].alpha, !last.hasColor(of: tints[i]), stop.offset > before.offset
          {
            for n in 1..<EPSPaint.pieces {
              let t = Double(n) / Double(EPSPaint.pieces)
              var between = stop
              between.offset = before.offset + (stop.offset - before.offset) * t
              stops.append(between)
              blended.append(last.interpolated(to: tints[i], at: t).over(below))
            }
          }
        }
        stops.append(stop)
        blended.append(tints[i].over(below))
      }
      gradient.stops = stops
      return .gradient(gradient, blended)
    case (.gradient, .gradient), (_, .pattern), (.pattern, _): return nil
    }
  }
}
