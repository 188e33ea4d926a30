import PathModel

/// What is seen of a drawing, in the order in which it's painted, without the rows of tables that say it.
struct Sight {
  /// A path that is painted.
  struct Shape {
    var verbs: [Verb]
    var points: [Point]
    var style: Style
    var fill: Ink
    var stroke: Ink
    /// What the groups around it and its own clip do to it, from the outside in.
    var effects: [Effect]
  }

  /// What a paint is, its rows looked up.
  enum Ink {
    case none
    case color(Color)
    case gradient(Gradient)
    case pattern(Pattern, [Shape])
  }

  /// What happens to all of a group.
  enum Effect {
    case opacity(Double)
    case clip([ClipShape])
  }

  struct ClipShape {
    var rule: FillRule
    var verbs: [Verb]
    var points: [Point]
    /// What it's cut to itself.
    var inner: [[ClipShape]]
  }

  /// What is painted, patterns' tiles apart.
  var shapes: [Shape] = []

  init(of drawing: Drawing) {
    let tiles = Set(drawing.patterns.map(\.content)).subtracting([.root])
    shapes = Self.shapes(of: drawing, within: .root, apart: tiles)
  }

  private static func shapes(
    of drawing: Drawing, within base: GroupID, apart tiles: Set<GroupID>
  ) -> [Shape] {
    var shapes: [Shape] = []
    for row in 0..<drawing.pathCount {
      let info = drawing.records[row].info
      var chain: [Group] = []
      var group = info.group
      var isInside = true
      while group != base {
        if tiles.contains(group) || group == .root {
          isInside = false
          break
        }
        chain.append(drawing.groups[Int(group.index)])
        group = drawing.groups[Int(group.index)].parent
      }
      guard isInside else { continue }
      chain.append(drawing.groups[Int(base.index)])
      var effects: [Effect] = []
      for group in chain.reversed() {
        if group.opacity < 1 { effects.append(.opacity(group.opacity)) }
        if let clip = group.clip {
          effects += Self.clips(clip, of: drawing).map(Effect.clip)
        }
      }
      let style = drawing.style(ofPath: row)
      if info.clip != .none { effects += Self.clips(info.clip, of: drawing).map(Effect.clip) }
      if style.opacity < 1 { effects.append(.opacity(style.opacity)) }
      guard let (verbs, points) = Self.geometry(drawing[path: row]) else { continue }
      shapes.append(
        Shape(
          verbs: verbs, points: points, style: style,
          fill: ink(style.fill, of: drawing, tiles), stroke: ink(style.stroke, of: drawing, tiles),
          effects: effects))
    }
    return shapes
  }

  private static func ink(_ paint: Paint, of drawing: Drawing, _ tiles: Set<GroupID>) -> Ink {
    switch paint {
    case .none: .none
    case .color(let color), .currentColor(let color): .color(color)
    case .gradient(let id): .gradient(drawing.gradients[Int(id.index)])
    case .pattern(let id):
      .pattern(
        drawing.patterns[Int(id.index)],
        shapes(
          of: drawing, within: drawing.patterns[Int(id.index)].content,
          apart: tiles.subtracting([drawing.patterns[Int(id.index)].content])))
    }
  }

  /// The clip and those around it, the outermost first.
  private static func clips(_ id: ClipID, of drawing: Drawing) -> [[ClipShape]] {
    let clip = drawing.clips[Int(id.index)]
    let rows = Int(clip.firstPath)..<(Int(clip.firstPath) + Int(clip.pathCount))
    let own = rows.compactMap { row -> ClipShape? in
      guard let (verbs, points) = geometry(drawing[clipPath: row]) else { return nil }
      let inner = drawing.clipPaths[row].clip
      return ClipShape(
        rule: drawing.clipPaths[row].rule, verbs: verbs, points: points,
        inner: inner == .none ? [] : clips(inner, of: drawing))
    }
    return (clip.parent.map { clips($0, of: drawing) } ?? []) + [own]
  }

  /// Without moves that nothing is drawn from; nil when nothing is left.
  private static func geometry(_ path: PathView) -> ([Verb], [Point])? {
    var verbs: [Verb] = []
    var points: [Point] = []
    var point = 0
    for i in path.verbs.indices {
      let verb = path.verbs[i]
      let isStray = verb == .move && (i + 1 == path.verbs.count || path.verbs[i + 1] == .move)
      if !isStray {
        verbs.append(verb)
        for k in point..<(point + verb.pointCount) { points.append(path.points[k]) }
      }
      point += verb.pointCount
    }
    return verbs.isEmpty ? nil : (verbs, points)
  }

  // MARK: Comparing

  /// Where another drawing looks otherwise, in a sentence; nil when none can tell. Points may lie a step apart.
  func difference(from other: Sight, step: Double) -> String? {
    Self.difference(shapes, other.shapes, step)
  }

  private static func difference(_ a: [Shape], _ b: [Shape], _ step: Double) -> String? {
    guard a.count == b.count else { return "there are \(a.count) shapes, not \(b.count)" }
    for (row, (p, q)) in zip(a, b).enumerated() {
      if let what = difference(p, q, step) { return "shape \(row): \(what)" }
    }
    return nil
  }

  private static func difference(_ a: Shape, _ b: Shape, _ step: Double) -> String? {
    guard a.verbs == b.verbs else { return "verbs \(a.verbs) became \(b.verbs)" }
    if let i = a.points.indices.first(where: { !near(a.points[$0], b.points[$0], step) }) {
      return "point \(i), \(a.points[i]), became \(b.points[i])"
    }
    let (s, t) = (a.style, b.style)
    if let what = difference(a.fill, b.fill, step) { return "fill: \(what)" }
    if let what = difference(a.stroke, b.stroke, step) { return "stroke: \(what)" }
    if case .none = a.fill {
    } else {
      if s.fillRule != t.fillRule { return "fill rule" }
      if !near(opacity(s.fill) * s.fillOpacity, opacity(t.fill) * t.fillOpacity, 2e-4) {
        return "fill opacity \(s.fillOpacity) became \(t.fillOpacity)"
      }
    }
    if case .none = a.stroke {
    } else {
      if !near(opacity(s.stroke) * s.strokeOpacity, opacity(t.stroke) * t.strokeOpacity, 2e-4) {
        return "stroke opacity \(s.strokeOpacity) became \(t.strokeOpacity)"
      }
      // Lengths have six digits, or as many decimals as coordinates.
      func same(_ a: Double, _ b: Double) -> Bool { near(a, b, max(step, 6e-6 * a.magnitude)) }
      if !same(s.strokeWidth, t.strokeWidth) {
        return "stroke width \(s.strokeWidth) became \(t.strokeWidth)"
      }
      if s.cap != t.cap || s.join != t.join { return "caps or joins" }
      if s.join == .miter, !near(s.miterLimit, t.miterLimit, 1e-3 * s.miterLimit) {
        return "miter limit \(s.miterLimit) became \(t.miterLimit)"
      }
      if s.dashes.count != t.dashes.count
        || zip(s.dashes, t.dashes).contains(where: { !same($0, $1) })
      {
        return "dashes \(s.dashes) became \(t.dashes)"
      }
      if !s.dashes.isEmpty, !same(s.dashOffset, t.dashOffset) {
        return "dash offset \(s.dashOffset) became \(t.dashOffset)"
      }
      if case .none = a.fill {} else if s.strokeFirst != t.strokeFirst { return "paint order" }
    }
    return difference(a.effects, b.effects, step)
  }

  private static func opacity(_ paint: Paint) -> Double {
    switch paint {
    case .color(let color), .currentColor(let color): color.alpha
    default: 1
    }
  }

  private static func difference(_ a: Ink, _ b: Ink, _ step: Double) -> String? {
    switch (a, b) {
    case (.none, .none): return nil
    case (.color(let p), .color(let q)): return p.rgb == q.rgb ? nil : "\(p) became \(q)"
    case (.gradient(let p), .gradient(let q)): return difference(p, q, step)
    case (.pattern(let p, let tile), .pattern(let q, let other)):
      if !near(p.tile, q.tile, step) || !near(p.transform, q.transform, step) {
        return "pattern \(p.tile) became \(q.tile)"
      }
      return difference(tile, other, step)
    default: return "\(a) became \(b)"
    }
  }

  private static func difference(_ a: Gradient, _ b: Gradient, _ step: Double) -> String? {
    guard a.spread == b.spread, a.stops.count == b.stops.count,
      near(a.transform, b.transform, step)
    else { return "gradient \(a) became \(b)" }
    for (p, q) in zip(a.stops, b.stops)
    where !near(p.offset, q.offset, 2e-6) || p.color.rgb != q.color.rgb
      || !near(p.color.alpha, q.color.alpha, 2e-4)
    {
      return "gradient stop \(p) became \(q)"
    }
    switch (a.shape, b.shape) {
    case (.linear(let p, let q), .linear(let r, let s)):
      return near(p, r, step) && near(q, s, step) ? nil : "gradient \(a.shape) became \(b.shape)"
    case (.radial(let p, let q, let r, let s), .radial(let t, let u, let v, let w)):
      return near(p, t, step) && near(q, u, step) && near(r, v, step) && near(s, w, step)
        ? nil : "gradient \(a.shape) became \(b.shape)"
    default: return "gradient \(a.shape) became \(b.shape)"
    }
  }

  private static func difference(_ a: [Effect], _ b: [Effect], _ step: Double) -> String? {
    guard a.count == b.count else { return "\(a.count) effects became \(b.count)" }
    for (p, q) in zip(a, b) {
      switch (p, q) {
      case (.opacity(let p), .opacity(let q)):
        if !near(p, q, 1e-4) { return "opacity \(p) became \(q)" }
      case (.clip(let p), .clip(let q)):
        if !same(p, q, step) { return "clip \(p) became \(q)" }
      default: return "another effect"
      }
    }
    return nil
  }

  private static func same(_ a: [ClipShape], _ b: [ClipShape], _ step: Double) -> Bool {
    a.count == b.count
      && zip(a, b).allSatisfy { p, q in
        p.rule == q.rule && p.verbs == q.verbs
          && zip(p.points, q.points).allSatisfy { near($0, $1, step) }
          && p.inner.count == q.inner.count
          && zip(p.inner, q.inner).allSatisfy { same($0, $1, step) }
      }
  }

  private static func near(_ a: Double, _ b: Double, _ step: Double) -> Bool { abs(a - b) <= step }
  private static func near(_ a: Point, _ b: Point, _ step: Double) -> Bool {
    near(a.x, b.x, step) && near(a.y, b.y, step)
  }
  private static func near(_ a: Rect, _ b: Rect, _ step: Double) -> Bool {
    near(Point(a.minX, a.minY), Point(b.minX, b.minY), step)
      && near(Point(a.maxX, a.maxY), Point(b.maxX, b.maxY), step)
  }
  private static func near(_ a: Affine, _ b: Affine, _ step: Double) -> Bool {
    near(a.a, b.a, step) && near(a.b, b.b, step) && near(a.c, b.c, step) && near(a.d, b.d, step)
      && near(a.tx, b.tx, step) && near(a.ty, b.ty, step)
  }
}

extension Color {
  fileprivate var rgb: [UInt8] { [red, green, blue] }
}
