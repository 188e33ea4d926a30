import PathModel
import PluginKit

extension Drawing {
  /// Refuses a drawing so large that squares of its lengths aren't finite numbers.
  func checkSize(for stage: String) throws(ComponentError) {
    let limit = 1e150
    for p in points where !(p.x.magnitude < limit && p.y.magnitude < limit) {
      throw ComponentError(
        Diagnostic.Code(rawValue: stage + ".too-large"),
        """
        the drawing is too large to draw by hand: it reaches to (\(p.x), \(p.y)); scale it down \
        first, with 'normalize' for example
        """)
    }
  }
}
