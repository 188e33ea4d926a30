/// What a file says of itself as a whole.
public struct DocumentInfo: Hashable, Sendable {
  /// The root's names: id, classes, title, description, role, aria and data attributes.
  public var attributes: Attributes
  /// What `currentColor` means at the root, when the file says so.
  public var color: Color?

  /// Makes the information, empty by default.
  public init(attributes: Attributes = Attributes(), color: Color? = nil) {
    self.attributes = attributes
    self.color = color
  }
}
