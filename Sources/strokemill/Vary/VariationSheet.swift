/// A contact sheet in HTML: pictures of variations with what to paste into a pipeline.
///
/// It stands alone: pictures lie in it as SVG, nothing is fetched, nothing is run.
struct VariationSheet {
  private var text: String

  /// Begins a sheet.
  /// - Parameters:
  ///   - title: What it's about.
  ///   - facts: What is varied, and how many pictures there are.
  init(title: String, facts: [String]) {
    let styles = """
      header p { margin: 4px 0 0; color: #666 }
      h2 { font-size: 19px; margin: 36px 0 0; padding-top: 14px; border-top: 1px solid #d5d2ca }
      h3 { font-size: 14px; font-weight: 600; margin: 20px 0 8px; color: #444 }
      h2 + .row { margin-top: 14px }
      .row { display: grid; gap: 14px; grid-template-columns: repeat(auto-fit, minmax(200px, 1fr)) }
      figure { margin: 0; background: #fff; border: 1px solid #dbd8d0; border-radius: 6px;
        display: flex; flex-direction: column; min-width: 0; max-width: 360px }
      .paper { padding: 14px; flex: 1; display: flex; align-items: center; justify-content: center;
        color: #000 }
      .paper svg { display: block; width: 100%; height: auto; max-height: 300px }
      .paper p { color: #a21; font-size: 13px }
      figcaption { border-top: 1px solid #ebe8e1; padding: 8px 12px; font-size: 13px }
      details { margin-top: 2px }
      summary { cursor: pointer; color: #777 }
      pre { margin: 6px 0 2px; font: 12px/1.4 ui-monospace, monospace; white-space: pre-wrap;
        user-select: all }
      @media print { body { background: none; padding: 0 } figure { break-inside: avoid } }
      """
    text = """
      \(Markup.pageStart(title: title, styles: styles))<header>
      <h1>\(Markup.escaped(title))</h1>
      \(facts.map { "<p>\(Markup.escaped($0))</p>" }.joined(separator: "\n"))
      </header>

      """
  }

  /// Begins the part of a drawing.
  mutating func beginDrawing(_ name: String) { text += "<h2>\(Markup.escaped(name))</h2>\n" }

  /// Begins a row of pictures that have some values in common.
  /// - Parameter heading: Those values; empty when there are none.
  mutating func beginRow(_ heading: String) {
    if !heading.isEmpty { text += "<h3>\(Markup.escaped(heading))</h3>\n" }
    text += "<div class=\"row\">\n"
  }

  /// Ends the row.
  mutating func endRow() { text += "</div>\n" }

  /// Adds a picture.
  /// - Parameters:
  ///   - picture: The SVG document; nil when there is none.
  ///   - fault: Why there is none.
  ///   - caption: What is varied in it.
  ///   - lines: What to paste.
  mutating func add(picture: String?, fault: String, caption: String, lines: String) {
    text += "<figure>\n<div class=\"paper\">\n"
    text += picture ?? "<p>\(Markup.escaped(fault))</p>\n"
    text += "</div>\n<figcaption><b>\(Markup.escaped(caption))</b>"
    text += "<details><summary>For a pipeline file</summary>"
    text += "<pre>\(Markup.escaped(lines))</pre></details></figcaption>\n</figure>\n"
  }

  /// The whole page.
  consuming func finish() -> String { text + "</body>\n</html>\n" }
}
