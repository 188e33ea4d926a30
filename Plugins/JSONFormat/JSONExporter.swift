import JSONForms
public import NumberText
public import PathModel
public import PluginKit
import StrictJSON

/// Writes Strokemill's drawing form: all that a drawing holds, every double exact.
///
/// A line a path and a line a row of each table, so that two versions of a drawing compare well.
public struct JSONExporter: Exporter {
  /// The name.
  public static let name = "json"
  /// What it does.
  public static let summary = "Writes Strokemill's drawing form, which loses nothing."
  /// The file name extensions.
  public static let extensions = ["json"]

  /// Makes one.
  public init() {}

  /// Writes the drawing.
  ///
  /// - Parameters:
  ///   - drawing: The drawing.
  ///   - output: Where to write.
  ///   - context: What the run lends.
  /// - Throws: Never: the form carries all that a drawing holds.
  public func write(
    _ drawing: borrowing Drawing, to output: inout ByteSink, _ context: inout Context
  ) throws(ComponentError) {
    output.reserve(drawing.points.count * 20)
    var writer = JSONWriter(output, form: .indented)
    writer.value(drawing)
    output = writer.finish()
  }
}
