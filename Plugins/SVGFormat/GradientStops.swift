import PathModel

/// The colours of a gradient, as what others may have, too.
struct GradientStops: Hashable {
  var stops: [Gradient.Stop]

  /// Takes in the first of them: lists that many gradients have in common are the same in memory, and so comparing
  /// them takes no time, however long they are.
  func hash(into hasher: inout Hasher) {
    hasher.combine(stops.count)
    for stop in stops.prefix(256) { hasher.combine(stop) }
  }
}
