import PathModel

/// Parts a compound path into islands, each of which is hatched by itself: letters of a word, lakes of a map.
///
/// An island holds its holes. Two subpaths that boxes and straight cuts along the page's axes can't part
/// belong to one island, so no subpath reaches into another island, whatever the fill rule.
struct Islands {
  /// How often cuts may alternate between the axes; what isn't parted then stays together.
  private static let deepest = 12

  /// The rows of the subpaths, island by island.
  private(set) var rows: [Int] = []
  /// Where each island lies in `rows`.
  private(set) var ranges: [Range<Int>] = []

  private struct Piece {
    var range: Range<Int>
    var isAcross: Bool
    var isWholeTheOtherWay: Bool
    var depth: Int
  }

  /// Finds the islands.
  /// - Complexity: O(n log n) for each of at most 12 levels.
  mutating func part(_ subpaths: [Outline.Subpath]) {
    rows.removeAll(keepingCapacity: true)
    ranges.removeAll(keepingCapacity: true)
    guard !subpaths.isEmpty else { return }
    rows.append(contentsOf: subpaths.indices)
    guard subpaths.count > 1 else { return ranges.append(0..<1) }
    var waiting = [
      Piece(range: 0..<rows.count, isAcross: true, isWholeTheOtherWay: false, depth: 0)
    ]
    while let piece = waiting.popLast() {
      guard piece.range.count > 1, piece.depth < Islands.deepest else {
        ranges.append(piece.range)
        continue
      }
      let cuts = cut(piece, subpaths)
      if cuts.count > 1 {
        for range in cuts.reversed() {
          waiting.append(
            Piece(
              range: range, isAcross: !piece.isAcross, isWholeTheOtherWay: false,
              depth: piece.depth + 1))
        }
      } else if piece.isWholeTheOtherWay {
        ranges.append(piece.range)
      } else {
        waiting.append(
          Piece(
            range: piece.range, isAcross: !piece.isAcross, isWholeTheOtherWay: true,
            depth: piece.depth))
      }
    }
  }

  private mutating func cut(_ piece: Piece, _ subpaths: [Outline.Subpath]) -> [Range<Int>] {
    func low(_ row: Int) -> Double {
      piece.isAcross ? subpaths[row].pageBox.minY : subpaths[row].pageBox.minX
    }
    func high(_ row: Int) -> Double {
      piece.isAcross ? subpaths[row].pageBox.maxY : subpaths[row].pageBox.maxX
    }
    rows[piece.range].sort { a, b in
      let (x, y) = (low(a), low(b))
      return x < y || (x == y && a < b)
    }
    var cuts: [Range<Int>] = []
    var first = piece.range.lowerBound
    var reach = high(rows[first])
    for i in piece.range.dropFirst() {
      if low(rows[i]) > reach {
        cuts.append(first..<i)
        first = i
      }
      reach = max(reach, high(rows[i]))
    }
    cuts.append(first..<piece.range.upperBound)
    return cuts
  }
}
