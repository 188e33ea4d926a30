package import PathModel
package import PluginKit
package import StrictJSON

/// Strokemill's own JSON form of a drawing: all that a drawing holds, every double exact.
///
/// Its JSON Schema is `DrawingForm.schema`. Tables stand first, then the paths, which refer to rows
/// of the tables by number, counted from 0. What is at its default is left out, so that
/// `{"paths": [{"points": [[0, 0], [9, 5]]}]}` is nearly the form already.
public enum DrawingForm {
  /// The version that is written and read.
  public static let version = 1

  /// The members of the outermost object.
  static let members = [
    "strokemill", "$schema", "canvas", "document", "styles", "groups", "gradients", "patterns",
    "clips", "paths", "name", "title",
  ]

  /// Reads the drawing form where it stands in a larger text.
  ///
  /// - Parameters:
  ///   - reader: Where the drawing begins; behind it when this returns.
  ///   - context: What the run lends.
  /// - Returns: The drawing.
  /// - Throws: When it isn't one.
  package static func read(
    _ reader: inout JSONReader, _ context: inout Context
  ) throws(JSONError) -> Drawing {
    guard try reader.peek() == .object else { throw reader.unexpected("a drawing, {\"paths\": …}") }
    var assembly = DrawingAssembly(
      closed: false, groupProperty: nil, limits: context.limits)
    assembly.isSource = false
    assembly.reserve(for: reader.bytes.count)
    try assembly.readDrawing(&reader)
    let drawing = try assembly.finish(flipY: nil, reader)
    assembly.report(to: &context)
    return drawing
  }
}
