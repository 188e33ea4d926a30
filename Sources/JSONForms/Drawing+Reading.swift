package import PathModel
package import StrictJSON

// The rows of a drawing's tables in their JSON form: what Drawing+Writing.swift writes.

extension Canvas {
  package init(_ node: JSONNode) throws(JSONError) {
    var box = Rect(.zero)
    var width: Length?
    var height: Length?
    try node.forEachMember("canvas", needs: ["box"], known: ["width", "height"]) {
      (name, value) throws(JSONError) in
      switch name {
      case "box": box = try value.rectangle("box")
      case "width": width = try value.length("width")
      default: height = try value.length("height")
      }
    }
    guard box.width > 0 && box.height > 0 && box.width.isFinite && box.height.isFinite else {
      throw node.error("json.bad-canvas", "'box' must be [left, top, right, bottom] with an extent")
    }
    switch (width, height) {
    case (nil, nil): self.init(box: box)
    case (let width?, let height?): self.init(box: box, width: width, height: height)
    default:
      throw node.error("json.bad-canvas", "'width' and 'height' must be given together")
    }
  }
}

extension Attributes {
  package static let members = ["id", "classes", "label", "title", "description", "more"]

  /// Reads one of `members`.
  package mutating func read(_ name: String, _ node: JSONNode) throws(JSONError) {
    switch name {
    case "id": id = try node.text(name)
    case "label": label = try node.text(name)
    case "title": title = try node.text(name)
    case "description": description = try node.text(name)
    case "classes":
      for element in try node.elements(name) { classes.append(try element.text(name)) }
    case "more":
      for element in try node.elements(name) {
        let pair = try element.elements(name)
        guard pair.count == 2 else {
          throw element.error("json.wrong-count", "'more' takes pairs, [name, value]")
        }
        more.append(NamedValue(try pair[0].text(name), try pair[1].text(name)))
      }
    default: break
    }
  }
}

extension DocumentInfo {
  package init(_ node: JSONNode) throws(JSONError) {
    self.init()
    var set = Attributes()
    var color: Color?
    try node.forEachMember("document", known: Attributes.members + ["color"]) {
      (name, value) throws(JSONError) in
      if name == "color" {
        color = try value.color(name)
      } else {
        try set.read(name, value)
      }
    }
    self.init(attributes: set, color: color)
  }
}

extension Group {
  package init(_ node: JSONNode) throws(JSONError) {
    var group = Group()
    try node.forEachMember(
      "group", known: ["parent", "opacity", "clip", "layer", "text"] + Attributes.members
    ) { (name, value) throws(JSONError) in
      switch name {
      case "parent": group.parent = GroupID(try value.row(name))
      case "opacity": group.opacity = try value.amount(name, in: 0...1)
      case "clip": group.clip = ClipID(try value.row(name))
      case "layer": group.isLayer = try value.truth(name)
      case "text": group.text = try Text(value)
      default: try group.attributes.read(name, value)
      }
    }
    self = group
  }
}

extension Paint {
  package init(_ node: JSONNode, _ name: String) throws(JSONError) {
    if node.kind == .string {
      let word = try node.text(name)
      self = word == "none" ? .none : .color(try node.color(name))
      return
    }
    let alpha = node["alpha"]
    var paint: Paint?
    var count = 0
    try node.forEachMember(
      name, known: ["color", "currentColor", "gradient", "pattern", "alpha"]
    ) { (member, value) throws(JSONError) in
      if member == "alpha" { return }
      count += 1
      switch member {
      case "color": paint = .color(try value.color(member, alpha: alpha))
      case "currentColor": paint = .currentColor(resolved: try value.color(member, alpha: alpha))
      case "gradient": paint = .gradient(GradientID(try value.row(member)))
      default: paint = .pattern(PatternID(try value.row(member)))
      }
    }
    guard let paint, count == 1 else {
      throw node.error(
        "json.bad-paint",
        "'\(name)' takes one of 'color', 'currentColor', 'gradient' and 'pattern'")
    }
    self = paint
  }
}

extension Style {
  package static let members = [
    "fill", "fillOpacity", "fillRule", "stroke", "strokeOpacity", "strokeWidth", "cap", "join",
    "miterLimit", "dashes", "dashOffset", "opacity", "strokeFirst", "strokeScaling",
  ]

  package init(_ node: JSONNode) throws(JSONError) {
    var style = Style()
    let lengths = 0...Double.greatestFiniteMagnitude
    try node.forEachMember("style", known: Style.members) {
      (name, value) throws(JSONError) in
      switch name {
      case "fill": style.fill = try Paint(value, name)
      case "fillOpacity": style.fillOpacity = try value.amount(name, in: 0...1)
      case "fillRule": style.fillRule = try value.choice(name)
      case "stroke": style.stroke = try Paint(value, name)
      case "strokeOpacity": style.strokeOpacity = try value.amount(name, in: 0...1)
      case "strokeWidth": style.strokeWidth = try value.amount(name, in: lengths)
      case "cap": style.cap = try value.choice(name)
      case "join": style.join = try value.choice(name)
      case "miterLimit":
        style.miterLimit = try value.amount(name, in: 1...Double.greatestFiniteMagnitude)
      case "dashes":
        style.dashes = []
        for element in try value.elements(name) {
          style.dashes.append(try element.amount(name, in: lengths))
        }
      case "dashOffset": style.dashOffset = try value.amount(name)
      case "opacity": style.opacity = try value.amount(name, in: 0...1)
      case "strokeFirst": style.strokeFirst = try value.truth(name)
      default: style.strokeScaling = try value.choice(name)
      }
    }
    self = style
  }
}

extension Gradient {
  package init(_ node: JSONNode) throws(JSONError) {
    var shape: Shape?
    var gradient = Gradient(.linear(from: .zero, to: .zero), stops: [])
    try node.forEachMember(
      "gradient", needs: ["stops"], known: ["linear", "radial", "transform", "spread", "id"]
    ) { (name, value) throws(JSONError) in
      switch name {
      case "linear", "radial":
        guard shape == nil else {
          throw value.error("json.bad-gradient", "a gradient is either 'linear' or 'radial'")
        }
        shape = name == "linear" ? try .init(linear: value) : try .init(radial: value)
      case "transform": gradient.transform = try value.affine(name)
      case "spread": gradient.spread = try value.choice(name)
      case "id": gradient.id = try value.text(name)
      default:
        for element in try value.elements(name) { gradient.stops.append(try Stop(element)) }
      }
    }
    guard let shape else {
      throw node.error("json.bad-gradient", "a gradient needs a member 'linear' or 'radial'")
    }
    gradient.shape = shape
    self = gradient
  }
}

extension Gradient.Shape {
  fileprivate init(linear node: JSONNode) throws(JSONError) {
    var from = Point.zero
    var to = Point.zero
    try node.forEachMember("linear", needs: ["from", "to"]) { (name, value) throws(JSONError) in
      if name == "from" { from = try value.point(name) } else { to = try value.point(name) }
    }
    self = .linear(from: from, to: to)
  }

  fileprivate init(radial node: JSONNode) throws(JSONError) {
    var center = Point.zero
    var radius = 0.0
    var focus: Point?
    var focusRadius = 0.0
    try node.forEachMember(
      "radial", needs: ["center", "radius"], known: ["focus", "focusRadius"]
    ) { (name, value) throws(JSONError) in
      switch name {
      case "center": center = try value.point(name)
      case "radius": radius = try value.amount(name, in: 0...Double.greatestFiniteMagnitude)
      case "focus": focus = try value.point(name)
      default: focusRadius = try value.amount(name, in: 0...Double.greatestFiniteMagnitude)
      }
    }
    self = .radial(
      center: center, radius: radius, focus: focus ?? center, focusRadius: focusRadius)
  }
}

extension Gradient.Stop {
  fileprivate init(_ node: JSONNode) throws(JSONError) {
    var stop = Gradient.Stop(offset: 0, color: .black)
    let alpha = node["alpha"]
    try node.forEachMember("stop", needs: ["offset", "color"], known: ["alpha", "currentColor"]) {
      (name, value) throws(JSONError) in
      switch name {
      case "offset": stop.offset = try value.amount(name, in: 0...1)
      case "color": stop.color = try value.color(name, alpha: alpha)
      case "currentColor": stop.isCurrentColor = try value.truth(name)
      default: break
      }
    }
    self = stop
  }
}

extension Pattern {
  package init(_ node: JSONNode) throws(JSONError) {
    var pattern = Pattern(tile: Rect(.zero), content: .root)
    try node.forEachMember("pattern", needs: ["tile", "content"], known: ["transform", "id"]) {
      (name, value) throws(JSONError) in
      switch name {
      case "tile": pattern.tile = try value.rectangle(name)
      case "content": pattern.content = GroupID(try value.row(name))
      case "transform": pattern.transform = try value.affine(name)
      default: pattern.id = try value.text(name)
      }
    }
    self = pattern
  }
}
