import PathModel
import PluginKit

/// Paints the passes of a path so that they look like one path drawn several times.
///
/// All passes of a stroke are subpaths of one path. A path's stroke is painted once, however often it
/// runs over itself, so that a stroke that lets the paper through gets no darker where passes cross.
/// A fill can't have several passes, so a path with both is taken apart: the fill, drawn by the first
/// pass, and the stroke.
struct PassPainter {
  /// The names of strokes that were parted from their fill, by those of the path.
  private var strokeNames: [AttributesID: AttributesID] = [:]

  init() {}

  /// Adds what becomes of a path.
  mutating func paint<Hand: JitterModel>(
    _ path: PathView, style: Style, passes: Int, by hand: inout Hand, into result: inout Drawing,
    _ context: borrowing Context
  ) {
    let info = path.info
    // Dashes of several passes would fill one another's gaps.
    let passes = style.hasVisibleStroke && style.dashes.isEmpty ? passes : 1
    guard passes > 1, style.hasVisibleFill else {
      result.appendPath(info) { builder in
        hand.draw(path, style: style, passes: 0..<passes, into: &builder, context)
      }
      return
    }
    var fill = style
    fill.stroke = .none
    var stroke = style
    stroke.fill = .none
    var fillInfo = info
    var strokeInfo = info
    strokeInfo.key = PassPainter.strokeKey(of: info.key)
    strokeInfo.attributes = strokeNames(of: info.attributes, in: &result)
    if style.opacity < 1 {
      // What both had in common is now the group's, or the stroke would show the fill below it.
      (fill.opacity, stroke.opacity) = (1, 1)
      let group = result.addGroup(Group(parent: info.group, opacity: style.opacity))
      (fillInfo.group, strokeInfo.group) = (group, group)
    }
    fillInfo.style = result.styleID(for: fill)
    strokeInfo.style = result.styleID(for: stroke)
    func addFill() {
      result.appendPath(fillInfo) { builder in
        hand.draw(path, style: style, passes: 0..<1, into: &builder, context)
      }
    }
    if !style.strokeFirst { addFill() }
    result.appendPath(strokeInfo) { builder in
      hand.draw(path, style: style, passes: 0..<passes, into: &builder, context)
    }
    if style.strokeFirst { addFill() }
  }

  /// The key of a stroke that was parted from its fill.
  static func strokeKey(of key: PathKey) -> PathKey {
    var hash = StableHash()
    hash.combine(key.value)
    hash.combine("stroke")
    return PathKey(hash.value)
  }

  /// The names of a parted stroke: those by which many paths are chosen, but none that the fill
  /// already bears as its own.
  private mutating func strokeNames(
    of names: AttributesID, in result: inout Drawing
  ) -> AttributesID {
    if let known = strokeNames[names] { return known }
    var set = result.attributes[Int(names.index)]
    (set.id, set.title, set.description) = (nil, nil, nil)
    let row = result.attributesID(for: set)
    strokeNames[names] = row
    return row
  }
}
