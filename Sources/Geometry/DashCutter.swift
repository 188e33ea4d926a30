import PathModel

/// Cuts subpaths into dashes by the lengths along them.
struct DashCutter {
  /// What a subpath falls into.
  enum Piece {
    case dash([StrokeSegment])
    /// The whole of a closed subpath.
    case ring([StrokeSegment])
    /// A dash without length, and half of the stroke's width there.
    case dot(Point, along: Point, radius: Double)
  }

  /// Dashes and gaps in turn, an even number.
  private let dashes: [Double]
  private let sum: Double
  /// The dash or gap in which a subpath starts, and how much of it is left.
  private let first: Int
  private let rest: Double
  private let tolerance: Double

  /// Nil when a stroke in these dashes is solid.
  init?(dashes: [Double], offset: Double, tolerance: Double) {
    let all = dashes.count % 2 == 0 ? dashes : dashes + dashes
    let sum = all.reduce(0, +)
    guard sum > 0, sum.isFinite, offset.isFinite else { return nil }
    var index = 0
    var left = offset.truncatingRemainder(dividingBy: sum)
    if left < 0 { left += sum }
    while index + 1 < all.count, left > all[index] || left == all[index] && left > 0 {
      left -= all[index]
      index += 1
    }
    self.dashes = all
    self.sum = sum
    self.tolerance = tolerance
    first = index
    rest = max(0, all[index] - left)
  }

  /// Whether a subpath starts in a dash.
  var startsOn: Bool { first % 2 == 0 }

  /// Cuts one subpath.
  /// - Parameters:
  ///   - segments: Its segments, none without length.
  ///   - isClosed: Whether the last one leads back to the first.
  ///   - limit: How many pieces it may fall into.
  ///   - body: Called with each piece.
  /// - Throws: That there are too many pieces, or what `body` throws.
  func cut(
    _ segments: [StrokeSegment], isClosed: Bool, limit: Int,
    _ body: (Piece) throws(StrokeOutline.Fault) -> Void
  ) throws(StrokeOutline.Fault) {
    var index = first
    var left = rest
    var isOn = startsOn
    var piece: [StrokeSegment] = []
    /// The piece in which a closed subpath begins: what it ends with goes before it.
    var opening: [StrokeSegment]?
    var isOpening = isOn && isClosed
    var count = 0

    let rulers = segments.map { SegmentRuler($0, tolerance: tolerance) }
    // What can't end well isn't begun.
    let length = rulers.reduce(0) { $0 + $1.length }
    guard length / sum * Double(dashes.count) <= Double(limit) else { throw .tooManyPoints }

    for i in segments.indices {
      let (segment, ruler) = (segments[i], rulers[i])
      var position = 0.0
      var parameter = 0.0
      while position + left < ruler.length {
        position += left
        let next = ruler.parameter(at: position)
        if isOn {
          if let part = segment.part(from: parameter, to: next) { piece.append(part) }
          if isOpening, !piece.isEmpty {
            opening = piece
          } else if piece.isEmpty {
            let p =
              segment.isLine ? segment.start + segment.out * next : segment.curve.point(at: next)
            try body(
              .dot(p, along: ruler.direction(at: next), radius: segment.radius(at: next)))
          } else {
            try body(.dash(piece))
          }
          isOpening = false
          piece.removeAll(keepingCapacity: true)
        }
        parameter = next
        index = index + 1 < dashes.count ? index + 1 : 0
        left = dashes[index]
        isOn.toggle()
        count += 1
        guard count <= limit else { throw .tooManyPoints }
      }
      if isOn, let part = segment.part(from: parameter, to: ruler.end) { piece.append(part) }
      left = max(0, left - (ruler.length - position))
    }
    if isOpening {
      try body(.ring(piece))
    } else if let opening {
      if !(piece + opening).isEmpty { try body(.dash(piece + opening)) }
    } else if !piece.isEmpty {
      try body(.dash(piece))
    }
  }
}

/// Finds places on a segment by the length along it.
struct SegmentRuler {
  private let segment: StrokeSegment
  /// The length to the end.
  let length: Double
  /// For curves, the lengths up to each sixteenth of the parameter.
  private var marks: [Double] = []
  private let tolerance: Double

  init(_ segment: StrokeSegment, tolerance: Double) {
    self.segment = segment
    self.tolerance = tolerance / 16
    guard !segment.isLine else {
      length = segment.chord
      return
    }
    var sum = 0.0
    marks.append(0)
    for i in 0..<16 {
      sum += segment.curve.part(from: Double(i) / 16, to: Double(i + 1) / 16)
        .length(tolerance: self.tolerance)
      marks.append(sum)
    }
    length = sum
  }

  /// The parameter of the segment's end: for a line it's the length.
  var end: Double { segment.isLine ? length : 1 }

  /// The parameter at a length from the start.
  func parameter(at position: Double) -> Double {
    if segment.isLine { return min(max(position, 0), length) }
    var i = 0
    while i < 15, marks[i + 1] < position { i += 1 }
    let low = Double(i) / 16
    let size = marks[i + 1] - marks[i]
    guard size > 0 else { return low }
    // Newton's method, kept inside by halving.
    let wanted = position - marks[i]
    var (a, b) = (low, low + 1.0 / 16)
    var t = low + wanted / size / 16
    for _ in 0..<40 {
      let off = segment.curve.part(from: low, to: t).length(tolerance: tolerance) - wanted
      if off.magnitude <= tolerance { break }
      if off > 0 { b = t } else { a = t }
      let speed = segment.curve.derivative(at: t).length
      let next = t - off / speed
      t = speed > 0 && next > a && next < b ? next : (a + b) / 2
    }
    return t
  }

  /// The direction there, of length one.
  func direction(at parameter: Double) -> Point {
    if segment.isLine { return segment.out }
    let d = segment.curve.derivative(at: parameter)
    let size = d.length
    return size > 0 ? d * (1 / size) : segment.into
  }
}
