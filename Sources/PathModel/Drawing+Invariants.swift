extension Drawing {
  /// What of the promise on the module's page doesn't hold, in a sentence; nil when all does.
  ///
  /// This is the one place where the promise is checked: after every stage in debug builds and
  /// tests, and on everything that comes from outside.
  /// - Complexity: Linear in the size of the drawing.
  public func invariantViolation() -> String? {
    tableViolation() ?? geometryViolation() ?? orderViolation()
  }

  /// Whether all points and widths are finite numbers: the part of the promise that arithmetic
  /// breaks, checked after every stage in every build.
  public var isFinite: Bool {
    // A finite number times zero is zero; anything else poisons the sum. One pass, no branches; and
    // four sums at once, since each addition to one has to wait for the one before.
    var sums = SIMD8<Double>.zero
    let span = points.span
    var i = 0
    while i &+ 4 <= span.count {
      let (p, q, r, s) = (span[i], span[i &+ 1], span[i &+ 2], span[i &+ 3])
      sums += SIMD8(p.x, p.y, q.x, q.y, r.x, r.y, s.x, s.y) * 0
      i &+= 4
    }
    var sum = sums.sum()
    while i < span.count {
      sum += span[i].x * 0 + span[i].y * 0
      i &+= 1
    }
    for w in widths { sum += w * 0 }
    return sum == 0
  }

  private func tableViolation() -> String? {
    if attributes.first?.isEmpty != true { return "row 0 of the attributes isn't empty" }
    if groups.isEmpty || groups[0].parent != .root { return "row 0 of the groups isn't the root" }
    for (row, group) in groups.enumerated() {
      if row > 0 && group.parent.index >= row {
        return "group \(row) stands before its parent \(group.parent.index)"
      }
      if !(0...1).contains(group.opacity) { return "group \(row) has opacity \(group.opacity)" }
      if let clip = group.clip, clip.index >= clips.count { return "group \(row) has no such clip" }
      if let what = group.text?.violation() { return "the text of group \(row) has \(what)" }
    }
    for (row, clip) in clips.enumerated() {
      if UInt64(clip.firstPath) + UInt64(clip.pathCount) > clipPaths.count {
        return "clip \(row) has no such paths"
      }
      if let parent = clip.parent, parent.index >= row {
        return "clip \(row) stands before its parent"
      }
      for i in Int(clip.firstPath)..<(Int(clip.firstPath) + Int(clip.pathCount)) {
        let own = clipPaths[i].clip
        if own != .none && own.index >= row { return "clip \(row) stands before a clip it needs" }
      }
    }
    for (row, gradient) in gradients.enumerated() {
      if gradient.stops.isEmpty { return "gradient \(row) has no stops" }
      if !gradient.transform.isFinite { return "gradient \(row) isn't finite" }
      var last = 0.0
      for stop in gradient.stops {
        guard stop.offset >= last, stop.offset <= 1 else {
          return "gradient \(row) has a stop at \(stop.offset) after one at \(last)"
        }
        last = stop.offset
        if !(0...1).contains(stop.color.alpha) {
          return "gradient \(row) has a colour with opacity \(stop.color.alpha)"
        }
      }
      switch gradient.shape {
      case .linear(let a, let b):
        if !a.isFinite || !b.isFinite { return "gradient \(row) isn't finite" }
      case .radial(let c, let r, let f, let fr):
        if !c.isFinite || !f.isFinite || !r.isFinite || !fr.isFinite || r < 0 || fr < 0 {
          return "gradient \(row) has an impossible circle"
        }
      }
    }
    for (row, pattern) in patterns.enumerated() {
      if !pattern.tile.isFinite || pattern.tile.width <= 0 || pattern.tile.height <= 0 {
        return "pattern \(row) has an empty tile"
      }
      if !pattern.transform.isFinite { return "pattern \(row) isn't finite" }
      if pattern.content.index >= groups.count { return "pattern \(row) has no such group" }
    }
    for (row, style) in styles.enumerated() {
      if let what = violation(of: style) { return "style \(row) has \(what)" }
    }
    return canvas?.violation()
  }

  private func violation(of style: Style) -> String? {
    for opacity in [style.opacity, style.fillOpacity, style.strokeOpacity]
    where !(0...1).contains(opacity) {
      return "opacity \(opacity)"
    }
    if !(style.strokeWidth >= 0 && style.strokeWidth.isFinite) {
      return "stroke width \(style.strokeWidth)"
    }
    if !(style.miterLimit >= 1 && style.miterLimit.isFinite) {
      return "miter limit \(style.miterLimit)"
    }
    if !style.dashes.isEmpty {
      if style.dashes.contains(where: { !($0 >= 0 && $0.isFinite) }) { return "a negative dash" }
      if !style.dashes.contains(where: { $0 > 0 }) { return "only empty dashes" }
    }
    if !style.dashOffset.isFinite { return "dash offset \(style.dashOffset)" }
    for paint in [style.fill, style.stroke] {
      switch paint {
      case .none: break
      case .color(let color), .currentColor(let color):
        if !(0...1).contains(color.alpha) { return "a colour with opacity \(color.alpha)" }
      case .gradient(let id):
        if id.index >= gradients.count { return "no such gradient" }
      case .pattern(let id):
        if id.index >= patterns.count { return "no such pattern" }
      }
    }
    return nil
  }

  private func geometryViolation() -> String? {
    if !widths.isEmpty && widths.count != points.count {
      return "\(widths.count) widths stand beside \(points.count) points"
    }
    if !isFinite {
      if let i = points.firstIndex(where: { !$0.isFinite }) {
        return "point \(i) is (\(points[i].x), \(points[i].y))"
      }
      return "a width isn't a finite number"
    }
    if widths.contains(where: { $0 < 0 }) { return "a width is negative" }
    for (row, r) in records.enumerated() {
      if let what = violation(r.firstVerb, r.verbCount, r.firstPoint, r.pointCount) {
        return "path \(row) \(what)"
      }
      let info = r.info
      if info.group.index >= groups.count { return "path \(row) has no such group" }
      if info.style.index >= styles.count { return "path \(row) has no such style" }
      if info.attributes.index >= attributes.count { return "path \(row) has no such attributes" }
      if info.clip != .none && info.clip.index >= clips.count {
        return "path \(row) has no such clip"
      }
    }
    for (row, p) in clipPaths.enumerated() {
      if let what = violation(p.firstVerb, p.verbCount, p.firstPoint, p.pointCount) {
        return "clip path \(row) \(what)"
      }
    }
    return nil
  }

  private func violation(
    _ firstVerb: UInt32, _ verbCount: UInt32, _ firstPoint: UInt32, _ pointCount: UInt32
  ) -> String? {
    guard verbCount > 0 else { return "is empty" }
    guard UInt64(firstVerb) + UInt64(verbCount) <= verbs.count,
      UInt64(firstPoint) + UInt64(pointCount) <= points.count
    else { return "lies outside the arrays" }
    var needed = 0
    var isOpen = false
    for i in Int(firstVerb)..<(Int(firstVerb) + Int(verbCount)) {
      let verb = verbs[i]
      if verb == .move {
        isOpen = true
      } else if !isOpen {
        return "goes on with a \(verb) where only a move may stand"
      }
      if verb == .close { isOpen = false }
      needed += verb.pointCount
    }
    guard needed == Int(pointCount) else {
      return "has \(pointCount) points where its verbs take \(needed)"
    }
    return nil
  }

  /// The groups of the paths, in paint order, must be a walk through the tree that never comes
  /// back to a group it has left.
  private func orderViolation() -> String? {
    guard groups.count > 1 else { return nil }
    var left = [Bool](repeating: false, count: groups.count)
    var open = GroupID.root
    for (row, record) in records.enumerated() where record.info.group != open {
      let next = record.info.group
      let common = commonAncestor(open, next)
      var g = open
      while g != common {
        left[Int(g.index)] = true
        g = groups[Int(g.index)].parent
      }
      g = next
      while g != common {
        if left[Int(g.index)] { return "path \(row) comes back to group \(g.index)" }
        g = groups[Int(g.index)].parent
      }
      open = next
    }
    return nil
  }

  /// The innermost group that holds both. A parent has the smaller row, so the walk is short.
  public func commonAncestor(_ a: GroupID, _ b: GroupID) -> GroupID {
    var (a, b) = (a, b)
    while a != b {
      if a.index > b.index {
        a = groups[Int(a.index)].parent
      } else {
        b = groups[Int(b.index)].parent
      }
    }
    return a
  }

  /// Makes the groups agree with the paint order again: where paths come back to a group that was
  /// left, they get a copy of it.
  public mutating func splitReenteredGroups() {
    guard groups.count > 1 else { return }
    var left = [Bool](repeating: false, count: groups.count)
    /// What a group is called now: itself, or its latest copy.
    var current = groups.indices.map { GroupID(UInt32($0)) }
    var open = GroupID.root  // an original row, as the records name it
    let originals = groups.count
    for row in records.indices {
      let next = records[row].info.group
      guard Int(next.index) < originals else { continue }
      if next != open {
        let common = commonAncestor(open, next)
        var g = open
        while g != common {
          left[Int(g.index)] = true
          g = groups[Int(g.index)].parent
        }
        var chain: [GroupID] = []
        g = next
        while g != common {
          chain.append(g)
          g = groups[Int(g.index)].parent
        }
        for g in chain.reversed() {
          var copy = groups[Int(g.index)]
          copy.parent = current[Int(copy.parent.index)]
          // A group that wasn't left moves along into the copy of its parent.
          let isLeft = left[Int(g.index)]
          let now = current[Int(g.index)]
          if !isLeft && groups[Int(now.index)].parent == copy.parent { continue }
          // The id stays with the first that has paths.
          if isLeft || now != g {
            copy.attributes.id = nil
          } else {
            groups[Int(g.index)].attributes.id = nil
          }
          current[Int(g.index)] = addGroup(copy)
          left[Int(g.index)] = false
        }
        open = next
      }
      records[row].info.group = current[Int(next.index)]
    }
  }
}
