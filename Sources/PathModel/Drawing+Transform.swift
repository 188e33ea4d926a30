/// What a change of scale does to strokes, as a stage is told.
public enum StrokeMode: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  /// Widths and dashes grow with the drawing, where the style lets them.
  case scale
  /// They stay as they are.
  case keep
}

extension Drawing {
  /// Maps the whole drawing: points, clips, gradients, patterns and, if wanted, strokes.
  ///
  /// The canvas stays as it is. A stroke keeps one width all around: under a map that isn't a
  /// similarity it grows by the mean, √|determinant|.
  /// - Complexity: Linear in the number of points.
  public mutating func transform(by map: Affine, strokes: StrokeMode) {
    guard map != .identity else { return }
    withMutablePoints { points in
      for i in points.indices { points[i] = map.apply(points[i]) }
    }
    for i in gradients.indices { gradients[i].transform = gradients[i].transform.then(map) }
    for i in patterns.indices { patterns[i].transform = patterns[i].transform.then(map) }
    if strokes == .scale { scaleStrokes(by: map.meanScale) }
  }

  /// Multiplies the widths and dashes of all strokes that let themselves be scaled.
  ///
  /// Dashes that shrink to nothing leave a solid stroke.
  /// - Parameter factor: Zero or more; of a negative one only the size counts.
  public mutating func scaleStrokes(by factor: Double) {
    let factor = factor.magnitude
    guard factor != 1 else { return }
    if !widths.isEmpty {
      for record in records
      where styles[Int(record.info.style.index)].strokeScaling == .scale {
        for i in record.pointRange { widths[i] *= factor }
      }
    }
    mapStyles { style in
      guard style.strokeScaling == .scale else { return }
      style.strokeWidth *= factor
      style.dashOffset *= factor
      for i in style.dashes.indices { style.dashes[i] *= factor }
      // Dashes too small for a number are no dashes any more.
      if !style.dashes.contains(where: { $0 > 0 }) { style.dashes = [] }
    }
  }
}
