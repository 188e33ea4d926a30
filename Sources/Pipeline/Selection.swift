import Geometry
public import PathModel
import PluginKit
import StrictJSON

/// Which paths a stage touches: the conditions of a `select` object, all of which must hold.
///
/// `layer` matches the label or the id of the path's top-level group, or of any group above it that
/// its file calls a layer. `id` and `class` match the path's own, or those of a group that it lies
/// in. In these names `*` stands for any run of characters. `stroke` and `fill` match a colour
/// (whatever its opacity), `none`, `currentColor`, `gradient`, `pattern`, or `*` for any paint.
/// `text` holds for letters: paths of a group that knows its words. `closed` holds for paths whose every subpath is
/// closed. `length`, `area` and `stroke-width`, which is 0 without a visible stroke, compare numbers, in canvas units
/// where no unit is given. A list holds when one of its entries does.
public struct Selection: Sendable {
  indirect enum Condition: Sendable {
    case name(NameKind, [NamePattern])
    case fill([PaintPattern])
    case stroke([PaintPattern])
    case closed(Bool)
    case text(Bool)
    case strokeWidth(Bound)
    case length(Bound)
    case area(Bound)
    case none(of: Condition)
    case any(of: [Condition])
    case all(of: [Condition])
  }

  enum NameKind: Sendable {
    case layer
    case id
    case cssClass

    /// What a person calls it.
    var word: String {
      switch self {
      case .layer: "layer"
      case .id: "id"
      case .cssClass: "class"
      }
    }
  }

  enum PaintPattern: Sendable {
    case any
    case none
    case currentColor
    case gradient
    case pattern
    case color(Color)

    func matches(_ paint: Paint) -> Bool {
      switch (self, paint) {
      case (.any, _): paint != .none
      case (.none, .none), (.currentColor, .currentColor), (.gradient, .gradient),
        (.pattern, .pattern):
        true
      case (.color(let a), .color(let b)):
        a.red == b.red && a.green == b.green && a.blue == b.blue
      default: false
      }
    }
  }

  /// What a length or an area must be.
  struct Bound: Sendable {
    struct End: Sendable {
      var value: Length
      var isIncluded: Bool
    }
    var minimum: End?
    var maximum: End?
  }

  let condition: Condition
  /// The conditions as they were written.
  let source: JSONValue

  /// Tells for each path whether the conditions hold.
  /// - Parameter drawing: The drawing.
  /// - Returns: An entry for each path.
  /// - Complexity: Linear in the number of paths, and of points where lengths or areas are asked
  ///   for.
  public func matches(in drawing: borrowing Drawing) -> [Bool] {
    Selection.matches(condition, drawing)
  }

  private static func matches(_ condition: Condition, _ drawing: borrowing Drawing) -> [Bool] {
    switch condition {
    case .name(let kind, let patterns): return matches(kind, patterns, drawing)
    case .fill(let patterns):
      return byStyle(drawing) { style in patterns.contains { $0.matches(style.fill) } }
    case .stroke(let patterns):
      return byStyle(drawing) { style in patterns.contains { $0.matches(style.stroke) } }
    case .closed(let isClosed):
      return (0..<drawing.pathCount).map { drawing[path: $0].isClosed == isClosed }
    case .text(let isText):
      let groups = drawing.groups.map { ($0.text != nil) == isText }
      return drawing.records.map { groups[Int($0.info.group.index)] }
    case .strokeWidth(let bound):
      return (0..<drawing.pathCount).map { row in
        let style = drawing.style(ofPath: row)
        return bound.contains(
          style.hasVisibleStroke ? style.strokeWidth : 0, power: 1, row, drawing)
      }
    case .length(let bound):
      return (0..<drawing.pathCount).map { row in
        bound.contains(length(of: drawing[path: row]), power: 1, row, drawing)
      }
    case .area(let bound):
      return (0..<drawing.pathCount).map { row in
        bound.contains(drawing[path: row].signedArea().magnitude, power: 2, row, drawing)
      }
    case .none(let inner): return matches(inner, drawing).map { !$0 }
    case .any(let inner):
      var result = [Bool](repeating: false, count: drawing.pathCount)
      for condition in inner {
        for (row, holds) in matches(condition, drawing).enumerated() where holds {
          result[row] = true
        }
      }
      return result
    case .all(let inner):
      var result = [Bool](repeating: true, count: drawing.pathCount)
      for condition in inner {
        for (row, holds) in matches(condition, drawing).enumerated() where !holds {
          result[row] = false
        }
      }
      return result
    }
  }

  /// The length to about a millionth of the path's size.
  static func length(of path: PathView) -> Double {
    guard let box = path.geometryBounds() else { return 0 }
    let size = max(box.width, box.height)
    return size > 0 ? path.length(tolerance: size * 1e-6) : 0
  }

  private static func byStyle(
    _ drawing: borrowing Drawing, _ holds: (Style) -> Bool
  ) -> [Bool] {
    let rows = drawing.styles.map(holds)
    return drawing.records.map { rows[Int($0.info.style.index)] }
  }

  private static func matches(
    _ kind: NameKind, _ patterns: [NamePattern], _ drawing: borrowing Drawing
  ) -> [Bool] {
    func holds(_ attributes: Attributes) -> Bool {
      kind.names(in: attributes).contains { name in patterns.contains { $0.matches(name) } }
    }
    // A parent stands before its children, so one pass goes down the tree.
    var groups = [Bool](repeating: false, count: drawing.groups.count)
    for (row, group) in drawing.groups.enumerated().dropFirst() {
      groups[row] =
        groups[Int(group.parent.index)] || (kind.counts(group) && holds(group.attributes))
    }
    let own = kind == .layer ? [] : drawing.attributes.map(holds)
    return drawing.records.map { record in
      groups[Int(record.info.group.index)]
        || (kind != .layer && own[Int(record.info.attributes.index)])
    }
  }
}

extension Selection.NameKind {
  /// The names of this kind that a path or a group has.
  func names(in attributes: Attributes) -> [String] {
    switch self {
    case .layer: [attributes.label, attributes.id].compactMap { $0 }
    case .id: attributes.id.map { [$0] } ?? []
    case .cssClass: attributes.classes
    }
  }

  /// Whether a group's names are of this kind.
  func counts(_ group: Group) -> Bool {
    self != .layer || group.parent == .root || group.isLayer
  }
}

extension Selection {
  /// Says which names were asked for that nothing in the drawing has: most are misspelt.
  /// - Parameter drawing: The drawing.
  /// - Returns: A sentence for each condition.
  /// - Complexity: Linear in the number of groups and of different attributes.
  func unmetNames(in drawing: borrowing Drawing) -> [String] {
    var sentences: [String] = []
    var rest = [condition]
    while let condition = rest.popLast() {
      switch condition {
      case .none(let inner): rest.append(inner)
      case .any(let inner), .all(let inner): rest += inner.reversed()
      // A name with a star asks for whatever there is of a sort, which may be nothing.
      case .name(_, let patterns) where patterns.contains { $0.isOpen }: break
      case .name(let kind, let patterns):
        // Names in the order of the drawing, each once.
        var names: [String] = []
        var known: Set<String> = []
        func add(_ attributes: Attributes) {
          for name in kind.names(in: attributes) where known.insert(name).inserted {
            names.append(name)
          }
        }
        for group in drawing.groups.dropFirst() where kind.counts(group) { add(group.attributes) }
        if kind != .layer { for attributes in drawing.attributes { add(attributes) } }
        let isMet = names.contains { name in patterns.contains { $0.matches(name) } }
        if isMet { continue }
        if kind == .layer {
          // People call a layer by its label; its id is a second name.
          names = drawing.groups.dropFirst().filter { kind.counts($0) }
            .compactMap { $0.attributes.label ?? $0.attributes.id }
        }
        let wanted = patterns.map { "'\($0.text)'" }.joined(separator: " or ")
        let found =
          names.isEmpty
          ? "has none at all"
          : "has " + names.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
            + (names.count > 8 ? " and \(names.count - 8) more" : "")
        sentences.append("'select' asks for the \(kind.word) \(wanted), but the drawing \(found)")
      case .fill, .stroke, .strokeWidth, .closed, .text, .length, .area: break
      }
    }
    return sentences
  }
}

extension Selection.Bound {
  /// Whether a measure of a path lies within; `power` is 1 for lengths and 2 for areas.
  func contains(
    _ measure: Double, power: Int, _ row: Int, _ drawing: borrowing Drawing
  ) -> Bool {
    let strokeWidth = drawing.style(ofPath: row).strokeWidth
    func resolved(_ end: End) -> Double {
      let unit = Length(1, end.value.unit)
        .resolved(canvas: drawing.canvas, strokeWidth: strokeWidth)
      return end.value.value * (power == 2 ? unit * unit : unit)
    }
    // Units go through inexact factors: 10mm is 10mm whatever the last digit says.
    func isEqual(_ limit: Double) -> Bool {
      (measure - limit).magnitude <= 1e-9 * max(measure.magnitude, limit.magnitude)
    }
    if let minimum {
      let limit = resolved(minimum)
      if isEqual(limit) ? !minimum.isIncluded : measure < limit { return false }
    }
    if let maximum {
      let limit = resolved(maximum)
      if isEqual(limit) ? !maximum.isIncluded : measure > limit { return false }
    }
    return true
  }
}

/// A name in which `*` stands for any run of characters.
struct NamePattern: Sendable {
  /// As it was written.
  let text: String
  private let parts: [[UInt8]]

  init(_ text: String) {
    self.text = text
    parts = Array(text.utf8).split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
      .map { Array($0) }
  }

  /// Whether there is a `*` in it.
  var isOpen: Bool { parts.count > 1 }

  /// Whether the pattern covers all of a name: the parts between stars are found from left to
  /// right, each as early as can be.
  func matches(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard let first = parts.first, let last = parts.last else { return false }
    if parts.count == 1 { return bytes == first }
    guard bytes.count >= first.count + last.count, bytes.starts(with: first),
      bytes.suffix(last.count).elementsEqual(last)
    else { return false }
    var position = first.count
    let end = bytes.count - last.count
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      while position + part.count <= end,
        !bytes[position..<(position + part.count)].elementsEqual(part)
      { position += 1 }
      guard position + part.count <= end else { return false }
      position += part.count
    }
    return true
  }
}
