import PathModel

/// The inside or the stroke of a path, painted opaquely where a region lets it through.
struct EPSItem {
  /// The path's row.
  var row: Int
  /// Whether it's the stroke.
  var isStroke: Bool
  /// What it's painted with.
  var paint: EPSPaint
  /// Where it's seen.
  var region: EPSClipRegion
  /// What it doesn't reach beyond.
  var bounds: Rect
  /// How many points its own outline has.
  var outlinePoints: Int

  /// Itself as a region, for what is to be painted only where it lies.
  var asRegion: EPSClipRegion {
    var region = region
    for i in region.parts.indices {
      region.parts[i].append(.outline(row: UInt32(row), isStroke: isStroke))
    }
    return region
  }
}

/// What is painted, with all transparency worked out, since PostScript has none.
///
/// Something that isn't opaque is painted once in the colour that it has over the paper, and then once
/// more for each thing that lies under it, where both lie, in the colour that it has over that. No
/// outline is computed for it: PostScript's clips do that exactly, for curves and for strokes. What a
/// group holds is put together by itself and then, with the group's opacity, laid over what is below.
///
/// In a layer a later item hides earlier ones, whatever its opacity: its paint holds already what is seen
/// through it of the layer.
struct EPSLayers {
  private struct Layer {
    var opacity: Double
    private(set) var items: [EPSItem] = []
    /// Where each lies: looked through often, so kept close together.
    private(set) var bounds: [Rect] = []

    init(opacity: Double) { self.opacity = opacity }

    mutating func append(_ item: EPSItem) {
      items.append(item)
      bounds.append(item.bounds)
    }
  }

  /// How many points may be written for what lies over each other, in all: each layer over a place may
  /// double what is painted there.
  private static let mostPoints = 250_000
  /// How often an item may be looked at for what lies over it, in all.
  private static let mostLooks = 30_000_000

  private var layers = [Layer(opacity: 1)]
  private let paper: EPSTint
  /// What was used of these limits so far.
  private(set) var points: Int
  private(set) var looks: Int
  /// Whether so much was used that not even something small is looked under any more.
  private var isExhausted = false
  /// Tells whether an item hides all that lies under another.
  private let hides: (EPSItem, EPSItem) -> Bool
  /// Tells how many points are written for an item.
  private let size: (EPSItem) -> Int

  /// Nothing painted on paper of a colour; `points` and `looks` are what others have used of the limits.
  init(
    paper: EPSTint, points: Int, looks: Int, size: @escaping (EPSItem) -> Int,
    hides: @escaping (EPSItem, EPSItem) -> Bool
  ) {
    self.paper = paper
    self.points = points
    self.looks = looks
    self.size = size
    self.hides = hides
  }

  /// What was painted on the page, from below.
  var items: [EPSItem] { layers[0].items }

  /// Begins a group, or a path whose fill and stroke fade together.
  mutating func begin(opacity: Double) { layers.append(Layer(opacity: opacity)) }

  /// Ends it.
  /// - Returns: The rows of paths for which what lies under them could not be taken into account.
  mutating func end() -> [Int] {
    guard layers.count > 1, let layer = layers.popLast() else { return [] }
    let backdrop = layers[layers.count - 1].items.count
    return layer.items.filter { item in
      var item = item
      item.paint = item.paint.faded(by: layer.opacity)
      return !place(item, over: backdrop)
    }.map(\.row)
  }

  /// Paints an item over all there is.
  /// - Returns: Whether all that shows through it was taken into account.
  mutating func add(_ item: EPSItem) -> Bool {
    place(item, over: layers[layers.count - 1].items.count)
  }

  /// Paints an item over the first `count` items of the innermost layer.
  private mutating func place(_ item: EPSItem, over count: Int) -> Bool {
    let top = layers.count - 1
    if item.paint.isOpaque {
      layers[top].append(item)
      return true
    }
    var base = item
    if top == 0 { base.paint = item.paint.over(.flat(paper)) ?? item.paint }
    looks += 1
    if isExhausted || looks > EPSLayers.mostLooks {
      layers[top].append(base)
      return false
    }
    // What lies under something that hides it needn't be looked at.
    var below: [Int] = []
    var row = count
    looks += count
    while row > 0, looks <= EPSLayers.mostLooks {
      row -= 1
      guard layers[top].bounds[row].overlaps(item.bounds) else { continue }
      let under = layers[top].items[row]
      looks += under.outlinePoints
      if hides(under, item), let paint = item.paint.over(under.paint) {
        base.paint = paint
        break
      }
      below.append(row)
    }
    let outline = size(item)
    var needed = 0
    for row in below {
      needed += outline + size(layers[top].items[row])
      if points + needed > EPSLayers.mostPoints { break }
    }
    guard points + needed <= EPSLayers.mostPoints, looks <= EPSLayers.mostLooks else {
      // The uppermost thing in its middle counts for all.
      let middle = item.bounds.center
      if let row = below.first(where: { layers[top].bounds[$0].contains(middle) }),
        let tint = layers[top].items[row].paint.tint(at: middle),
        let paint = item.paint.over(.flat(tint))
      {
        base.paint = paint
      }
      layers[top].append(base)
      isExhausted = isExhausted || needed <= EPSLayers.mostPoints / 100
      return false
    }
    points += needed
    layers[top].append(base)
    var isExact = true
    for row in below.reversed() {
      var both = layers[top].items[row]
      both.bounds = both.bounds.intersection(item.bounds)
      if let paint = item.paint.over(both.paint) {
        both.paint = paint
      } else {
        isExact = false
        // One gradient over another: the lower one counts by its colour in the middle.
        guard let middle = both.paint.tint(at: both.bounds.center),
          let paint = item.paint.over(.flat(middle))
        else { continue }
        both.paint = paint
      }
      both.region.cut(to: item.asRegion)
      if both.region.isJoinedWrong { isExact = false }
      layers[top].append(both)
    }
    return isExact
  }
}

extension Rect {
  /// Whether two rectangles share more than an edge; what has no width counts by its line.
  func overlaps(_ other: Rect) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  /// What both hold; they overlap.
  func intersection(_ other: Rect) -> Rect {
    Rect(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
  }
}
