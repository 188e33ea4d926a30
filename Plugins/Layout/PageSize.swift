import PathModel
import PluginKit

/// A page size that has a name, in portrait format.
enum PageSize: String, CaseIterable, ParameterType {
  case a0, a1, a2, a3, a4, a5, a6
  case letter, legal, tabloid, executive
  case halfLetter = "half-letter"

  /// The shorter side.
  var width: Length {
    switch self {
    case .a0: Length(841, .mm)
    case .a1: Length(594, .mm)
    case .a2: Length(420, .mm)
    case .a3: Length(297, .mm)
    case .a4: Length(210, .mm)
    case .a5: Length(148, .mm)
    case .a6: Length(105, .mm)
    case .letter, .legal: Length(8.5, .in)
    case .tabloid: Length(11, .in)
    case .executive: Length(7.25, .in)
    case .halfLetter: Length(5.5, .in)
    }
  }

  /// The longer side.
  var height: Length {
    switch self {
    case .a0: Length(1189, .mm)
    case .a1: Length(841, .mm)
    case .a2: Length(594, .mm)
    case .a3: Length(420, .mm)
    case .a4: Length(297, .mm)
    case .a5: Length(210, .mm)
    case .a6: Length(148, .mm)
    case .letter: Length(11, .in)
    case .legal: Length(14, .in)
    case .tabloid: Length(17, .in)
    case .executive: Length(10.5, .in)
    case .halfLetter: Length(8.5, .in)
    }
  }
}

/// Which way a named page lies.
enum Orientation: String, CaseIterable, ParameterType {
  /// Higher than wide.
  case portrait
  /// Wider than high.
  case landscape
  /// As the drawing is.
  case auto
}

/// What a stage is told of the rectangle it should make: a named page, or one side or both.
struct TargetSize {
  var page: PageSize?
  var orientation: Orientation?
  var width: Length?
  var height: Length?

  /// Whether nothing was told.
  var isEmpty: Bool { page == nil && width == nil && height == nil }

  /// The width and the height that were told, for a drawing of a given box.
  func sides(for bounds: Rect?) -> (width: Length?, height: Length?) {
    guard let page else { return (width, height) }
    let isWide: Bool
    switch orientation ?? .portrait {
    case .portrait: isWide = false
    case .landscape: isWide = true
    case .auto: isWide = bounds.map { $0.width > $0.height } ?? false
    }
    return isWide ? (page.height, page.width) : (page.width, page.height)
  }

  /// What is wrong with it; `name` is how the stage calls its named page.
  func problems(pageName name: String) -> [String] {
    var problems: [String] = []
    if page != nil && (width != nil || height != nil) {
      problems.append(
        "'\(name)' already says the size; leave out 'width' and 'height', or '\(name)'")
    }
    if page == nil && orientation != nil {
      problems.append("'orientation' turns a named page; give '\(name)' too, or leave it out")
    }
    return problems + notInStrokeWidths(("width", width), ("height", height))
  }
}

/// A complaint for each length that is in widths of a stroke, where there is no stroke in question.
func notInStrokeWidths(_ lengths: (name: String, length: Length?)...) -> [String] {
  lengths.filter { $0.length?.unit == .sw }.map {
    "'\($0.name)' is the whole drawing's, so it can't be in stroke widths; give it in mm, px or %"
  }
}
