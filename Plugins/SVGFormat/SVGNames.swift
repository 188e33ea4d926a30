/// The elements of SVG, by what they do here.
enum SVGElement: String, CaseIterable, BitwiseCopyable {
  case svg, g, a, `switch`
  case path, line, polyline, polygon, rect, circle, ellipse
  case title, desc
  case linearGradient, radialGradient, stop, pattern
  case style, script
  case use, image, text, foreignObject
  case tspan, textPath, tref, altGlyph
  case defs, symbol, clipPath, mask, marker, filter, metadata, view, cursor
  case font, fontFace = "font-face", colorProfile = "color-profile"
  case solidcolor, hatch, mesh, meshgradient, meshGradient
  case animate, animateTransform, animateMotion, animateColor, set, discard
  /// Any other name.
  case unknown
  /// An element of another namespace.
  case foreign
}

/// The attributes that mean something here: SVG's own and the properties that `style` can hold.
enum SVGAttributeName: String, CaseIterable, BitwiseCopyable {
  // What an element is.
  case id, `class`, style, transform, href
  case d, points, x, y, width, height, rx, ry, r, cx, cy, x1, y1, x2, y2
  case viewBox, preserveAspectRatio, clipPathUnits
  case pathLength, refX, refY, markerWidth, markerHeight, markerUnits, orient
  case gradientUnits, gradientTransform, spreadMethod, fx, fy, fr, offset
  case patternUnits, patternContentUnits, patternTransform
  case systemLanguage, requiredExtensions
  case dx, dy, textLength, lengthAdjust, startOffset, side
  // Inkscape's.
  case label, groupmode
  /// The version of the program that wrote the file.
  case inkscapeVersion = "inkscape:version"
  case sodipodiVersion = "sodipodi:version"
  // Properties.
  case fill, stroke, color, opacity, display, visibility, overflow, filter, mask, marker
  case fillOpacity = "fill-opacity"
  case fillRule = "fill-rule"
  case strokeOpacity = "stroke-opacity"
  case strokeWidth = "stroke-width"
  case strokeLinecap = "stroke-linecap"
  case strokeLinejoin = "stroke-linejoin"
  case strokeMiterlimit = "stroke-miterlimit"
  case strokeDasharray = "stroke-dasharray"
  case strokeDashoffset = "stroke-dashoffset"
  case paintOrder = "paint-order"
  case vectorEffect = "vector-effect"
  case fontSize = "font-size"
  // Of text.
  case fontFamily = "font-family"
  case fontWeight = "font-weight"
  case fontStyle = "font-style"
  case fontStretch = "font-stretch"
  case fontVariant = "font-variant"
  case fontVariantCaps = "font-variant-caps"
  case fontVariantLigatures = "font-variant-ligatures"
  case fontVariantNumeric = "font-variant-numeric"
  case fontVariantPosition = "font-variant-position"
  case fontFeatureSettings = "font-feature-settings"
  case fontKerning = "font-kerning"
  case letterSpacing = "letter-spacing"
  case wordSpacing = "word-spacing"
  case textAnchor = "text-anchor"
  case direction
  case unicodeBidi = "unicode-bidi"
  case dominantBaseline = "dominant-baseline"
  case alignmentBaseline = "alignment-baseline"
  case baselineShift = "baseline-shift"
  case textDecoration = "text-decoration"
  case textDecorationLine = "text-decoration-line"
  case whiteSpace = "white-space"
  case writingMode = "writing-mode"
  case xmlSpace = "xml:space"
  case xmlLanguage = "xml:lang"
  // Of all.
  case clipPath = "clip-path"
  case clipRule = "clip-rule"
  case markerStart = "marker-start"
  case markerMid = "marker-mid"
  case markerEnd = "marker-end"
  case mixBlendMode = "mix-blend-mode"
  case transformOrigin = "transform-origin"
  case transformBox = "transform-box"
  // Of CSS alone; they aren't carried.
  case translate, rotate, scale
  case stopColor = "stop-color"
  case background
  case backgroundColor = "background-color"
  case stopOpacity = "stop-opacity"

  /// Whether it may stand in `style`, and as an attribute means the same there.
  var isProperty: Bool {
    switch self {
    case .fill, .stroke, .color, .opacity, .display, .visibility, .overflow, .filter, .mask,
      .marker, .fillOpacity, .fillRule, .strokeOpacity, .strokeWidth, .strokeLinecap,
      .strokeLinejoin, .strokeMiterlimit, .strokeDasharray, .strokeDashoffset, .paintOrder,
      .vectorEffect, .fontSize, .clipPath, .clipRule, .markerStart, .markerMid, .markerEnd,
      .mixBlendMode,
      .transformOrigin, .transformBox, .translate, .rotate, .scale, .stopColor, .stopOpacity,
      .background, .backgroundColor:
      true
    default: isOfText
    }
  }

  /// Whether it's a property that says how text is set.
  var isOfText: Bool {
    switch self {
    case .fontFamily, .fontWeight, .fontStyle, .fontStretch, .fontVariant, .fontVariantCaps,
      .fontVariantLigatures, .fontVariantNumeric, .fontVariantPosition, .fontFeatureSettings,
      .fontKerning, .letterSpacing, .wordSpacing, .textAnchor, .direction, .unicodeBidi,
      .dominantBaseline, .alignmentBaseline, .baselineShift, .textDecoration, .textDecorationLine,
      .whiteSpace, .writingMode, .xmlSpace, .xmlLanguage:
      true
    default: false
    }
  }

  /// Whether the name is one of another namespace, with its prefix.
  var hasPrefix: Bool {
    isOfXMLAlone || self == .inkscapeVersion || self == .sodipodiVersion
  }

  /// Whether it's an attribute of XML's, which CSS doesn't have.
  var isOfXMLAlone: Bool { self == .xmlSpace || self == .xmlLanguage }

  /// Whether a property is handed down to what lies in the element.
  var isInherited: Bool {
    switch self {
    case .opacity, .display, .overflow, .vectorEffect, .stopColor, .stopOpacity, .clipPath, .mask,
      .filter, .mixBlendMode, .transformOrigin, .transformBox, .translate, .rotate, .scale,
      .background, .backgroundColor, .unicodeBidi, .alignmentBaseline, .baselineShift:
      false
    default: true
    }
  }

  /// Whether it's a property of style sheets and `style` alone: an attribute of that name isn't one.
  var isOfCSSAlone: Bool {
    switch self {
    case .marker, .translate, .rotate, .scale, .background, .backgroundColor: true
    default: false
    }
  }

  /// Whether `style` may give it as CSS's counterpart of an attribute that is a shape's geometry.
  var isGeometry: Bool {
    switch self {
    case .d, .x, .y, .width, .height, .rx, .ry, .r, .cx, .cy: true
    default: false
    }
  }

  /// What an element with it has attributes for.
  var traits: SVGElementTable.Traits {
    switch self {
    case .systemLanguage, .requiredExtensions: .conditions
    case .style: .properties
    case .id, .class, .label: .names
    default: isProperty ? .properties : []
    }
  }
}

extension SVGElement {
  private static let words = WordTable(allCases.map { ($0.rawValue, $0) })

  /// The element of a name: what `init(rawValue:)` does, which compares with one name after the other.
  static func named(_ name: String) -> SVGElement? { words[name] }
}

extension SVGAttributeName {
  private static let words = WordTable(allCases.map { ($0.rawValue, $0) })

  /// The attribute of a name.
  static func named(_ name: String) -> SVGAttributeName? { words[name] }
}
