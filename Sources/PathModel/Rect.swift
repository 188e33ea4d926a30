/// An axis-parallel rectangle by its edges; `minX ≤ maxX` and `minY ≤ maxY`, sides may be zero.
@frozen public struct Rect: Hashable, Sendable, BitwiseCopyable {
  /// The left edge.
  public var minX: Double
  /// The upper edge (y grows downward).
  public var minY: Double
  /// The right edge.
  public var maxX: Double
  /// The lower edge.
  public var maxY: Double

  /// Makes a rectangle from its edges.
  @inlinable public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// Makes a rectangle from its upper left corner and its size.
  @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(minX: x, minY: y, maxX: x + width, maxY: y + height)
  }

  /// Makes the rectangle without extent at one point.
  @inlinable public init(_ p: Point) { self.init(minX: p.x, minY: p.y, maxX: p.x, maxY: p.y) }

  /// The horizontal extent.
  @inlinable public var width: Double { maxX - minX }
  /// The vertical extent.
  @inlinable public var height: Double { maxY - minY }
  /// The horizontal middle.
  @inlinable public var midX: Double { minX + (maxX - minX) / 2 }
  /// The vertical middle.
  @inlinable public var midY: Double { minY + (maxY - minY) / 2 }
  /// The upper left corner.
  @inlinable public var origin: Point { Point(x: minX, y: minY) }
  /// The middle.
  @inlinable public var center: Point { Point(x: midX, y: midY) }
  /// The shorter of width and height.
  @inlinable public var shorterSide: Double { min(width, height) }
  /// The shorter of width and height, of a level or upright line its length.
  @inlinable public var shorterExtent: Double { shorterSide > 0 ? shorterSide : max(width, height) }
  /// Whether all four edges are finite numbers.
  @inlinable public var isFinite: Bool {
    minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite
  }

  /// Grows the rectangle just enough to hold a point.
  @inlinable public mutating func formUnion(_ p: Point) {
    minX = min(minX, p.x)
    minY = min(minY, p.y)
    maxX = max(maxX, p.x)
    maxY = max(maxY, p.y)
  }

  /// The smallest rectangle that holds both.
  @inlinable public func union(_ other: Rect) -> Rect {
    Rect(
      minX: min(minX, other.minX), minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }

  /// The rectangle with each edge moved inward by `d`; an axis that is too short shrinks to its
  /// middle.
  @inlinable public func inset(by d: Double) -> Rect {
    let dx = min(d, width / 2)
    let dy = min(d, height / 2)
    return Rect(minX: minX + dx, minY: minY + dy, maxX: maxX - dx, maxY: maxY - dy)
  }

  /// Whether a point lies inside or on an edge.
  @inlinable public func contains(_ p: Point) -> Bool {
    p.x >= minX && p.x <= maxX && p.y >= minY && p.y <= maxY
  }
}
