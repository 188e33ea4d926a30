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
  /// What is said, or none: an array, so that a copy is one reference. Most drawings say nothing of most paths.
  @usableFromInline var said: [Said] = []

  /// What is said, if anything is: what the properties below are read from, by name.
  @usableFromInline struct Said: Hashable, Sendable {
    @usableFromInline var id: String?
    @usableFromInline var classes: [String] = []
    @usableFromInline var label: String?
    @usableFromInline var title: String?
    @usableFromInline var description: String?
    @usableFromInline var more: [NamedValue] = []

    var isEmpty: Bool {
      id == nil && classes.isEmpty && label == nil && title == nil && description == nil
        && more.isEmpty
    }
  }

  /// The name that is unique in its file.
  public var id: String? {
    @inlinable get { said.first?.id }
    set { change { $0.id = newValue } }
  }
  /// The classes, in order.
  public var classes: [String] {
    @inlinable get { said.first?.classes ?? [] }
    set { change { $0.classes = newValue } }
  }
  /// The name that a person gave, such as an Inkscape layer's.
  public var label: String? {
    @inlinable get { said.first?.label }
    set { change { $0.label = newValue } }
  }
  /// The title that a reader shows.
  public var title: String? {
    @inlinable get { said.first?.title }
    set { change { $0.title = newValue } }
  }
  /// The description.
  public var description: String? {
    @inlinable get { said.first?.description }
    set { change { $0.description = newValue } }
  }
  /// More, such as `role`, `aria-…` and `data-…`.
  public var more: [NamedValue] {
    @inlinable get { said.first?.more ?? [] }
    set { change { $0.more = newValue } }
  }

  /// Makes a set of attributes, empty by default.
  public init(
    id: String? = nil, classes: [String] = [], label: String? = nil, title: String? = nil,
    description: String? = nil, more: [NamedValue] = []
  ) {
    let said = Said(
      id: id, classes: classes, label: label, title: title, description: description, more: more)
    if !said.isEmpty { self.said = [said] }
  }

  /// Makes an empty set.
  @inlinable public init() {}

  /// Whether nothing is said.
  @inlinable public var isEmpty: Bool { said.isEmpty }

  private mutating func change(_ change: (inout Said) -> Void) {
    if said.isEmpty { said.append(Said()) }
    change(&said[0])
    if said[0].isEmpty { said = [] }
  }
}
