import PathModel

/// Draws the outline of one piece of a path: an open one, or a closed subpath.
struct StrokePen {
  let tolerance: Double
  private let cap: Style.Cap
  private let join: StrokeOutline.Join
  private let miterLimit: Double

  init(_ outline: StrokeOutline, widest: Double) {
    tolerance = max(outline.tolerance, 1e-6 * widest)
    cap = outline.cap
    join = outline.join
    miterLimit = outline.miterLimit
  }

  /// Draws a dash without length.
  /// - Returns: How many points it took.
  func dot(
    at p: Point, along d: Point, _ radius: Double, to builder: inout PathBuilder
  ) -> Int {
    guard radius > 0 else { return 0 }
    let (a, b) = (d * radius, d.across * radius)
    switch cap {
    case .butt: return 0
    case .square:
      builder.move(to: p - a + b)
      builder.line(to: p + a + b)
      builder.line(to: p + a - b)
      builder.line(to: p - a - b)
      builder.close()
      return 4
    case .round:
      var side = OutlineSide(at: p + b)
      side.arc(around: p, from: d.across, to: -d.across, radius, tolerance, isClockwise: true)
      side.arc(around: p, from: -d.across, to: d.across, radius, tolerance, isClockwise: true)
      side.write(to: &builder)
      builder.close()
      return side.points.count
    }
  }

  /// Draws segments that follow each other, at least one.
  func draw(
    _ segments: [StrokeSegment], isClosed: Bool, _ budget: inout Int, to builder: inout PathBuilder
  ) throws(StrokeOutline.Fault) {
    guard let first = segments.first, let last = segments.last else { return }
    var run = StrokeRun(
      radius: first.startRadius, tolerance: tolerance, at: first.start, along: first.out)
    for i in segments.indices {
      if i > 0 { join(segments[i - 1], segments[i], &run) }
      if segments[i].isLine {
        run.line(segments[i])
      } else {
        run.curve(segments[i], limit: budget)
      }
      guard run.pointCount <= budget else { throw .tooManyPoints }
    }
    if isClosed {
      join(last, first, &run, isClosing: true)
      run.left.write(to: &builder)
      builder.close()
      run.right.writeReversed(to: &builder, isContinued: false)
    } else {
      run.endDetours(at: last.end, along: last.into, last.endRadius)
      run.left.write(to: &builder)
      writeCap(at: last.end, along: last.into, last.endRadius, to: &builder)
      run.right.writeReversed(to: &builder, isContinued: true)
      if cap != .butt {
        writeCap(at: first.start, along: -first.out, first.startRadius, to: &builder)
      }
    }
    builder.close()
    for slice in run.slices {
      builder.move(to: slice.a)
      builder.line(to: slice.b)
      builder.line(to: slice.c)
      builder.close()
    }
    budget -= run.pointCount + 24
  }

  /// Draws the end from which `d` points away, from the left side to the right one.
  private func writeCap(
    at p: Point, along d: Point, _ radius: Double, to builder: inout PathBuilder
  ) {
    // A stroke that ends in a point has no cap.
    guard radius > 0 else { return }
    let side = d.across * radius
    switch cap {
    case .butt: builder.line(to: p - side)
    case .square:
      builder.line(to: p + side + d * radius)
      builder.line(to: p - side + d * radius)
      builder.line(to: p - side)
    case .round:
      var arc = OutlineSide(at: p + side)
      arc.arc(around: p, from: d.across, to: -d.across, radius, tolerance, isClockwise: true)
      arc.write(to: &builder, isContinued: true)
    }
  }

  // MARK: Joins

  /// Joins two segments, of which the first is drawn.
  private func join(
    _ last: StrokeSegment, _ next: StrokeSegment, _ run: inout StrokeRun, isClosing: Bool = false
  ) {
    let (a, b, p) = (last.into, next.out, next.start)
    run.endDetours(at: p, along: a, next.startRadius)
    let turn = a.cross(b)
    // Straight on, but for rounding.
    if turn.magnitude <= 1e-9, a.dot(b) > 0 { return }
    if turn >= 0 {
      joinOutside(last, next, sign: 1, &run.left, isClosing: isClosing)
      joinInside(last, next, sign: -1, &run.right, isClosing: isClosing)
    } else {
      joinOutside(last, next, sign: -1, &run.right, isClosing: isClosing)
      joinInside(last, next, sign: 1, &run.left, isClosing: isClosing)
    }
  }

  /// The side away from which the path turns; `sign` is 1 for the left one.
  private func joinOutside(
    _ last: StrokeSegment, _ next: StrokeSegment, sign: Double, _ side: inout OutlineSide,
    isClosing: Bool
  ) {
    let (a, b, p) = (last.into, next.out, next.start)
    let radius = next.startRadius
    let (from, to) = (a.across * sign, b.across * sign)
    switch join {
    case .bevel: break
    case .round:
      side.arc(around: p, from: from, to: to, radius, tolerance, isClockwise: sign > 0)
      return
    case .miter, .miterClip:
      // The miter's length over the width is 1/cos(φ/2), φ being the turn.
      let k = 1 + a.dot(b)
      if k > 1e-12, 2 <= miterLimit * miterLimit * k {
        let tip = p + (from + to) * (radius / k)
        // Straight edges go on to the tip.
        if last.isBand { side.replaceLast(tip) } else { side.line(to: tip) }
        if next.isBand {
          if isClosing { side.replaceFirst(tip) }
          return
        }
      } else if join == .miterClip {
        // Cut off across the middle direction, at the limit's distance from the corner.
        let sum = a - b
        let middle = sum * (1 / sum.length)
        let along = a.dot(middle)
        let reach = miterLimit - from.dot(middle)
        if along > 0, reach > 0 {
          side.line(to: p + (from + a * (reach / along)) * radius)
          side.line(to: p + (to - b * (reach / along)) * radius)
        }
      }
    }
    side.line(to: p + to * radius)
  }

  /// The side to which the path turns.
  private func joinInside(
    _ last: StrokeSegment, _ next: StrokeSegment, sign: Double, _ side: inout OutlineSide,
    isClosing: Bool
  ) {
    let (a, b, p) = (last.into, next.out, next.start)
    let radius = next.startRadius
    let turn = a.cross(b).magnitude
    let k = 1 + a.dot(b)
    let to = p + b.across * (sign * radius)
    let shorter = min(last.chord, next.chord)
    if last.isBand, next.isBand, k > 0.1, 2 * radius * turn <= k * shorter {
      // The two edges meet within their first halves.
      let corner = p + (a.across + b.across) * (sign * radius / k)
      side.replaceLast(corner)
      if isClosing { side.replaceFirst(corner) }
    } else if k > 1.9, 4 * radius * turn <= shorter {
      // A bend so slight that both segments cover what is between.
      side.line(to: to)
    } else {
      side.line(to: p)
      side.line(to: to)
    }
  }
}
