import Geometry
public import NumberText
public import PathModel
public import PluginKit

/// Writes SVG 1.1: small files that show the drawing as it is, names and structure included.
///
/// What readers of all kinds agree on is used and nothing else: presentation attributes, absolute
/// user units, no style sheet. A style that all paths of a group share is said once, at the group.
public struct SVGExporter: Exporter {
  /// `svg`.
  public static let name = "svg"
  /// What it does, in a sentence.
  public static let summary = "Writes SVG with its page size, groups, names and styles."
  /// The decimals of coordinates, white space, ids and the title.
  public static var parameters: [Parameter<SVGExporter>] {
    [
      Parameter(
        "precision", \.precision, in: .from(0, to: 12),
        help: "Decimals of coordinates; by default as many as divide the page's shorter side into "
          + "100,000 steps."),
      Parameter(
        "minify", \.minify, help: "Leave out line breaks and indentation between elements."),
      Parameter(
        "id-prefix", \.idPrefix,
        help: "What all ids begin with, so that several files can stand in one document."),
      Parameter("title", \.title, help: "The document's title, instead of the one it has."),
    ]
  }
  /// `svg`.
  public static let extensions = ["svg"]
  /// Keys aren't written.
  public static let readsKeys = false

  /// The decimals of coordinates; nil chooses them from the page's size.
  public var precision: Int?
  /// Whether white space between elements is left out.
  public var minify = false
  /// What all ids begin with.
  public var idPrefix = ""
  /// The document's title; nil keeps the one it has.
  public var title: String?

  /// Makes an exporter with its defaults.
  public init() {}

  /// What is wrong with the prefix.
  public func problems() -> [String] {
    idPrefix.isEmpty || NameRegister.isSimple(idPrefix)
      ? []
      : [
        "'id-prefix' is made of letters, digits, '-', '_' and '.' and begins with a letter, not "
          + "'\(idPrefix)'"
      ]
  }

  /// Writes the drawing as one SVG document, in UTF-8, ended by a newline.
  public func write(
    _ drawing: borrowing Drawing, to output: inout ByteSink, _ context: inout Context
  ) throws(ComponentError) {
    let canvas = drawing.exportCanvas()
    if let doubt = drawing.pageDoubt(on: canvas) {
      context.warn(Diagnostic.Code(rawValue: doubt.code), doubt.message)
    }
    var document = copy drawing
    if let title { document.document.attributes.title = title }
    document.canvas = canvas
    do {
      try document.fillVaryingStrokes(
        tolerance: canvas.outlineTolerance, pointLimit: context.limits.points)
    } catch {
      throw ComponentError(
        "svg.stroke-outline",
        "a stroke whose width changes along its path can't be drawn as an area: it takes too many "
          + "points, or lies too far out; make its dashes longer, or fit the drawing to a page")
    }
    // The numbers, and some words of each path and group.
    output.reserve(
      document.points.count * 10 + document.pathCount * 60 + document.groups.count * 30 + 500)
    var writer = SVGWriter(
      document,
      precision: precision ?? FixedPoint.precision(forLength: canvas.box.shorterSide),
      isMinified: minify, idPrefix: idPrefix)
    writer.writeDocument(to: &output, &context)
  }
}
