import Geometry
import PathModel
import PluginKit

/// Where the first pass goes at a place of a segment.
struct BentPlace: BitwiseCopyable {
  var point: Point
  /// How it moves with the segment's parameter.
  var velocity: Point
  /// The field there.
  var sample: NoiseField.Sample
}

/// What a first pass leaves of a path for later ones, which part from it.
///
/// Segments are cut into equal stretches before it's known how they bend, and stretches into pieces by how they do. Of each
/// segment stands there where it goes at its start and at each stretch's end, and in each one's middle if that was asked.
struct FirstPass {
  /// A cubic that was drawn.
  struct Piece: BitwiseCopyable {
    var curve: CubicCurve
    /// What the arms of Hermite's form were multiplied by.
    var lengthening: (first: Double, last: Double)
    /// The segment's parameter where it ends.
    var end: Double
  }

  /// A segment that was bent.
  struct Segment: BitwiseCopyable {
    /// How many stretches it was cut into.
    var stretches: Int
    /// Whether it was asked where their middles go.
    var hasMiddles: Bool
    /// Its first place.
    fileprivate var place: Int
  }

  private var segments: [Segment] = []
  private var pieces: [Piece] = []
  private var places: [BentPlace] = []
  private var next = (segment: 0, piece: 0)

  /// Forgets everything but the room for it.
  mutating func removeAll() {
    segments.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    rewind()
  }

  /// Goes back to the first of everything.
  mutating func rewind() { next = (0, 0) }

  /// Begins a segment.
  /// - Parameters:
  ///   - stretches: How many stretches it's cut into.
  ///   - hasMiddles: Whether places in their middles come too.
  ///   - start: Where it goes at its start.
  mutating func begin(stretches: Int, hasMiddles: Bool, _ start: BentPlace) {
    segments.append(Segment(stretches: stretches, hasMiddles: hasMiddles, place: places.count))
    places.append(start)
  }

  /// Adds a piece of the segment.
  @inline(__always)
  mutating func append(_ piece: Piece) { pieces.append(piece) }

  /// Adds the next place of the segment.
  @inline(__always)
  mutating func append(_ place: BentPlace) { places.append(place) }

  /// The next segment.
  @inline(__always)
  mutating func nextSegment() -> Segment {
    next.segment += 1
    return segments[next.segment - 1]
  }

  /// The next piece.
  @inline(__always)
  mutating func nextPiece() -> Piece {
    next.piece += 1
    return pieces[next.piece - 1]
  }

  /// A segment's place by its number, counted from its start.
  @inline(__always)
  func place(_ number: Int, of segment: Segment) -> BentPlace { places[segment.place + number] }
}
