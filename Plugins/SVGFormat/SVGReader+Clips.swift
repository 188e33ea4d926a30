import Geometry
import PathModel
import PluginKit

/// What a clip is made of: the same clip path in the same place is the same clip.
struct ClipKey: Hashable {
  var element: SVGElementID
  var transform: Affine
  var viewport: Viewport
  /// The box of what is cut, where it matters.
  var box: Rect?
}

extension SVGReader {
  /// How deep clip paths may be cut by clip paths.
  private static let clipDepth = 32

  /// The clip that a reference to a `clipPath` means, in the user space of the element that refers to
  /// it; nil when it doesn't cut.
  /// - Parameters:
  ///   - id: The id; empty when it isn't one of this file.
  ///   - element: What refers to it.
  ///   - space: The user space of that.
  ///   - box: The bounding box of that in its user space, nil when it has none.
  /// - Returns: The clip's row.
  func clip(
    _ id: String, of element: SVGElementID, in space: UserSpace, _ box: () -> Rect?
  ) -> ClipID? {
    let name = table.name(of: element)
    if id.isEmpty {
      lose(
        "clip",
        "the clip path of '\(name)' stands in another file, which is never opened; it isn't cut",
        at: element)
      return nil
    }
    guard let target = self.element(named: id), table[target].kind == .clipPath else {
      warn(
        "svg.missing-reference",
        "'clip-path' of '\(name)' refers to '#\(id)', which isn't a clip path here; it isn't cut",
        at: element)
      return nil
    }
    guard !openClips.contains(target) else {
      warn(
        "svg.cyclic-reference", "the clip path '#\(id)' is cut by itself, which is left out",
        at: element)
      return nil
    }
    guard openClips.count < SVGReader.clipDepth else {
      lose(
        "clip", code: "svg.clip-depth",
        "clip paths are cut by clip paths more than \(SVGReader.clipDepth) deep; the innermost aren't "
          + "cut", at: element)
      return nil
    }
    openClips.append(target)
    defer { openClips.removeLast() }
    return makeClip(target, id, in: space, box)
  }

  private func makeClip(
    _ target: SVGElementID, _ id: String, in space: UserSpace, _ box: () -> Rect?
  ) -> ClipID? {
    let computed = computedAside(target)
    let ofBox =
      table.attribute(.clipPathUnits, of: target)?.value.trimmed.equals("objectBoundingBox")
      ?? false
    let needsBox = ofBox || computed.properties.clipPath != nil
    let box = needsBox ? box() : nil
    let key = ClipKey(
      element: target, transform: space.transform, viewport: space.viewport, box: box)
    if let known = clips[key] { return known }
    var parent: ClipID?
    if let outer = computed.properties.clipPath {
      parent = clip(outer, of: target, in: space) { box }
    }
    var inner = space
    inner.fontSize = computed.properties.fontSize
    var shapes: [ClipShape] = []
    if mapOwnSpace(&inner, of: target, computed), inner.map(toBox: ofBox ? box : nil),
      !ofBox || box != nil
    {
      for child in table.children(of: target) {
        guard failure == nil else { return nil }
        switch addClipShapes(of: child, in: computed, inner, to: &shapes) {
        case .done: break
        case .lost: return nil
        }
      }
    }
    let first = drawing.clipPaths.count
    for shape in shapes { append(shape) }
    let clip = drawing.addClip(fromPath: first, parent: parent, id: id)
    clips[key] = clip
    return clip
  }

  /// A shape of a clip path.
  private struct ClipShape {
    var element: SVGElementID
    var space: UserSpace
    var rule: FillRule
    var clip: ClipID?
  }

  private enum ClipContent {
    case done
    /// It has something that can't be carried, so that nothing is cut rather than too much.
    case lost
  }

  /// Adds what a child of a clip path lets through.
  private func addClipShapes(
    of child: SVGElementID, in parent: SVGComputed, _ space: UserSpace, usedBy clip: ClipID? = nil,
    to shapes: inout [ClipShape]
  ) -> ClipContent {
    let kind = table[child].kind
    switch kind {
    case .path, .line, .polyline, .polygon, .rect, .circle, .ellipse, .use, .text: break
    default: return .done
    }
    guard passesConditions(child), countCopy(of: child) else { return .done }
    let computed = compute(child, in: parent)
    let properties = computed.properties
    var space = space
    space.fontSize = properties.fontSize
    guard properties.isDisplayed, mapOwnSpace(&space, of: child, computed) else { return .done }
    if kind == .text {
      guard properties.isVisible, !table.words(of: child).isEmpty else { return .done }
      guard textFonts(for: child) != nil else {
        lose(
          "clip", code: "svg.clip-text",
          "a clip path is made of text, which isn't drawn; what refers to it isn't cut", at: child)
        return .lost
      }
    }
    if kind == .use {
      // It may refer to shapes alone (CSS Masking 1, section 5.1).
      guard let target = target(of: child), table[target].kind != .use else { return .done }
      shift(&space, by: child)
      var own: ClipID?
      if let reference = properties.clipPath {
        own = self.clip(reference, of: child, in: space) {
          bounds(ofShape: target, computed, in: space)
        }
      }
      return addClipShapes(of: target, in: computed, space, usedBy: own, to: &shapes)
    }
    guard properties.isVisible else { return .done }
    var own: ClipID?
    if let reference = properties.clipPath {
      own = self.clip(reference, of: child, in: space) { bounds(ofShape: child, in: space) }
    }
    shapes.append(
      ClipShape(
        element: child, space: space, rule: properties.clipRule, clip: intersection(own, clip)))
    return .done
  }

  private func append(_ shape: ClipShape) {
    let (verbs, points) = (drawing.verbs.count, drawing.points.count)
    do throws(OutOfRange) {
      try drawing.appendClipPath(rule: shape.rule, clip: shape.clip ?? .none) {
        (builder) throws(OutOfRange) in
        build(shape.element, in: shape.space, &builder)
        guard
          builder.mapPoints(from: points, by: shape.space.transform, limit: coordinateLimit)
        else { throw OutOfRange() }
      }
    } catch {
      warn(
        "svg.out-of-range",
        "'\(table.name(of: shape.element))' doesn't cut: its coordinates are too large",
        at: shape.element)
    }
    if drawing.verbs.count > verbs, drawing.points.count > limits.points {
      fail(
        "svg.too-many-points",
        "the drawing has more than \(limits.points) points, the limit 'points'",
        at: shape.element)
    }
  }

  // MARK: Clips of clips

  /// The clip of what two clips both let through.
  private func intersection(_ a: ClipID?, _ b: ClipID?) -> ClipID? {
    guard let a, let b else { return a ?? b }
    var chain = [a]
    while let outer = drawing.clips[Int(chain[chain.count - 1].index)].parent {
      chain.append(outer)
    }
    var within = b
    for clip in chain.reversed() {
      var copy = drawing.clips[Int(clip.index)]
      copy.parent = within
      drawing.clips.append(copy)
      within = ClipID(UInt32(truncatingIfNeeded: drawing.clips.count - 1))
    }
    return within
  }

  /// Makes a clip of a rectangle of a user space.
  func addClip(of box: Rect, in space: UserSpace) -> ClipID {
    let first = drawing.clipPaths.count
    drawing.appendClipPath(rule: .nonzero) { builder in
      let point = builder.pointCount
      builder.roundedRectangle(box, rx: 0, ry: 0)
      _ = builder.mapPoints(from: point, by: space.transform, limit: coordinateLimit)
    }
    return drawing.addClip(fromPath: first)
  }

  // MARK: Boxes

  /// How many points are looked at in all, so that groups in groups can't take forever.
  private static let boxWorkLimit = 100_000_000

  /// Counts the points of the paths from one on, and tells whether they may be looked at.
  func countBoxWork(from first: Int) -> Bool {
    guard first < drawing.pathCount else { return true }
    let points = drawing.points.count - Int(drawing.records[first].firstPoint)
    boxWork += (drawing.pathCount - first) * 32 + points
    return boxWork <= SVGReader.boxWorkLimit
  }

  /// The box of the paths from one on, in a user space.
  func bounds(ofPathsFrom first: Int, in space: UserSpace) -> Rect? {
    guard countBoxWork(from: first) else {
      fail(
        "svg.too-many-boxes",
        "clips are fitted to groups in groups with more content than is read in a reasonable time",
        at: frames.last?.element ?? .root)
      return nil
    }
    guard let back = space.transform.inverted else { return nil }
    var box: Rect?
    for row in first..<max(first, drawing.pathCount) {
      guard let own = SVGReader.bounds(ofPath: row, of: drawing, mappedBy: back) else { continue }
      box = box.map { $0.union(own) } ?? own
    }
    return box
  }

  private static func bounds(ofPath row: Int, of drawing: Drawing, mappedBy map: Affine) -> Rect? {
    var scratch = Drawing()
    scratch.appendPath(PathInfo()) { $0.append(drawing[path: row], mappedBy: map) }
    return scratch.isEmpty ? nil : scratch[path: 0].geometryBounds()
  }

  /// The box of a shape in its own user space.
  private func bounds(ofShape shape: SVGElementID, in space: UserSpace) -> Rect? {
    var scratch = Drawing()
    scratch.appendPath(PathInfo()) { builder in build(shape, in: space, &builder) }
    return scratch.pathCount > 0 ? scratch[path: 0].geometryBounds() : nil
  }

  /// The box of a shape in the user space of the `use` that refers to it.
  private func bounds(
    ofShape shape: SVGElementID, _ user: SVGComputed, in space: UserSpace
  ) -> Rect? {
    var own = space
    let computed = compute(shape, in: user)
    own.transform = .identity
    own.fontSize = computed.properties.fontSize
    guard mapOwnSpace(&own, of: shape, computed) else { return nil }
    var scratch = Drawing()
    scratch.appendPath(PathInfo()) { builder in
      let point = builder.pointCount
      build(shape, in: own, &builder)
      _ = builder.mapPoints(from: point, by: own.transform, limit: coordinateLimit)
    }
    return scratch.pathCount > 0 ? scratch[path: 0].geometryBounds() : nil
  }
}

extension UserSpace {
  /// Makes it the space in which a box goes from (0, 0) to (1, 1), if there is a box; false when the
  /// box has no area.
  mutating func map(toBox box: Rect?) -> Bool {
    guard let box else { return true }
    guard box.width > 0, box.height > 0 else { return false }
    let map = Affine(
      a: box.width, b: 0, c: 0, d: box.height, tx: box.minX, ty: box.minY)
    transform = map.then(transform)
    return transform.isFinite && transform.determinant != 0
  }
}
