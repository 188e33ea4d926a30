import PathModel

/// One clip operator.
enum EPSClipStep: Equatable {
  /// Some paths of a clip, taken as one path: the rows in `Drawing.clipPaths`, at least one.
  case paths(Range<UInt32>)
  /// The inside or the stroke of a path of the drawing.
  case outline(row: UInt32, isStroke: Bool)
}

/// A region as PostScript can clip to it: the union of its parts, each of which is what a row of clip
/// operators one after the other leaves.
struct EPSClipRegion: Equatable {
  /// The parts, each from outside inward; none when nothing is let through.
  var parts: [[EPSClipStep]]
  /// Whether paths were taken as one that together let through something else than each by itself.
  var isJoinedWrong = false

  /// How many parts a region has at most.
  static let mostParts = 64

  static let everything = EPSClipRegion(parts: [[]])

  /// Leaves what another region lets through too; its operators come after this one's.
  mutating func cut(to inner: EPSClipRegion) {
    isJoinedWrong = isJoinedWrong || inner.isJoinedWrong
    if inner.parts.count == 1 {
      for i in parts.indices { parts[i] += inner.parts[0] }
      return
    }
    let outer = parts
    parts = []
    for part in outer {
      for innerPart in inner.parts {
        guard parts.count < EPSClipRegion.mostParts else {
          isJoinedWrong = true
          return
        }
        parts.append(part + innerPart)
      }
    }
  }
}

/// What the clips of a drawing let through, each found out once.
struct EPSClipRegions {
  /// How deep the paths of clips may have clips of their own.
  private static let mostDepth = 64

  private var known: [ClipID: EPSClipRegion] = [:]

  /// What a clip lets through.
  mutating func region(of clip: ClipID, in drawing: Drawing, depth: Int = 0) -> EPSClipRegion {
    if let region = known[clip] { return region }
    var chain: [ClipID] = []
    var next: ClipID? = clip
    while let clip = next {
      chain.append(clip)
      next = drawing.clips[Int(clip.index)].parent
    }
    var region = EPSClipRegion.everything
    for clip in chain.reversed() {
      region.cut(to: ownRegion(of: drawing.clips[Int(clip.index)], in: drawing, depth))
    }
    known[clip] = region
    return region
  }

  /// What a clip lets through, whatever it lies within.
  private mutating func ownRegion(of clip: Clip, in drawing: Drawing, _ depth: Int) -> EPSClipRegion
  {
    let rows = clip.firstPath..<(clip.firstPath + clip.pathCount)
    let joined: [[EPSClipStep]] = rows.isEmpty ? [] : [[.paths(rows)]]
    if drawing.canJoinClipPaths(Int(rows.lowerBound)..<Int(rows.upperBound)) {
      return EPSClipRegion(parts: joined)
    }
    var own = EPSClipRegion(parts: [])
    for row in rows {
      let path = drawing.clipPaths[Int(row)]
      var part = EPSClipRegion.everything
      if path.clip != .none {
        if depth < EPSClipRegions.mostDepth {
          part = region(of: path.clip, in: drawing, depth: depth + 1)
        } else {
          own.isJoinedWrong = true
        }
      }
      part.cut(to: EPSClipRegion(parts: [[.paths(row..<(row + 1))]]))
      own.isJoinedWrong = own.isJoinedWrong || part.isJoinedWrong
      own.parts += part.parts
      if own.parts.count > EPSClipRegion.mostParts {
        return EPSClipRegion(parts: joined, isJoinedWrong: true)
      }
    }
    return own
  }
}
