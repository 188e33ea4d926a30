extension Drawing {
  /// How deep what contains others of its kind is nested: groups, clips and the elements of texts. What the root
  /// holds is nested one deep.
  ///
  /// Each must stand behind what contains it, as the promise has it.
  public var nestingDepth: Int {
    var deepest = 0
    func note(_ depths: [Int]) { deepest = max(deepest, depths.max() ?? 0) }
    var depths: [Int] = []
    depths.reserveCapacity(groups.count)
    for (row, group) in groups.enumerated() {
      depths.append(row == 0 ? 0 : depths[Int(group.parent.index)] + 1)
      guard let text = group.text else { continue }
      var inText: [Int] = []
      for span in text.spans { inText.append((span.parent.map { inText[$0] } ?? 0) + 1) }
      note(inText)
    }
    note(depths)
    depths = []
    for clip in clips {
      var outer = clip.parent.map { depths[Int($0.index)] } ?? 0
      for row in Int(clip.firstPath)..<(Int(clip.firstPath) + Int(clip.pathCount))
      where clipPaths[row].clip != .none {
        outer = max(outer, depths[Int(clipPaths[row].clip.index)])
      }
      depths.append(outer + 1)
    }
    note(depths)
    return deepest
  }
}
