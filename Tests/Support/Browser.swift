/// What a browser makes of a page, without a window.
public enum Browser {
  /// The page's elements after it was read, as HTML.
  public static func content(of page: String) throws -> String {
    try run(["--dump-dom"], page).outputText
  }

  /// The page as it looks in a window of this size.
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
