public import PathModel

extension Drawing {
  /// How this drawing differs from another, in a sentence; nil when a reader of either would see
  /// the same numbers, names and styles.
  ///
  /// Rows of tables may stand at other places. Line numbers and `origin` don't count.
  public func difference(from other: Drawing) -> String? {
    if canvas != other.canvas { return "the canvas differs" }
    if document != other.document { return "the document's names differ" }
    if groups.count != other.groups.count {
      return "there are \(groups.count) groups, not \(other.groups.count)"
    }
    if pathCount != other.pathCount {
      return "there are \(pathCount) paths, not \(other.pathCount)"
    }
    for row in 0..<pathCount {
      if let what = difference(ofPath: row, from: row, in: other) { return "path \(row) \(what)" }
      if records[row].info.group != other.records[row].info.group {
        return "path \(row) lies in another group"
      }
    }
    for (row, group) in groups.enumerated() {
      let twin = other.groups[row]
      if group.parent != twin.parent || group.attributes != twin.attributes
        || group.opacity != twin.opacity || group.isLayer != twin.isLayer
        || (group.clip == nil) != (twin.clip == nil)
      {
        return "group \(row) differs"
      }
      if let a = group.clip, let b = twin.clip, !sameClip(a, b, in: other) {
        return "the clip of group \(row) differs"
      }
    }
    if patterns != other.patterns { return "the patterns differ" }
    return nil
  }

  /// How one path differs from one of another drawing, to follow "the path"; nil when they are the
  /// same but for the group that they lie in.
  func difference(ofPath row: Int, from otherRow: Int, in other: Drawing) -> String? {
    let (a, b) = (self[path: row], other[path: otherRow])
    guard a.verbs.count == b.verbs.count, a.points.count == b.points.count else {
      return "has \(a.verbs.count) segments, not \(b.verbs.count)"
    }
    for i in a.verbs.indices where a.verbs[i] != b.verbs[i] { return "differs in segment \(i)" }
    for i in a.points.indices where a.points[i] != b.points[i] {
      return "has point \(i) at (\(a.points[i].x), \(a.points[i].y)), not "
        + "(\(b.points[i].x), \(b.points[i].y))"
    }
    let (style, otherStyle) = (self.style(ofPath: row), other.style(ofPath: otherRow))
    for i in a.points.indices {
      let width = a.widths.isEmpty ? style.strokeWidth : a.widths[i]
      let otherWidth = b.widths.isEmpty ? otherStyle.strokeWidth : b.widths[i]
      if width != otherWidth { return "has the width \(width) at point \(i), not \(otherWidth)" }
    }
    if !sameStyle(style, otherStyle, in: other) { return "has another style" }
    if attributes(ofPath: row) != other.attributes(ofPath: otherRow) { return "has other names" }
    if a.info.key != b.info.key { return "has another key" }
    if !sameClip(a.info.clip, b.info.clip, in: other) { return "has another clip" }
    return nil
  }

  private func sameStyle(_ a: Style, _ b: Style, in other: Drawing) -> Bool {
    var (a, b) = (a, b)
    guard samePaint(a.fill, b.fill, in: other), samePaint(a.stroke, b.stroke, in: other) else {
      return false
    }
    (a.fill, a.stroke) = (.none, .none)
    (b.fill, b.stroke) = (.none, .none)
    return a == b
  }

  private func samePaint(_ a: Paint, _ b: Paint, in other: Drawing) -> Bool {
    switch (a, b) {
    case (.gradient(let i), .gradient(let k)):
      return gradients[Int(i.index)] == other.gradients[Int(k.index)]
    case (.pattern(let i), .pattern(let k)):
      let (p, q) = (patterns[Int(i.index)], other.patterns[Int(k.index)])
      return p.tile == q.tile && p.transform == q.transform && p.id == q.id
    default: return a == b
    }
  }

  private func sameClip(_ a: ClipID, _ b: ClipID, in other: Drawing) -> Bool {
    if a == .none || b == .none { return a == b }
    let (p, q) = (clips[Int(a.index)], other.clips[Int(b.index)])
    guard p.pathCount == q.pathCount, p.id == q.id,
      sameClip(p.parent ?? .none, q.parent ?? .none, in: other)
    else { return false }
    for i in 0..<Int(p.pathCount) {
      let (row, otherRow) = (Int(p.firstPath) + i, Int(q.firstPath) + i)
      guard clipPaths[row].rule == other.clipPaths[otherRow].rule,
        self[clipPath: row].text == other[clipPath: otherRow].text
      else { return false }
    }
    return true
  }
}
