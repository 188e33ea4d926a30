import Geometry
public import PathModel
public import PluginKit

/// Turns fills into strokes: hachure, cross-hatch, zigzags, dots or dashes.
///
/// Each hatched path becomes up to three, from below: its inside as paper, which hides what lies behind as
/// the fill did, the lines, and its outline. What colours they have, how they are named and in which order
/// they are painted is settled here; `Hatcher` finds the lines.
public struct Hatch: Stage {
  /// How an inside is filled.
  public enum FillStyle: String, CaseIterable, Sendable, ParameterType {
    /// Lines side by side.
    case hachure
    /// Lines in two directions.
    case crossHatch = "cross-hatch"
    /// One pen line to and fro.
    case zigzag
    /// Lines that are zigzags themselves.
    case zigzagLine = "zigzag-line"
    /// Dots.
    case dots
    /// Lines of dashes.
    case dashes
  }

  /// What becomes of shapes that are too thin for lines.
  public enum Thin: String, CaseIterable, Sendable, ParameterType {
    /// They stay filled, as a pen would draw them with one stroke.
    case solid
    /// They get lines that lie closer.
    case hatch
  }

  /// What is done with a rectangle that colours the page.
  public enum Background: String, CaseIterable, Sendable, ParameterType {
    /// A grey or a tint stays and counts as paper, any other colour is hatched.
    case auto
    /// It stays as it is and counts as paper.
    case skip
    /// It's hatched like the rest.
    case draw
  }

  /// How an inside is filled.
  public var style = FillStyle.hachure
  /// The direction of the lines.
  public var angle = Angle(degrees: -40)
  /// Cross-hatch: how far the second direction is turned on.
  public var crossAngle = Angle(degrees: 90)
  /// The distance between lines.
  public var gap = Length(2.5, .sw)
  /// The width of the lines; nil leaves it to the style.
  public var weight: Length?
  /// The colour of the lines; nil takes the fill's.
  public var color: Color?
  /// How much darker than the paper lines are at least, as a part of the way from black to white.
  public var contrast = 0.0
  /// Which fills are hatched: those whose red, green and blue are all less, 0 to 1, and all at 1.
  public var darkerThan = 1.0
  /// How much darker fills get denser lines, 0 to 1.
  public var tone = 0.0
  /// How far the lines stay away from the outline.
  public var inset = Length(0)
  /// How unevenly lines lie and end, 0 to 1.
  public var variation = 0.6
  /// How far several lines in a row wander together, 0 to 1.
  public var drift = 0.0
  /// How far lines may end beyond the outline.
  public var overrun = Length(0)
  /// How many lines every shape gets at least.
  public var minLines = 4
  /// What becomes of shapes that are too thin for lines.
  public var thin = Thin.solid
  /// Dashes: how long they are.
  public var dash = Length(7, .sw)
  /// Dashes: how far apart they are.
  public var dashGap = Length(3, .sw)
  /// Zigzag lines: how far a tooth goes to the side, and how far along each of its strokes; nil takes the gap.
  public var zigzagOffset: Length?
  /// What lies below the lines; nil takes the page's colour.
  public var paper: Paint?
  /// Whether strokes of hatched paths stay.
  public var keepOutline = true
  /// Whether hatched paths without a stroke get one.
  public var drawOutline = false
  /// What is done with a rectangle that colours the page.
  public var background = Background.auto
  /// The stage's own seed, instead of the run's.
  public var seed: Int?

  /// Makes the stage with its defaults.
  public init() {}

  /// What pipelines call it.
  public static let name = "hatch"
  /// What it does.
  public static let summary =
    "Turns fills into strokes: lines, crossed lines, zigzags, dots or dashes."
  /// What can be set.
  public static let parameters: [Parameter<Hatch>] = [
    Parameter(
      "style", \.style, aliases: ["fill-style"],
      help: """
        Lines side by side (hachure), in two directions (cross-hatch), one pen line to and fro \
        (zigzag), lines that are zigzags themselves (zigzag-line), dots, or lines of dashes.
        """),
    Parameter(
      "angle", \.angle, aliases: ["hachure-angle"],
      help: "The direction of the lines; negative angles rise to the right."),
    Parameter(
      "cross-angle", \.crossAngle,
      help: "For cross-hatch: how far the second direction is turned on."),
    Parameter(
      "gap", \.gap, in: .above(0), aliases: ["hachure-gap"],
      help: """
        The distance between lines, and between dots. Where a path has no stroke, or a hairline, \
        sw is 0.75 % of the canvas's shorter side.
        """),
    Parameter(
      "weight", \.weight, in: .above(0), aliases: ["fill-weight"],
      help: "The width of the lines, or of the dots; unless given, 0.6sw, and 1.2sw for dots."),
    Parameter(
      "color", \.color, help: "The colour of the lines; unless given, the fill's."),
    Parameter(
      "contrast", \.contrast, in: .from(0, to: 1),
      help: """
        How much darker than the paper lines are at least, as a part of the way from black to white (on dark \
        paper, lighter): those of paler fills get a stronger colour of about the same hue. 0 keeps the fill's; 'color' \
        is never changed.
        """),
    Parameter(
      "darker-than", \.darkerThan, in: .from(0, to: 1),
      help: """
        Which fills are hatched: those whose red, green and blue, as they look on the page, are all less than \
        this part of full, so that what is black can be told from colours and shadows; others stay filled. At \
        1 all are hatched.
        """),
    Parameter(
      "tone", \.tone, in: .from(0, to: 1), aliases: ["gap-from-lightness"],
      help: """
        How much the gap goes by the fill's lightness: at 1 black gets lines twice as dense, and white \
        half as dense.
        """),
    Parameter(
      "inset", \.inset, in: .from(0, to: 1e9),
      help: "How far the lines stay away from the outline."),
    Parameter(
      "variation", \.variation, in: .from(0, to: 1),
      help: """
        How unevenly lines lie and end; at 0 they are ruled, and end at the outline to the last \
        digit.
        """),
    Parameter(
      "drift", \.drift, in: .from(0, to: 1),
      help: """
        How far several lines in a row wander together, so that they crowd here and fan out there, as those \
        of a hand do; they never meet.
        """),
    Parameter(
      "overrun", \.overrun, in: .from(0, to: 1e9),
      help: """
        For hachure and cross-hatch: how far lines may go on past the outline, each end by itself, few of \
        them much, and none by more than a quarter of its line; at 0 none does.
        """),
    Parameter(
      "min-lines", \.minLines, in: .from(0, to: 1000),
      help: """
        How many lines every shape gets at least, for which they may lie closer.
        """),
    Parameter(
      "thin", \.thin,
      help: """
        What becomes of shapes too thin for the gap, such as letters, and outlines that are fills: they \
        stay filled (solid), or get lines that lie closer (hatch), as a plotter needs it.
        """),
    Parameter(
      "dash", \.dash, in: .above(0), help: "For dashes: how long they are."),
    Parameter(
      "dash-gap", \.dashGap, in: .above(0), help: "For dashes: how far apart they are."),
    Parameter(
      "zigzag-offset", \.zigzagOffset, in: .above(0),
      help: """
        For zigzag-line: how far a tooth goes to the side, and each of its two strokes along the line; unless \
        given, as far as the gap, which is left between the teeth of a line and the next line.
        """),
    Parameter(
      "paper", \.paper,
      help: """
        What lies below the lines of each shape and hides what is behind it; 'none' lets that show. Unless \
        given, the colour of the page. Fills of this colour stay as they are.
        """),
    Parameter(
      "keep-outline", \.keepOutline, help: "Whether strokes of hatched paths stay, on top."),
    Parameter(
      "draw-outline", \.drawOutline,
      help: """
        Whether hatched paths without a stroke get an outline in the colour of their lines, 1sw wide: hatched \
        icons that are fills alone keep their form.
        """),
    Parameter(
      "background", \.background,
      help: """
        Whether a rectangle that colours the page stays as it is and counts as paper ('skip'), is \
        hatched ('draw'), or one or the other by its colour ('auto': white, greys and tints stay).
        """),
    Parameter(
      "seed", \.seed, help: "The stage's own seed; none takes the run's."),
  ]

  /// Hatches every path that has a fill.
  public func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    if let seed { context.useSeed(UInt64(bitPattern: Int64(seed))) }
    var hatching = Hatching(self, drawing)
    drawing = try hatching.hatched(drawing, context)
  }
}
