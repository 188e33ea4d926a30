import Geometry
import PathModel
import PluginKit

/// Draws longitudes and latitudes so that shapes come out right: the equirectangular projection with
/// true scale along one parallel (Snyder, "Map Projections: A Working Manual", 1987, page 90).
struct Project: Stage {
  static let name = "project"
  static let summary = """
    Takes x and y as longitudes and latitudes in degrees and narrows the map by the cosine of its \
    latitude, so that shapes come out right.
    """

  var latitude: Angle?

  static let parameters: [Parameter<Project>] = [
    Parameter(
      "latitude", \.latitude,
      help: """
        The latitude along which lengths are true in every direction; none takes the middle of what \
        is drawn.
        """)
  ]

  func problems() -> [String] {
    guard let latitude, !(latitude.degrees.magnitude < 90) else { return [] }
    return ["'latitude' must lie between -90 and 90 degrees, without the poles"]
  }

  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    guard let box = drawing.bounds(.geometry) else { return }
    guard box.minY >= -90, box.maxY <= 90, box.minX >= -540, box.maxX <= 540 else {
      throw ComponentError(
        "layout.not-degrees",
        "these aren't longitudes and latitudes in degrees: x goes from \(box.minX) to \(box.maxX), "
          + "y from \(box.minY) to \(box.maxY); put 'project' before all stages that scale")
    }
    // Which way is up doesn't matter: the cosine is the same on both sides of the equator.
    let middle = latitude?.degrees ?? (box.minY + box.maxY) / 2
    let narrowing = cosine(degrees: middle)
    guard narrowing > 1e-6 else {
      throw ComponentError(
        "layout.at-a-pole", "at a pole a map of degrees has no width; give another 'latitude'")
    }
    // Strokes aren't in degrees: they keep their widths.
    try drawing.move(by: .scale(x: narrowing, y: 1), strokes: .keep)
  }
}
