import HandDrawn
import Hatch
public import PathModel
public import PluginKit

/// Draws as rough.js does, by the names that its options have there.
///
/// It's the stages `hatch` and `jitter` (`model: roughjs`) in one, for people who come from there: fills become
/// hatching, and then everything is drawn by the hand of rough.js. Who wants more of either takes the
/// two stages themselves.
public struct Sketch: Stage {
  /// How an inside is filled.
  public enum FillStyle: String, CaseIterable, Sendable, ParameterType {
    /// Lines side by side.
    case hachure
    /// One colour.
    case solid
    /// One pen line to and fro.
    case zigzag
    /// Lines that are zigzags themselves.
    case zigzagLine = "zigzag-line"
    /// Lines in two directions.
    case crossHatch = "cross-hatch"
    /// Dots.
    case dots
    /// Lines of dashes.
    case dashed
  }

  /// What all displacements are multiplied by.
  public var roughness = 1.0
  /// How much the middles of lines bow.
  public var bowing = 1.0
  /// How far points move each way at a roughness of 1.
  public var maxRandomnessOffset = Length(2)
  /// The outline's colour; nil leaves it.
  public var stroke: Paint?
  /// The outline's width; nil leaves it.
  public var strokeWidth: Length?
  /// The colour of insides; nil leaves it.
  public var fill: Paint?
  /// How an inside is filled.
  public var fillStyle = FillStyle.hachure
  /// The width of lines and dots that fill; nil takes half of the outline's.
  public var fillWeight: Length?
  /// The direction of the lines that fill.
  public var hachureAngle = Angle(degrees: -41)
  /// The distance between them; nil takes four widths of the outline.
  public var hachureGap: Length?
  /// How long dashes are; nil takes the gap.
  public var dashOffset: Length?
  /// How far apart dashes are; nil takes the gap.
  public var dashGap: Length?
  /// How far the teeth of zigzag lines go to the side; nil takes the gap.
  public var zigzagOffset: Length?
  /// How much strokes are simplified, from 0 to 1.
  public var simplification: Double?
  /// Whether the points that segments meet in stay where they are.
  public var preserveVertices = false
  /// Whether outlines are drawn once instead of twice.
  public var disableMultiStroke = false
  /// Whether lines that fill are drawn once instead of twice.
  public var disableMultiStrokeFill = false
  /// The stage's own seed, instead of the run's.
  public var seed: Int?

  /// Makes the stage with its defaults.
  public init() {}

  /// What pipelines call it.
  public static let name = "sketch"
  /// What it does.
  public static let summary = "Hatches fills and draws everything as rough.js does, by its names."
  /// What can be set.
  public static let parameters: [Parameter<Sketch>] = [
    Parameter(
      "roughness", \.roughness, in: .from(0, to: 100),
      help: "What all displacements are multiplied by; 0 moves nothing."),
    Parameter(
      "bowing", \.bowing, in: .from(0, to: 100), help: "How much the middles of lines bow."),
    Parameter(
      "max-randomness-offset", \.maxRandomnessOffset, in: .from(0, to: 1e9),
      help: "How far points move each way at a roughness of 1."),
    Parameter("stroke", \.stroke, help: "The outlines' colour; unless given, as it is."),
    Parameter(
      "stroke-width", \.strokeWidth, in: .from(0, to: 1e9),
      help: "The outlines' width; unless given, as it is."),
    Parameter("fill", \.fill, help: "The colour of what is filled; unless given, as it is."),
    Parameter(
      "fill-style", \.fillStyle,
      help: """
        Lines side by side (hachure), one colour (solid), one pen line to and fro (zigzag), lines that \
        are zigzags themselves (zigzag-line), lines in two directions (cross-hatch), dots, or lines of \
        dashes (dashed).
        """),
    Parameter(
      "fill-weight", \.fillWeight, in: .above(0),
      help: "The width of lines that fill; unless given, 0.5sw."),
    Parameter(
      "hachure-angle", \.hachureAngle,
      help: "The direction of lines that fill; negative angles rise to the right."),
    Parameter(
      "hachure-gap", \.hachureGap, in: .above(0),
      help: "The distance between them; unless given, 4sw."),
    Parameter(
      "dash-offset", \.dashOffset, in: .above(0),
      help: "For dashed: how long dashes are; unless given, as long as the lines are apart."),
    Parameter(
      "dash-gap", \.dashGap, in: .above(0),
      help: "For dashed: how far apart they are; unless given, as far as the lines."),
    Parameter(
      "zigzag-offset", \.zigzagOffset, in: .above(0),
      help: "For zigzag-line: how far teeth go to the side; unless given, as far as the gap."),
    Parameter(
      "simplification", \.simplification, in: .from(0, to: 1),
      help: """
        Draws strokes through fewer and fewer points the nearer it is to 0; 0 and 1 do nothing.
        """),
    Parameter(
      "preserve-vertices", \.preserveVertices,
      help: "Keeps the points that segments meet in where they are."),
    Parameter(
      "disable-multi-stroke", \.disableMultiStroke, help: "Draws outlines once instead of twice."),
    Parameter(
      "disable-multi-stroke-fill", \.disableMultiStrokeFill,
      help: "Draws lines that fill once instead of twice."),
    Parameter("seed", \.seed, help: "The stage's own seed; none takes the run's."),
  ]

  /// Hatches and draws.
  public func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    if let seed { context.useSeed(UInt64(bitPattern: Int64(seed))) }
    restyle(&drawing)
    let namesBefore = drawing.attributes.count
    if let hatch { try hatch.apply(to: &drawing, &context) }
    func part(_ drawing: borrowing Drawing, _ row: Int) -> Part {
      // What the hatching made bears names that it made.
      let names = Int(drawing.records[row].info.attributes.index)
      guard hatch != nil, names >= namesBefore else { return .outline }
      return Part(rawValue: drawing.attributes[names].classes.last ?? "") ?? .outline
    }
    for passed in [Part.outline, .lines] {
      let chosen = (0..<drawing.pathCount).map { part(drawing, $0) == passed }
      guard chosen.contains(true) else { continue }
      var subset = drawing.subset(where: chosen)
      try jitter(passed).apply(to: &subset, &context)
      drawing = drawing.replacing(where: chosen, with: subset)
    }
  }

  /// What the hatching leaves of a path; the paper below stays as it is.
  private enum Part: String {
    case outline, paper
    case lines = "hatch"
  }

  private func restyle(_ drawing: inout Drawing) {
    let canvas = drawing.canvas
    if let strokeWidth, drawing.hasWidths {
      // Widths point by point keep their proportions.
      for row in 0..<drawing.pathCount {
        let old = drawing.style(ofPath: row).strokeWidth
        guard old > 0 else { continue }
        let factor = strokeWidth.resolved(canvas: canvas, strokeWidth: old) / old
        let range = drawing.records[row].pointRange
        drawing.withMutableWidths { widths in
          for i in range { widths[i] *= factor }
        }
      }
    }
    drawing.mapStyles { style in
      if let stroke { style.stroke = stroke }
      if let strokeWidth {
        style.strokeWidth = strokeWidth.resolved(canvas: canvas, strokeWidth: style.strokeWidth)
      }
      if let fill { style.fill = fill }
    }
  }

  /// The hatching, nil where fills stay solid.
  private var hatch: Hatch? {
    var hatch = Hatch()
    switch fillStyle {
    case .solid: return nil
    case .hachure: hatch.style = .hachure
    case .zigzag: hatch.style = .zigzag
    case .zigzagLine: hatch.style = .zigzagLine
    case .crossHatch: hatch.style = .crossHatch
    case .dots: hatch.style = .dots
    case .dashed: hatch.style = .dashes
    }
    let gap = hachureGap ?? Length(4, .sw)
    hatch.angle = hachureAngle
    hatch.gap = gap
    hatch.weight = fillWeight ?? Length(0.5, .sw)
    hatch.dash = dashOffset ?? gap
    hatch.dashGap = dashGap ?? gap
    hatch.zigzagOffset = zigzagOffset
    // The hand errs by itself.
    hatch.variation = roughness > 0 ? hatch.variation : 0
    return hatch
  }

  private func jitter(_ part: Part) -> Jitter {
    var jitter = Jitter()
    jitter.model = .roughjs
    jitter.roughness = roughness
    jitter.bowing = bowing
    jitter.maxOffset = maxRandomnessOffset
    jitter.keepEnds = preserveVertices
    jitter.simplification = part == .lines ? nil : simplification
    jitter.passes = (part == .lines ? disableMultiStrokeFill : disableMultiStroke) ? 1 : 2
    return jitter
  }
}
