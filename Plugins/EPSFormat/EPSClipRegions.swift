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

extension Drawing {
  /// How deep the paths of clips may have clips of their own.
  private static var clipDepth: Int { 64 }

  /// What a clip lets through.
  func region(of clip: ClipID, depth: Int = 0) -> EPSClipRegion {
    var chain: [ClipID] = []
    var next: ClipID? = clip
    while let clip = next {
      chain.append(clip)
      next = clips[Int(clip.index)].parent
    }
    var region = EPSClipRegion.everything
    for clip in chain.reversed() { region.cut(to: ownRegion(of: clips[Int(clip.index)], depth)) }
    return region
  }

  /// What a clip lets through, whatever it lies within.
  private func ownRegion(of clip: Clip, _ depth: Int) -> EPSClipRegion {
    let rows = clip.firstPath..<(clip.firstPath + clip.pathCount)
    let joined = rows.isEmpty ? [] : [[EPSClipStep.paths(rows)]]
    if canJoinClipPaths(Int(rows.lowerBound)..<Int(rows.upperBound)) {
      return EPSClipRegion(parts: joined)
    }
    var own = EPSClipRegion(parts: [])
    for row in rows {
      let path = clipPaths[Int(row)]
      var part = EPSClipRegion.everything
      if path.clip != .none {
        if depth < Drawing.clipDepth {
          part = region(of: path.clip, depth: depth + 1)
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
