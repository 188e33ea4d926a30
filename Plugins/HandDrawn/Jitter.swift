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
    /// By its own random step at each point, in parts of a box.
    case offset
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
  /// How often each line is drawn.
  public var passes = 2
  /// What all displacements are multiplied by.
  public var roughness = 1.0
  /// Noise: how far a point moves at most.
  public var amplitude = Length(1.2, .percent)
  /// Noise: the usual distance between two crests.
  public var wavelength = Length(35, .percent)
  /// Offset: how far an end point moves at most, as a part of the box's sides.
  public var offset = 0.04
  /// Offset: what the offset is a part of.
  public var box = Box.path
  /// Offset: how far each pass is turned against the one before.
  public var turn = Angle(degrees: 0)
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
        line; 'offset' moves each point by itself.
        """),
    Parameter(
      "passes", \.passes, in: .from(1, to: 100),
      help: "How often each stroke is drawn; fills and dashed strokes are drawn once."),
    Parameter(
      "roughness", \.roughness, in: .from(0, to: 100),
      help: "What all displacements are multiplied by; 0 moves nothing."),
    Parameter(
      "amplitude", \.amplitude, in: .from(0, to: 1e9),
      help: "For the noise model: no point moves farther than this."),
    Parameter(
      "wavelength", \.wavelength, in: .above(0),
      help: """
        For the noise model: the usual distance between two crests; at least 16 amplitudes are \
        taken, so that nothing folds over.
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
      "overflow", \.overflow,
      help: """
        Whether what lies on the canvas stays there ('inside'), strokes included, or may leave it \
        ('allow').
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

  /// Draws every path anew.
  public func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    if let seed { context.useSeed(UInt64(bitPattern: Int64(seed))) }
    try drawing.checkSize(for: Jitter.name)
    switch model {
    case .noise: try apply(NoiseModel(self, drawing, context), to: &drawing, context)
    case .offset: try apply(OffsetModel(self, drawing), to: &drawing, context)
    }
  }

  private func apply<Hand: JitterModel>(
    _ hand: Hand, to drawing: inout Drawing, _ context: borrowing Context
  ) throws(ComponentError) {
    var hand = hand
    // What is cut to a shape must stay cut to it, so clips are drawn too, like fills.
    let clip = Style(fill: .color(.black))
    var result = Drawing(
      tablesOf: drawing,
      rewritingClips: { path, builder in
        guard Hand.movesClips else { return }
        hand.draw(path, style: clip, passes: 0..<1, into: &builder, context)
      })
    let tiles = drawing.groupsOfTiles()
    var painter = PassPainter()
    for row in 0..<drawing.pathCount {
      let info = drawing.records[row].info
      let style = drawing.style(ofPath: row)
      let isTile = !tiles.isEmpty && tiles[Int(info.group.index)]
      let isInvisible = !style.hasVisibleFill && !style.hasVisibleStroke
      if isTile || (isInvisible && background == .skip) {
        result.appendPath(info) { builder in builder.append(drawing[path: row]) }
      } else {
        painter.paint(
          drawing[path: row], style: style, passes: passes, by: &hand, into: &result, context)
      }
      guard result.points.count <= context.limits.points else {
        throw ComponentError(
          "jitter.too-many-points",
          """
          the drawing grows beyond \(context.limits.points) points; use fewer passes or a longer \
          wavelength
          """)
      }
    }
    drawing = result
  }
}
