import Geometry
import PathModel
import PluginKit
import Testing

@testable import Layout

@Suite struct ProjectTests {
  @Test func theMiddleLatitudeNarrowsTheMap() throws {
    // The middle lies at 60 degrees, where a degree of longitude is half as long as one of latitude.
    var drawing = Drawing(paths: ["M10 -50 L14 -70"], style: .pen)
    try run(Project.self, [], on: &drawing)
    #expect(drawing.pathTexts == ["M5 -50 L7 -70"])
    #expect(drawing.style(ofPath: 0).strokeWidth == Style.pen.strokeWidth)
  }

  @Test func aLatitudeCanBeGiven() throws {
    var drawing = Drawing(paths: ["M10 1 L14 2"], style: .pen)
    try run(Project.self, [.text("latitude", "-60deg")], on: &drawing)
    #expect(drawing.pathTexts == ["M5 1 L7 2"])
  }

  @Test func whatIsNotInDegreesIsRefused() throws {
    for path in ["M0 0 L10 91", "M0 -90.5 L1 1", "M-541 0 L0 0", "M0 0 L541 0"] {
      var drawing = Drawing(paths: [path], style: .pen)
      #expect(throws: ComponentError.self) { try run(Project.self, [], on: &drawing) }
      #expect(drawing.pathTexts == [path])
    }
  }

  @Test func thePolesAreRefused() throws {
    var drawing = Drawing(paths: ["M0 90 L10 90"], style: .pen)
    #expect(throws: ComponentError.self) { try run(Project.self, [], on: &drawing) }
    var stage = Project()
    for degrees in [90.0, -90, 100] {
      stage.latitude = Angle(degrees: degrees)
      #expect(stage.problems().count == 1)
    }
    stage.latitude = Angle(degrees: 89)
    #expect(stage.problems().isEmpty)
  }

  @Test func anEmptyDrawingStaysEmpty() throws {
    var drawing = Drawing()
    try run(Project.self, [], on: &drawing)
    #expect(drawing.isEmpty)
  }
}
