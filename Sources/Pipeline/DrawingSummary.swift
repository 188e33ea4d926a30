import Geometry
public import PathModel

/// What a drawing consists of: counts, sizes, colours, groups.
public struct DrawingSummary: Hashable, Sendable {
  /// A paint, and how many paths are painted with it.
  public struct PaintCount: Hashable, Sendable {
    /// The colour in CSS's notation, `none`, `currentColor`, `gradient` or `pattern`.
    public var paint: String
    /// How many paths.
    public var paths: Int
  }

  /// A group of the tree.
  public struct GroupEntry: Hashable, Sendable {
    /// What it's called: its label, else its id; empty when it has neither.
    public var name: String
    /// How many groups it lies in; 0 for a layer.
    public var depth: Int
    /// How many paths lie in it and in the groups inside it.
    public var paths: Int
  }

  /// How many segments of each kind there are, in the order of `Verb.allCases`.
  public private(set) var verbs: [Int]
  /// How many paths there are.
  public private(set) var paths: Int
  /// How many of them are closed.
  public private(set) var closedPaths = 0
  /// How many subpaths there are.
  public private(set) var subpaths = 0
  /// How many points there are, control points included.
  public private(set) var points: Int
  /// The page.
  public private(set) var canvas: Canvas?
  /// The smallest rectangle that holds all lines and curves.
  public private(set) var geometryBounds: Rect?
  /// The smallest rectangle that holds all ink, strokes included.
  public private(set) var inkBounds: Rect?
  /// How many different styles paths have.
  public private(set) var styles = 0
  /// The stroke widths that stroked paths have, the least and the greatest.
  public private(set) var strokeWidths: ClosedRange<Double>?
  /// What strokes are painted with, the most frequent first.
  public private(set) var strokes: [PaintCount] = []
  /// What fills are painted with, the most frequent first.
  public private(set) var fills: [PaintCount] = []
  /// The groups in the order of the tree, a parent before its children.
  public private(set) var groups: [GroupEntry] = []
  /// How many gradients, patterns and clips there are.
  public private(set) var gradients: Int
  /// How many patterns there are.
  public private(set) var patterns: Int
  /// How many clips there are.
  public private(set) var clips: Int
  /// Whether strokes have widths of their own at each point.
  public private(set) var hasWidths: Bool
  /// The document's title.
  public private(set) var title: String?

  /// Looks through a drawing.
  /// - Parameter drawing: The drawing.
  /// - Complexity: Linear in the size of the drawing.
  public init(of drawing: borrowing Drawing) {
    paths = drawing.pathCount
    points = 0
    verbs = [Int](repeating: 0, count: Verb.allCases.count)
    canvas = drawing.canvas
    gradients = drawing.gradients.count
    patterns = drawing.patterns.count
    clips = drawing.clips.count
    hasWidths = drawing.hasWidths
    title = drawing.document.attributes.title
    geometryBounds = drawing.geometryBounds()
    inkBounds = drawing.inkBounds()
    var pathsOfStyle = [Int](repeating: 0, count: drawing.styles.count)
    for row in 0..<drawing.pathCount {
      let path = drawing[path: row]
      points += path.points.count
      for k in path.verbs.indices { verbs[Int(path.verbs[k].rawValue)] += 1 }
      if path.isClosed { closedPaths += 1 }
      pathsOfStyle[Int(path.info.style.index)] += 1
    }
    subpaths = verbs[Int(Verb.move.rawValue)]
    countPaints(drawing.styles, pathsOfStyle)
    listGroups(drawing)
  }

  private mutating func countPaints(_ rows: [Style], _ pathsOfStyle: [Int]) {
    var used: Set<Style> = []
    for (style, count) in zip(rows, pathsOfStyle) where count > 0 {
      used.insert(style)
      DrawingSummary.add(style.stroke, count, to: &strokes)
      DrawingSummary.add(style.fill, count, to: &fills)
      if style.hasVisibleStroke {
        let width = style.strokeWidth
        let known = strokeWidths ?? width...width
        strokeWidths = min(known.lowerBound, width)...max(known.upperBound, width)
      }
    }
    styles = used.count
    // Stable among equals: first come, first listed.
    func sorted(_ counts: [PaintCount]) -> [PaintCount] {
      counts.enumerated().sorted { a, b in
        (b.element.paths, a.offset) < (a.element.paths, b.offset)
      }.map(\.element)
    }
    strokes = sorted(strokes)
    fills = sorted(fills)
  }

  private static func add(_ paint: Paint, _ count: Int, to list: inout [PaintCount]) {
    let name =
      switch paint {
      case .none: "none"
      case .color(let color): color.css
      case .currentColor: "currentColor"
      case .gradient: "gradient"
      case .pattern: "pattern"
      }
    if let row = list.firstIndex(where: { $0.paint == name }) {
      list[row].paths += count
    } else {
      list.append(PaintCount(paint: name, paths: count))
    }
  }

  private mutating func listGroups(_ drawing: borrowing Drawing) {
    let rows = drawing.groups
    var counts = [Int](repeating: 0, count: rows.count)
    for record in drawing.records { counts[Int(record.info.group.index)] += 1 }
    var depths = [-1]
    var children = [[Int]](repeating: [], count: rows.count)
    for row in rows.indices.dropFirst() {
      let parent = Int(rows[row].parent.index)
      depths.append(depths[parent] + 1)
      children[parent].append(row)
    }
    // A parent stands before its children, so one pass from the end adds up.
    for row in rows.indices.dropFirst().reversed() {
      counts[Int(rows[row].parent.index)] += counts[row]
    }
    var open = Array(children[0].reversed())
    while let row = open.popLast() {
      let names = rows[row].attributes
      groups.append(
        GroupEntry(
          name: names.label ?? names.id ?? "", depth: depths[row], paths: counts[row]))
      open += children[row].reversed()
    }
  }
}
