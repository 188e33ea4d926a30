public import PathModel

/// Which paths a stage touches: the conditions of a `select` object, all of which must hold.
public struct Selection: Sendable {
  /// Tells for each path whether the conditions hold.
  public func matches(in drawing: borrowing Drawing) -> [Bool] {
    [Bool](repeating: true, count: drawing.pathCount)
  }
}
