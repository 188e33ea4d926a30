import PathModel
public import PluginKit

/// What one unit of a file's coordinates measures: a unit whose length doesn't depend on a drawing.
public struct CSVUnit: ParameterType, Hashable {
  private let unit: Length.Unit

  /// 1/96 inch, which is a canvas unit where there is no canvas.
  public static let px = CSVUnit(unit: .px)

  /// One of the units of lengths that have a size of their own.
  public static var parameterKind: ParameterInfo.Kind {
    .choice(Length.Unit.allCases.filter { $0.pixels != nil }.map(\.rawValue))
  }

  private init(unit: Length.Unit) { self.unit = unit }

  /// Reads the unit's name.
  public init?(parameterValue: ParameterValue) {
    guard case .text(let word) = parameterValue, let unit = Length.Unit(rawValue: word),
      unit.pixels != nil
    else { return nil }
    self.unit = unit
  }

  /// The unit's name.
  public var parameterValue: ParameterValue { .text(unit.rawValue) }

  /// How many CSS pixels (1/96 inch) the unit measures.
  var pixels: Double { unit.pixels ?? 1 }
}
