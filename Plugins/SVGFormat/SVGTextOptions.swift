public import PluginKit

/// What becomes of text.
public enum SVGTextTreatment: String, ParameterType, CaseIterable, Hashable, Sendable {
  /// It's drawn: its letters become paths.
  case outlines
  /// The same, and an exporter that can writes it as text again.
  case keep
  /// It's left out.
  case drop
}

/// How text is read.
struct SVGTextOptions {
  var treatment = SVGTextTreatment.outlines
  /// Folders with fonts, which go before the system's.
  var folders: [String] = []
  /// What to take in place of families, by their names in lower case.
  var replacements: [String: String] = [:]
  /// A family in place of whatever the document says.
  var family: String?
}
