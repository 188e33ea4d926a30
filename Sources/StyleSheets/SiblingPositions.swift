/// Where elements stand among their siblings, reckoned for all children of an element at once when
/// one is asked for, so that all of them together take time in proportion to their number.
struct SiblingPositions {
  /// Counted from 1 from the first and from the last; 0 where it isn't known yet.
  private(set) var fromStart: [Int32]
  private(set) var fromEnd: [Int32]

  init(count: Int) {
    fromStart = [Int32](repeating: 0, count: count)
    fromEnd = fromStart
  }

  /// Whether the positions of an element and its siblings are known. An element that isn't counted
  /// has the position -1.
  func isKnown(_ element: Int) -> Bool { fromStart[element] != 0 }

  /// Numbers the siblings of an element, itself included: those of one kind together, and not those
  /// of none.
  mutating func number<Kind: Hashable>(
    _ siblings: [Int], by kind: (Int) throws(StyleLimitError) -> Kind?
  ) throws(StyleLimitError) {
    var counts: [Kind: Int32] = [:]
    var kinds: [Kind?] = []
    kinds.reserveCapacity(siblings.count)
    for sibling in siblings {
      let kind = try kind(sibling)
      kinds.append(kind)
      guard let kind else {
        (fromStart[sibling], fromEnd[sibling]) = (-1, -1)
        continue
      }
      counts[kind, default: 0] += 1
      fromStart[sibling] = counts[kind, default: 0]
    }
    for (sibling, kind) in zip(siblings, kinds) {
      guard let kind else { continue }
      fromEnd[sibling] = counts[kind, default: 0] - fromStart[sibling] + 1
    }
  }
}

extension ElementTree {
  /// The children of an element's parent in order.
  func siblings(of element: Int) -> [Int] {
    var list: [Int] = []
    let parent = Int(elements[element].parent)
    guard parent >= 0 else { return [element] }
    var sibling = Int(elements[parent].lastChild)
    while sibling >= 0 {
      list.append(sibling)
      sibling = Int(elements[sibling].previous)
    }
    list.reverse()
    return list
  }
}
