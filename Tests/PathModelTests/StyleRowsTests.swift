import PathModel
import Testing

@Suite struct StyleRowsTests {
  /// Styles enough that they are found by their hashes, all different.
  private func styles(_ count: Int) -> [Style] {
    (0..<count).map { row in
      var style = Style(fill: .color(.black), strokeWidth: Double(row))
      if row % 3 == 0 { style.fill = .gradient(GradientID(UInt32(row))) }
      if row % 2 == 0 { style.stroke = .currentColor(resolved: .white) }
      if row % 5 == 0 { style.dashes = [Double(row + 1), 2] }
      return style
    }
  }

  @Test func findsEachStyleAgain() {
    var drawing = Drawing()
    let styles = styles(300)
    for (row, style) in styles.enumerated() {
      #expect(drawing.styleID(for: style) == StyleID(UInt32(row)))
    }
    for (row, style) in styles.enumerated() {
      #expect(drawing.styleID(for: style) == StyleID(UInt32(row)))
    }
    #expect(drawing.styles == styles)
  }

  @Test func findsEqualNumbersOfDifferentSigns() {
    var drawing = Drawing()
    var style = Style(fill: .color(.white), strokeWidth: 0)
    for other in styles(40) { _ = drawing.styleID(for: other) }
    let row = drawing.styleID(for: style)
    for other in styles(60) { _ = drawing.styleID(for: other) }
    style.strokeWidth = -0.0
    #expect(drawing.styleID(for: style) == row)
  }

  @Test func tellsStylesApartThatDifferInWhatIsNotHashed() {
    var drawing = Drawing()
    for other in styles(40) { _ = drawing.styleID(for: other) }
    let a = drawing.styleID(for: Style(fill: .color(.white), cap: .round))
    let b = drawing.styleID(for: Style(fill: .color(.white), cap: .square))
    for other in styles(40) { _ = drawing.styleID(for: other) }
    #expect(a != b)
    #expect(drawing.styleID(for: Style(fill: .color(.white), cap: .round)) == a)
  }

  @Test func forgetsRowsOfTablesThatWereReplaced() {
    var drawing = Drawing()
    let styles = styles(40)
    for style in styles { _ = drawing.styleID(for: style) }
    drawing.replaceStyles(Array(styles.reversed()[..<30]))
    #expect(drawing.styleID(for: styles[39]) == StyleID(0))
    #expect(drawing.styleID(for: styles[0]) == StyleID(30))
  }
}
