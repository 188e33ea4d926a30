import PathModel
import PluginKit

/// Paints the passes of a path so that they look like one path drawn several times.
///
/// All passes of a stroke are subpaths of one path. A path's stroke is painted once, however often it
/// runs over itself, so that a stroke that lets the paper through gets no darker where passes cross.
/// Only passes whose opacities are to differ become paths of their own. A fill can't have several
/// passes, so a path with both is taken apart: the fill, drawn by the first pass, and the stroke.
struct PassPainter {
  private let passes: Passes
  private let runs: [Range<Int>]
  private let once: [Range<Int>]
  /// The names of strokes that were parted from their path, by those of the path.
  private var strokeNames: [AttributesID: AttributesID] = [:]

  init(_ passes: Passes) {
    self.passes = passes
    runs = passes.runs
    once = [0..<1]
  }

  /// Adds what becomes of a path.
  mutating func paint<Hand: JitterModel>(
    _ path: PathView, style: Style, by hand: inout Hand, into result: inout Drawing,
    _ context: borrowing Context
  ) {
    var info = path.info
    guard style.hasVisibleStroke else {
      result.appendPath(info) { builder in
        hand.draw(path, style: style, part: .fill, passes: 0..<1, into: &builder, context)
      }
      return
    }
    // Dashes of several passes would fill one another's gaps.
    let runs = style.dashes.isEmpty ? self.runs : once
    let isParted =
      style.hasVisibleFill
      && (runs != once || passes.opacity(of: 0) != 1 || hand.partsFill(from: style))
    let isSingle = !isParted && runs.count == 1 && passes.opacity(of: 0) == 1
    let pen = isSingle && style.hasVisibleFill ? style : hand.pen(style, for: path)
    if isSingle {
      let part = style.hasVisibleFill ? PathPart.whole : .stroke
      if pen != style { info.style = result.styleID(for: pen) }
      result.appendPath(info) { builder in
        hand.draw(path, style: style, part: part, passes: runs[0], into: &builder, context)
      }
      return
    }
    paintApart(path, style, pen, runs, isParted: isParted, by: &hand, into: &result, context)
  }

  private mutating func paintApart<Hand: JitterModel>(
    _ path: PathView, _ style: Style, _ pen: Style, _ runs: [Range<Int>], isParted: Bool,
    by hand: inout Hand,
    into result: inout Drawing, _ context: borrowing Context
  ) {
    var info = path.info
    var fill = style
    fill.stroke = .none
    var stroke = pen
    stroke.fill = .none
    if style.opacity < 1 && (isParted || runs.count > 1) {
      // What all have in common is now the group's, or each would show what lies below it.
      (fill.opacity, stroke.opacity) = (1, 1)
      info.group = result.addGroup(Group(parent: info.group, opacity: style.opacity))
    }
    func addFill() {
      guard isParted else { return }
      var fillInfo = info
      fillInfo.style = result.styleID(for: fill)
      result.appendPath(fillInfo) { builder in
        hand.draw(path, style: style, part: .fill, passes: 0..<1, into: &builder, context)
      }
    }
    if !style.strokeFirst { addFill() }
    for (i, run) in runs.enumerated() {
      var strokeInfo = info
      if isParted || i > 0 {
        strokeInfo.key = PassPainter.strokeKey(of: info.key, i)
        strokeInfo.attributes = names(of: info.attributes, in: &result)
      }
      var pass = stroke
      pass.strokeOpacity *= passes.opacity(of: run.lowerBound)
      strokeInfo.style = result.styleID(for: pass)
      result.appendPath(strokeInfo) { builder in
        hand.draw(path, style: style, part: .stroke, passes: run, into: &builder, context)
      }
    }
    if style.strokeFirst { addFill() }
  }

  /// The key of a stroke that was parted from its path; the first is 0.
  static func strokeKey(of key: PathKey, _ number: Int = 0) -> PathKey {
    var hash = StableHash()
    hash.combine(key.value)
    hash.combine("stroke")
    if number > 0 { hash.combine(UInt64(truncatingIfNeeded: number)) }
    return PathKey(hash.value)
  }

  /// The names of a parted stroke: those by which many paths are chosen, but none that another part
  /// already bears as its own.
  private mutating func names(
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
