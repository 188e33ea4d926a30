import Geometry
public import PathModel
public import PluginKit

/// Draws every path anew by an unsteady hand.
///
/// The hand itself is a `JitterModel`; this is what all models share: which paths are drawn, how
/// often, and how several passes are painted.
public struct Jitter: Stage {
  /// How the hand errs.
  public enum Model: String, CaseIterable, Sendable, ParameterType {
    /// By a smooth field over the page: what touches stays together.
    case noise
    /// By a smooth noise along each stroke.
    case arc
    /// By its own random step at each point, in parts of a box.
    case offset
    /// As rough.js does.
    case roughjs
    /// As matplotlib's sketch filter does.
    case xkcd
  }

  /// What becomes of corners.
  public enum Corners: String, CaseIterable, Sendable, ParameterType {
    /// The lines of a corner meet.
    case joined
    /// They go on past it, as architects draw.
    case overshoot
  }

  /// What the offsets are parts of.
  public enum Box: String, CaseIterable, Sendable, ParameterType {
    /// Each path's own bounds.
    case path
    /// The canvas.
    case canvas
  }

  /// Whether ink may leave the canvas.
  public enum Overflow: String, CaseIterable, Sendable, ParameterType {
    /// Ink that is on the canvas stays there.
    case inside
    /// Ink goes wherever the hand does.
    case allow
  }

  /// What is done with shapes that are no drawing.
  public enum Background: String, CaseIterable, Sendable, ParameterType {
    /// They stay as they are.
    case skip
    /// They are drawn like the rest.
    case draw
  }

  /// How the hand errs.
  public var model = Model.noise
  /// What all displacements are multiplied by.
  public var roughness = 1.0
  /// How often each line is drawn; 0 leaves it to the model and the roughness.
  public var passes = 0
  /// How often each line of a hatch is drawn; 0 leaves it to the model.
  public var hatchPasses = 0
  /// What each pass's displacements are multiplied by; the last goes for all that follow.
  public var passAmplitude: [Double] = []
  /// What each pass's opacity is multiplied by; the last goes for all that follow.
  public var passOpacity: [Double] = []
  /// Noise and arc: how far a point moves at most.
  public var amplitude = Length(1.6, .percent)
  /// Noise and arc: the usual distance between two crests.
  public var wavelength = Length(60, .percent)
  /// How much the middles of straight lines bow beside that.
  public var bowing = 1.0
  /// Noise and arc: what becomes of a stroke's corners.
  public var corners = Corners.joined
  /// Noise and arc: how far lines go on past corners.
  public var overshoot = Length(2, .percent)
  /// By how much of that overshoots differ, 0 to 1.
  public var overshootVariation = 0.6
  /// Whether ends and corners stay where they are.
  public var keepEnds = false
  /// Offset: how far an end point moves at most, as a part of the box's sides.
  public var offset = 0.04
  /// Offset: what the offset is a part of.
  public var box = Box.path
  /// Offset: how far each pass is turned against the one before.
  public var turn = Angle(degrees: 0)
  /// Roughjs: how far a point moves each way at a roughness of 1.
  public var maxOffset = Length(2)
  /// Roughjs: how much strokes are simplified, from 0 to 1.
  public var simplification: Double?
  /// Xkcd: how far a point moves at most.
  public var scale = Length(1)
  /// Xkcd: about how long a wave is.
  public var length = Length(100)
  /// Xkcd: how much the waves differ.
  public var randomness = 2.0
  /// Whether ink may leave the canvas.
  public var overflow = Overflow.inside
  /// What is done with shapes that are no drawing.
  public var background = Background.skip
  /// The stage's own seed, instead of the run's.
  public var seed: Int?

  /// Makes the stage with its defaults.
  public init() {}

  /// What pipelines call it.
  public static let name = "jitter"
  /// What it does.
  public static let summary = "Draws every path anew by an unsteady hand."
  /// What can be set.
  public static let parameters: [Parameter<Jitter>] = [
    Parameter(
      "model", \.model,
      help: """
        How the hand errs: 'noise' bends the whole page smoothly, so that shared borders stay one \
        line; 'arc' wavers along each stroke by itself; 'offset' moves each point by itself; \
        'roughjs' and 'xkcd' draw as rough.js and matplotlib's sketch do, in canvas units.
        """),
    Parameter(
      "roughness", \.roughness, in: .from(0, to: 100),
      help: """
        The one knob: what all displacements are multiplied by; 0 moves nothing. With noise and \
        arc the waves also grow shorter the rougher it gets.
        """),
    Parameter(
      "passes", \.passes, in: .from(0, to: 100),
      help: """
        How often each stroke is drawn; fills and dashed strokes are drawn once. 0 leaves it to the \
        model: twice, with xkcd once, and with noise, arc and offset once below a roughness of 0.25 \
        and three times from 2.5 on.
        """),
    Parameter(
      "hatch-passes", \.hatchPasses, in: .from(0, to: 100),
      help: """
        How often the lines of a hatch, paths of the class 'hatch', are drawn. 0 leaves it to the model: as \
        often as other strokes with roughjs and xkcd, once with noise, arc and offset: lines side by side \
        drawn twice run into one another.
        """),
    Parameter(
      "pass-amplitude", \.passAmplitude, in: .from(0, to: 100),
      help: """
        What each pass's displacements are multiplied by, one number a pass; the last goes for \
        all that follow.
        """),
    Parameter(
      "pass-opacity", \.passOpacity, in: .from(0, to: 1),
      help: """
        What each pass's opacity is multiplied by, one number a pass; the last goes for all that \
        follow. Passes of different opacity are paths of their own.
        """),
    Parameter(
      "amplitude", \.amplitude, in: .from(0, to: 1e9),
      help: """
        For noise and arc: no point moves farther than this, times the roughness and the pass's \
        factor; beside that only the bow of lines and the ends of loops.
        """),
    Parameter(
      "wavelength", \.wavelength, in: .above(0),
      help: """
        For noise and arc: the usual distance between two crests; at least 14 amplitudes are \
        taken, so that nothing folds over.
        """),
    Parameter(
      "bowing", \.bowing, in: .from(0, to: 100),
      help: """
        How much the middles of straight lines bow; with noise and arc by up to 0.8% of their \
        length or half a stroke width, whichever is less.
        """),
    Parameter(
      "corners", \.corners,
      help: """
        For noise and arc: whether a stroke's lines meet at corners ('joined') or go on past them, \
        as architects draw ('overshoot').
        """),
    Parameter(
      "overshoot", \.overshoot, in: .from(0, to: 1e9),
      help: "How far lines go on past corners at most; a fifth of a line's length is enough."),
    Parameter(
      "overshoot-variation", \.overshootVariation, in: .from(0, to: 1),
      help: """
        By how much of the overshoot lines differ: at 0 all go on as far, at 1 some as far, some hardly, and \
        most in between.
        """),
    Parameter(
      "keep-ends", \.keepEnds, aliases: ["preserve-vertices"],
      help: """
        Keeps corners and the ends of strokes where they are; with roughjs all points that \
        segments meet in.
        """),
    Parameter(
      "offset", \.offset, in: .from(0, to: 100), aliases: ["skew"],
      help: """
        For the offset model: how far end points move at most, as a part of the box's width and \
        height; control points move half as far.
        """),
    Parameter(
      "box", \.box,
      help: "For the offset model: the box that offsets and turns refer to."),
    Parameter(
      "turn", \.turn,
      help: "For the offset model: how far each pass is turned on about the box's centre."),
    Parameter(
      "max-offset", \.maxOffset, in: .from(0, to: 1e9), aliases: ["max-randomness-offset"],
      help: "For roughjs: how far points move each way at a roughness of 1."),
    Parameter(
      "simplification", \.simplification, in: .from(0, to: 1),
      help: """
        For roughjs: draws strokes through fewer and fewer points the nearer it is to 0; 0 and 1 do \
        nothing.
        """),
    Parameter(
      "scale", \.scale, in: .from(0, to: 1e9),
      help: "For xkcd: how far a point moves at most."),
    Parameter(
      "length", \.length, in: .above(0),
      help: "For xkcd: about how long a wave is."),
    Parameter(
      "randomness", \.randomness, in: .from(1e-3, to: 1e6),
      help: "For xkcd: by what factor waves are stretched or shortened at most."),
    Parameter(
      "overflow", \.overflow,
      help: """
        For noise, arc and offset: whether what lies on the canvas stays there ('inside'), strokes \
        included, or may leave it ('allow').
        """),
    Parameter(
      "background", \.background,
      help: """
        Whether filled rectangles that cover the page, and paths without ink, stay as they are \
        ('skip') or are drawn too ('draw').
        """),
    Parameter(
      "seed", \.seed, help: "The stage's own seed; none takes the run's."),
  ]

  /// How often strokes are drawn and how the passes differ.
  var repeats: Passes {
    let usual: Int
    switch model {
    case .xkcd: usual = 1
    case .roughjs: usual = 2
    case .noise, .arc, .offset: usual = roughness < 0.25 ? 1 : (roughness < 2.5 ? 2 : 3)
    }
    let count = passes > 0 ? passes : usual
    return Passes(count: count, amplitudes: passAmplitude, opacities: passOpacity)
  }

  /// How often the lines of a hatch are drawn.
  private var hatchRepeats: Passes {
    let count: Int
    switch model {
    case .roughjs, .xkcd: count = hatchPasses > 0 ? hatchPasses : repeats.count
    case .noise, .arc, .offset: count = max(1, hatchPasses)
    }
    return Passes(count: count, amplitudes: passAmplitude, opacities: passOpacity)
  }

  /// Draws every path anew.
  public func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    if let seed { context.useSeed(UInt64(bitPattern: Int64(seed))) }
    try drawing.checkSize(for: Jitter.name)
    switch model {
    case .noise, .arc:
      try apply(
        NoiseModel(self, drawing, context, isAlongStroke: model == .arc), to: &drawing, context)
    case .offset: try apply(OffsetModel(self, drawing), to: &drawing, context)
    case .roughjs: try apply(RoughModel(self, drawing), to: &drawing, context)
    case .xkcd: try apply(XkcdModel(self, drawing), to: &drawing, context)
    }
  }

  /// How many points have to be made before it's foretold how many all will be.
  private static let sample = 1 << 16
  /// For how many points there's made room at most: 128 MB.
  private static let mostForetold = 0x1p23

  private func apply<Hand: JitterModel>(
    _ hand: Hand, to drawing: inout Drawing, _ context: borrowing Context
  ) throws(ComponentError) {
    var hand = hand
    // What is cut to a shape must stay cut to it, so clips are drawn too, like fills.
    let clip = Style(fill: .color(.black))
    var result = Drawing(
      tablesOf: drawing,
      rewritingClips: { path, builder in
        guard hand.movesClips else { return }
        hand.draw(path, style: clip, part: .fill, passes: 0..<1, into: &builder, context)
      })
    let tiles = drawing.groupsOfTiles()
    let page = background == .skip ? drawing.canvas.map { PageBackground($0.box) } : nil
    let isHatch = drawing.attributes.map { $0.classes.contains("hatch") }
    var painter = PassPainter(repeats)
    var hatchPainter = PassPainter(hatchRepeats)
    let limit = context.limits.points(after: drawing.points.count)
    var isReserved = false
    for row in 0..<drawing.pathCount {
      let info = drawing.records[row].info
      if !isReserved && result.points.count > Jitter.sample {
        // Enough to foretell the rest, so that what was made needn't be moved again and again.
        let done = Double(drawing.records[row].pointRange.lowerBound)
        let growth = Double(result.points.count) / max(1, done)
        let rest = (Double(drawing.points.count) - done) * growth * 1.05
        let count = Int(max(0, min(rest, Jitter.mostForetold, Double(limit - result.points.count))))
        result.reserve(verbs: count / 2, points: count)
        isReserved = true
      }
      let style = drawing.style(ofPath: row)
      let isTile = !tiles.isEmpty && tiles[Int(info.group.index)]
      let isInvisible = !style.hasVisibleFill && !style.hasVisibleStroke
      let isPage =
        style.hasVisibleFill && (page.map { $0.covers(drawing[path: row].points) } ?? false)
      if isTile || isPage || (isInvisible && background == .skip) {
        result.appendPath(info) { builder in builder.append(drawing[path: row]) }
      } else {
        let isLines = isHatch[Int(info.attributes.index)]
        let count = (isLines ? hatchRepeats : repeats).count
        let points = hand.pointCount(
          of: drawing[path: row], style: style,
          passes: style.hasVisibleStroke && style.dashes.isEmpty ? count : 1)
        guard points <= Double(limit - result.points.count) else { throw tooManyPoints(limit) }
        if isLines {
          hatchPainter.paint(drawing[path: row], style: style, by: &hand, into: &result, context)
        } else {
          painter.paint(drawing[path: row], style: style, by: &hand, into: &result, context)
        }
      }
      guard result.points.count <= limit else { throw tooManyPoints(limit) }
    }
    drawing = result
  }

  private func tooManyPoints(_ limit: Int) -> ComponentError {
    ComponentError(
      "jitter.too-many-points",
      """
      the drawing grows beyond \(limit) points; use fewer passes, a longer wavelength, or with xkcd a \
      smaller drawing; the limits 'growth' and 'points' allow more
      """)
  }
}
