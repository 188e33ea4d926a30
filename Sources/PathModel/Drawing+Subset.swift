// How a stage is kept to some of the paths: the engine takes those out, runs the stage on them as
// on any drawing, and puts what came out back in their places. So every stage has a scope for free.

extension Drawing {
  /// A drawing of some of this one's paths, with all its tables; each path's `origin` is its row
  /// here.
  public func subset(where isSelected: [Bool]) -> Drawing {
    var result = Drawing(tablesOf: self)
    for row in records.indices where isSelected[row] {
      var info = records[row].info
      info.origin = UInt32(row)
      result.appendPath(info) { builder in builder.append(self[path: row]) }
    }
    return result
  }

  /// This drawing with its selected paths replaced by what a stage made of their subset.
  ///
  /// A path goes to the place of its `origin`; one without stays after the path that it follows.
  /// Rows of tables that the stage changed are added, so the other paths keep theirs. The canvas
  /// stays: a stage on some paths doesn't choose the page.
  public func replacing(where isSelected: [Bool], with subset: Drawing) -> Drawing {
    var result = Drawing(tablesOf: self)
    let map = result.addTables(of: subset)
    if subset.hasWidths || hasWidths {
      // One part may have widths where the other has none: both get them.
      var (whole, part) = (self, subset)
      whole.makeWidths()
      part.makeWidths()
      result.makeClipWidths()
      whole.place(part, where: isSelected, map, into: &result)
    } else {
      place(subset, where: isSelected, map, into: &result)
    }
    for row in result.records.indices { result.records[row].info.origin = PathInfo.new }
    result.splitReenteredGroups()
    return result
  }

  private mutating func makeClipWidths() {
    keepsWidths = true
    if widths.count != points.count {
      widths = [Double](repeating: 0, count: points.count)
    }
  }

  private func place(
    _ subset: Drawing, where isSelected: [Bool], _ map: TableMap, into result: inout Drawing
  ) {
    // The rows of the subset by where they go.
    var placed: [[Int]] = Array(repeating: [], count: records.count)
    // New paths that follow none go where the first selected path was; if none was, on top.
    var last = isSelected.firstIndex(of: true) ?? max(0, records.count - 1)
    var leading: [Int] = []
    for (row, record) in subset.records.enumerated() {
      let origin = Int(record.info.origin)
      if origin < records.count { last = origin }
      if records.isEmpty { leading.append(row) } else { placed[last].append(row) }
    }
    func append(_ row: Int) {
      let record = subset.records[row]
      result.appendPath(map.mapped(record.info)) { builder in
        builder.append(subset[path: row])
      }
    }
    for row in records.indices {
      if !isSelected[row] {
        result.appendPath(records[row].info) { builder in builder.append(self[path: row]) }
      }
      for added in placed[row] { append(added) }
    }
    for row in leading { append(row) }
  }

  /// Where the rows of another drawing's tables lie in this one's.
  struct TableMap {
    var styles: [UInt32] = []
    var groups: [UInt32] = []
    var clips: [UInt32] = []
    var attributes: [UInt32] = []

    func mapped(_ info: PathInfo) -> PathInfo {
      var info = info
      info.style = StyleID(styles[Int(info.style.index)])
      info.group = GroupID(groups[Int(info.group.index)])
      info.attributes = AttributesID(attributes[Int(info.attributes.index)])
      if info.clip != .none { info.clip = ClipID(clips[Int(info.clip.index)]) }
      return info
    }
  }

  /// Adds what another drawing's tables have more or otherwise than this one's: a row that is
  /// equal at the same place is the same row.
  mutating func addTables(of other: Drawing) -> TableMap {
    var map = TableMap()
    for (row, gradient) in other.gradients.enumerated() where row >= gradients.count {
      gradients.append(gradient)
    }
    let gradientRows = other.gradients.enumerated().map { row, gradient -> UInt32 in
      if gradients[row] == gradient { return UInt32(row) }
      gradients.append(gradient)
      return UInt32(gradients.count - 1)
    }
    // A clip is the same when its geometry is.
    for (row, clip) in other.clips.enumerated() {
      if row < clips.count, clips[row] == clip, sameClipGeometry(row, other),
        clip.parent.map({ map.clips[Int($0.index)] == $0.index }) ?? true
      {
        map.clips.append(UInt32(row))
        continue
      }
      let first = clipPaths.count
      for i in Int(clip.firstPath)..<(Int(clip.firstPath) + Int(clip.pathCount)) {
        copyClipPath(other.clipPaths[i], of: other)
        let own = clipPaths[clipPaths.count - 1].clip
        if own != .none {
          clipPaths[clipPaths.count - 1].clip = ClipID(map.clips[Int(own.index)])
        }
      }
      let parent = clip.parent.map { ClipID(map.clips[Int($0.index)]) }
      map.clips.append(addClip(fromPath: first, parent: parent, id: clip.id).index)
    }
    for (row, group) in other.groups.enumerated() {
      if row < groups.count, groups[row] == group {
        map.groups.append(UInt32(row))
        continue
      }
      var copy = group
      copy.parent = row == 0 ? .root : GroupID(map.groups[Int(group.parent.index)])
      copy.clip = group.clip.map { ClipID(map.clips[Int($0.index)]) }
      map.groups.append(addGroup(copy).index)
    }
    let patternRows = other.patterns.enumerated().map { row, pattern -> UInt32 in
      if row < patterns.count, patterns[row] == pattern { return UInt32(row) }
      var copy = pattern
      copy.content = GroupID(map.groups[Int(pattern.content.index)])
      patterns.append(copy)
      return UInt32(patterns.count - 1)
    }
    func mapped(_ paint: Paint) -> Paint {
      switch paint {
      case .gradient(let id): .gradient(GradientID(gradientRows[Int(id.index)]))
      case .pattern(let id): .pattern(PatternID(patternRows[Int(id.index)]))
      case .none, .color, .currentColor: paint
      }
    }
    for style in other.styles {
      var copy = style
      copy.fill = mapped(style.fill)
      copy.stroke = mapped(style.stroke)
      map.styles.append(styleID(for: copy).index)
    }
    for (row, set) in other.attributes.enumerated() {
      if row < attributes.count, attributes[row] == set {
        map.attributes.append(UInt32(row))
      } else {
        map.attributes.append(attributesID(for: set).index)
      }
    }
    return map
  }

  private func sameClipGeometry(_ row: Int, _ other: Drawing) -> Bool {
    let clip = clips[row]
    for i in Int(clip.firstPath)..<(Int(clip.firstPath) + Int(clip.pathCount)) {
      let (a, b) = (clipPaths[i], other.clipPaths[i])
      guard a.rule == b.rule, a.clip == b.clip, a.verbCount == b.verbCount,
        a.pointCount == b.pointCount
      else { return false }
      for k in 0..<Int(a.verbCount)
      where verbs[Int(a.firstVerb) + k] != other.verbs[Int(b.firstVerb) + k] { return false }
      for k in 0..<Int(a.pointCount)
      where points[Int(a.firstPoint) + k] != other.points[Int(b.firstPoint) + k] { return false }
    }
    return true
  }
}
