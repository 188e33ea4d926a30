import Geometry
import NumberText
import PathModel
import PluginKit
import StrictJSON

extension DrawingSummary {
  private static var verbNames: [String] { ["moves", "lines", "quads", "cubics", "closes"] }

  /// The summary as a JSON object, indented, with a line break at the end.
  public var json: String {
    var writer = JSONWriter(form: .indented)
    writer.beginObject()
    writer.member("title", title)
    writer.member("paths", paths)
    writer.member("closed-paths", closedPaths)
    writer.member("subpaths", subpaths)
    writer.member("points", points)
    writer.key("segments")
    writer.beginObject(.spaced)
    for (name, count) in zip(DrawingSummary.verbNames, verbs) { writer.member(name, count) }
    writer.end()
    writer.key("canvas")
    if let canvas {
      writer.beginObject()
      writer.member("box", canvas.box)
      writer.key("width")
      writer.value(canvas.width.text)
      writer.key("height")
      writer.value(canvas.height.text)
      writer.end()
    } else {
      writer.null()
    }
    writer.member("geometry-bounds", geometryBounds)
    writer.member("ink-bounds", inkBounds)
    writer.member("styles", styles)
    writer.key("stroke-widths")
    if let strokeWidths {
      writer.beginArray(.spaced)
      writer.value(strokeWidths.lowerBound)
      writer.value(strokeWidths.upperBound)
      writer.end()
    } else {
      writer.null()
    }
    writer.key("widths-by-point")
    writer.value(hasWidths)
    writer.member("strokes", strokes)
    writer.member("fills", fills)
    writer.member("gradients", gradients)
    writer.member("patterns", patterns)
    writer.member("clips", clips)
    writer.key("groups")
    writer.beginArray()
    for group in groups {
      writer.beginObject(.spaced)
      writer.member("name", group.name)
      writer.member("depth", group.depth)
      writer.member("paths", group.paths)
      writer.end()
    }
    writer.end()
    writer.end()
    return String(decoding: writer.finish().takeBytes(), as: UTF8.self)
  }

  /// How many entries of a list a person is shown.
  private static var shown: Int { 12 }

  /// The summary as lines for a person, without line breaks.
  public var lines: [String] {
    var lines: [String] = []
    func add(_ name: String, _ text: String) {
      lines.append(name + String(repeating: " ", count: max(1, 10 - name.count)) + text)
    }
    if let title { add("title", title) }
    add(
      "paths",
      "\(paths) (\(subpaths) \(subpaths == 1 ? "subpath" : "subpaths"), \(closedPaths) closed)")
    let kinds = zip(DrawingSummary.verbNames, verbs).filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    add("points", "\(points)" + (kinds.isEmpty ? "" : " in " + kinds.joined(separator: ", ")))
    if let canvas {
      add(
        "canvas",
        "\(canvas.width.text) × \(canvas.height.text), units \(text(canvas.box.minX)) "
          + "\(text(canvas.box.minY)) \(text(canvas.box.width)) \(text(canvas.box.height))")
    } else {
      add("canvas", "none (one unit is 1/96 inch)")
    }
    add("geometry", geometryBounds.map(text) ?? "none")
    add("ink", inkBounds.map(text) ?? "none")
    add("strokes", text(strokes))
    if let strokeWidths {
      let (low, high) = (text(strokeWidths.lowerBound), text(strokeWidths.upperBound))
      let range = low == high ? low : "\(low) to \(high)"
      add("widths", range + (hasWidths ? ", and widths of their own at points" : ""))
    }
    add("fills", text(fills))
    let tables = [(gradients, "gradients"), (patterns, "patterns"), (clips, "clips")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if !tables.isEmpty { add("also", tables.joined(separator: ", ")) }
    for (row, group) in groups.prefix(DrawingSummary.shown).enumerated() {
      let indent = String(repeating: "  ", count: min(group.depth, 20))
      let name = group.name.isEmpty ? "(no name)" : group.name
      add(
        row == 0 ? "groups" : "",
        "\(indent)\(name): \(group.paths) \(group.paths == 1 ? "path" : "paths")")
    }
    if groups.count > DrawingSummary.shown {
      add("", "and \(groups.count - DrawingSummary.shown) more groups")
    }
    return lines
  }

  private func text(_ counts: [PaintCount]) -> String {
    if counts.isEmpty { return "none" }
    let shown = counts.prefix(DrawingSummary.shown).map { "\($0.paint) (\($0.paths))" }
    let more = counts.count > shown.count ? ", and \(counts.count - shown.count) more" : ""
    return shown.joined(separator: ", ") + more
  }

  private func text(_ rect: Rect) -> String {
    "\(text(rect.minX)) \(text(rect.minY)) to \(text(rect.maxX)) \(text(rect.maxY)), "
      + "\(text(rect.width)) × \(text(rect.height))"
  }

  /// A number to a thousandth, for a person.
  private func text(_ value: Double) -> String {
    ParameterValue.number((value * 1000).rounded() / 1000 + 0).text
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: String, _ value: Int) {
    key(name)
    self.value(value)
  }

  fileprivate mutating func member(_ name: String, _ value: String?) {
    key(name)
    if let value { self.value(value) } else { null() }
  }

  fileprivate mutating func member(_ name: String, _ rect: Rect?) {
    key(name)
    guard let rect else {
      null()
      return
    }
    beginObject(.spaced)
    for (name, number) in [
      ("x", rect.minX), ("y", rect.minY), ("width", rect.width), ("height", rect.height),
    ] {
      key(name)
      value(number)
    }
    end()
  }

  fileprivate mutating func member(_ name: String, _ counts: [DrawingSummary.PaintCount]) {
    key(name)
    beginArray()
    for count in counts {
      beginObject(.spaced)
      member("paint", count.paint)
      member("paths", count.paths)
      end()
    }
    end()
  }
}
