import PathModel
import PluginKit

/// A pattern whose content isn't drawn yet.
struct PendingPattern {
  /// The element that the content stands in.
  var element: SVGElementID
  /// The coordinates of the content.
  var space: UserSpace
  /// The group that it's drawn in.
  var group: GroupID
  /// The patterns that it's in the content of, and itself.
  var chain: [SVGElementID]
}

extension SVGReader {
  /// Whether anything of a pattern is relative to the box of what is painted.
  func dependsOnBox(pattern chain: [SVGElementID]) -> Bool {
    isOfBox(.patternUnits, chain, default: true)
      || isOfBox(.patternContentUnits, chain, default: false)
  }

  /// The paint of a pattern and what it's made after; nil when it can't be painted.
  func paint(ofPattern chain: [SVGElementID], in space: UserSpace, _ box: Rect?) -> Paint? {
    guard let source = source(ofPattern: chain) else { return nil }
    if dependsOnBox(pattern: chain), !(box?.hasArea ?? false) { return nil }
    guard let own = transform(.patternTransform, chain),
      let tile = tile(of: chain, in: space, box), tile.width > 0, tile.height > 0
    else { return nil }
    // The content's origin is the tile's corner.
    let map = Affine.translation(x: tile.minX, y: tile.minY).then(own).then(space.transform)
    let corner = Rect(x: 0, y: 0, width: tile.width, height: tile.height)
    guard map.isFinite, map.inverted != nil else { return nil }
    var content = UserSpace(
      transform: map, viewport: space.viewport,
      fontSize: computedAside(source).properties.fontSize)
    if let attribute = attribute(.viewBox, chain) {
      guard let viewBox = self.viewBox(of: attribute.element), viewBox.width > 0,
        viewBox.height > 0
      else { return nil }
      let fit = preserveAspectRatio(
        of: self.attribute(.preserveAspectRatio, chain)?.element ?? chain[0])
      content.transform = fit.map(viewBox, onto: corner).then(map)
      (content.viewport.width, content.viewport.height) = (viewBox.width, viewBox.height)
    } else if isOfBox(.patternContentUnits, chain, default: false), let box {
      content.transform = Affine.scale(x: box.width, y: box.height).then(map)
    }
    guard content.transform.isFinite, content.transform.determinant != 0 else { return nil }
    let group = drawing.addGroup(Group())
    drawing.patterns.append(
      Pattern(
        tile: corner, transform: map, content: group,
        id: table.attribute(.id, of: chain[0])?.value.text()))
    pendingPatterns.append(
      PendingPattern(
        element: source, space: content, group: group, chain: openPatterns + [source]))
    return .pattern(PatternID(UInt32(truncatingIfNeeded: drawing.patterns.count - 1)))
  }

  /// The first of a chain that has any content, which counts for all.
  private func source(ofPattern chain: [SVGElementID]) -> SVGElementID? {
    chain.first { table.firstChild(of: $0) != nil }
  }

  /// Whether a pattern paints its own content; then that is said.
  func isInItself(pattern chain: [SVGElementID]) -> Bool {
    guard let source = source(ofPattern: chain), openPatterns.contains(source) else { return false }
    warn(
      "svg.cyclic-reference",
      "the pattern '#\(table.attribute(.id, of: source)?.value.text() ?? "")' is painted with itself, "
        + "which is left out", at: source)
    return true
  }

  /// The rectangle that repeats, in the user space of what is painted.
  private func tile(of chain: [SVGElementID], in space: UserSpace, _ box: Rect?) -> Rect? {
    let ofBox = isOfBox(.patternUnits, chain, default: true)
    func length(
      _ name: SVGAttributeName, _ axis: SVGLength.Axis, isSize: Bool = false
    ) -> Double {
      self.length(
        name, axis, chain, in: space, isOfBox: ofBox, default: SVGLength(0), isSize: isSize)
    }
    let tile = Rect(
      x: length(.x, .horizontal), y: length(.y, .vertical),
      width: length(.width, .horizontal, isSize: true),
      height: length(.height, .vertical, isSize: true))
    guard ofBox else { return tile }
    guard let box else { return nil }
    return Rect(
      x: box.minX + tile.minX * box.width, y: box.minY + tile.minY * box.height,
      width: tile.width * box.width, height: tile.height * box.height)
  }

  /// Begins to draw the content of a pattern.
  func beginContent(of pattern: PendingPattern) {
    openPatterns = pattern.chain
    let frame = Frame(
      element: pattern.element, next: table.firstChild(of: pattern.element),
      computed: computedAside(pattern.element), space: pattern.space, group: pattern.group,
      outerGroup: pattern.group, clipSpace: pattern.space)
    frame.isPattern = true
    frame.isCopy = true
    // What it says of itself, such as an opacity, isn't applied to its content.
    frame.hasGroup = false
    push(frame)
  }
}
