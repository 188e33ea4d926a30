/// A set of attributes' row in its drawing.
@frozen public struct AttributesID: Hashable, Sendable, BitwiseCopyable {
  /// The row in `Drawing.attributes`.
  public var index: UInt32
  /// Names a row.
  @inlinable public init(_ index: UInt32) { self.index = index }
  /// The row of paths without attributes.
  @inlinable public static var none: AttributesID { AttributesID(0) }
}

/// A name and a value, kept in the order in which they were read.
public struct NamedValue: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The value.
  public var value: String

  /// Makes a pair.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// What a file says of a path or a group beside its geometry and its style.
public struct Attributes: Hashable, Sendable {
  /// The name that is unique in its file.
  public var id: String?
  /// The classes, in order.
  public var classes: [String]
  /// The name that a person gave, such as an Inkscape layer's.
  public var label: String?
  /// The title that a reader shows.
  public var title: String?
  /// The description.
  public var description: String?
  /// More, such as `role`, `aria-…` and `data-…`.
  public var more: [NamedValue]

  /// Makes a set of attributes, empty by default.
  @inlinable public init(
    id: String? = nil, classes: [String] = [], label: String? = nil, title: String? = nil,
    description: String? = nil, more: [NamedValue] = []
  ) {
    self.id = id
    self.classes = classes
    self.label = label
    self.title = title
    self.description = description
    self.more = more
  }

  /// Whether nothing is said.
  @inlinable public var isEmpty: Bool {
    id == nil && classes.isEmpty && label == nil && title == nil && description == nil
      && more.isEmpty
  }
}
