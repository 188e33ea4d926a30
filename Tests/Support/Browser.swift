/// What a browser makes of a page, without a window.
public enum Browser {
  /// The page's elements after it was read, as HTML.
  public static func content(of page: String) throws -> String {
    try run(["--dump-dom"], page).outputText
  }

  /// What a script finds out in a page: the body of a function that returns a text without `<`, `>` and `&`.
  ///
  /// The page lies in a frame of the wanted size, since browsers refuse narrow windows, each below a width
  /// of its own. What the script does to the page, clicks for instance, has happened when it returns.
  public static func answer(
    of page: String, width: Int, height: Int = 1000, script: String
  ) throws -> String {
    let folder = try TemporaryDirectory()
    let quoted = try readText(page).replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
    let frame = try folder.write(
      "frame.html",
      """
      <!doctype html>
      <meta charset="utf-8">
      <iframe id="page" style="border: 0; width: \(width)px; height: \(height)px" srcdoc="\(quoted)"></iframe>
      <pre id="answer"></pre>
      <script>
      addEventListener("load", () => {
        const find = (window, document) => { \(script) };
        const frame = document.getElementById("page");
        document.getElementById("answer").textContent = find(frame.contentWindow, frame.contentDocument);
      });
      </script>
      """)
    let content = try self.content(of: frame)
    guard let match = content.firstMatch(of: /<pre id="answer">([^<]*)<\/pre>/) else {
      throw RenderingError(description: "the script has no answer about \(page)")
    }
    return String(match.1)
  }

  /// The page as it looks in a window of this size; of at least 500 pixels' width.
  public static func picture(of page: String, width: Int, height: Int) throws -> Picture {
    let folder = try TemporaryDirectory()
    let file = folder.file("page.png")
    _ = try run(
      ["--hide-scrollbars", "--window-size=\(width),\(height)", "--screenshot=\(file)"], page)
    return try Picture(png: readFile(file))
  }

  private static func run(_ options: [String], _ page: String) throws -> ProcessResult {
    // A profile of its own, so that two at a time don't disturb each other. The sandbox needs rights that
    // containers don't give.
    let profile = try TemporaryDirectory()
    let result = try runProcess(
      [
        "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
        "--disable-background-networking", "--user-data-dir=\(profile.path)",
      ] + options + ["file://\(page)"],
      environment: ["HOME": profile.path], timeout: 120)
    guard result.status == 0 else {
      throw RenderingError(description: "chromium can't open \(page): \(result.errorText)")
    }
    return result
  }
}
