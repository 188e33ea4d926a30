import Geometry
import PathModel

// The `d` and `points` attributes (SVG 2, sections 9.3 and 10.6).

extension PathBuilder {
  /// Adds what path data says, up to the first fault.
  ///
  /// A subpath that is a move alone draws nothing and is left out; after a closepath a command that
  /// isn't a move begins a new subpath where the last one began.
  /// - Parameters:
  ///   - bytes: The path data.
  ///   - joints: Unless it's nil, takes in the rows of points that end no command's segment: where an
  ///     arc's curves meet, and where a subpath begins without a moveto.
  ///   - arcs: Of what curves arcs are made.
  /// - Returns: The fault, if there is one.
  mutating func append(
    pathData bytes: Span<UInt8>, joints: inout [Int]?, arcs: ArcPieces
  ) -> ValueFault? {
    var reader = PathDataReader(bytes, arcs)
    reader.joints = joints
    joints = nil
    defer { joints = reader.joints }
    return reader.read(into: &self)
  }

  /// Adds the line through a list of points, up to the first fault; a point without its second
  /// number is one.
  mutating func append(pointList bytes: Span<UInt8>, isClosed: Bool) -> ValueFault? {
    var scanner = ValueScanner(bytes)
    scanner.skipSpace()
    var first = Point.zero
    var count = 0
    var fault: ValueFault?
    while !scanner.isAtEnd {
      let start = scanner.position
      guard let x = scanner.number() else {
        fault = scanner.fault(expected: "a number")
        break
      }
      scanner.skipComma()
      guard let y = scanner.number() else {
        fault =
          scanner.isAtEnd
          ? ValueFault(offset: start, message: "the last point has no y coordinate")
          : scanner.fault(expected: "a number")
        break
      }
      let p = Point(x: x, y: y)
      if count == 0 {
        first = p
      } else {
        if count == 1 { move(to: first) }
        line(to: p)
      }
      count &+= 1
      let comma = scanner.position
      if scanner.skipComma(), scanner.isAtEnd {
        fault = ValueFault(offset: comma, message: "expected a number after the last comma")
      }
    }
    if isClosed && count > 0 {
      // A lone point is a subpath without length, which a round cap makes visible.
      if count == 1 { move(to: first) }
      close()
    }
    return fault
  }
}

/// Reads path data; a point a call, nothing is kept.
private struct PathDataReader: ~Escapable {
  /// What the subpath has come to.
  enum Stage { case moved, open, closed }
  /// Which control point the next smooth curve reflects.
  enum Smooth { case none, cubic, quad }

  var scanner: ValueScanner
  var current = Point.zero
  var start = Point.zero
  var control = Point.zero
  var smooth = Smooth.none
  var stage = Stage.closed
  var joints: [Int]?
  let arcs: ArcPieces

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, _ arcs: ArcPieces) {
    scanner = ValueScanner(bytes)
    self.arcs = arcs
  }

  @_lifetime(self: copy self)
  mutating func read(into builder: inout PathBuilder) -> ValueFault? {
    scanner.skipSpace()
    if !scanner.isAtEnd, scanner.next | 0x20 != UInt8(ascii: "m") {
      return scanner.fault(expected: "a moveto (M or m) first")
    }
    while !scanner.isAtEnd {
      let command = scanner.next
      let isRelative = command & 0x20 != 0
      let kind = command | 0x20
      switch kind {
      case UInt8(ascii: "z"):
        scanner.position += 1
        if stage == .moved { builder.move(to: start) }
        if stage != .closed { builder.close() }
        stage = .closed
        current = start
        smooth = .none
        scanner.skipSpace()
        continue
      case UInt8(ascii: "m"), UInt8(ascii: "l"), UInt8(ascii: "h"), UInt8(ascii: "v"),
        UInt8(ascii: "c"), UInt8(ascii: "s"), UInt8(ascii: "q"), UInt8(ascii: "t"),
        UInt8(ascii: "a"):
        scanner.position += 1
      default:
        return scanner.fault(expected: "a command or a number")
      }
      scanner.skipSpace()
      var isFirst = true
      repeat {
        let done: Bool
        switch kind {
        case UInt8(ascii: "m"):
          done = isFirst ? move(isRelative) : line(isRelative, &builder)
        case UInt8(ascii: "l"): done = line(isRelative, &builder)
        case UInt8(ascii: "h"): done = horizontal(isRelative, &builder)
        case UInt8(ascii: "v"): done = vertical(isRelative, &builder)
        case UInt8(ascii: "c"): done = cubic(isRelative, &builder)
        case UInt8(ascii: "s"): done = smoothCubic(isRelative, &builder)
        case UInt8(ascii: "q"): done = quad(isRelative, &builder)
        case UInt8(ascii: "t"): done = smoothQuad(isRelative, &builder)
        default:
          if let fault = arc(isRelative, &builder) { return fault }
          done = true
        }
        guard done else { return scanner.fault(expected: "a number") }
        isFirst = false
        let comma = scanner.position
        if scanner.skipComma() && !scanner.isAtNumber {
          return ValueFault(
            offset: comma, message: "expected a number after the comma, found \(scanner.found)")
        }
      } while scanner.isAtNumber
    }
    return nil
  }

  @_lifetime(self: copy self)
  @inline(__always)
  private mutating func point(_ isRelative: Bool) -> Point? {
    guard let x = scanner.number() else { return nil }
    scanner.skipComma()
    guard let y = scanner.number() else { return nil }
    return isRelative ? Point(x: current.x + x, y: current.y + y) : Point(x: x, y: y)
  }

  /// Sets the pen down where it is, unless it's down.
  @_lifetime(self: copy self)
  @inline(__always)
  private mutating func open(_ builder: inout PathBuilder) {
    if stage == .open { return }
    if stage == .closed { joints?.append(builder.pointCount) }
    builder.move(to: current)
    stage = .open
  }

  @_lifetime(self: copy self)
  private mutating func move(_ isRelative: Bool) -> Bool {
    guard let p = point(isRelative) else { return false }
    current = p
    start = p
    stage = .moved
    smooth = .none
    return true
  }

  @_lifetime(self: copy self)
  @inline(__always)
  private mutating func line(_ isRelative: Bool, _ builder: inout PathBuilder) -> Bool {
    guard let p = point(isRelative) else { return false }
    open(&builder)
    builder.line(to: p)
    current = p
    smooth = .none
    return true
  }

  @_lifetime(self: copy self)
  private mutating func horizontal(_ isRelative: Bool, _ builder: inout PathBuilder) -> Bool {
    guard let x = scanner.number() else { return false }
    open(&builder)
    current.x = isRelative ? current.x + x : x
    builder.line(to: current)
    smooth = .none
    return true
  }

  @_lifetime(self: copy self)
  private mutating func vertical(_ isRelative: Bool, _ builder: inout PathBuilder) -> Bool {
    guard let y = scanner.number() else { return false }
    open(&builder)
    current.y = isRelative ? current.y + y : y
    builder.line(to: current)
    smooth = .none
    return true
  }

  @_lifetime(self: copy self)
  private mutating func cubic(_ isRelative: Bool, _ builder: inout PathBuilder) -> Bool {
    guard let a = point(isRelative) else { return false }
    scanner.skipComma()
    return cubic(from: a, isRelative, &builder)
  }

  @_lifetime(self: copy self)
  private mutating func smoothCubic(_ isRelative: Bool, _ builder: inout PathBuilder) -> Bool {
    cubic(from: smooth == .cubic ? reflected : current, isRelative, &builder)
  }

  private var reflected: Point { Point(2 * current.x - control.x, 2 * current.y - control.y) }

  @_lifetime(self: copy self)
  private mutating func cubic(
    from a: Point, _ isRelative: Bool, _ builder: inout PathBuilder
  ) -> Bool {
    guard let b = point(isRelative) else { return false }
    scanner.skipComma()
    guard let p = point(isRelative) else { return false }
    open(&builder)
    builder.cubic(a, b, to: p)
    current = p
    control = b
    smooth = .cubic
    return true
  }

  @_lifetime(self: copy self)
  private mutating func quad(_ isRelative: Bool, _ builder: inout PathBuilder) -> Bool {
    guard let a = point(isRelative) else { return false }
    scanner.skipComma()
    return quad(by: a, isRelative, &builder)
  }

  @_lifetime(self: copy self)
  private mutating func smoothQuad(_ isRelative: Bool, _ builder: inout PathBuilder) -> Bool {
    quad(by: smooth == .quad ? reflected : current, isRelative, &builder)
  }

  @_lifetime(self: copy self)
  private mutating func quad(
    by a: Point, _ isRelative: Bool, _ builder: inout PathBuilder
  ) -> Bool {
    guard let p = point(isRelative) else { return false }
    open(&builder)
    builder.quad(a, to: p)
    current = p
    control = a
    smooth = .quad
    return true
  }

  /// A flag is one digit, so nothing need separate it from what follows.
  @_lifetime(self: copy self)
  private mutating func flag() -> Bool? {
    scanner.skipComma()
    let byte = scanner.next
    guard byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else { return nil }
    scanner.position += 1
    return byte == UInt8(ascii: "1")
  }

  @_lifetime(self: copy self)
  private mutating func arc(_ isRelative: Bool, _ builder: inout PathBuilder) -> ValueFault? {
    guard let rx = scanner.number() else { return scanner.fault(expected: "a radius") }
    scanner.skipComma()
    guard let ry = scanner.number() else { return scanner.fault(expected: "a second radius") }
    scanner.skipComma()
    guard let rotation = scanner.number() else { return scanner.fault(expected: "an angle") }
    guard let isLarge = flag(), let isClockwise = flag() else {
      return scanner.fault(expected: "an arc flag (0 or 1)")
    }
    scanner.skipComma()
    guard let end = point(isRelative) else { return scanner.fault(expected: "a number") }
    smooth = .none
    // An arc that ends where it starts is left out, as SVG says.
    guard end != current else { return nil }
    open(&builder)
    let first = builder.pointCount
    builder.arc(
      from: current, to: end, radii: Point(rx, ry), rotation: rotation, isLarge: isLarge,
      isClockwise: isClockwise, pieces: arcs)
    if joints != nil {
      for row in stride(from: first + 2, to: builder.pointCount - 1, by: 3) { joints?.append(row) }
    }
    current = end
    return nil
  }
}
