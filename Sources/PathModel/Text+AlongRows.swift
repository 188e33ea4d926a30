extension Text {
  /// Along which path each character runs: found once, since asking all of `alongs` for each character takes the
  /// product of both.
  public struct AlongRows: Sendable {
    /// The row in `alongs` of each character, -1 for none; empty where nothing runs along a path.
    private var rows: [Int] = []
    /// Whether a part that runs along a path begins or ends before a character.
    private var bounds: [Bool] = []

    /// Finds them.
    /// - Parameter text: The text.
    public init(_ text: borrowing Text) {
      if text.alongs.isEmpty { return }
      let count = text.characters.count
      rows = Array(repeating: -1, count: count)
      bounds = Array(repeating: false, count: count + 1)
      /// The first character from each on that may still have no row.
      var free = Array(0...count)
      for (row, along) in text.alongs.enumerated() {
        let range = along.range.clamped(to: 0..<count)
        bounds[min(along.range.lowerBound, count)] = true
        bounds[min(along.range.upperBound, count)] = true
        var i = range.lowerBound
        while i < range.upperBound {
          if rows[i] < 0 {
            rows[i] = row
            free[i] = i + 1
          }
          // Each step halves the way for those that come later.
          let next = free[i]
          free[i] = free[next]
          i = next
        }
      }
    }

    /// The row in `alongs` of the first path that a character runs along, nil for none.
    public subscript(character: Int) -> Int? {
      guard rows.indices.contains(character), rows[character] >= 0 else { return nil }
      return rows[character]
    }

    /// Whether a part that runs along a path begins or ends before a character.
    public func hasBound(before character: Int) -> Bool {
      bounds.indices.contains(character) && bounds[character]
    }
  }
}
