import PathModel
import PluginKit
import Testing

@testable import PluginBridge

/// One after another, since what is kept is the process's.
@Suite(.serialized) struct SparePointsTests {
  @Test func memoryIsUsedAgain() throws {
    func address(_ points: [Point]) -> UInt {
      unsafe points.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    let count = 2 << 20
    var points = [Point](repeating: Point(1, 2), count: count)
    let first = address(points)
    SparePoints.keep(points)
    points = []
    #expect(SparePoints.take(5) == [])
    var taken = SparePoints.take(count)
    #expect(taken.isEmpty && taken.capacity >= count)
    #expect(address(taken) == first)
    // It's given once.
    #expect(SparePoints.take(count).capacity == 0)
    // Whoever still holds the points keeps them.
    taken.append(Point(3, 4))
    SparePoints.keep(taken)
    #expect(SparePoints.take(count).isEmpty && taken == [Point(3, 4)])
    SparePoints.keep(taken)
    #expect(SparePoints.take(count + 1 << 20).capacity == 0)
    SparePoints.keep([Point(1, 2)])
    #expect(SparePoints.take(count).capacity == 0)
  }

  @Test func aLargeDrawingCrossesTwice() throws {
    let stage = try unsafe Plugin(
      loading: Plugin(name: "large", version: "1", components: [.stage(Shift.self)]).exported()
        .table
    ).stage()
    var drawing = Drawing()
    let pen = drawing.styleID(for: .pen)
    drawing.reserve(verbs: 2 << 20, points: 2 << 20)
    drawing.appendPath(PathInfo(style: pen)) { builder in
      builder.move(to: .zero)
      for i in 1..<(2 << 20) { builder.line(to: Point(Double(i), 0.5)) }
    }
    var context = Context()
    for _ in 0..<2 { try stage(&drawing, &context) }
    #expect(drawing.points.count == 2 << 20)
    #expect(
      drawing.points.indices.dropFirst().allSatisfy { drawing.points[$0].x == Double($0 + 2) })
  }
}

private struct Shift: Stage {
  static let name = "shift"
  static let summary = "Moves points by one."
  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    drawing.withMutablePoints { points in
      for i in points.indices { points[i].x += 1 }
    }
  }
}
