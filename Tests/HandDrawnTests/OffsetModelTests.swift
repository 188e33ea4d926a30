import PathModel
import PluginKit
import Testing

@testable import HandDrawn

struct OffsetModelTests {
  static func offset(_ change: (inout Jitter) -> Void = { _ in }) -> Jitter {
    jitter {
      $0.model = .offset
      $0.passes = 1
      $0.overflow = .allow
      change(&$0)
    }
  }

  static let text = "M100 100 L300 100 C320 150 320 150 300 200 Q200 250 100 200 L100 100 Z"

  @Test func withoutOffsetNothingMoves() throws {
    let drawing = Drawing(paths: [OffsetModelTests.text], canvas: page)
    let result = try applied(OffsetModelTests.offset { $0.offset = 0 }, to: drawing)
    #expect(result.pathTexts == drawing.pathTexts)
  }

  @Test func endPointsMoveByTheOffsetControlPointsByHalf() throws {
    // Bounds 200 by 100, so that end points move by up to 8 and 4.
    let drawing = Drawing(
      paths: ["M100 100 C150 100 150 200 300 200"], canvas: page)
    var end = Point.zero
    var control = Point.zero
    for seed in 0..<200 {
      let view = try applied(OffsetModelTests.offset(), to: drawing, seed: UInt64(seed))
      for i in 0..<4 {
        let d = view.points[i] - drawing.points[i]
        if i == 0 || i == 3 {
          end = Point(max(end.x, abs(d.x)), max(end.y, abs(d.y)))
        } else {
          control = Point(max(control.x, abs(d.x)), max(control.y, abs(d.y)))
        }
      }
    }
    #expect(end.x <= 8 && end.x > 7.5)
    #expect(end.y <= 4 && end.y > 3.7)
    #expect(control.x <= 4 && control.x > 3.7)
    #expect(control.y <= 2 && control.y > 1.8)
  }

  @Test func theCanvasCanBeTheBox() throws {
    let drawing = Drawing(paths: ["M100 100 L110 100"], canvas: page)
    var most = Point.zero
    for seed in 0..<200 {
      let stage = OffsetModelTests.offset { $0.box = .canvas }
      let d = try applied(stage, to: drawing, seed: UInt64(seed)).points[0] - Point(100, 100)
      most = Point(max(most.x, abs(d.x)), max(most.y, abs(d.y)))
    }
    #expect(most.x <= 16 && most.x > 15)
    #expect(most.y <= 12 && most.y > 11)
  }

  @Test func closedPathsCloseInEveryPass() throws {
    let stage = OffsetModelTests.offset { $0.passes = 3 }
    let result = try applied(stage, to: Drawing(paths: [OffsetModelTests.text], canvas: page))
    let lists = sampled(result, 0)
    #expect(lists.count == 3)
    #expect(comesBack(result, 0))
    #expect(lists[0] != lists[1] && lists[1] != lists[2])
  }

  @Test func passesTurnAboutTheBoxsCentre() throws {
    let stage = OffsetModelTests.offset {
      $0.offset = 0
      $0.passes = 2
      $0.turn = Angle(degrees: 90)
    }
    let result = try applied(
      stage, to: Drawing(paths: ["M100 100 L200 100 L200 200"], canvas: page))
    #expect(result.pathTexts == ["M100 100 L200 100 L200 200 M200 100 L200 200 L100 200"])
  }

  @Test func inkStaysOnThePage() throws {
    let drawing = Drawing(
      paths: ["M0.5 0.5 L399.5 0.5 L399.5 299.5 Z"],
      style: Style(stroke: .color(.black), strokeWidth: 1), canvas: page)
    for seed in 0..<20 {
      let stage = OffsetModelTests.offset {
        $0.overflow = .inside
        $0.passes = 3
        $0.turn = Angle(degrees: 15)
      }
      let result = try applied(stage, to: drawing, seed: UInt64(seed))
      for p in result.points { #expect(page.box.inset(by: 0.5).contains(p)) }
    }
  }
}
