import Geometry
public import NumberText
public import PathModel
public import PluginKit

/// Writes Encapsulated PostScript, EPSF-3.0, that keeps Adobe's document structuring conventions.
///
/// All of it is vector: curves stay curves, gradients become shadings, patterns are painted tile by tile. One CSS pixel is 0.75 points
/// and the page's lower left corner is (0, 0), so nothing is moved; coordinates are written in points,
/// with y growing upward, and rounded once. PostScript has no transparency: colours that aren't opaque are
/// blended with those that lie under them and with the paper's, and reported as losses.
///
/// Sources: Adobe, *PostScript Language Reference*, 3rd edition, 1999; *Encapsulated PostScript File
/// Format Specification* 3.0 and *Document Structuring Conventions Specification* 3.0, 1992.
public struct EPSExporter: Exporter {
  /// What the file's bounding box encloses.
  public enum Bounds: String, CaseIterable, Sendable, ParameterType {
    /// The page; what lies beyond it is cut off, as an SVG viewer does it.
    case page
    /// Everything that is painted, strokes with their width; nothing is cut off.
    case ink
  }

  /// `eps`.
  public static let name = "eps"
  /// What it does, in a sentence.
  public static let summary = "Writes Encapsulated PostScript: vectors only, one pixel is 0.75 pt."
  /// The bounding box, the colours, the thinnest line and the decimals.
  public static var parameters: [Parameter<EPSExporter>] {
    [
      Parameter(
        "bounds", \.bounds,
        help: "What the bounding box encloses: the page, or the ink; the page's lower left corner "
          + "is (0, 0) in both."),
      Parameter("gray", \.gray, help: "Turn colours into greys of the same brightness."),
      Parameter(
        "min-width", \.minWidth, in: .atLeast(0),
        help: "Draw no stroke thinner than this, for printers that lose hairlines."),
      Parameter(
        "paper", \.paper,
        help: "The paper's colour, which colours that aren't opaque are blended with."),
      Parameter(
        "precision", \.precision, in: .from(0, to: 8),
        help: "Decimals of coordinates in points; by default as many as divide the page's shorter "
          + "side into 100,000 steps."),
      Parameter("title", \.title, help: "The document's title, instead of the one it has."),
    ]
  }
  /// `eps`.
  public static let extensions = ["eps"]
  /// Keys aren't written.
  public static let readsKeys = false

  /// What the bounding box encloses.
  public var bounds = Bounds.page
  /// Whether colours become greys.
  public var gray = false
  /// The width that no stroke is thinner than.
  public var minWidth = Length(0)
  /// The paper's colour.
  public var paper = Color.white
  /// The decimals of coordinates in points; nil chooses them from the page's size.
  public var precision: Int?
  /// The document's title; nil keeps the one it has.
  public var title: String?

  /// Makes an exporter with its defaults.
  public init() {}

  /// Writes the drawing as one EPS document, in ASCII.
  public func write(
    _ drawing: borrowing Drawing, to output: inout ByteSink, _ context: inout Context
  ) throws(ComponentError) {
    let page = EPSPage(drawing.exportCanvas())
    if let doubt = drawing.pageDoubt(on: page.canvas) {
      context.warn(Diagnostic.Code(rawValue: doubt.code), doubt.message)
    }
    var drawing = copy drawing
    do {
      try drawing.fillVaryingStrokes(
        tolerance: page.canvas.outlineTolerance, pointLimit: context.limits.points)
    } catch {
      throw ComponentError(
        "eps.stroke-outline",
        "a stroke whose width changes along its path can't be drawn as an area: it takes too many "
          + "points, or lies too far out; make its dashes longer, or fit the drawing to a page")
    }
    if minWidth.value > 0 {
      let canvas = page.canvas
      let minWidth = minWidth
      drawing.mapStyles { style in
        guard style.hasVisibleStroke else { return }
        let least = minWidth.resolved(canvas: canvas, strokeWidth: style.strokeWidth)
        style.strokeWidth = max(style.strokeWidth, least)
      }
    }
    let ink = drawing.inkBounds().map(page.map)
    try check(ink, &context)
    let pageBox = Rect(x: 0, y: 0, width: page.width, height: page.height)
    let box = bounds == .ink ? ink ?? pageBox : pageBox

    output.reserve(drawing.points.count * 18)
    let usesShadings = drawing.usesGradients
    writeHeader(
      box, title: title ?? drawing.document.attributes.title, level: usesShadings ? 3 : 2,
      to: &output)
    output.append(EPSExporter.prolog)
    output.append("%%Page: 1 1\n%%BeginPageSetup\nStrokemill begin\nq\n%%EndPageSetup\n")
    let isCut = bounds == .page && !(ink.map { pageBox.union($0) == pageBox } ?? true)
    if isCut {
      for value in [0, 0, page.width, page.height] {
        output.append(value, precision: 6)
        output.append(UInt8(ascii: " "))
      }
      output.append("rectclip\n")
    }
    var painter = EPSPainter(
      drawing, page: page, visible: isCut ? pageBox : nil, colors: EPSColors(gray, paper: paper),
      precision: precision
        ?? FixedPoint.precision(forLength: min(page.width, page.height)))
    painter.paintAll(to: &output, &context)
    output.append("Q\nend\nshowpage\n%%Trailer\n%%EOF\n")
  }

  /// PostScript counts in single precision, and readers in less.
  private func check(_ ink: Rect?, _ context: inout Context) throws(ComponentError) {
    guard let ink else { return }
    let farthest = max(
      ink.minX.magnitude, ink.minY.magnitude, ink.maxX.magnitude, ink.maxY.magnitude)
    if !(farthest < 1e9) {
      throw ComponentError(
        "eps.too-far",
        "the drawing reaches 10^9 points or more from its page's corner, which PostScript can't "
          + "draw; fit it to a page first, for example with the stage 'aspect-fit'")
    }
    if farthest > 1e6 {
      context.warn(
        "eps.far",
        "the drawing reaches more than a million points from its page's corner; many readers of "
          + "EPS draw such coordinates wrong")
    }
  }

  // MARK: Header

  private func writeHeader(
    _ box: Rect, title: String?, level: Int, to output: inout ByteSink
  ) {
    output.append("%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox:")
    // Outward, but not for the last bits of a sum: a page of 720 points is 720 points wide.
    let slack = 1e-6
    for value in [
      (box.minX + slack).rounded(.down), (box.minY + slack).rounded(.down),
      (box.maxX - slack).rounded(.up), (box.maxY - slack).rounded(.up),
    ] {
      output.append(UInt8(ascii: " "))
      output.append(value, precision: 0)
    }
    output.append("\n%%HiResBoundingBox:")
    for value in [box.minX, box.minY, box.maxX, box.maxY] {
      output.append(UInt8(ascii: " "))
      output.append(value, precision: 6)
    }
    output.append("\n%%Creator: Strokemill\n")
    if let title, !title.isEmpty {
      output.append("%%Title: (")
      output.appendPostScript(title, limit: 200)
      output.append(")\n")
    }
    output.append("%%LanguageLevel: ")
    output.append(integer: level)
    output.append("\n%%DocumentData: Clean7Bit\n%%Pages: 1\n%%EndComments\n")
  }

  /// Short names for what is written often, in a dictionary of their own.
  private static let prolog: StaticString = """
    %%BeginProlog
    /Strokemill 32 dict def
    Strokemill begin
    /m{moveto}bind def
    /l{lineto}bind def
    /c{curveto}bind def
    /h{closepath}bind def
    /n{newpath}bind def
    /f{fill}bind def
    /e{eofill}bind def
    /s{stroke}bind def
    /q{gsave}bind def
    /Q{grestore}bind def
    /W{clip newpath}bind def
    /E{eoclip newpath}bind def
    /S{strokepath clip newpath}bind def
    /g{setgray}bind def
    /r{setrgbcolor}bind def
    /w{setlinewidth}bind def
    /J{setlinecap}bind def
    /j{setlinejoin}bind def
    /M{setmiterlimit}bind def
    /d{setdash}bind def
    end
    %%EndProlog

    """
}

extension Drawing {
  /// Whether any path is painted with a gradient.
  fileprivate var usesGradients: Bool {
    let hasGradient = styles.map { style in
      [style.fill, style.stroke].contains { if case .gradient = $0 { true } else { false } }
    }
    return records.contains { hasGradient[Int($0.info.style.index)] }
  }
}
