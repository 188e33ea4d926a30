/// What `@media` is judged against: a still picture on a screen, light, of a certain size.
public struct MediaEnvironment: Hashable, Sendable {
  /// The width in CSS pixels.
  public var width: Double
  /// The height in CSS pixels.
  public var height: Double

  /// Makes an environment of a picture's size in CSS pixels.
  public init(width: Double = 300, height: Double = 150) {
    self.width = width
    self.height = height
  }
}
