/// A group's row in its drawing.
@frozen public struct GroupID: Hashable, Sendable, BitwiseCopyable {
  /// The row in `Drawing.groups`.
  public var index: UInt32
  /// Names a row.
  @inlinable public init(_ index: UInt32) { self.index = index }
  /// The drawing itself, which every other group lies in.
  @inlinable public static var root: GroupID { GroupID(0) }
}

/// A node of the drawing's tree. A group right under the root is a layer.
public struct Group: Hashable, Sendable {
  /// The group that it lies in; the root lies in itself. A parent stands before its children.
  public var parent: GroupID
  /// Its names.
  public var attributes: Attributes
  /// The opacity of the group as a whole, 0 to 1.
  public var opacity: Double
  /// What it is cut to.
  public var clip: ClipID?
  /// Whether it's a layer by its file's own word (Inkscape's `groupmode`).
  public var isLayer: Bool
  /// The words that its paths were made of.
  public var text: Text? {
    get { words?.text }
    set { words = newValue.map { Words($0) } }
  }
  /// Whether there are words that are to be written as words again.
  public var keepsText: Bool { words?.text.isKept ?? false }
  private var words: Words?

  /// Makes a group.
  public init(
    parent: GroupID = .root, attributes: Attributes = Attributes(), opacity: Double = 1,
    clip: ClipID? = nil, isLayer: Bool = false
  ) {
    self.parent = parent
    self.attributes = attributes
    self.opacity = opacity
    self.clip = clip
    self.isLayer = isLayer
  }
}

/// A text behind a reference: few groups have one.
private final class Words: Hashable, Sendable {
  let text: Text

  init(_ text: Text) { self.text = text }

  static func == (a: Words, b: Words) -> Bool { a === b || a.text == b.text }
  func hash(into hasher: inout Hasher) { hasher.combine(text.characters) }
}
