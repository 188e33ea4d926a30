/// A pattern's row in its drawing.
@frozen public struct PatternID: Hashable, Sendable, BitwiseCopyable {
  /// The row in `Drawing.patterns`.
  public var index: UInt32
  /// Names a row.
  @inlinable public init(_ index: UInt32) { self.index = index }
}

/// A picture that repeats in both directions to fill an area.
public struct Pattern: Hashable, Sendable {
  /// The rectangle that repeats, before `transform`.
  public var tile: Rect
  /// Maps the tile's coordinates to canvas units.
  public var transform: Affine
  /// The group that holds the tile's paths; they paint nothing by themselves.
  ///
  /// Their points lie in canvas units like all others, so `transform` is already in them: whatever
  /// moves the drawing moves both alike, and a writer takes the points back through its inverse.
  public var content: GroupID
  /// The name it had in its file.
  public var id: String?

  /// Makes a pattern.
  public init(tile: Rect, transform: Affine = .identity, content: GroupID, id: String? = nil) {
    self.tile = tile
    self.transform = transform
    self.content = content
    self.id = id
  }
}
