import JSONForms
package import PathModel
package import StrictJSON

// The drawing form: the whole of it, its paths, and the clips, which hold theirs.

extension JSONWriter {
  /// Writes the drawing form.
  package mutating func value(_ drawing: borrowing Drawing) {
    beginObject()
    key("strokemill")
    value(DrawingForm.version)
    if let canvas = drawing.canvas {
      key("canvas")
      value(canvas)
    }
    if drawing.document != DocumentInfo() {
      key("document")
      value(drawing.document)
    }
    if !drawing.styles.isEmpty {
      key("styles")
      beginArray()
      for style in drawing.styles { value(style) }
      end()
    }
    if drawing.groups != [Group()] {
      key("groups")
      beginArray()
      for group in drawing.groups { value(group) }
      end()
    }
    if !drawing.gradients.isEmpty {
      key("gradients")
      beginArray()
      for gradient in drawing.gradients { value(gradient) }
      end()
    }
    if !drawing.patterns.isEmpty {
      key("patterns")
      beginArray()
      for pattern in drawing.patterns { value(pattern) }
      end()
    }
    if !drawing.clips.isEmpty {
      key("clips")
      beginArray()
      for clip in drawing.clips { value(clip, of: drawing) }
      end()
    }
    key("paths")
    beginArray()
    for index in 0..<drawing.pathCount { path(index, of: drawing) }
    end()
    end()
  }

  mutating func value(_ clip: Clip, of drawing: borrowing Drawing) {
    beginObject(.spaced)
    member("id", clip.id)
    if let parent = clip.parent { member("parent", row: parent.index) }
    key("paths")
    beginArray(.compact)
    for index in Int(clip.firstPath)..<(Int(clip.firstPath) + Int(clip.pathCount)) {
      let path = drawing.clipPaths[index]
      beginObject()
      member("fillRule", path.rule, unless: .nonzero)
      if path.clip != .none { member("clip", row: path.clip.index) }
      geometry(drawing[clipPath: index])
      end()
    }
    end()
    end()
  }

  mutating func path(_ index: Int, of drawing: borrowing Drawing) {
    let info = drawing.records[index].info
    beginObject(.compact)
    if info.attributes != .none { members(drawing.attributes(ofPath: index)) }
    if info.group != .root { member("group", row: info.group.index) }
    member("style", row: info.style.index)
    if info.clip != .none { member("clip", row: info.clip.index) }
    let digits = String(info.key.value, radix: 16)
    member("key", String(repeating: "0", count: 16 - digits.utf8.count) + digits)
    if info.line != 0 { member("line", row: info.line) }
    let view = drawing[path: index]
    geometry(view)
    if !view.widths.isEmpty {
      key("widths")
      beginArray()
      for i in view.widths.indices { value(view.widths[i]) }
      end()
    }
    end()
  }

  /// A line through two points or more needs no verbs.
  private mutating func geometry(_ view: PathView) {
    var isLine = view.verbs.count >= 2
    for i in view.verbs.indices where view.verbs[i] != (i == 0 ? .move : .line) { isLine = false }
    if !isLine {
      var letters: [UInt8] = []
      letters.reserveCapacity(view.verbs.count)
      for i in view.verbs.indices { letters.append(view.verbs[i].letter) }
      key("verbs")
      value(String(decoding: letters, as: UTF8.self))
    }
    key("points")
    beginArray()
    for i in view.points.indices {
      beginArray()
      value(view.points[i].x)
      value(view.points[i].y)
      end()
    }
    end()
  }
}
