import PathModel
import PluginKit
import StrictJSON

/// The small parts of the drawing form: everything but the paths.
struct DrawingTables {
  var canvas: Canvas?
  var document = DocumentInfo()
  var styles: [Style] = []
  var groups: [Group] = []
  var gradients: [Gradient] = []
  var patterns: [Pattern] = []
  var clips: [Clip] = []
  /// Whether the file has any of it, so that it must be checked as a whole.
  var isUsed = false
  /// Whether groups are given as a list.
  var hasGroupList = false

  /// Reads one of the members of the drawing form.
  mutating func read(_ name: String, _ node: JSONNode) throws(JSONError) {
    switch name {
    case "canvas": canvas = try Canvas(node)
    case "document": document = try DocumentInfo(node)
    case "styles":
      for row in try node.elements("styles") { styles.append(try Style(row)) }
    case "groups":
      hasGroupList = true
      for row in try node.elements("groups") { groups.append(try Group(row)) }
    case "gradients":
      for row in try node.elements("gradients") { gradients.append(try Gradient(row)) }
    case "patterns":
      for row in try node.elements("patterns") { patterns.append(try Pattern(row)) }
    default: break
    }
  }
}

// MARK: Reading values with names for messages

extension JSONNode {
  private func expected(_ what: String, _ name: String) -> JSONError {
    error("json.wrong-kind", "'\(name)' takes \(what), not \(kind)")
  }

  func elements(_ name: String) throws(JSONError) -> [JSONNode] {
    guard let array else { throw expected("a list", name) }
    return array
  }

  func text(_ name: String) throws(JSONError) -> String {
    guard let string else { throw expected("a text", name) }
    return string
  }

  func truth(_ name: String) throws(JSONError) -> Bool {
    guard let bool else { throw expected("true or false", name) }
    return bool
  }

  func amount(_ name: String, in range: ClosedRange<Double>? = nil) throws(JSONError) -> Double {
    guard let number else { throw expected("a number", name) }
    if let range, !range.contains(number) {
      let words =
        range.upperBound.isFinite
        ? "from \(ParameterValue.number(range.lowerBound).text) to "
          + "\(ParameterValue.number(range.upperBound).text)"
        : "\(ParameterValue.number(range.lowerBound).text) or more"
      throw error(
        "json.out-of-range", "'\(name)' must be \(words), not \(ParameterValue.number(number).text)"
      )
    }
    return number
  }

  func row(_ name: String) throws(JSONError) -> UInt32 {
    guard let integer, let row = UInt32(exactly: integer), row < .max - 1 else {
      throw error("json.no-such-row", "'\(name)' takes the number of a row, counted from 0")
    }
    return row
  }

  func numbers(_ name: String, count: Int? = nil) throws(JSONError) -> [Double] {
    var numbers: [Double] = []
    for element in try elements(name) { numbers.append(try element.amount(name)) }
    if let count, numbers.count != count {
      throw error("json.wrong-count", "'\(name)' takes \(count) numbers, not \(numbers.count)")
    }
    return numbers
  }

  func point(_ name: String) throws(JSONError) -> Point {
    let numbers = try numbers(name, count: 2)
    return Point(numbers[0], numbers[1])
  }

  func rectangle(_ name: String) throws(JSONError) -> Rect {
    let n = try numbers(name, count: 4)
    return Rect(minX: n[0], minY: n[1], maxX: n[2], maxY: n[3])
  }

  func affine(_ name: String) throws(JSONError) -> Affine {
    let n = try numbers(name, count: 6)
    return Affine(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
  }

  func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(JSONError) -> Choice where Choice.RawValue == String {
    let word = try text(name)
    guard let choice = Choice(rawValue: word) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw error("json.unknown-word", "'\(name)' takes one of \(words), not '\(word)'")
    }
    return choice
  }

  func length(_ name: String) throws(JSONError) -> Length {
    let text = try text(name)
    guard let length = Length(text: text), length.pixels != nil else {
      throw error(
        "json.bad-length",
        "'\(name)' takes a number with an absolute unit such as '100mm', not "
          + "'\(text)'")
    }
    return length
  }

  /// A colour as text, with an opacity beside it.
  func color(_ name: String, alpha: JSONNode?) throws(JSONError) -> Color {
    let text = try text(name)
    guard var color = Color(hex: text) else {
      throw error("json.bad-color", "'\(name)' takes a colour such as '#ff8800', not '\(text)'")
    }
    if let alpha { color.alpha = try alpha.amount("alpha", in: 0...1) }
    return color
  }

  /// A colour by itself: a text, or `{"color": …, "alpha": …}`.
  func color(_ name: String) throws(JSONError) -> Color {
    if kind == .string { return try color(name, alpha: nil) }
    var color = Color.black
    let alpha = self["alpha"]
    try forEachMember(name, needs: ["color"], known: ["alpha"]) {
      (member, node) throws(JSONError) in
      if member == "color" { color = try node.color("color", alpha: alpha) }
    }
    return color
  }

  /// Goes through the members of an object; an unknown name is an error, unless it begins with `x-`.
  func forEachMember(
    _ name: String, needs: [String] = [], known: [String] = [],
    _ body: (String, JSONNode) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard let object else { throw expected("an object", name) }
    for member in object {
      if needs.contains(member.name) || known.contains(member.name) {
        try body(member.name, member.value)
      } else if !member.name.hasPrefix("x-") {
        let hint =
          closest(to: member.name, among: needs + known).map { "; did you mean '\($0)'?" }
          ?? "; it has " + (needs + known).joined(separator: ", ")
        throw JSONError(
          code: "json.unknown-member", message: "'\(name)' has no member '\(member.name)'\(hint)",
          line: member.position.line, column: member.position.column)
      }
    }
    for need in needs where self[need] == nil {
      throw error("json.missing-member", "'\(name)' needs a member '\(need)'")
    }
  }
}

// MARK: The parts of a drawing

extension Canvas {
  init(_ node: JSONNode) throws(JSONError) {
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
  static let members = ["id", "classes", "label", "title", "description", "more"]

  /// Reads one of `members`.
  mutating func read(_ name: String, _ node: JSONNode) throws(JSONError) {
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
  init(_ node: JSONNode) throws(JSONError) {
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
  init(_ node: JSONNode) throws(JSONError) {
    var group = Group()
    try node.forEachMember(
      "group", known: ["parent", "opacity", "clip", "layer"] + Attributes.members
    ) { (name, value) throws(JSONError) in
      switch name {
      case "parent": group.parent = GroupID(try value.row(name))
      case "opacity": group.opacity = try value.amount(name, in: 0...1)
      case "clip": group.clip = ClipID(try value.row(name))
      case "layer": group.isLayer = try value.truth(name)
      default: try group.attributes.read(name, value)
      }
    }
    self = group
  }
}

extension Paint {
  init(_ node: JSONNode, _ name: String) throws(JSONError) {
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
  init(_ node: JSONNode) throws(JSONError) {
    var style = Style()
    let lengths = 0...Double.greatestFiniteMagnitude
    try node.forEachMember("style", known: DrawingForm.styleMembers) {
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
  init(_ node: JSONNode) throws(JSONError) {
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
  init(_ node: JSONNode) throws(JSONError) {
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
