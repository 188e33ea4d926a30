/// A report as a page that stands alone: each file before and after, with what was said of it. A small script
/// shows some of them alone and sorts them.
struct ContactSheet {
  /// How many bytes of pictures a page may have.
  private static let limit = 64 << 20

  private var files: [UInt8] = []
  private var counts: [String: Int] = [:]
  private var count = 0
  private var pictureBytes = 0
  private var missing = 0

  /// What the buttons call the states, in their order.
  private static let states = [
    ("done", "done"), ("lossy", "with losses"), ("failed", "failed"), ("unchanged", "unchanged"),
  ]

  /// Adds a file.
  mutating func add(_ row: ReportRow) {
    count += 1
    let state = row.state == .done && row.losses > 0 ? "lossy" : row.state.rawValue
    counts[state, default: 0] += 1
    let output = row.outputs.reduce(0) { $0.addingReportingOverflow($1.bytes ?? 0).partialValue }
    var text = "<article class=\"\(state)\" data-state=\"\(state)\" data-number=\"\(count)\""
    text += " data-name=\"\(Markup.escaped(row.input.lowercased()))\""
    text += " data-bytes=\"\(row.bytes ?? 0)\" data-output=\"\(output)\""
    text +=
      " data-losses=\"\(row.losses)\" data-time=\"\(Int((row.possibleSeconds ?? 0) * 1e6))\">\n"
    text += "<div class=\"pictures\">\n"
    text += picture(row.before, of: "before", isWanted: true)
    text += picture(row.after, of: "after", isWanted: row.state != .failed)
    text += "</div>\n<h2>\(Markup.escaped(row.input))</h2>\n<p class=\"facts\">"
    text += ContactSheet.facts(of: row).map(Markup.escaped).joined(separator: " · ") + "</p>\n"
    let said = ([row.error].compactMap { $0 } + row.findings)
    if !said.isEmpty {
      text += "<ul>\n"
      for finding in said {
        text += "<li class=\"\(Markup.escaped(finding.severity))\">"
        text += "<b>\(Markup.escaped(finding.severity))</b> \(Markup.escaped(finding.text))</li>\n"
      }
      text += "</ul>\n"
    }
    files += Array((text + "</article>\n").utf8)
  }

  private mutating func picture(
    _ thumbnail: Thumbnail?, of name: String, isWanted: Bool
  ) -> String {
    var content = "<span>no picture</span>"
    if let thumbnail, isWanted {
      if pictureBytes + thumbnail.svg.count <= ContactSheet.limit {
        pictureBytes += thumbnail.svg.count
        content =
          "<img alt=\"\(name)\" src=\"data:image/svg+xml;base64,\(Base64.text(thumbnail.svg))\">"
      } else {
        missing += 1
      }
    }
    return "<figure>\(content)<figcaption>\(name)</figcaption></figure>\n"
  }

  private static func facts(of row: ReportRow) -> [String] {
    var facts = [row.state.rawValue]
    if row.seed != 0 { facts.append("seed \(row.seed)") }
    if let bytes = row.bytes { facts.append((row.format.map { "\($0), " } ?? "") + size(bytes)) }
    for output in row.outputs {
      facts.append("\(output.path)" + (output.bytes.map { ", " + size($0) } ?? ""))
    }
    if let seconds = row.possibleSeconds { facts.append("\(Int((seconds * 1e3).rounded(.up))) ms") }
    return facts
  }

  private static func size(_ bytes: Int) -> String {
    bytes < 10_000 ? "\(bytes) bytes" : "\(bytes / 1000) kB"
  }

  /// The whole page.
  var text: [UInt8] {
    var buttons = "<button data-show=\"all\" aria-pressed=\"true\">all \(count)</button>\n"
    for (state, words) in ContactSheet.states {
      guard let count = counts[state] else { continue }
      buttons +=
        "<button data-show=\"\(state)\" aria-pressed=\"false\">\(words) \(count)</button>\n"
    }
    let note =
      missing > 0
      ? "<p>\(missing) pictures are left out: a page has at most \(ContactSheet.limit >> 20) MiB of them.</p>\n"
      : ""
    let styles = """
      h1 { margin-bottom: 12px }
      nav { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px;
        padding: 8px 0; background: #f3f2ee }
      button, select, input { font: inherit; padding: 4px 12px; border: 1px solid #c9c5bb;
        border-radius: 14px; background: #fff; color: inherit }
      button[aria-pressed=true] { background: #222; border-color: #222; color: #fff }
      main { display: grid; gap: 14px; margin-top: 12px;
        grid-template-columns: repeat(auto-fill, minmax(min(340px, 100%), 1fr)) }
      article { background: #fff; border: 1px solid #dbd8d0; border-left: 5px solid #5a9a68;
        border-radius: 6px; padding: 12px; min-width: 0 }
      article.lossy { border-left-color: #d8a12a }
      article.failed { border-left-color: #c0392b }
      article.unchanged { border-left-color: #b9b5ab }
      article[hidden] { display: none }
      .pictures { display: grid; grid-template-columns: 1fr 1fr; gap: 10px }
      figure { margin: 0; min-width: 0 }
      figure img, figure span { display: flex; width: 100%; height: 150px; object-fit: contain;
        align-items: center; justify-content: center; color: #999; font-size: 13px }
      figcaption { color: #777; font-size: 12px; text-align: center }
      h2 { font-size: 14px; margin: 8px 0 0 }
      .facts { margin: 2px 0 0; color: #666; font-size: 13px }
      ul { margin: 8px 0 0; padding: 0; list-style: none; font-size: 13px }
      li.error b { color: #c0392b } li.loss b { color: #a97508 }
      @media print { nav { display: none } article { break-inside: avoid } }
      """
    let title = count == 1 ? "1 file" : "\(count) files"
    let head = """
      \(Markup.pageStart(title: "Strokemill: \(title)", styles: styles))<h1>\(title)</h1>
      \(note)<nav>
      \(buttons)<select id="sort" aria-label="order">
      <option value="number">in order</option>
      <option value="name">by name</option>
      <option value="bytes">largest input first</option>
      <option value="output">largest output first</option>
      <option value="losses">most losses first</option>
      <option value="time">slowest first</option>
      </select>
      <input id="find" type="search" placeholder="part of a name" aria-label="part of a name">
      </nav>
      <main id="files">

      """
    let tail = """
      </main>
      <script>
      const files = document.getElementById("files");
      const buttons = [...document.querySelectorAll("button")];
      const find = document.getElementById("find");
      const sort = document.getElementById("sort");
      let shown = "all";
      function show() {
        const words = find.value.toLowerCase();
        for (const button of buttons) {
          button.setAttribute("aria-pressed", button.dataset.show === shown);
        }
        for (const file of files.children) {
          const isShown = shown === "all" || file.dataset.state === shown;
          file.hidden = !(isShown && file.dataset.name.includes(words));
        }
      }
      function order() {
        const key = sort.value;
        const rows = [...files.children];
        rows.sort((a, b) => a.dataset.number - b.dataset.number);
        if (key === "name") {
          rows.sort((a, b) => a.dataset.name < b.dataset.name ? -1 : a.dataset.name > b.dataset.name ? 1 : 0);
        } else if (key !== "number") {
          rows.sort((a, b) => b.dataset[key] - a.dataset[key]);
        }
        files.append(...rows);
      }
      for (const button of buttons) {
        button.addEventListener("click", () => { shown = button.dataset.show; show(); });
      }
      find.addEventListener("input", show);
      sort.addEventListener("change", order);
      </script>
      </body>
      </html>

      """
    return Array(head.utf8) + files + Array(tail.utf8)
  }
}
