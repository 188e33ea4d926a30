import Geometry
import PathModel
import PluginKit
import StyleSheets
import TextShaping

/// Where a shape's coordinates must stay: beyond it products overflow.
let coordinateLimit = 1e100

/// Builds the drawing from a document's table.
///
/// A walk through the table with a stack of its own, so that no input deepens the machine's: what
/// refers to another element (`use`) makes the walk go there, and come back.
final class SVGReader {
  let limits: Limits
  let table: SVGElementTable
  var source: SVGSource
  var drawing = Drawing()
  var log = DiagnosticLog()
  /// What stops the reading; nothing is done after it.
  var failure: ComponentError? { didSet { hasFailed = failure != nil } }
  private(set) var hasFailed = false

  /// The elements that the walk is in, the root first.
  var frames: [Frame] = []
  /// The clips that were made.
  var clips: [ClipKey: ClipID] = [:]
  /// The clip paths that are being made, from the outside inward.
  var openClips: [SVGElementID] = []
  /// The gradients and patterns that were made.
  var paints: [PaintKey: Paint?] = [:]
  /// The stops that stand in gradients.
  var stops: [SVGElementID: [Gradient.Stop]] = [:]
  /// The patterns whose content is drawn when the walk is through.
  var pendingPatterns: [PendingPattern] = []
  /// The pattern whose content is being drawn, and those that it's in the content of.
  var openPatterns: [SVGElementID] = []
  /// The joints of the path that is being read, when they're asked for: see `PathView.markerVertices`.
  var pathJoints: [Int]?
  /// How many points outlines of strokes may still have in all: a million, and more in a long document.
  var outlinePoints: Int
  /// How many points of content were looked at for boxes and for what reaches beyond them.
  var boxWork = 0
  /// How many elements were drawn for a `use` or a marker.
  var copyCount = 0
  /// The size that the root says, where it says one and has no view box.
  var pageWidth: Length?
  var pageHeight: Length?
  /// Whether the page's size depends on the ink.
  var isPageOpen = false
  /// How many pixels of 1/96 inch a canvas unit is, for strokes that don't scale.
  var pixelsPerUnit = 1.0
  /// The first element of each id, and whether there are more. Made when it's first asked for.
  private(set) lazy var ids = SVGIDs(of: table)
  /// What style sheets and `style` attributes say of the elements.
  let styles = SVGStyles()
  /// The properties that were computed last.
  var recent = SVGRecentStyles()
  /// Whether more than properties came of the element that was computed last: a warning, or geometry.
  var hasRemarks = false
  /// The properties of elements that the walk doesn't come through.
  var computedAside: [SVGElementID: SVGComputed] = [:]
  /// Of elements that are met more than once, what was said of them.
  private var reported: Set<Report> = []

  private struct Report: Hashable {
    var element: SVGElementID
    var code: String
    /// What else tells it apart.
    var key = ""
  }

  /// Of what curves arcs of path data are made.
  let arcPieces: ArcPieces
  /// How text is read.
  let textOptions: SVGTextOptions
  /// The fonts, or why there are none; found when the first text is met.
  var fonts: Result<TextFonts, FontLibrary.Fault>?
  /// The paths that texts run along.
  var textLines: [TextLineKey: String] = [:]
  /// The families that the document brings along, in lower case.
  lazy var documentFonts: Set<String> = svgFonts()
  /// What texts may take, and took.
  let textBudget: TextBudget

  init(
    _ table: SVGElementTable, _ source: SVGSource, limits: Limits,
    arcs: ArcPieces, text: SVGTextOptions
  ) {
    self.limits = limits
    textBudget = unsafe TextBudget(
      pointLimit: limits.points, byteCount: source.bytes.document.count)
    arcPieces = arcs
    textOptions = text
    self.table = table
    self.source = source
    outlinePoints = unsafe 1_000_000 + 8 * min(source.bytes.document.count, 2_000_000)
  }

  /// Builds the drawing.
  func read() throws(ComponentError) {
    reportOnWholeDocument()
    readSheets()
    // No element is more than a path, but for few.
    drawing.reserve(paths: table.rows.count)
    beginRoot()
    walk()
    // Patterns may be painted with patterns, which come behind them.
    var next = 0
    while next < pendingPatterns.count, failure == nil {
      beginContent(of: pendingPatterns[next])
      walk()
      next += 1
    }
    if let failure { throw failure }
    closePage()
  }

  /// Walks until all elements are left that the walk is in.
  private func walk() {
    while !hasFailed, let top = frames.last {
      if visitChildren(in: top) || hasFailed { continue }
      if !enterNextMarker(), let frame = frames.popLast() { leave(frame) }
    }
  }

  /// Visits the children of an element that are left, until the walk goes into one.
  /// - Returns: Whether it went into one.
  private func visitChildren(in top: Frame) -> Bool {
    let depth = frames.count
    while !hasFailed, let child = top.next {
      top.next = top.isChoice ? nil : table.nextSibling(of: child)
      visit(child, in: top)
      if frames.count > depth { return true }
    }
    return false
  }

  func fail(_ code: Diagnostic.Code, _ message: String, at element: SVGElementID) {
    if failure == nil { failure = ComponentError(code, message, at: place(of: element)) }
  }

  // MARK: Places and reports

  /// Where an element's tag begins.
  func place(of element: SVGElementID) -> Diagnostic.Place {
    source.place(of: Int(table[element].offset))
  }

  /// Where a byte of an attribute's value stands; the tag's place when the value isn't in the
  /// document as it is.
  func place(in attribute: SVGAttribute, at offset: Int = 0) -> Diagnostic.Place {
    if let declaration = attribute.declaration {
      return place(of: declaration, table.attribute(.style, of: attribute.element))
    }
    guard let start = attribute.offset else { return place(of: attribute.element) }
    return source.place(of: start + offset)
  }

  /// Reports something of an element that isn't carried, once an element.
  /// - Parameters:
  ///   - kind: What is lost, in a word.
  ///   - code: The code, when it isn't made of the kind.
  ///   - message: What is lost and what to do.
  ///   - element: Where.
  func lose(_ kind: String, code: String? = nil, _ message: String, at element: SVGElementID) {
    let code = code ?? "svg." + kind
    guard reported.insert(Report(element: element, code: code)).inserted else { return }
    log.add(
      Diagnostic(
        .loss, Diagnostic.Code(rawValue: code), message, at: place(of: element), kind: kind))
  }

  /// Warns of an element, once.
  func warn(_ code: Diagnostic.Code, _ message: String, at element: SVGElementID) {
    guard reported.insert(Report(element: element, code: code.rawValue)).inserted else { return }
    log.add(Diagnostic(.warning, code, message, at: place(of: element)))
  }

  /// Warns of something that is told apart by a key, once an element.
  func warnOnce(
    _ code: Diagnostic.Code, _ message: @autoclosure () -> String, key: String,
    of element: SVGElementID, at place: @autoclosure () -> Diagnostic.Place
  ) {
    guard
      reported.insert(Report(element: element, code: code.rawValue, key: key)).inserted
    else { return }
    log.add(Diagnostic(.warning, code, message(), at: place()))
  }

  /// Warns of a place in an attribute's value, once a place.
  func warn(
    _ code: Diagnostic.Code, _ message: String, _ attribute: SVGAttribute, at offset: Int = 0
  ) {
    warnOnce(
      code, message, key: "\(attribute.name?.rawValue ?? "") \(offset)", of: attribute.element,
      at: place(in: attribute, at: offset))
  }
}

/// An element that the walk is in. An object, since each element inside is handed it.
final class Frame {
  let element: SVGElementID
  /// The child that comes next.
  var next: SVGElementID?
  /// Whether only one child is drawn: in `switch`.
  var isChoice = false
  let computed: SVGComputed
  let space: UserSpace
  /// The group that its content lies in.
  var group: GroupID
  /// The group that is cut to its own clip path, and has its names: the same unless its content is cut
  /// by itself.
  var outerGroup: GroupID
  /// Whether the group is its own.
  var hasGroup = true
  /// Whether it's a pattern, whose content is drawn.
  var isPattern = false
  /// Whether it's a `use`, whose one child is what it refers to.
  var isUse = false
  /// Whether it's a part of what a `use` or a marker repeats.
  var isCopy = false
  /// What its content is cut to, in its own user space.
  var cut: Rect?
  /// Its user space before the `viewBox` of its content, in which its clip path is given.
  var clipSpace: UserSpace
  /// The first path that is its content.
  var firstPath = 0
  /// The shape whose markers are drawn in it.
  var marked: MarkedShape?
  /// What `context-fill` and `context-stroke` are inside.
  var context: PaintContext?

  init(
    element: SVGElementID, next: SVGElementID?, computed: SVGComputed, space: UserSpace,
    group: GroupID, outerGroup: GroupID, clipSpace: UserSpace
  ) {
    self.element = element
    self.next = next
    self.computed = computed
    self.space = space
    self.group = group
    self.outerGroup = outerGroup
    self.clipSpace = clipSpace
  }
}

/// The coordinates in which an element's attributes are given.
struct UserSpace: BitwiseCopyable {
  /// Maps them to the canvas.
  var transform: Affine
  /// What percentages are of.
  var viewport: Viewport
  /// What `em` is.
  var fontSize: Double
}

/// The properties of an element once they are computed; elements that say nothing share those of what
/// they lie in.
final class SVGComputed {
  let properties: SVGProperties
  /// The variables of style sheets, which are inherited.
  let variables: VariableScope
  private var inherited: SVGComputed?
  /// The row of the style that was made of them last, and under what scale.
  var style: (scale: Double, viewport: Viewport, id: StyleID)?

  init(_ properties: consuming SVGProperties, _ variables: VariableScope = VariableScope()) {
    self.properties = properties
    self.variables = variables
  }

  /// What an element inside starts with.
  var forChild: SVGComputed {
    if !properties.hasOwn { return self }
    if let inherited { return inherited }
    let child = SVGComputed(properties.inherited, variables)
    inherited = child
    return child
  }
}
