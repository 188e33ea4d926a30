import Geometry
public import PathModel
public import PluginKit

/// Scribbles a mark around, below, through or beside what it is given: the whole drawing, or what was
/// selected.
///
/// The mark is one new path in the root group, on top unless it's told otherwise, with the class
/// `annotation`; all its passes are subpaths, so that a pen which lets the paper through gets no darker
/// where they cross. The canvas stays as it is.
public struct Annotate: Stage {
  /// What mark.
  public enum Mark: String, CaseIterable, Sendable, ParameterType {
    /// A scribbled circle, or ellipse.
    case circle
    /// A rectangle.
    case box
    /// A line below.
    case underline
    /// Broad translucent stripes.
    case highlight
    /// A line through the middle.
    case strikeThrough = "strike-through"
    /// Two strokes from corner to corner.
    case crossedOff = "crossed-off"
    /// Square brackets at its sides.
    case bracket
    /// An arrow that points there.
    case arrow
  }

  /// What is marked.
  public enum Around: String, CaseIterable, Sendable, ParameterType {
    /// All paths together.
    case drawing
    /// Each path by itself.
    case each
  }

  /// Where a mark lies in the order of painting.
  public enum Order: String, CaseIterable, Sendable, ParameterType {
    /// On top of what it marks.
    case over
    /// Below it.
    case behind
  }

  /// What mark.
  public var type = Mark.circle
  /// What is marked.
  public var around = Around.drawing
  /// How far from the bounds it's drawn.
  public var padding = Length(0)
  /// How often it's drawn; nil leaves it to the mark.
  public var passes: Int?
  /// Circle: how far each pass is turned against the one before.
  public var turn = Angle(degrees: 15)
  /// How far the pen errs, as a part of the sides.
  public var skew = 0.04
  /// Bracket: at which sides.
  var sides: [Scribble.Side] = [.left, .right]
  /// Arrow: where it comes from.
  var from = Scribble.Direction.topRight
  /// Arrow: how long it is.
  public var length = Length(20, .percent)
  /// Where it lies in the order of painting; nil leaves it to the mark.
  public var order: Order?
  /// The pen's colour; nil leaves it to the mark.
  public var stroke: Paint?
  /// The pen's width; nil leaves it to the mark.
  public var strokeWidth: Length?
  /// The stage's own seed, instead of the run's.
  public var seed: Int?

  /// Makes the stage with its defaults.
  public init() {}

  /// What pipelines call it.
  public static let name = "annotate"
  /// What it does.
  public static let summary = """
    Scribbles a mark at the drawing or each path: a circle, a box, a line, stripes, a cross, \
    brackets or an arrow.
    """
  /// What can be set.
  public static let parameters: [Parameter<Annotate>] = [
    Parameter(
      "type", \.type, help: "The mark: around the bounds of what it is given, or at them."),
    Parameter(
      "around", \.around,
      help: "What gets a mark: all paths together (drawing), or each path."),
    Parameter(
      "padding", \.padding, in: .from(-1e9, to: 1e9),
      help: """
        How far from the bounds it's drawn; a circle at 0 touches their sides and cuts their \
        corners. The canvas doesn't grow.
        """),
    Parameter(
      "passes", \.passes, in: .from(1, to: 100),
      help: """
        How often it's drawn; unless given, a circle 5 times, a box and lines twice, the others \
        once. Of a highlight it's the stripes: unless given, as many as the height needs.
        """),
    Parameter(
      "turn", \.turn,
      help: "How far each pass of a circle is turned on, before it's stretched to the bounds."),
    Parameter(
      "skew", \.skew, in: .from(0, to: 1), aliases: ["offset"],
      help: "How far the pen errs at most, as a part of the mark's sides."),
    Parameter("sides", \.sides, help: "For brackets: at which sides they stand."),
    Parameter("from", \.from, help: "For an arrow: where it comes from."),
    Parameter("length", \.length, in: .above(0), help: "For an arrow: how long it is."),
    Parameter(
      "order", \.order,
      help: """
        Whether it lies on top of what it marks (over) or below all of it (behind); unless given, \
        a highlight lies behind.
        """),
    Parameter(
      "stroke", \.stroke,
      help: "The pen's colour; unless given, gray, and for a highlight a translucent yellow."),
    Parameter(
      "stroke-width", \.strokeWidth, in: .from(0, to: 1e9),
      help: """
        The pen's width; unless given, 0.7%, and for a highlight what covers the height in its \
        stripes.
        """),
    Parameter(
      "seed", \.seed, help: "The stage's own seed; none takes the run's."),
  ]

  /// What is wrong with the parameters taken together.
  public func problems() -> [String] {
    sides.isEmpty ? ["'sides' names no side; brackets stand at one at least"] : []
  }

  /// Adds the mark; what has no visible path gets none.
  public func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    if let seed { context.useSeed(UInt64(bitPattern: Int64(seed))) }
    try drawing.checkSize(for: Annotate.name)
    guard let bounds = drawing.visibleBounds() else { return }
    let isBehind = order ?? (type == .highlight ? .behind : .over) == .behind
    var result = isBehind ? Drawing(tablesOf: drawing) : drawing
    let limit = context.limits.points(after: drawing.points.count)
    switch around {
    case .drawing:
      // From what it's drawn around, so that the icons of a set don't all get the same circle.
      try add(around: bounds, whole: bounds, of: drawing.records, to: &result, limit, context)
    case .each:
      let tiles = drawing.groupsOfTiles()
      for row in 0..<drawing.pathCount {
        guard let own = drawing.visibleBounds(ofPath: row, tiles) else { continue }
        try add(around: own, whole: bounds, of: [drawing.records[row]], to: &result, limit, context)
      }
    }
    if isBehind { for row in 0..<drawing.pathCount { result.appendPath(row, of: drawing) } }
    drawing = result
  }

  /// Adds one mark.
  private func add(
    around bounds: Rect, whole: Rect, of records: [PathRecord], to drawing: inout Drawing,
    _ limit: Int, _ context: borrowing Context
  ) throws(ComponentError) {
    let canvas = drawing.canvas
    func units(_ length: Length) -> Double { length.resolved(canvas: canvas, fallback: whole) }
    let box = bounds.inset(by: -units(padding))
    var hash = StableHash()
    hash.combine("annotation")
    hash.combine(context.stageSeed)
    for record in records { hash.combine(record.info.key.value) }
    let key = PathKey(hash.value)
    let stripes = type == .highlight ? stripeCount(box, units) : 0
    let width =
      strokeWidth.map(units)
      ?? (type == .highlight
        ? (box.height > 0 ? box.height / Double(stripes) * 1.12 : units(Length(4, .percent)))
        : units(Length(0.7, .percent)))
    let color =
      type == .highlight
      ? Color(red: 255, green: 225, blue: 77, alpha: 0.62) : Color(css: "gray") ?? .black
    let pen = Style(
      stroke: stroke ?? .color(color), strokeWidth: width,
      cap: type == .highlight ? .butt : .round, join: .round)
    let info = PathInfo(
      style: drawing.styleID(for: pen),
      attributes: drawing.attributesID(for: Attributes(classes: ["annotation"])), key: key)
    let arrowLength = units(length)
    drawing.appendPath(info) { builder in
      for pass in 0..<(type == .highlight ? stripes : passes ?? type.passes) {
        var scribble = Scribble(skew: skew, generator: context.generator(forPath: key, pass: pass))
        let isBackward = pass % 2 == 1
        switch type {
        case .circle:
          scribble.circle(in: box, turn: Double(pass) * turn.degrees, into: &builder)
        case .box: scribble.box(around: box, startCorner: pass, into: &builder)
        case .underline:
          scribble.underline(
            below: box, gap: width * (1.5 + 1.5 * Double(pass)), isBackward: isBackward,
            into: &builder)
        case .highlight: scribble.stripe(pass, of: stripes, over: box, into: &builder)
        case .strikeThrough:
          // Beside each other: 0, below, above, farther below, …
          let step = Double((pass + 1) / 2) * (isBackward ? 1.6 : -1.6)
          scribble.strikeThrough(
            box, offset: width * step, isBackward: isBackward, into: &builder)
        case .crossedOff: scribble.crossedOff(box, into: &builder)
        case .bracket:
          for side in sides { scribble.bracket(side, of: box, into: &builder) }
        case .arrow:
          scribble.arrow(
            at: box, from: from, length: arrowLength, gap: 2 * width,
            headSize: min(max(0.2 * arrowLength, 5 * width), 0.4 * arrowLength),
            bendsLeft: key.value & 1 == 0, into: &builder)
        }
      }
    }
    guard drawing.points.count <= limit else {
      throw ComponentError(
        "annotate.too-many-points",
        """
        more than \(limit) points; take fewer 'passes', or select fewer paths; the limits 'growth' and \
        'points' allow more
        """)
    }
  }

  /// How many stripes of the marker cover a box.
  private func stripeCount(_ box: Rect, _ units: (Length) -> Double) -> Int {
    if let passes { return passes }
    let broad = strokeWidth.map { units($0) * 0.85 } ?? units(Length(16, .percent))
    guard broad > 0 else { return 1 }
    return Int(max(1, min(100, (box.height / broad).rounded(.up))))
  }
}

extension Annotate.Mark {
  /// How often it's drawn unless it's told.
  fileprivate var passes: Int {
    switch self {
    case .circle: 5
    case .box, .underline, .strikeThrough: 2
    case .highlight, .crossedOff, .bracket, .arrow: 1
    }
  }
}

extension Drawing {
  /// The smallest rectangle that holds the lines and curves of all paths that leave ink.
  fileprivate func visibleBounds() -> Rect? {
    let tiles = groupsOfTiles()
    var all: Rect?
    for row in 0..<pathCount {
      guard let bounds = visibleBounds(ofPath: row, tiles) else { continue }
      all = all.map { $0.union(bounds) } ?? bounds
    }
    return all
  }

  /// The same of one path; nil when it leaves no ink, or is part of a pattern's tile.
  fileprivate func visibleBounds(ofPath row: Int, _ tiles: [Bool]) -> Rect? {
    let style = style(ofPath: row)
    guard style.hasVisibleFill || style.hasVisibleStroke,
      tiles.isEmpty || !tiles[Int(records[row].info.group.index)]
    else { return nil }
    return self[path: row].geometryBounds()
  }
}
