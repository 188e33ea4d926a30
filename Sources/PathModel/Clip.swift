/// A clip's row in its drawing.
@frozen public struct ClipID: Hashable, Sendable, BitwiseCopyable {
  /// The row in `Drawing.clips`.
  public var index: UInt32
  /// Names a row.
  @inlinable public init(_ index: UInt32) { self.index = index }
  /// No clip, where a fixed-size record has no room for an optional.
  @inlinable public static var none: ClipID { ClipID(.max) }
}

/// A region that paths and groups are cut to: the union of its paths' insides, within its parent.
///
/// The paths' geometry lies in the drawing's arrays like any other, so that whatever moves the
/// points moves the clips with them.
public struct Clip: Hashable, Sendable {
  /// The first of its rows in `Drawing.clipPaths`.
  public var firstPath: UInt32
  /// How many rows it has; none means that nothing is let through.
  public var pathCount: UInt32
  /// A clip that this one is cut to in turn; it stands before this one.
  public var parent: ClipID?
  /// The name it had in its file.
  public var id: String?

  /// Makes a clip from rows of `Drawing.clipPaths`.
  public init(firstPath: UInt32, pathCount: UInt32, parent: ClipID? = nil, id: String? = nil) {
    self.firstPath = firstPath
    self.pathCount = pathCount
    self.parent = parent
    self.id = id
  }
}

/// One path of a clip: where its geometry lies, and what counts as inside.
public struct ClipPath: Hashable, Sendable, BitwiseCopyable {
  /// The first of its verbs.
  public internal(set) var firstVerb: UInt32
  /// How many verbs it has.
  public internal(set) var verbCount: UInt32
  /// The first of its points.
  public internal(set) var firstPoint: UInt32
  /// How many points it has.
  public internal(set) var pointCount: UInt32
  /// What counts as inside.
  public var rule: FillRule
  /// A clip that this path alone is cut to.
  public var clip: ClipID

  /// Makes a clip's path: for bridges and importers that fill a drawing's arrays themselves.
  public init(
    firstVerb: UInt32, verbCount: UInt32, firstPoint: UInt32, pointCount: UInt32, rule: FillRule,
    clip: ClipID = .none
  ) {
    self.firstVerb = firstVerb
    self.verbCount = verbCount
    self.firstPoint = firstPoint
    self.pointCount = pointCount
    self.rule = rule
    self.clip = clip
  }
}
