import PathModel
import PluginKit

/// A way in which a hand errs: what `jitter` draws paths with.
protocol JitterModel {
  /// Whether clips move with what they cut.
  static var movesClips: Bool { get }

  /// Writes a path as it comes out in some of its passes, each pass with all subpaths.
  ///
  /// What a path looks like in a pass depends on nothing but the path, the pass and the seed.
  /// - Parameters:
  ///   - path: What is drawn.
  ///   - style: How it's painted, for what depends on the stroke's width.
  ///   - passes: Which passes; the first of all is 0.
  ///   - builder: Where they go.
  ///   - context: Where randomness comes from.
  mutating func draw(
    _ path: PathView, style: Style, passes: Range<Int>, into builder: inout PathBuilder,
    _ context: borrowing Context)
}
