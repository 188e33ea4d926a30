// Points and widths are changed in place inside a closure, not through a property that gives a span.
//
// Swift 6.3.1's optimizer takes a `MutableSpan` of one stored array as proof that nobody else holds the
// other arrays of the same value. In a function that has such a span, changing another array afterwards then
// changes all copies of the drawing, and an `append` writes beyond the array's memory. So a span is made
// in the one function below, which is never inlined, and the caller's function has none.

extension Drawing {
  /// Calls `body` with all points, of paths and of clips, to be moved in place.
  public mutating func withMutablePoints<Result, Failure>(
    _ body: (inout MutableSpan<Point>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withMutableSpan(of: &points, body)
  }

  /// Calls `body` with all stroke widths given point by point, to be changed in place; there are none
  /// where the styles say it.
  public mutating func withMutableWidths<Result, Failure>(
    _ body: (inout MutableSpan<Double>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withMutableSpan(of: &widths, body)
  }

  /// Calls `body` with all points and all widths, to be changed in place together.
  public mutating func withMutableGeometry<Result, Failure>(
    _ body: (inout MutableSpan<Point>, inout MutableSpan<Double>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Two arrays of one struct can't be borrowed at once; one of them outside of it can.
    var own = widths
    widths = []
    defer { widths = own }
    return try withMutablePoints { (points) throws(Failure) in
      try withMutableSpan(of: &own) { (widths) throws(Failure) in try body(&points, &widths) }
    }
  }
}

@inline(never)
private func withMutableSpan<Element, Result, Failure>(
  of array: inout [Element], _ body: (inout MutableSpan<Element>) throws(Failure) -> Result
) throws(Failure) -> Result {
  var span = array.mutableSpan
  return try body(&span)
}
