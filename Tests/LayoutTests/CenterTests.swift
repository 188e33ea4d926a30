import PathModel
import PluginKit
import Testing

@testable import Layout

@Suite struct CenterTests {
  func centered(_ options: [Option] = []) throws -> [String] {
    var drawing = Drawing(
      paths: ["M1 2 L5 2 L5 4"],
      canvas: Canvas(box: Rect(x: -10, y: 0, width: 40, height: 20)))
    try run(Center.self, options, on: &drawing)
    return drawing.pathTexts
  }

  @Test func inTheCanvas() throws {
    #expect(try centered() == ["M8 9 L12 9 L12 11"])
    #expect(try centered([.text("axis", "x")]) == ["M8 2 L12 2 L12 4"])
    #expect(try centered([.text("axis", "y")]) == ["M1 9 L5 9 L5 11"])
  }

  @Test func withoutCanvas() throws {
    var drawing = Drawing(paths: ["M1 2 L5 2"])
    #expect(throws: ComponentError.self) { try run(Center.self, on: &drawing) }
    var empty = Drawing()
    try run(Center.self, on: &empty)
  }
}
