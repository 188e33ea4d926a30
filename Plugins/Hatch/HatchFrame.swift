import Geometry
import PathModel

/// A system of coordinates in which a hatch's lines run level: x along them, y across.
///
/// Its origin is a point of the path, so that a small shape far out on the page loses no digits.
struct HatchFrame {
  private let origin: Point
  private let cos: Double
  private let sin: Double

  init(degrees: Double, origin: Point) {
    self.origin = origin
    cos = cosine(degrees: degrees)
    sin = sine(degrees: degrees)
  }

  /// A point of the page in the frame.
  @inline(__always)
  func enter(_ p: Point) -> Point {
    let d = p - origin
    return Point(d.x * cos + d.y * sin, d.y * cos - d.x * sin)
  }

  /// A point of the frame on the page.
  @inline(__always)
  func leave(_ p: Point) -> Point {
    Point(origin.x + (p.x * cos - p.y * sin), origin.y + (p.x * sin + p.y * cos))
  }
}
