/// What HTML and XML have in common.
enum Markup {
  /// A text as it stands in elements and attributes; what XML can't hold is replaced.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n": result.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// How a page that stands alone begins, up to its first element: nothing is fetched for it.
  /// - Parameters:
  ///   - title: Its title.
  ///   - styles: Its own style rules, beside what all pages have.
  /// - Returns: The page's text so far.
  static func pageStart(title: String, styles: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(escaped(title))</title>
    <style>
    body { margin: 0; padding: 26px 32px 48px; background: #f3f2ee; color: #222;
      font: 15px/1.45 system-ui, sans-serif; overflow-wrap: anywhere }
    h1 { font-size: 23px; margin: 0 }
    \(styles)
    </style>
    </head>
    <body>

    """
  }
}
