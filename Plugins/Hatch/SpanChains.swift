/// Links spans of neighbouring lines to chains that a pen can run through from line to line.
struct SpanChains {
  /// For each span the one on the next line that it goes on with, or −1.
  private var next: [Int] = []
  private var isContinued: [Bool] = []

  /// Links spans, which come line by line.
  mutating func link(_ spans: [SpanFinder.Span]) {
    next.removeAll(keepingCapacity: true)
    next.append(contentsOf: repeatElement(-1, count: spans.count))
    isContinued.removeAll(keepingCapacity: true)
    isContinued.append(contentsOf: repeatElement(false, count: spans.count))
    var i = 0
    while i < spans.count {
      let line = spans[i].line
      var end = i
      while end < spans.count && spans[end].line == line { end += 1 }
      var k = end
      while i < end && k < spans.count && spans[k].line == line + 1 {
        if spans[i].right <= spans[k].left {
          i += 1
        } else if spans[k].right <= spans[i].left {
          k += 1
        } else {
          next[i] = k
          isContinued[k] = true
          i += 1
          k += 1
        }
      }
      i = end
    }
  }

  /// Calls `body` with every span in the order in which a pen draws them: chain by chain.
  /// - Parameter body: Called with the span's row, the row of the span that the chain goes on with, or −1,
  ///   and how many spans of the chain came before.
  func forEach(_ body: (_ row: Int, _ next: Int, _ place: Int) -> Void) {
    for first in next.indices where !isContinued[first] {
      var row = first
      var place = 0
      while row >= 0 {
        body(row, next[row], place)
        row = next[row]
        place += 1
      }
    }
  }
}
