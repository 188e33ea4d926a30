import NumberText
import PathModel

/// The presentation attributes of a drawing: what each style says, and where it's best said.
///
/// Every attribute here is inherited in SVG. Where several paths or groups inside a group agree on
/// an attribute and none disagrees, it's written at the group; below it, only what differs from the
/// surroundings is written. Attributes without a meaning for a path, such as the cap of a path
/// without a stroke, agree with anything.
struct StyleAttributes {
  /// The attributes, in the order in which they are written.
  enum Name: Int, CaseIterable, BitwiseCopyable {
    case color, fill, fillOpacity, fillRule, stroke, strokeOpacity, strokeWidth, lineCap, lineJoin,
      miterLimit, dashArray, dashOffset, paintOrder

    /// What begins it.
    var start: StaticString {
      switch self {
      case .color: " color=\""
      case .fill: " fill=\""
      case .fillOpacity: " fill-opacity=\""
      case .fillRule: " fill-rule=\""
      case .stroke: " stroke=\""
      case .strokeOpacity: " stroke-opacity=\""
      case .strokeWidth: " stroke-width=\""
      case .lineCap: " stroke-linecap=\""
      case .lineJoin: " stroke-linejoin=\""
      case .miterLimit: " stroke-miterlimit=\""
      case .dashArray: " stroke-dasharray=\""
      case .dashOffset: " stroke-dashoffset=\""
      case .paintOrder: " paint-order=\""
      }
    }

    /// What holds where nothing is said.
    var initialText: String {
      switch self {
      case .color, .fill: "#000"
      case .fillOpacity, .strokeOpacity, .strokeWidth: "1"
      case .fillRule: "nonzero"
      case .stroke, .dashArray: "none"
      case .lineCap: "butt"
      case .lineJoin: "miter"
      case .miterLimit: "4"
      case .dashOffset: "0"
      case .paintOrder: "normal"
      }
    }
  }

  /// One value for each attribute: a row of `texts`, or one of the two below.
  struct Values: BitwiseCopyable {
    private var rows: InlineArray<13, Int32>
    /// A bit for each attribute that has a meaning: few have.
    private(set) var meant: UInt16

    /// Nothing has a meaning.
    init() {
      rows = InlineArray(repeating: StyleAttributes.any)
      meant = 0
    }

    @inline(__always) subscript(name: Name) -> Int32 {
      get { rows[name.rawValue] }
      set { self[name.rawValue] = newValue }
    }

    @inline(__always) subscript(row: Int) -> Int32 {
      get { rows[row] }
      set {
        rows[row] = newValue
        meant |= 1 << UInt16(row)
      }
    }

    /// Calls `body` with the number of each attribute that has a meaning, in order.
    @inline(__always) func forEachMeant(_ body: (Int) -> Void) {
      var rest = meant
      while rest != 0 {
        body(rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }
  /// It has no meaning here.
  fileprivate static let any: Int32 = -1
  /// The paths of a group don't agree on it.
  private static let mixed: Int32 = -2

  /// The texts that there are, SVG's initial values first.
  private var texts = StyleAttributes.initialTexts
  /// Finds the row of a text once there are many.
  private var rows: [String: Int32] = [:]
  /// The rows of some colours' texts.
  private var recentColors: [(color: UInt32, row: Int32)] = []
  /// SVG's initial values.
  let defaults = StyleAttributes.initialValues
  private var styles: [Values] = []
  private var groups: [Values] = []
  /// How many paths and groups right inside each group have a say in each attribute.
  private var voices: [InlineArray<13, Int32>] = []
  private static let initialTexts = Name.allCases.reduce(into: [String]()) { texts, name in
    if !texts.contains(name.initialText) { texts.append(name.initialText) }
  }

  private static let initialValues = {
    var values = Values()
    for name in Name.allCases {
      let row = initialTexts.firstIndex(of: name.initialText) ?? 0
      values[name] = Int32(truncatingIfNeeded: row)
    }
    return values
  }()

  /// So many texts are looked through one by one, which takes less time than finding one by its hash.
  private static let few = 32

  private mutating func row(_ text: String) -> Int32 {
    if texts.count <= Self.few {
      if let row = texts.firstIndex(of: text) { return Int32(truncatingIfNeeded: row) }
    } else {
      if rows.isEmpty {
        for (row, text) in texts.enumerated() { rows[text] = Int32(truncatingIfNeeded: row) }
      }
      if let row = rows[text] { return row }
    }
    let row = Int32(truncatingIfNeeded: texts.count)
    texts.append(text)
    if !rows.isEmpty { rows[text] = row }
    return row
  }

  /// The row of a colour's text, without its opacity.
  private mutating func row(ofColor color: Color) -> Int32 {
    let key = UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
    if let known = recentColors.first(where: { $0.color == key }) { return known.row }
    let row = row(Self.opaqueText(color))
    if recentColors.count == 16 { recentColors.removeAll(keepingCapacity: true) }
    recentColors.append((key, row))
    return row
  }

  // MARK: Collecting

  /// Works out what each style and each group says.
  mutating func resolve(
    _ drawing: Drawing, patternNames: [String?], gradientNames: [String?]
  ) {
    styles = drawing.styles.map { style in
      values(of: style) { paint in
        switch paint {
        case .gradient(let id): gradientNames[Int(id.index)]
        case .pattern(let id): patternNames[Int(id.index)]
        case .none, .color, .currentColor: nil
        }
      }
    }
    groups = Array(repeating: Values(), count: drawing.groups.count)
    voices = Array(repeating: InlineArray(repeating: 0), count: drawing.groups.count)
    var last: PathInfo?
    var repeats = 0
    for path in drawing.records.indices {
      let info = drawing.records[path].info
      if let last, last.group == info.group, last.style == info.style {
        // Neighbours mostly look the same, and two voices are as good as a thousand.
        repeats += 1
        if repeats > 1 { continue }
      } else {
        repeats = 0
      }
      last = info
      let group = Int(info.group.index)
      Self.merge(styles[Int(info.style.index)], into: &groups[group], &voices[group])
    }
    for row in drawing.groups.indices.dropFirst().reversed() {
      let parent = Int(drawing.groups[row].parent.index)
      Self.merge(groups[row], into: &groups[parent], &voices[parent])
    }
    if let color = drawing.document.color {
      // What the root says of itself stands there, whether its paths use it or not.
      groups[0][.color] = row(Self.text(color))
      voices[0][Name.color.rawValue] = 2
    }
  }

  /// Takes in what one more path or group says.
  private static func merge(
    _ values: Values, into common: inout Values, _ voices: inout InlineArray<13, Int32>
  ) {
    values.forEachMeant { row in
      voices[row] += 1
      if common[row] != values[row] {
        common[row] = common[row] == any ? values[row] : mixed
      }
    }
  }

  private mutating func values(
    of style: Style, nameOf: (Paint) -> String?
  ) -> Values {
    var values = Values()
    func set(_ name: Name, _ text: String) { values[name] = row(text) }
    /// What is as SVG has it initially needs no text.
    func set(_ name: Name, _ isInitial: Bool, _ text: @autoclosure () -> String) {
      values[name] = isInitial ? defaults[name] : row(text())
    }
    func paint(_ paint: Paint, _ name: Name, _ opacityName: Name, _ opacity: Double) -> Bool {
      var opacity = opacity
      switch paint {
      case .none:
        values[name] = defaults[.stroke]
        return false
      case .color(let color):
        values[name] = row(ofColor: color)
        opacity *= color.alpha
      case .currentColor(let resolved):
        // An element has one colour; where the fill took another one for its own, this one is written out.
        if name == .stroke, case .currentColor(let other) = style.fill, other != resolved {
          set(name, Self.opaqueText(resolved))
          opacity *= resolved.alpha
          break
        }
        set(name, "currentColor")
        set(.color, Self.text(resolved))
      case .gradient, .pattern:
        guard let reference = nameOf(paint) else {
          set(name, "none")
          return false
        }
        set(name, "url(#\(reference))")
      }
      if opacity == 1 {
        values[opacityName] = defaults[.fillOpacity]
      } else {
        set(opacityName, Self.text(opacity, precision: 4))
      }
      return true
    }
    if paint(style.fill, .fill, .fillOpacity, style.fillOpacity) {
      set(.fillRule, style.fillRule == .nonzero, style.fillRule.rawValue)
    }
    if paint(style.stroke, .stroke, .strokeOpacity, style.strokeOpacity) {
      set(.strokeWidth, style.strokeWidth == 1, Self.text(style.strokeWidth, digits: 6))
      set(.lineCap, style.cap == .butt, style.cap.rawValue)
      set(.lineJoin, style.join == .miter, style.join.rawValue)
      if style.join == .miter {
        set(.miterLimit, style.miterLimit == 4, Self.text(style.miterLimit, digits: 6))
      }
      if style.dashes.isEmpty {
        values[.dashArray] = defaults[.dashArray]
      } else {
        set(
          .dashArray, style.dashes.map { Self.text($0, digits: 6) }.joined(separator: " "))
        set(.dashOffset, style.dashOffset == 0, Self.text(style.dashOffset, digits: 6))
      }
      if style.fill.isVisible { set(.paintOrder, !style.strokeFirst, "stroke") }
    }
    return values
  }

  // MARK: Writing

  /// Writes what all paths of a group share and the surroundings don't say; `inherited` becomes
  /// what holds inside.
  func write(group: GroupID, inherited: inout Values, to output: inout ByteSink) {
    let values = groups[Int(group.index)]
    let voices = voices[Int(group.index)]
    values.forEachMeant { row in
      let value = values[row]
      guard voices[row] > 1, value >= 0, value != inherited[row] else { return }
      write(row, value, to: &output)
      inherited[row] = value
    }
  }

  /// Writes what a style says and the surroundings don't.
  func write(_ style: StyleID, inherited: Values, to output: inout ByteSink) {
    let style = styles[Int(style.index)]
    style.forEachMeant { row in
      if style[row] != inherited[row] { write(row, style[row], to: &output) }
    }
  }

  /// What holds inside an element that has a style.
  func values(of style: StyleID, inherited: Values) -> Values {
    var values = inherited
    let style = styles[Int(style.index)]
    style.forEachMeant { row in values[row] = style[row] }
    return values
  }

  private func write(_ row: Int, _ value: Int32, to output: inout ByteSink) {
    guard let name = Name(rawValue: row) else { return }
    output.append(name.start)
    output.append(texts[Int(value)])
    output.append(UInt8(ascii: "\""))
  }

  /// Whether the surroundings' `currentColor` is this colour.
  func isCurrentColor(_ color: Color, in inherited: Values) -> Bool {
    texts[Int(inherited[.color])] == Self.text(color)
  }

  // MARK: Texts

  /// `#rgb` or `#rrggbb`, without the opacity.
  static func opaqueText(_ color: Color) -> String {
    guard color.red % 17 == 0, color.green % 17 == 0, color.blue % 17 == 0 else {
      return color.hex
    }
    let digits: InlineArray<4, UInt8> = [
      UInt8(ascii: "#"), hexDigit(color.red % 16), hexDigit(color.green % 16),
      hexDigit(color.blue % 16),
    ]
    return digits.span.text()
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 48 + value : 87 + value
  }

  /// A colour with its opacity.
  static func text(_ color: Color) -> String {
    if color.alpha == 1 { return opaqueText(color) }
    let alpha = text(color.alpha, precision: 4)
    return "rgba(\(color.red),\(color.green),\(color.blue),\(alpha))"
  }

  static func text(_ value: Double, precision: Int) -> String {
    var sink = ByteSink()
    sink.append(value, precision: precision)
    return String(decoding: sink.takeBytes(), as: UTF8.self)
  }

  static func text(_ value: Double, digits: Int) -> String {
    text(value, precision: FixedPoint.precision(forDigits: digits, of: value))
  }
}
