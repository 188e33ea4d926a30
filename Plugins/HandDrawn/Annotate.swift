import Geometry
public import PathModel
public import PluginKit

/// Scribbles a mark around or below what it is given: the whole drawing, or what was selected.
///
/// The mark is one new path on top, in the root group, with the class `annotation`; all its passes
/// are subpaths, so that a pen which lets the paper through gets no darker where they cross. The
/// canvas stays as it is.
public struct Annotate: Stage {
  /// What mark.
  public enum Mark: String, CaseIterable, Sendable, ParameterType {
    /// A scribbled circle, or ellipse.
    case circle
    /// A rectangle.
    case box
    /// A line below.
    case underline
  }

  /// What mark.
  public var type = Mark.circle
  /// How far from the bounds it's drawn.
  public var padding = Length(0)
  /// How often it's drawn; nil leaves it to the mark.
  public var passes: Int?
  /// Circle: how far each pass is turned against the one before.
  public var turn = Angle(degrees: 15)
  /// How far the pen errs, as a part of the sides.
  public var skew = 0.04
  /// The pen's colour.
  public var stroke = Paint.color(Color(css: "gray") ?? .black)
  /// The pen's width.
  public var strokeWidth = Length(0.7, .percent)
  /// The stage's own seed, instead of the run's.
  public var seed: Int?

  /// Makes the stage with its defaults.
  public init() {}

  /// What pipelines call it.
  public static let name = "annotate"
  /// What it does.
  public static let summary = "Scribbles a circle, a box or an underline around the drawing."
  /// What can be set.
  public static let parameters: [Parameter<Annotate>] = [
    Parameter(
      "type", \.type, help: "The mark: around the bounds of what it is given, or below them."),
    Parameter(
      "padding", \.padding, in: .from(-1e9, to: 1e9),
      help: """
        How far from the bounds it's drawn; a circle at 0 touches their sides and cuts their \
        corners. The canvas doesn't grow.
        """),
    Parameter(
      "passes", \.passes, in: .from(1, to: 100),
      help: "How often it's drawn; unless given, a circle 5 times and the others twice."),
    Parameter(
      "turn", \.turn,
      help: "How far each pass of a circle is turned on, before it's stretched to the bounds."),
    Parameter(
      "skew", \.skew, in: .from(0, to: 1), aliases: ["offset"],
      help: "How far the pen errs at most, as a part of the mark's sides."),
    Parameter("stroke", \.stroke, help: "The pen's colour."),
    Parameter("stroke-width", \.strokeWidth, in: .from(0, to: 1e9), help: "The pen's width."),
    Parameter(
      "seed", \.seed, help: "The stage's own seed; none takes the run's."),
  ]

  /// Adds the mark; what has no visible path gets none.
  public func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    if let seed { context.useSeed(UInt64(bitPattern: Int64(seed))) }
    try drawing.checkSize(for: Annotate.name)
    guard let bounds = drawing.visibleBounds() else { return }
    func units(_ length: Length) -> Double {
      length.resolved(canvas: drawing.canvas, fallback: bounds)
    }
    let pen = Style(
      stroke: stroke, strokeWidth: units(strokeWidth), cap: .round, join: .round)
    let box = bounds.inset(by: -units(padding))
    // From what it's drawn around, so that the icons of a set don't all get the same circle.
    var hash = StableHash()
    hash.combine("annotation")
    hash.combine(context.stageSeed)
    for record in drawing.records { hash.combine(record.info.key.value) }
    let key = PathKey(hash.value)
    let info = PathInfo(
      style: drawing.styleID(for: pen),
      attributes: drawing.attributesID(for: Attributes(classes: ["annotation"])), key: key)
    drawing.appendPath(info) { builder in
      for pass in 0..<(passes ?? (type == .circle ? 5 : 2)) {
        var scribble = Scribble(skew: skew, generator: context.generator(forPath: key, pass: pass))
        switch type {
        case .circle:
          scribble.circle(in: box, turn: Double(pass) * turn.degrees, into: &builder)
        case .box: scribble.box(around: box, startCorner: pass, into: &builder)
        case .underline:
          scribble.underline(
            below: box, gap: pen.strokeWidth * (1.5 + 1.5 * Double(pass)),
            isBackward: pass % 2 == 1, into: &builder)
        }
      }
    }
  }
}

extension Drawing {
  /// The smallest rectangle that holds the lines and curves of all paths that leave ink.
  fileprivate func visibleBounds() -> Rect? {
    let tiles = groupsOfTiles()
    var all: Rect?
    for row in 0..<pathCount {
      let style = style(ofPath: row)
      guard style.hasVisibleFill || style.hasVisibleStroke,
        tiles.isEmpty || !tiles[Int(records[row].info.group.index)],
        let bounds = self[path: row].geometryBounds()
      else { continue }
      all = all.map { $0.union(bounds) } ?? bounds
    }
    return all
  }
}
