import PathModel

/// The dashes of a stroke as PostScript paints them right.
struct EPSDashes: Equatable {
  /// Dashes and gaps in turn, in canvas units; empty for a solid stroke.
  private(set) var lengths: [Double] = []
  /// Where in them a stroke starts.
  private(set) var offset = 0.0
  /// Whether there are only gaps to see.
  private(set) var paintNothing = false

  init(_ style: Style) {
    guard !style.dashes.isEmpty else { return }
    lengths = style.dashes
    offset = style.dashOffset
    if style.cap == .butt { dropEmptyDashes() }
    // Not every interpreter takes an offset below zero.
    let period = lengths.reduce(0, +) * (lengths.count.isMultiple(of: 2) ? 1 : 2)
    if offset < 0 { offset -= period * (offset / period).rounded(.down) }
  }

  /// PostScript paints the thinnest line for a dash without length even where nothing caps it; SVG
  /// paints nothing there. So such a dash becomes part of the gaps around it.
  private mutating func dropEmptyDashes() {
    let isEvery2nd = lengths.count.isMultiple(of: 2)
    guard lengths.indices.contains(where: { lengths[$0] == 0 && (!isEvery2nd || $0 % 2 == 0) })
    else { return }
    if !isEvery2nd { lengths += lengths }
    // Begin with a dash that has a length.
    var shift = 0
    while shift < lengths.count, lengths[shift] == 0 { shift += 2 }
    guard shift < lengths.count else {
      paintNothing = true
      return
    }
    offset -= lengths[..<shift].reduce(0, +)
    var merged: [Double] = []
    for i in stride(from: 0, to: lengths.count, by: 2) {
      let dash = lengths[(shift + i) % lengths.count]
      let gap = lengths[(shift + i + 1) % lengths.count]
      if dash == 0, let last = merged.indices.last {
        merged[last] += gap
      } else {
        merged += [dash, gap]
      }
    }
    lengths = merged
  }
}
