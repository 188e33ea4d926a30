public import PathModel

/// A glyph's outline in its font's units, y upward, its curves as they stand in the font.
///
/// An object, since every letter of a text is handed its glyph's.
public final class GlyphOutline: Sendable {
  /// The verbs.
  public let verbs: [Verb]
  /// The points that they take.
  public let points: [Point]

  init(verbs: [Verb], points: [Point]) {
    self.verbs = verbs
    self.points = points
  }

  /// Writes the outline to a path.
  /// - Parameters:
  ///   - builder: Where to.
  ///   - map: Maps the font's units to the path's coordinates.
  public func write(to builder: inout PathBuilder, mappedBy map: Affine) {
    builder.append(verbs: verbs, points: points, mappedBy: map)
  }

  /// Collects an outline. Contours of a single point, which some fonts have for their own use, are left
  /// out.
  final class Builder {
    private(set) var verbs: [Verb] = []
    private(set) var points: [Point] = []
    private var isOpen = false

    init() {}

    static func from(_ pointer: UnsafeMutableRawPointer?) -> Builder? {
      guard let pointer = unsafe pointer else { return nil }
      return unsafe Unmanaged<Builder>.fromOpaque(pointer).takeUnretainedValue()
    }

    func add(_ verb: Verb, _ ends: (x: Double, y: Double)...) {
      guard ends.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return }
      if verb == .move {
        if verbs.last == .move {
          verbs.removeLast()
          points.removeLast()
        }
        isOpen = true
      } else if !isOpen {
        return
      }
      verbs.append(verb)
      for end in ends { points.append(Point(end.x, end.y)) }
    }

    func close() {
      guard isOpen else { return }
      isOpen = false
      if verbs.last == .move {
        verbs.removeLast()
        points.removeLast()
        return
      }
      // A line back to where the contour began says nothing that closing doesn't.
      if verbs.last == .line, let first = verbs.lastIndex(of: .move) {
        let count = verbs[first...].reduce(0) { $0 + $1.pointCount }
        if count > 2, points[points.count - count] == points[points.count - 1] {
          verbs.removeLast()
          points.removeLast()
        }
      }
      verbs.append(.close)
    }
  }
}
