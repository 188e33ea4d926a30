import Glibc

/// A file that a renderer could not draw.
public struct RenderingError: Error, CustomStringConvertible {
  /// What happened.
  public let description: String
}

/// A rectangle of a PostScript page in points, y up.
public struct PageArea: Sendable {
  /// The left edge.
  public let x: Double
  /// The lower edge.
  public let y: Double
  /// The width.
  public let width: Double
  /// The height.
  public let height: Double

  /// A rectangle, by its lower left corner and its size.
  public init(x: Double = 0, y: Double = 0, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}

/// Draws an SVG file into exactly `width` × `height` pixels, with rsvg-convert.
public func renderSVG(_ path: String, width: Int, height: Int) throws -> Picture {
  try rendered([
    "rsvg-convert", "--width=\(width)", "--height=\(height)", "--format=png", path,
  ])
}

/// Draws an SVG file `width` pixels wide with resvg, which draws what is new in SVG 2 and some curves better than
/// rsvg-convert; nil where the variable RESVG doesn't name it.
func renderSVGByResvg(_ path: String, width: Int) throws -> Picture? {
  guard let resvg = environment("RESVG") else { return nil }
  let folder = try TemporaryDirectory()
  let output = folder.file("a.png")
  let result = try runProcess([resvg, "--width", "\(width)", path, output])
  guard result.status == 0, exists(output) else {
    throw RenderingError(description: "resvg can't draw \(path): \(result.errorText)")
  }
  return try Picture(png: readFile(output))
}

/// Draws an area of an EPS file's page into exactly `width` × `height` pixels, with Ghostscript.
///
/// The area stays where it is on the page: nothing is moved or fitted to the bounding box, so that a file
/// whose box and content are shifted shows as different.
public func renderEPS(_ path: String, area: PageArea, width: Int, height: Int) throws -> Picture {
  let folder = try TemporaryDirectory()
  let pattern = folder.file("page%d.png")
  let resolution = "\(72 * Double(width) / area.width)x\(72 * Double(height) / area.height)"
  // The lower left corner of the area becomes the device's origin. The final showpage is for a file that has
  // none; it makes a second page otherwise, which isn't looked at.
  let result = try runProcess([
    "gs", "-q", "-dSAFER", "-dNOPAUSE", "-dBATCH", "-dFIXEDMEDIA", "-sDEVICE=pngalpha",
    "-dGraphicsAlphaBits=4", "-g\(width)x\(height)", "-r\(resolution)", "-sOutputFile=\(pattern)",
    "-c", "<</Install {\(-area.x) \(-area.y) translate}>> setpagedevice", "-f", path, "-c",
    "showpage",
  ])
  let page = folder.file("page1.png")
  guard result.status == 0, exists(page) else {
    throw RenderingError(
      description: "gs can't draw \(path): \(result.outputText)\(result.errorText)")
  }
  return try Picture(png: readFile(page))
}

/// Runs a renderer that writes a PNG to standard output.
private func rendered(_ command: [String]) throws -> Picture {
  let result = try runProcess(command)
  guard result.status == 0, !result.output.isEmpty else {
    throw RenderingError(
      description: "\(command.joined(separator: " ")): exit \(result.status) \(result.errorText)")
  }
  return try Picture(png: result.output)
}

/// Draws two files in one pixel grid and compares them.
///
/// The grid is 400 pixels along the longer side (more for a very long picture); the files are drawn at twice
/// that and averaged down.
///
/// - Parameters:
///   - original: An SVG file. Its size decides the grid.
///   - converted: An SVG file, or an EPS file by its extension.
///   - area: The part of an EPS page to look at; by default the page of the original's size with its lower
///     left corner at (0,0).
/// - Returns: How far they differ; `PictureComparison.threshold` is the bound for the same picture.
/// - Throws: `RenderingError` when one of the two can't be drawn.
public func compareDrawings(
  _ original: String, _ converted: String, area: PageArea? = nil
) throws -> PictureComparison {
  let size = try sizeOfSVG(original)
  let (columns, rows) = comparisonGrid(size)
  let isEPS = converted.hasSuffix(".eps")
  let paper = isEPS ? PaperColor.white : .slate
  func picture(_ factor: Int, _ render: (Int, Int) throws -> Picture) throws -> Picture {
    let picture = try render(columns * factor, rows * factor)
    guard picture.width == columns * factor, picture.height == rows * factor else {
      throw RenderingError(description: "the pictures came out in different sizes")
    }
    return picture.flattened(onto: paper, factor: factor)
  }
  func rendered(_ factor: Int) throws -> Picture {
    try picture(factor) { width, height in
      guard isEPS else { return try renderSVG(converted, width: width, height: height) }
      // 1 px = 0.75 pt.
      let page = PageArea(width: size.width * 0.75, height: size.height * 0.75)
      return try renderEPS(converted, area: area ?? page, width: width, height: height)
    }
  }
  let first = try picture(2) { try renderSVG(original, width: $0, height: $1) }
  let comparison = PictureComparison(first, try rendered(2), paper: paper)
  // Ghostscript draws lines that are thinner than a pixel a whole pixel wide: in finer pixels they show as
  // thin as they are.
  guard isEPS, comparison.score > PictureComparison.threshold else { return comparison }
  let finer = PictureComparison(first, try rendered(6), paper: paper)
  return finer.score < comparison.score ? finer : comparison
}

/// Draws a file into the pixels of a picture that shows how it must look, and compares the two.
///
/// - Parameters:
///   - file: A PNG file.
///   - converted: An SVG file, or an EPS file by its extension; of that the page is looked at that begins at
///     (0,0) and is as large as its bounding box says.
/// - Returns: How far they differ; of an SVG file that rsvg-convert draws otherwise, how far it differs as resvg
///   draws it, where that is at hand.
/// - Throws: `RenderingError` when it can't be drawn.
public func compareWithPicture(
  _ file: String, _ converted: String
) throws -> PictureComparison {
  let first = try Picture(png: readFile(file))
  let oversampling = 2
  let (width, height) = (first.width * oversampling, first.height * oversampling)
  let second: Picture
  let paper: PaperColor
  if converted.hasSuffix(".eps") {
    second = try renderEPS(converted, area: try pageOfEPS(converted), width: width, height: height)
    paper = .white
  } else {
    second = try renderSVG(converted, width: width, height: height)
    paper = .slate
  }
  let reference = first.flattened(onto: paper, factor: 1)
  let comparison = PictureComparison(
    reference, second.flattened(onto: paper, factor: oversampling), paper: paper)
  if comparison.score > PictureComparison.threshold, !converted.hasSuffix(".eps"),
    let third = try renderSVGByResvg(converted, width: width), third.height == height
  {
    let other = PictureComparison(
      reference, third.flattened(onto: paper, factor: oversampling), paper: paper)
    return other.score < comparison.score ? other : comparison
  }
  return comparison
}

/// From (0,0) to the upper right corner of the bounding box.
private func pageOfEPS(_ path: String) throws -> PageArea {
  for line in try readText(path).split(separator: "\n").prefix(40)
  where line.hasPrefix("%%HiResBoundingBox:") {
    let numbers = line.split(separator: " ").dropFirst().compactMap { Double($0) }
    if numbers.count == 4, numbers[2] > 0, numbers[3] > 0 {
      return PageArea(width: numbers[2], height: numbers[3])
    }
  }
  throw RenderingError(description: "\(path) has no bounding box")
}

/// Columns and rows of the grid for a picture of this size: 400 along the longer side, but at least
/// 100 along the shorter one as long as that doesn't make more than 1600 of the longer one.
private func comparisonGrid(_ size: (width: Double, height: Double)) -> (Int, Int) {
  let (long, short) = (max(size.width, size.height), min(size.width, size.height))
  let scale = min(max(400 / long, 100 / short), 1600 / long)
  return (
    max(8, Int((size.width * scale).rounded())), max(8, Int((size.height * scale).rounded()))
  )
}
