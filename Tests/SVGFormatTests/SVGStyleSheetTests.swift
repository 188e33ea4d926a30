import PathModel
import PluginKit
import Testing

/// What the importer makes of style sheets.
@Suite struct SVGStyleSheetTests {
  static let red = Paint.color(Color(red: 255, green: 0, blue: 0))

  /// The fill of the only path.
  private func fill(_ body: String, root: String = "") -> Paint {
    let reading = SVGReading(body: body, root: root)
    #expect(reading.said == [])
    return reading.style.fill
  }

  @Test(arguments: [
    "<style>path{fill:red}</style><path d='M0 0h1'/>",
    // Behind what it styles, and in an odd place.
    "<path d='M0 0h1' class='a b'/><defs><g><style type='text/css'>.b{fill:red}</style></g></defs>",
    "<style><![CDATA[ g > path { fill: red } ]]></style><g><path d='M0 0h1'/></g>",
    "<style>#i{fill:red}</style><path id='i' fill='blue' d='M0 0h1'/>",
    "<style>path{fill:blue}</style><path style='fill:red' d='M0 0h1'/>",
    "<style>path{fill:red!important}</style><path style='fill:blue' d='M0 0h1'/>",
    "<style>g{fill:red}</style><g><path d='M0 0h1'/></g>",
    "<style>path{fill:red}</style><style>*{fill:blue}</style><path d='M0 0h1'/>",
    "<style media='print'>path{fill:blue}</style><path fill='red' d='M0 0h1'/>",
    "<style>@media print{path{fill:blue}}</style><path fill='red' d='M0 0h1'/>",
    "<style>@media (max-width:50px){path{fill:red}}</style><path d='M0 0h1'/>",
    "<style>svg{--c:red}</style><path fill='blue' style='fill:var(--c)' d='M0 0h1'/>",
    "<style>svg{color:red}path{fill:currentColor}</style><path color='red' d='M0 0h1'/>",
    "<style>@namespace s 'http://www.w3.org/2000/svg'; s|path{fill:red}</style><path d='M0 0h1'/>",
    "<style>[inkscape|label]{fill:blue}</style><path fill='red' d='M0 0h1' inkscape:label='x'/>",
    "<style>[data-x='1']{fill:red}</style><path d='M0 0h1' data-x='1'/>",
    "<style>path:nth-child(2){fill:red}</style><path d='M0 0h1'/>",
    "<style>path{fill:url(#g)}stop{stop-color:red}</style><linearGradient id='g'><stop/></linearGradient>"
      + "<path d='M0 0h1'/>",
    "<style>.a{fill:red}</style><defs><path id='p' class='a' d='M0 0h1'/></defs><use href='#p'/>",
    "<style>@font-face{font-family:x}path{fill:red}</style><path d='M0 0h1'/>",
  ]) func paintsRed(body: String) {
    if body.contains("inkscape|label") {
      // A prefix that no @namespace declares.
      #expect(SVGReading(body: body).said == ["warning svg.bad-rule 2:9"])
      return
    }
    switch fill(body, root: "width='40' height='40'") {
    case .color(let color): #expect(Paint.color(color) == SVGStyleSheetTests.red)
    case .currentColor(let color): #expect(Paint.color(color) == SVGStyleSheetTests.red)
    default: Issue.record("\(body)")
    }
  }

  @Test(arguments: [
    ("rect{x:1px;y:2px;width:3px;height:4px}", "<rect/>", "M1 2 L4 2 L4 6 L1 6 Z"),
    ("rect{width:3px;height:50%}", "<rect width='9'/>", "M0 0 L3 0 L3 5 L0 5 Z"),
    ("rect{width:auto;x:unset}", "<rect x='1' width='9' height='1'/>", nil),
    ("path{d:path('M1 2 h3')}", "<path d='M0 0h1'/>", "M1 2 L4 2"),
    ("path{d:none}", "<path d='M0 0h1'/>", nil),
    // What isn't geometry of the element, wrong or not, has no effect.
    ("path{x:5px;r:9px;width:1}", "<path d='M0 0h1'/>", "M0 0 L1 0"),
    ("path{transform:translate(1px,2px)}", "<path transform='scale(9)' d='M0 0h1'/>", "M1 2 L2 2"),
    ("path{transform:none}", "<path transform='scale(9)' d='M0 0h1'/>", "M0 0 L1 0"),
    ("use{x:5px}", "<defs><path id='p' d='M0 0h1'/></defs><use href='#p'/>", "M5 0 L6 0"),
    ("path{display:none}", "<path d='M0 0h1'/>", nil),
  ]) func geometry(sheet: String, body: String, expected: String?) {
    let reading = SVGReading(
      body: "<style>\(sheet)</style>\(body)", root: "width='10' height='10'")
    #expect(reading.said == [])
    #expect(reading.paths == (expected.map { [$0] } ?? []))
  }

  @Test func aCircleOfASheet() {
    let reading = SVGReading(
      body: "<style>.c{cx:5px;cy:5px;r:2px}</style><circle class='c'/>"
        + "<circle cx='5' cy='5' r='2'/>")
    #expect(reading.said == [])
    #expect(reading.paths.count == 2 && reading.paths.first == reading.paths.last)
    #expect(reading.drawing.attributes(ofPath: 0).classes == ["c"])
  }

  @Test func theRootsSize() {
    let reading = SVGReading(
      body: "<path d='M0 0h1'/>", root: "style='width:20px;height:auto' viewBox='0 0 10 5'")
    #expect(reading.drawing.canvas?.width == Length(20, .px))
    #expect(reading.drawing.canvas?.height == Length(10, .px))
  }

  @Test(arguments: [
    (
      "<style>path{fill:no}</style><path d='M0 0h1'/><path d='M0 0h1'/>",
      ["warning svg.bad-value 2:13"]
    ),
    ("<style>\npath{\n  fill no;}</style><path d='M0 0h1'/>", ["warning svg.bad-style 4:3"]),
    ("<style>path{</style>", []),
    ("<style>a:has(b){c:d}</style><path d='M0 0h1'/>", ["warning svg.unknown-selector 2:9"]),
    (
      "<style>@import 'x';@keyframes y{}</style>",
      ["warning svg.external-css 2:8", "loss animation 2:20"]
    ),
    ("<style type='text/x'>path{}</style>", ["loss css 2:1"]),
    ("<style type='text/css; charset=utf-8'>a{}</style>", []),
    ("<style>rect{width:5}</style><rect height='5'/>", ["warning svg.bad-value 2:13"]),
    ("<rect height='5' style='width:5'/>", ["warning svg.bad-value 2:25"]),
    ("<path style='transform:foo()' d='M0 0h1'/>", ["warning svg.bad-transform 2:14"]),
    ("<style>path{d:path('x')}</style><path/>", ["warning svg.bad-path-data 2:13"]),
    ("<path style='--a:var(--a);fill:var(--a)' d='M0 0h1'/>", ["warning svg.bad-variable 2:14"]),
    ("<style>@media (x){a{b:c}}</style>", ["loss css 2:16"]),
  ]) func reports(body: String, expected: [String]) {
    #expect(SVGReading(body: body).said == expected)
  }

  @Test func placesInEntitiesAreThoseOfTheSheet() {
    let reading = SVGReading(
      """
      <!DOCTYPE svg [<!ENTITY e "path{fill:no}">]>
      <svg xmlns="http://www.w3.org/2000/svg">
      <style>&e;
      path{stroke:no}</style><path d="M0 0h1"/></svg>
      """)
    #expect(reading.said == ["warning svg.bad-value 3:1", "warning svg.bad-value 4:6"])
  }

  @Test func aSheetInAnotherFileIsALoss() {
    let reading = SVGReading(
      "<?xml-stylesheet href='a.css'?><svg xmlns='http://www.w3.org/2000/svg'/>")
    #expect(reading.said.first == "loss css 1:1")
  }

  @Test func hostileSheetsEndInAnError() {
    let selectors = String(repeating: "a,", count: 200_000)
    let reading = SVGReading(body: "<style>\(selectors)a{fill:red}</style><path d='M0 0h1'/>")
    #expect(reading.error?.code == "svg.too-much-css")
    #expect(reading.error?.place == Diagnostic.Place(line: 2, column: 8))
  }

  // MARK: The page's colour

  @Test(arguments: [
    ("style='background-color:red'", ""), ("style='background:red'", ""),
    ("color='red' style='background-color:currentColor'", ""),
    ("", "<style>svg{background:red}</style>"),
  ])
  func aColouredPageIsARectangleBelowAll(root: String, body: String) {
    let reading = SVGReading(
      body: body + "<path d='M0 0h1'/>", root: "viewBox='-5 -6 20 10' \(root)")
    #expect(reading.said == [])
    #expect(reading.drawing.pathCount == 2)
    #expect(reading.drawing.pathTexts.first == "M-5 -6 L15 -6 L15 4 L-5 4 Z")
    #expect(reading.drawing.style(ofPath: 0) == Style(fill: Self.red))
    #expect(reading.drawing.attributes(ofPath: 0).classes == ["background"])
  }

  @Test(arguments: [
    ("background-color='red'", ""), ("style='background:none'", ""),
    ("style='background:url(x.png) red'", ""), ("style='background-color:transparent'", ""),
    ("", "style='background-color:red'"), ("style='background:red;display:none'", ""),
  ])
  func nothingElseColoursThePage(root: String, group: String) {
    let reading = SVGReading(
      body: "<g \(group)><path d='M0 0h1'/></g>", root: "viewBox='0 0 20 10' \(root)")
    #expect(reading.said == [])
    #expect(reading.drawing.pathCount <= 1)
  }
}
