import Geometry
import PathModel
import PluginKit

extension BendingPen {
  /// How far a later pass goes from the first at a place.
  struct Parting {
    var offset: Point
    /// How that changes with the segment's parameter.
    var rate: Point
  }

  /// Draws a segment in a later pass: the first pass's pieces, with a curve added that parts as the passes do.
  ///
  /// That is a cubic for each stretch, and where passes hardly part, one for all. At a corner or an end no direction has to
  /// go on, so there the middle says where it goes: passes part in mid-line without more pieces. Elsewhere the rates
  /// at both ends say it. Where that strays by more than the tolerance there are two.
  /// - Parameters:
  ///   - segment: The segment.
  ///   - goal: Where it has to end to the last bit.
  ///   - builder: Where it goes.
  mutating func part(
    _ segment: BentSegment, goal: Point?, into builder: inout PathBuilder
  ) {
    let run = segment.run
    let known = first.nextSegment()
    // A short one's ends tell all.
    let begins = known.hasMiddles && !run.isLoop && run.start == 0
    let ends = known.hasMiddles && !run.isLoop && run.start + run.length >= run.run
    let count = partsFar || !known.hasMiddles ? known.stretches : 1
    // Places from one cubic's end to the next.
    let places = (known.hasMiddles ? 2 : 1) * known.stretches / count
    let step = 1 / Double(count)
    var piece = first.nextPiece()
    var begin = 0.0
    var from = parting(
      segment, at: 0, first.place(0, of: known), needsRate: partsFar || !begins)
    for k in 1...count {
      let start = k == 1 ? 0 : Double(k - 1) * step
      let end = k == count ? 1 : Double(k) * step
      let isFree = (first: begins && k == 1, last: ends && k == count)
      let half = start + (end - start) / 2
      var middle: Parting?
      if known.hasMiddles && (partsFar || keepsEnds) {
        middle = partingWithRate(
          segment, at: half, first.place(places * k - places / 2, of: known))
      }
      let to = parting(
        segment, at: end, first.place(places * k, of: known), needsRate: partsFar || !isFree.last)
      let third = (end - start) / 3
      let (d0, d3) = (from.offset, to.offset)
      var offset = middle?.offset
      if offset == nil && (isFree.first || isFree.last) {
        // Nobody sees whether so little is that of the field: what both ends go by will do.
        let share = own(run, at: half).value
        let (first, last) = (share / own(run, at: start).value, share / own(run, at: end).value)
        offset = d0 * (first / 2) + d3 * (last / 2)
      }
      // The control points of what is added.
      var (d1, d2) = (d0 + from.rate * third, d3 - to.rate * third)
      if let m = offset {
        // The sum of both with which the middle is met.
        let sum = (m * 8 - d0 - d3) * (1.0 / 3)
        switch isFree {
        case (true, true): (d1, d2) = ((m * 4 - d3) * (1.0 / 3), (m * 4 - d0) * (1.0 / 3))
        case (true, false): d1 = sum - d2
        case (false, true): d2 = sum - d1
        case (false, false): break
        }
      }
      let whole = CubicCurve(d0, d1, d2, d3)
      var halves: (CubicCurve, CubicCurve)?
      if partsFar, let middle {
        let (m, arm, sixth) = (middle.offset, middle.rate * (third / 2), third / 2)
        let first = CubicCurve(d0, d0 + from.rate * sixth, m - arm, m)
        let last = CubicCurve(m, m + arm, d3 - to.rate * sixth, d3)
        let miss = max(
          whole.point(at: 0.25).distance(to: first.point(at: 0.5)),
          whole.point(at: 0.5).distance(to: m),
          whole.point(at: 0.75).distance(to: last.point(at: 0.5)))
        if miss > tolerance { halves = (first, last) }
      }
      while true {
        let goal = piece.end == 1 ? goal : nil
        let (lengthening, curve) = (piece.lengthening, piece.curve)
        if let halves, begin < half && piece.end > half {
          let (left, right) = curve.split(at: 0.5)
          write(
            left, plus: halves.0, (lengthening.first, 1), half, of: segment, nil, into: &builder)
          write(
            right, plus: halves.1, (1, lengthening.last), piece.end, of: segment, goal,
            into: &builder)
        } else {
          let added: CubicCurve
          if let halves {
            added =
              begin < half
              ? halves.0.part(begin, piece.end, of: start, half)
              : halves.1.part(begin, piece.end, of: half, end)
          } else {
            added = whole.part(begin, piece.end, of: start, end)
          }
          write(curve, plus: added, lengthening, piece.end, of: segment, goal, into: &builder)
        }
        begin = piece.end
        if begin == 1 { return }
        piece = first.nextPiece()
        if begin >= end { break }
      }
      from = to
    }
  }

  /// Whether passes part by more than pieces may stray.
  private var partsFar: Bool { envelope.largest * bend.reach > tolerance }

  /// Writes a piece with a cubic added, whose arms are lengthened like the piece's, so that it goes on in one direction
  /// with its neighbours.
  @inline(__always)
  private func write(
    _ curve: CubicCurve, plus d: CubicCurve, _ lengthening: (first: Double, last: Double),
    _ end: Double, of segment: BentSegment, _ goal: Point?, into builder: inout PathBuilder
  ) {
    let fit = HermiteFit(
      from: curve.p0 + d.p0, curve.p1 - curve.p0 + (d.p1 - d.p0) * lengthening.first,
      to: goal ?? curve.p3 + d.p3, curve.p3 - curve.p2 + (d.p3 - d.p2) * lengthening.last)
    write(fit, of: segment, end, into: &builder)
  }

  /// How far this pass goes from the first at a parameter of a segment; without its rate that's 0.
  @inline(__always)
  private mutating func parting(
    _ segment: BentSegment, at t: Double, _ first: BentPlace, needsRate: Bool
  ) -> Parting {
    needsRate
      ? partingWithRate(segment, at: t, first)
      : Parting(offset: offset(segment, at: t, first), rate: .zero)
  }

  private mutating func partingWithRate(
    _ segment: BentSegment, at t: Double, _ first: BentPlace
  ) -> Parting {
    let site = site(segment, at: t)
    let isKnown = t == 0 && site.place == lastOwn.place && lastOwn.hasRate
    let own = isKnown ? lastOwn.sample : field.sample(at: site.place, slice: pass)
    if t == 1 { lastOwn = (site.place, own, true) }
    let moved = bend.move(
      site, by: Bend.Samples(common: first.sample, own: own), own: self.own(segment.run, at: t),
      kept: kept(segment.run, at: t), bow: segment.bow(at: t))
    return Parting(offset: moved.point - first.point, rate: moved.velocity - first.velocity)
  }

  private mutating func offset(
    _ segment: BentSegment, at t: Double, _ first: BentPlace
  ) -> Point {
    let site = site(segment.point(at: t), velocity: .zero, segment.run, at: t)
    var own = BendingPen.stillness
    if t == 0 && site.place == lastOwn.place {
      own.value = lastOwn.sample.value
    } else {
      own.value = field.displacement(at: site.place, slice: pass)
    }
    if t == 1 { lastOwn = (site.place, own, false) }
    let moved = bend.move(
      site, by: Bend.Samples(common: first.sample, own: own),
      own: (self.own(segment.run, at: t).value, 0), kept: (kept(segment.run, at: t).value, 0),
      bow: (segment.bow(at: t).0, .zero))
    return moved.point - first.point
  }
}

extension CubicCurve {
  /// The part between two parameters, counted so that it begins and ends at two others.
  @inline(__always)
  fileprivate func part(_ from: Double, _ to: Double, of begin: Double, _ end: Double) -> CubicCurve
  {
    var rest = self
    let length = end - begin
    if to < end { rest = rest.split(at: (to - begin) / length).0 }
    if from > begin { rest = rest.split(at: (from - begin) / (to - begin)).1 }
    return rest
  }
}
