public import PathModel

extension Drawing {
  /// Refuses a drawing so large that squares of its lengths aren't finite numbers: for stages that
  /// measure distances.
  /// - Parameter stage: The stage's name, which the error's code begins with.
  /// - Throws: `<stage>.too-large`.
  public func checkSize(for stage: String) throws(ComponentError) {
    let limit = 1e150
    for p in points where !(p.x.magnitude < limit && p.y.magnitude < limit) {
      throw ComponentError(
        Diagnostic.Code(rawValue: stage + ".too-large"),
        """
        the drawing is too large for '\(stage)': it reaches to (\(p.x), \(p.y)); scale it down \
        first, with 'normalize' for example
        """)
    }
  }
}
