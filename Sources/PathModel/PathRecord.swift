/// Where one path lies in a drawing's arrays, and which rows it refers to.
public struct PathRecord: Hashable, Sendable, BitwiseCopyable {
  /// The first of its verbs.
  public internal(set) var firstVerb: UInt32
  /// How many verbs it has.
  public internal(set) var verbCount: UInt32
  /// The first of its points.
  public internal(set) var firstPoint: UInt32
  /// How many points it has.
  public internal(set) var pointCount: UInt32
  /// The rest: what may be set freely.
  public var info: PathInfo

  /// Makes a record: for bridges and importers that fill a drawing's arrays themselves.
  public init(
    firstVerb: UInt32, verbCount: UInt32, firstPoint: UInt32, pointCount: UInt32, info: PathInfo
  ) {
    self.firstVerb = firstVerb
    self.verbCount = verbCount
    self.firstPoint = firstPoint
    self.pointCount = pointCount
    self.info = info
  }

  /// Where its verbs lie.
  @inlinable public var verbRange: Range<Int> {
    Int(firstVerb)..<(Int(firstVerb) + Int(verbCount))
  }
  /// Where its points lie.
  @inlinable public var pointRange: Range<Int> {
    Int(firstPoint)..<(Int(firstPoint) + Int(pointCount))
  }
}

/// What a path is beside its geometry.
public struct PathInfo: Hashable, Sendable, BitwiseCopyable {
  /// The group that it lies in.
  public var group: GroupID
  /// How it is painted.
  public var style: StyleID
  /// What it is cut to, beside its groups' clips; `ClipID.none` for nothing.
  public var clip: ClipID
  /// Its names.
  public var attributes: AttributesID
  /// What it is recognised by through all stages: see `PathKey`.
  public var key: PathKey
  /// The line of its source file that it began on, 0 when unknown.
  public var line: UInt32
  /// Which path of the stage's input it was made from, `PathInfo.new` for none.
  ///
  /// The engine numbers the paths before a stage that has a `select` and puts what came out back
  /// in the places of what went in. A stage that rewrites a path copies its `PathInfo`, so it
  /// needn't think of this.
  public var origin: UInt32

  /// The `origin` of a path that was made from none.
  @inlinable public static var new: UInt32 { .max }

  /// Makes the information for a new path.
  @inlinable public init(
    group: GroupID = .root, style: StyleID = StyleID(0), clip: ClipID = .none,
    attributes: AttributesID = .none, key: PathKey = PathKey(0), line: UInt32 = 0,
    origin: UInt32 = .max
  ) {
    self.group = group
    self.style = style
    self.clip = clip
    self.attributes = attributes
    self.key = key
    self.line = line
    self.origin = origin
  }
}
