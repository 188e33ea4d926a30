import Geometry
public import NumberText
public import PathModel
public import PluginKit

/// Writes the drawing's lines as rows of x, y, path number and group.
///
/// * A blank line stands between the subpaths of a path; a closed one ends with its first point.
///   A dot, which is a line from a point to itself, is one row. So `CSVImporter` reads back what
///   was written, and writes the same bytes again.
/// * Curves become lines that keep within a tolerance.
/// * The group is the label, else the id, of the innermost group that has one.
/// * What CSV has no place for, such as colours, is reported as a loss.
public struct CSVExporter: Exporter {
  /// Which columns are written.
  public enum Columns: String, ParameterType, CaseIterable, Hashable, Sendable {
    /// x, y, the path's number and the group.
    case all
    /// x and y alone; blank lines stand between paths too.
    case points
  }

  /// What stands between cells.
  public enum Delimiter: String, ParameterType, CaseIterable, Hashable, Sendable {
    /// A comma.
    case comma
    /// A semicolon.
    case semicolon
    /// A tab.
    case tab
    /// A vertical bar.
    case pipe
    /// A space.
    case space

    var byte: UInt8 { (CSVDelimiter(rawValue: rawValue) ?? .comma).byte }
  }

  /// The name that pipelines and the command line use.
  public static let name = "csv"
  /// What it does, in a sentence.
  public static let summary = "Points as rows of x, y, path and group; curves become lines."
  /// The file name extensions that mean this format.
  public static let extensions = ["csv"]
  /// Keys aren't written.
  public static let readsKeys = false

  /// Which columns are written.
  public var columns = Columns.all
  /// What stands between cells.
  public var delimiter = Delimiter.comma
  /// Whether the first row names the columns.
  public var header = true
  /// How many decimals a number has at most; nil for as many as it takes to read it back exactly.
  public var precision: Int?
  /// How far lines may lie from the curve that they stand for.
  public var tolerance = Length(0.1, .px)
  /// What the numbers are in; nil for canvas units.
  public var unit: CSVUnit?
  /// Whether y grows upward in the file.
  public var flipY = false

  /// Makes one with every parameter at its default.
  public init() {}

  /// Everything that can be set.
  public static let parameters: [Parameter<CSVExporter>] = [
    Parameter("columns", \.columns, help: "All of x, y, path and group, or the points alone."),
    Parameter("delimiter", \.delimiter, help: "What stands between the cells of a row."),
    Parameter("header", \.header, help: "Whether the first row names the columns."),
    Parameter(
      "precision", \.precision, in: .from(0, to: 17),
      help: "Decimals at most; none for as many as it takes to read a number back exactly."),
    Parameter(
      "tolerance", \.tolerance, in: .above(0),
      help: "How far the lines may lie from the curve that they stand for."),
    Parameter("unit", \.unit, help: "What the numbers are in; none for canvas units."),
    Parameter("flip-y", \.flipY, help: "Whether y grows upward in the file."),
  ]

  /// Writes the drawing; what CSV has no place for is reported as a loss.
  /// - Throws: `ComponentError` when a coordinate is too large a number in the unit.
  public func write(
    _ drawing: borrowing Drawing, to output: inout ByteSink, _ context: inout Context
  ) throws(ComponentError) {
    let hidden = hiddenGroups(drawing)
    reportLosses(drawing, hidden, &context)
    let scale = unit.map { (drawing.canvas?.pixelsPerUnit ?? 1) / $0.pixels } ?? 1
    var rows = CSVRows(
      delimiter: delimiter.byte, precision: precision, scaleX: scale,
      scaleY: flipY ? -scale : scale)
    if header { rows.writeHeader(hasAllColumns: columns == .all, to: &output) }
    let groups = columns == .all ? drawing.groups.indices.map { groupCell($0, drawing) } : []
    let box = drawing.points.first.map { first in
      drawing.points.reduce(into: Rect(first)) { $0.formUnion($1) }
    }
    var isFirst = true
    for index in 0..<drawing.pathCount {
      let record = drawing.records[index]
      if hidden[Int(record.info.group.index)] { continue }
      if columns == .all {
        rows.ending = ending(
          path: rows.pathsWritten + 1, group: groups[Int(record.info.group.index)])
      } else if !isFirst {
        output.append(.lineFeed)
      }
      isFirst = false
      let tolerance = tolerance.resolved(
        canvas: drawing.canvas, strokeWidth: drawing.style(ofPath: index).strokeWidth,
        fallback: box)
      rows.write(
        drawing[path: index], tolerance: max(tolerance, .leastNormalMagnitude), to: &output)
    }
    if rows.hasOverflown {
      throw ComponentError(
        "csv.out-of-range", "a coordinate is too large a number in this unit; choose a larger one")
    }
  }

  /// Whether each group is, or lies in, a pattern's tile: its paths paint nothing by themselves.
  private func hiddenGroups(_ drawing: borrowing Drawing) -> [Bool] {
    var hidden = [Bool](repeating: false, count: drawing.groups.count)
    for pattern in drawing.patterns { hidden[Int(pattern.content.index)] = true }
    // A parent stands before its children.
    for row in drawing.groups.indices.dropFirst()
    where hidden[Int(drawing.groups[row].parent.index)] {
      hidden[row] = true
    }
    return hidden
  }

  /// The group's cell: the label, else the id, of the innermost group that has one.
  private func groupCell(_ row: Int, _ drawing: borrowing Drawing) -> [UInt8] {
    var row = row
    while row > 0 {
      let group = drawing.groups[row]
      if let name = group.attributes.csvName { return quoted(name) }
      row = Int(group.parent.index)
    }
    return quoted("")
  }

  /// A text as a cell, in quotes where it needs them.
  private func quoted(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    let isPlain =
      bytes.allSatisfy {
        $0 != delimiter.byte && $0 != .quote && $0 != .lineFeed && $0 != .carriageReturn
          && ($0 != .tab || delimiter != .space)
      } && bytes.first.map { $0 > .space } ?? (delimiter != .space)
      && bytes.last.map { $0 > .space } ?? true
    if isPlain { return bytes }
    return [.quote] + bytes.flatMap { $0 == .quote ? [.quote, .quote] : [$0] } + [.quote]
  }

  /// What a row of a path has after its coordinates.
  private func ending(path number: Int, group: [UInt8]) -> [UInt8] {
    [delimiter.byte] + Array(String(number).utf8) + [delimiter.byte] + group
  }

  private func reportLosses(
    _ drawing: borrowing Drawing, _ hidden: [Bool], _ context: inout Context
  ) {
    var styles = 0
    var names = drawing.document.attributes.isEmpty ? 0 : 1
    var clips = 0
    var effects = 0
    var nested = 0
    var curves = 0
    var place: [String: Diagnostic.Place] = [:]
    for index in 0..<drawing.pathCount {
      let info = drawing.records[index].info
      if hidden[Int(info.group.index)] { continue }
      func count(_ number: inout Int, _ kind: String, _ amount: Int = 1) {
        number += amount
        if place[kind] == nil && info.line > 0 {
          place[kind] = Diagnostic.Place(line: Int(info.line))
        }
      }
      if drawing.style(ofPath: index) != .pen { count(&styles, "style") }
      if info.attributes != .none { count(&names, "names") }
      var isClipped = info.clip != .none
      var isTransparent = false
      var named = 0
      var group = info.group
      while group != .root {
        let node = drawing.groups[Int(group.index)]
        if node.clip != nil { isClipped = true }
        if node.opacity < 1 { isTransparent = true }
        if node.attributes.csvName != nil { named += 1 }
        group = node.parent
      }
      if isClipped { count(&clips, "clips") }
      if isTransparent { count(&effects, "opacity") }
      if named > 1 || (named > 0 && columns == .points) { count(&nested, "groups") }
      var pathCurves = 0
      let verbs = drawing[path: index].verbs
      for k in verbs.indices where verbs[k] == .quad || verbs[k] == .cubic { pathCurves += 1 }
      if pathCurves > 0 { count(&curves, "curves", pathCurves) }
    }
    let pixels = drawing.canvas?.pixelsPerUnit ?? 1
    let isScaled = unit == nil && (pixels - 1).magnitude > 1e-9
    for (kind, number, message) in [
      ("style", styles, "CSV has no place for colours, widths and dashes"),
      ("curves", curves, "CSV has points only: curves became lines within the tolerance"),
      ("clips", clips, "CSV has no place for clips: paths are written whole"),
      ("opacity", effects, "CSV has no place for the opacity of groups"),
      ("groups", nested, "CSV keeps the innermost group's name, and none with columns=points"),
      ("names", names, "CSV has no place for ids, classes and titles"),
      ("widths", drawing.hasWidths ? 1 : 0, "CSV has no place for the widths of points"),
      ("size", isScaled ? 1 : 0, "CSV holds canvas units, not their size; unit=mm writes mm"),
    ] where number > 0 {
      context.lose(
        kind, Diagnostic.Code(rawValue: "csv.\(kind)"), message, at: place[kind], count: number)
    }
  }
}

extension Attributes {
  /// What a group's cell says: the label, else the id; nil when both are missing or empty.
  var csvName: String? {
    if let label, !label.isEmpty { return label }
    if let id, !id.isEmpty { return id }
    return nil
  }
}
