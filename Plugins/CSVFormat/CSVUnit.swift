import PathModel
public import PluginKit

/// What one unit of a file's coordinates measures.
public enum CSVUnit: String, ParameterType, CaseIterable, Hashable, Sendable {
  /// 1/96 inch, which is a canvas unit where there is no canvas.
  case px
  /// Millimetres.
  case mm
  /// Centimetres.
  case cm
  /// Inches.
  case `in`
  /// 1/72 inch.
  case pt
  /// 1/6 inch.
  case pc

  /// How many CSS pixels (1/96 inch) the unit measures.
  var pixels: Double { Length(1, Length.Unit(rawValue: rawValue) ?? .px).pixels ?? 1 }
}
