/// The size in CSS pixels at which a viewer shows an SVG file.
///
/// From `width` and `height` with their units, the missing one by the proportions of `viewBox`. Where the root says
/// neither in a way this small reader knows, a renderer is asked, whose answer is rounded to whole
/// pixels.
public func sizeOfSVG(_ path: String) throws -> (width: Double, height: Double) {
  let attributes = rootAttributes(try readText(path))
  let width = attributes["width"].flatMap(pixels)
  let height = attributes["height"].flatMap(pixels)
  let box = attributes["viewBox"]?.split { $0 == "," || $0.isWhitespace }.compactMap { Double($0) }
  if let width, let height, width > 0, height > 0 { return (width, height) }
  if let box, box.count == 4, box[2] > 0, box[3] > 0 {
    if let width, width > 0 { return (width, width * box[3] / box[2]) }
    if let height, height > 0 { return (height * box[2] / box[3], height) }
    if attributes["width"] == nil && attributes["height"] == nil { return (box[2], box[3]) }
  }
  let result = try runProcess(["rsvg-convert", "--format=png", path])
  guard result.status == 0 else {
    throw RenderingError(description: "rsvg-convert can't draw \(path): \(result.errorText)")
  }
  let picture = try Picture(png: result.output)
  return (Double(picture.width), Double(picture.height))
}

/// A length in pixels, of a unit that is absolute or counts in the initial font size.
private func pixels(_ text: String) -> Double? {
  let units: [String: Double] = [
    "": 1, "px": 1, "pt": 4.0 / 3, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96,
    "Q": 96 / 101.6, "em": 16, "ex": 8,
  ]
  let text = text.filter { !$0.isWhitespace }
  for length in 0...min(2, text.count) {
    if let number = Double(text.dropLast(length)), let unit = units[String(text.suffix(length))] {
      return number * unit
    }
  }
  return nil
}

/// The attributes of the root element as they are written, entities left alone.
private func rootAttributes(_ text: String) -> [String: String] {
  var rest = Substring(text)
  var attributes: [String: String] = [:]
  // Over the XML declaration, the document type and comments to the root.
  while let open = rest.firstIndex(of: "<") {
    rest = rest[open...]
    let end: Substring =
      rest.hasPrefix("<!--") ? "-->" : rest.hasPrefix("<?") ? "?>" : rest.hasPrefix("<!") ? ">" : ""
    guard !end.isEmpty else { break }
    guard let close = rest.firstRange(of: end) else { return [:] }
    rest = rest[close.upperBound...]
  }
  rest = rest.dropFirst().drop { !$0.isWhitespace && $0 != ">" }
  while true {
    rest = rest.drop { $0.isWhitespace }
    guard let equals = rest.firstIndex(of: "="), rest.first != ">", rest.first != "/" else { break }
    let name = rest[..<equals].filter { !$0.isWhitespace }
    rest = rest[rest.index(after: equals)...].drop { $0.isWhitespace }
    guard let quote = rest.first else { break }
    rest = rest.dropFirst()
    guard let close = rest.firstIndex(of: quote) else { break }
    attributes[String(name)] = String(rest[..<close])
    rest = rest[rest.index(after: close)...]
  }
  return attributes
}
