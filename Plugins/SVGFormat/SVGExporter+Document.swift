import NumberText
import PathModel
import PluginKit

/// Writes one drawing; what it holds is what the parts of the file share.
struct SVGWriter {
  let drawing: Drawing
  let precision: Int
  let isMinified: Bool
  let data: PathDataWriter
  var styles = StyleAttributes()
  var names: NameRegister
  /// For each group, the content group of the pattern that it lies in, nil for what is painted.
  let patternOfGroup: [GroupID?]
  /// Among which paths those of each such content group lie.
  private let rowsOfPattern: [GroupID: Range<Int>]
  /// The names of the clips, gradients and patterns that are written, by their rows.
  var clipNames: [String?]
  var gradientNames: [String?]
  var patternNames: [String?]
  /// The names of stops that several gradients have.
  var stopsNames: [[Gradient.Stop]: String] = [:]
  /// The texts that are written as text, by the rows of their groups.
  var keptTexts: [Int: KeptText] = [:]

  init(_ drawing: Drawing, precision: Int, isMinified: Bool, idPrefix: String = "") {
    self.precision = precision
    self.isMinified = isMinified
    data = PathDataWriter(precision: precision)
    names = NameRegister(
      prefix: idPrefix, count: drawing.attributes.count + drawing.groups.count)
    patternOfGroup = SVGWriter.patternContents(of: drawing)
    rowsOfPattern = SVGWriter.rows(of: patternOfGroup, in: drawing)
    clipNames = Array(repeating: nil, count: drawing.clips.count)
    gradientNames = Array(repeating: nil, count: drawing.gradients.count)
    patternNames = Array(repeating: nil, count: drawing.patterns.count)
    // Last, so that it isn't copied.
    self.drawing = drawing
  }

  private static func patternContents(of drawing: Drawing) -> [GroupID?] {
    var owners = [GroupID?](repeating: nil, count: drawing.groups.count)
    // The root is never taken for a tile: nothing at all would be painted then.
    let contents = Set(drawing.patterns.map(\.content)).subtracting([.root])
    // A parent stands before its children.
    for row in drawing.groups.indices {
      let group = GroupID(UInt32(row))
      owners[row] =
        contents.contains(group) ? group : owners[Int(drawing.groups[row].parent.index)]
    }
    return owners
  }

  private static func rows(
    of patternOfGroup: [GroupID?], in drawing: Drawing
  ) -> [GroupID: Range<Int>] {
    var rows: [GroupID: Range<Int>] = [:]
    if drawing.patterns.isEmpty { return rows }
    for (row, record) in drawing.records.enumerated() {
      guard let content = patternOfGroup[Int(record.info.group.index)] else { continue }
      rows[content] = (rows[content]?.lowerBound ?? row)..<(row + 1)
    }
    return rows
  }

  // MARK: The root

  mutating func writeDocument(to output: inout ByteSink, _ context: inout Context) {
    nameDefinitions()
    findKeptTexts(&context)
    styles.resolve(drawing, patternNames: patternNames, gradientNames: gradientNames)
    let document = drawing.document.attributes
    output.append("<svg xmlns=\"http://www.w3.org/2000/svg\"")
    if !stopsNames.isEmpty || keptTexts.values.contains(where: { !$0.pathNames.isEmpty }) {
      output.append(" xmlns:xlink=\"http://www.w3.org/1999/xlink\"")
    }
    if usesLabels {
      output.append(" xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\"")
    }
    if let canvas = drawing.canvas {
      writeLength(" width=\"", canvas.width, to: &output)
      writeLength(" height=\"", canvas.height, to: &output)
      let box = canvas.box
      output.append(" viewBox=\"")
      for (i, value) in [box.minX, box.minY, box.width, box.height].enumerated() {
        if i > 0 { output.append(UInt8(ascii: " ")) }
        output.append(value, digits: 15)
      }
      output.append(UInt8(ascii: "\""))
    }
    writeNames(document, isLayer: false, to: &output, &context)
    let root = drawing.groups[0]
    writeEffects(opacity: root.opacity, clip: root.clip, to: &output)
    var inherited = styles.defaults
    styles.write(group: .root, inherited: &inherited, to: &output)
    output.append(UInt8(ascii: ">"))
    let before = output.count
    writeTexts(document, depth: 1, to: &output, &context)
    writeDefinitions(inherited, to: &output, &context)
    writePaths(inPattern: nil, within: .root, inherited, depth: 1, to: &output, &context)
    if output.count > before { breakLine(0, to: &output) }
    output.append("</svg>\n")
  }

  private var usesLabels: Bool {
    drawing.groups.enumerated().contains { row, group in
      group.isLayer
        || group.attributes.label.map { $0 != keptTexts[row]?.text.words } ?? false
    }
      || drawing.attributes.contains { $0.label != nil }
      || drawing.document.attributes.label != nil
  }

  private func writeLength(_ start: StaticString, _ length: Length, to output: inout ByteSink) {
    output.append(start)
    output.append(length.value, digits: 15)
    // A bare number is in pixels there.
    if length.unit != .px { output.append(length.unit.rawValue) }
    output.append(UInt8(ascii: "\""))
  }

  // MARK: Groups and paths

  /// Writes the paths that are painted, or those of one pattern, with the groups around them.
  mutating func writePaths(
    inPattern pattern: GroupID?, within base: GroupID, _ inherited: StyleAttributes.Values,
    depth: Int, to output: inout ByteSink, _ context: inout Context
  ) {
    var open: [(group: GroupID, inherited: StyleAttributes.Values)] = []
    // The groups that are begun next, the innermost first.
    var chain: [GroupID] = []
    var group = base
    var values = inherited
    // The style of which the surroundings have said all.
    var saidStyle: StyleID?
    let rows = pattern.map { rowsOfPattern[$0] ?? 0..<0 } ?? drawing.records.indices
    for row in rows {
      let next = drawing.records[row].info.group
      guard patternOfGroup[Int(next.index)] == pattern else { continue }
      let isKept = !keptTexts.isEmpty && keptTexts[Int(next.index)] != nil
      // The whole text is written for its first path.
      if isKept, let kept = keptTexts[Int(next.index)], row > kept.rows.lowerBound { continue }
      let target = isKept ? drawing.groups[Int(next.index)].parent : next
      if target != group {
        let common = drawing.commonAncestor(group, target)
        while group != common, let last = open.popLast() {
          breakLine(depth + open.count, to: &output)
          output.append("</g>")
          group = drawing.groups[Int(last.group.index)].parent
          values = last.inherited
        }
        chain.removeAll(keepingCapacity: true)
        var inner = target
        while inner != common {
          chain.append(inner)
          inner = drawing.groups[Int(inner.index)].parent
        }
        for inner in chain.reversed() {
          let outer = values
          startGroup(inner, &values, depth: depth + open.count, to: &output, &context)
          open.append((inner, outer))
        }
        group = target
        saidStyle = nil
      }
      if isKept, let kept = keptTexts[Int(next.index)] {
        writeText(kept, of: next, values, depth: depth + open.count, to: &output, &context)
        continue
      }
      breakLine(depth + open.count, to: &output)
      let style = drawing.records[row].info.style
      let isSaid = writePath(
        row, values, isSaid: style == saidStyle, depth: depth + open.count, to: &output, &context)
      saidStyle = isSaid ? style : nil
    }
    while open.popLast() != nil {
      breakLine(depth + open.count, to: &output)
      output.append("</g>")
    }
  }

  private mutating func startGroup(
    _ id: GroupID, _ inherited: inout StyleAttributes.Values, depth: Int,
    to output: inout ByteSink, _ context: inout Context
  ) {
    // A row of a span isn't copied to be looked at, and there may be as many groups as paths.
    let groups = drawing.groups
    let rows = groups.span
    let row = Int(id.index)
    breakLine(depth, to: &output)
    output.append("<g")
    // Most have no names, and lending them costs as much as a copy.
    let isNamed = !rows[row].attributes.isEmpty
    if isNamed || rows[row].isLayer {
      writeNames(rows[row].attributes, isLayer: rows[row].isLayer, to: &output, &context)
    }
    writeEffects(opacity: rows[row].opacity, clip: rows[row].clip, to: &output)
    styles.write(group: id, inherited: &inherited, to: &output)
    output.append(UInt8(ascii: ">"))
    if isNamed { writeTexts(rows[row].attributes, depth: depth + 1, to: &output, &context) }
  }

  /// - Returns: Whether there was nothing to say of its style; `isSaid` when that's known.
  private mutating func writePath(
    _ row: Int, _ inherited: StyleAttributes.Values, isSaid: Bool, depth: Int,
    to output: inout ByteSink, _ context: inout Context
  ) -> Bool {
    let info = drawing.records[row].info
    let names = Int(info.attributes.index)
    let isNamed = info.attributes != .none
    output.append("<path")
    if isNamed { writeNames(drawing.attributes[names], isLayer: false, to: &output, &context) }
    output.append(" d=\"")
    data.write(drawing[path: row], to: &output)
    output.append(UInt8(ascii: "\""))
    let before = output.count
    if !isSaid { styles.write(info.style, inherited: inherited, to: &output) }
    let saysNothing = output.count == before
    writeEffects(
      opacity: drawing.styles[Int(info.style.index)].opacity,
      clip: info.clip == .none ? nil : info.clip, to: &output)
    if isNamed, drawing.attributes[names].hasTexts {
      output.append(UInt8(ascii: ">"))
      writeTexts(drawing.attributes[names], depth: depth + 1, to: &output, &context)
      breakLine(depth, to: &output)
      output.append("</path>")
    } else {
      output.append("/>")
    }
    return saysNothing
  }

  // MARK: Attributes

  // Not a call, for which the whole writer would be copied.
  @inline(__always)
  func writeEffects(opacity: Double, clip: ClipID?, to output: inout ByteSink) {
    if opacity < 1 {
      output.append(" opacity=\"")
      output.append(opacity, precision: 4)
      output.append(UInt8(ascii: "\""))
    }
    if let clip, let name = clipNames[Int(clip.index)] {
      output.append(" clip-path=\"url(#")
      output.append(name)
      output.append(")\"")
    }
  }

  /// The id, classes, label and what else a file says of a thing.
  mutating func writeNames(
    _ attributes: borrowing Attributes, isLayer: Bool, to output: inout ByteSink,
    _ context: inout Context
  ) {
    if let id = attributes.id.flatMap({ names.take($0, &context) }) {
      output.appendAttribute("id", id, &context)
    }
    if attributes.classes.count == 1 {
      if let name = attributes.classes.first, !name.isEmpty {
        output.appendAttribute("class", name, &context)
      }
    } else if !attributes.classes.isEmpty {
      let classes = attributes.classes.filter { !$0.isEmpty }
      if !classes.isEmpty {
        output.appendAttribute("class", classes.joined(separator: " "), &context)
      }
    }
    if isLayer { output.append(" inkscape:groupmode=\"layer\"") }
    if let label = attributes.label { output.appendAttribute("inkscape:label", label, &context) }
    var written: [String] = []
    for pair in attributes.more {
      guard let name = NameRegister.attributeName(for: pair.name), !written.contains(name) else {
        context.lose(
          "attribute", "svg.attribute-name",
          "'\(pair.name)' can't be the name of an SVG attribute, or stands there twice; its value "
            + "is left out")
        continue
      }
      written.append(name)
      output.appendAttribute(name, names.references(pair.value, in: name), &context)
    }
  }

  /// The title and the description, which come first in their element.
  private func writeTexts(
    _ attributes: borrowing Attributes, depth: Int, to output: inout ByteSink,
    _ context: inout Context
  ) {
    if let title = attributes.title {
      breakLine(depth, to: &output)
      output.append("<title>")
      output.appendEscaped(title, inAttribute: false, &context)
      output.append("</title>")
    }
    if let description = attributes.description {
      breakLine(depth, to: &output)
      output.append("<desc>")
      output.appendEscaped(description, inAttribute: false, &context)
      output.append("</desc>")
    }
  }

  // Not a call, for which the whole writer would be copied.
  @inline(__always)
  func breakLine(_ depth: Int, to output: inout ByteSink) {
    guard !isMinified else { return }
    output.append(UInt8(ascii: "\n"))
    output.append(repeating: UInt8(ascii: " "), count: 2 * min(depth, 16))
  }
}

extension Attributes {
  /// Whether there is something to say inside of the element.
  fileprivate var hasTexts: Bool { title != nil || description != nil }
}
