import PathModel
import PluginKit

/// What of a path is drawn.
enum PathPart {
  /// Fill and stroke with one outline.
  case whole
  /// What is filled; its lines aren't seen.
  case fill
  /// The stroke alone.
  case stroke
}

/// A way in which a hand errs: what `jitter` draws paths with.
protocol JitterModel {
  /// Whether clips move with what they cut.
  var movesClips: Bool { get }

  /// Whether a path with fill and stroke has to become two even if it's drawn once.
  func partsFill(from style: Style) -> Bool

  /// The style of a stroke as it's drawn: a closed line whose pass begins and ends has caps.
  mutating func pen(_ style: Style, for path: PathView) -> Style

  /// About how many points a path takes, so that too many are refused before they are made: a quarter of what
  /// it can come to at least.
  func pointCount(of path: PathView, style: Style, passes: Int) -> Double

  /// Writes a path as it comes out in some of its passes, each pass with all subpaths.
  ///
  /// What a path looks like in a pass depends on nothing but the path, the pass and the seed.
  /// - Parameters:
  ///   - path: What is drawn.
  ///   - style: How it's painted, for what depends on the stroke's width.
  ///   - part: What of it is drawn.
  ///   - passes: Which passes; the first of all is 0.
  ///   - builder: Where they go.
  ///   - context: Where randomness comes from.
  mutating func draw(
    _ path: PathView, style: Style, part: PathPart, passes: Range<Int>,
    into builder: inout PathBuilder, _ context: borrowing Context)
}

extension JitterModel {
  /// It needn't.
  func partsFill(from style: Style) -> Bool { false }

  /// As it was.
  func pen(_ style: Style, for path: PathView) -> Style { style }

  /// As many as it has, in each pass.
  func pointCount(of path: PathView, style: Style, passes: Int) -> Double {
    Double(passes) * Double(path.points.count)
  }
}
