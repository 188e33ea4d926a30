public import PathModel
public import PluginKit
import StrictJSON

/// Reads JSON: Strokemill's own drawing form, bare lists of points, and GeoJSON.
///
/// Bare lists are `[[x, y], …]`, lists of those, `[{"x": …, "y": …}, …]`, `{"points": …}` and
/// `{"paths": [{"points": …}, …]}`; they are drawn with the plain pen. The drawing form says all
/// that a drawing holds; see `DrawingForm`.
public struct JSONImporter: Importer {
  /// The name.
  public static let name = "json"
  /// What it does.
  public static let summary = "Reads Strokemill's drawing form, lists of points and GeoJSON."
  /// The file name extensions.
  public static let extensions = ["json", "geojson"]

  /// Whether bare paths are closed.
  public var closed = false
  /// Whether y grows upward in the file; nil for GeoJSON yes, everything else no.
  public var flipY: Bool?
  /// The property of GeoJSON features that names their group; nil for the usual ones.
  public var group: String?

  /// What can be set.
  public static let parameters: [Parameter<JSONImporter>] = [
    Parameter("closed", \.closed, help: "Whether lists of points are closed to outlines."),
    Parameter(
      "flip-y", \.flipY,
      help: "Whether y grows upward in the file; by itself so for GeoJSON, not for other forms."),
    Parameter(
      "group", \.group,
      help: "The property of GeoJSON features that names their group; name, title or label if "
        + "nothing is said."),
  ]

  /// Makes one with every parameter at its default.
  public init() {}

  /// Whether the text begins with an array or an object.
  public static func recognizes(_ start: Span<UInt8>) -> Bool {
    var index = 0
    if start.count >= 3 && start[0] == 0xEF && start[1] == 0xBB && start[2] == 0xBF { index = 3 }
    while index < start.count, [0x20, 0x09, 0x0A, 0x0D].contains(start[index]) { index += 1 }
    guard index < start.count else { return false }
    return start[index] == UInt8(ascii: "{") || start[index] == UInt8(ascii: "[")
  }

  /// Reads the text.
  ///
  /// - Parameters:
  ///   - bytes: The text, UTF-8.
  ///   - drawing: An empty drawing.
  ///   - context: What the run lends.
  /// - Throws: When the text isn't JSON, or isn't one of the forms, with line and column.
  public func read(
    _ bytes: Span<UInt8>, into drawing: inout Drawing, _ context: inout Context
  ) throws(ComponentError) {
    do throws(JSONError) {
      var assembly = DrawingAssembly(
        closed: closed, groupProperty: group, limits: context.limits)
      assembly.reserve(for: bytes.count)
      let options = JSONOptions(maximumDepth: context.limits.depth)
      var reader = JSONReader(bytes, options: options)
      try assembly.readDocument(&reader)
      try reader.finish()
      drawing = try assembly.finish(flipY: flipY, reader)
      assembly.report(to: &context)
    } catch {
      throw ComponentError(
        Diagnostic.Code(rawValue: error.code), error.message,
        at: Diagnostic.Place(line: error.line, column: error.column))
    }
  }
}
