public import PluginKit

/// What stands between the cells of a row.
public enum CSVDelimiter: String, ParameterType, CaseIterable, Hashable, Sendable {
  /// Found out from the first rows.
  case auto
  /// A tab.
  case tab
  /// A semicolon.
  case semicolon
  /// A vertical bar.
  case pipe
  /// A comma.
  case comma
  /// Any run of spaces and tabs.
  case space

  /// The byte that stands for it.
  var byte: UInt8 {
    switch self {
    case .auto, .comma: .comma
    case .tab: .tab
    case .semicolon: UInt8(ascii: ";")
    case .pipe: UInt8(ascii: "|")
    case .space: .space
    }
  }
}

/// What writes the point in a decimal number.
public enum CSVDecimalMark: String, ParameterType, CaseIterable, Hashable, Sendable {
  /// Whichever the first number has that has one.
  case auto
  /// A point.
  case point
  /// A comma.
  case comma
}
