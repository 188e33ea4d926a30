import PathModel

extension EPSPaint {
  /// The colour at a place of the canvas, for what can't be said of the whole; nil of a pattern. A radial
  /// gradient is taken as if its focus were its center.
  func tint(at place: Point) -> EPSTint? {
    switch self {
    case .pattern: return nil
    case .flat(let tint): return tint
    case .gradient(let gradient, let tints):
      guard let back = gradient.transform.inverted else { return tints.last }
      let p = back.apply(place)
      var t: Double
      switch gradient.shape {
      case .linear(let from, let to):
        let direction = to - from
        t = (p - from).dot(direction) / direction.dot(direction)
      case .radial(let center, let radius, _, _):
        t = p.distance(to: center) / radius
      }
      guard t.isFinite else { return tints.last }
      switch gradient.spread {
      case .pad: t = min(max(t, 0), 1)
      case .repeat: t -= t.rounded(.down)
      case .reflect:
        t -= 2 * (t / 2).rounded(.down)
        if t > 1 { t = 2 - t }
      }
      guard let next = gradient.stops.firstIndex(where: { $0.offset >= t }) else {
        return tints.last
      }
      guard next > 0 else { return tints[0] }
      let (a, b) = (gradient.stops[next - 1].offset, gradient.stops[next].offset)
      return tints[next - 1].interpolated(to: tints[next], at: b > a ? (t - a) / (b - a) : 1)
    }
  }
}
