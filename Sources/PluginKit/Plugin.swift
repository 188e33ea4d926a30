/// What a plug-in brings: a value that lists its components.
public struct Plugin: Sendable {
  /// Its name: lower case, words joined by hyphens.
  public let name: String
  /// Its version, such as `1.2.0`.
  public let version: String
  /// What it brings.
  public let components: [ComponentEntry]

  /// Makes a plug-in.
  public init(name: String, version: String, components: [ComponentEntry]) {
    self.name = name
    self.version = version
    self.components = components
  }
}
