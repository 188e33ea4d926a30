import NumberText
import PathModel

struct PathDataError: Error {}

/// Reads path data as SVG defines it, in a way of its own, and returns the points of every segment
/// that the smooth commands leave out included.
func readPathData(_ text: String) throws -> [Point] {
  let bytes = Array(text.utf8)
  var i = 0
  func number() throws -> Double {
    while i < bytes.count, bytes[i] == 32 { i += 1 }
    guard let value = NumberReader.double(in: bytes.span, at: &i) else { throw PathDataError() }
    return value
  }
  var points: [Point] = []
  var current = Point.zero
  var start = Point.zero
  var control: (verb: Verb, point: Point)?
  var command = UInt8(0)
  while i < bytes.count {
    if bytes[i] == 32 {
      i += 1
      continue
    }
    if (65...122).contains(bytes[i]) {
      command = bytes[i]
      i += 1
    }
    let base = command >= 97 ? current : .zero
    func point() throws -> Point {
      let x = try number()
      return Point(base.x + x, base.y + (try number()))
    }
    var next: (verb: Verb, point: Point)?
    switch command & 0xDF {
    case UInt8(ascii: "M"):
      current = try point()
      start = current
      points.append(current)
      command -= 1
    case UInt8(ascii: "L"):
      current = try point()
      points.append(current)
    case UInt8(ascii: "H"):
      current.x = base.x + (try number())
      points.append(current)
    case UInt8(ascii: "V"):
      current.y = base.y + (try number())
      points.append(current)
    case UInt8(ascii: "Q"), UInt8(ascii: "T"):
      var a = current
      if command & 0xDF == UInt8(ascii: "Q") {
        a = try point()
      } else if let control, control.verb == .quad {
        a = current * 2 - control.point
      }
      current = try point()
      points += [a, current]
      next = (.quad, a)
    case UInt8(ascii: "C"), UInt8(ascii: "S"):
      var a = current
      if command & 0xDF == UInt8(ascii: "C") {
        a = try point()
      } else if let control, control.verb == .cubic {
        a = current * 2 - control.point
      }
      let b = try point()
      current = try point()
      points += [a, b, current]
      next = (.cubic, b)
    case UInt8(ascii: "Z"):
      current = start
    default: throw PathDataError()
    }
    control = next
  }
  return points
}
