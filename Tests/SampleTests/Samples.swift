import TestSupport
import Testing

/// The sample files, and what the tests do with them.
enum Samples {
  /// File names in `samples/drawings`.
  static let drawings = list("drawings")
  /// File names in `samples/pipelines`.
  static let pipelines = list("pipelines")

  static func drawing(_ name: String) -> String { "\(Locations.samples)/drawings/\(name)" }
  static func pipeline(_ name: String) -> String { "\(Locations.samples)/pipelines/\(name)" }

  private static func list(_ folder: String) -> [String] {
    (try? names(in: "\(Locations.samples)/\(folder)")) ?? []
  }
}

/// Runs the tool, which must succeed and say nothing, but that a track in degrees is small.
func strokemill(_ arguments: String...) throws {
  let result = try runProcess([Locations.tool] + arguments)
  let complaints = result.errorText.split(separator: "\n").filter { !$0.hasSuffix("[export.tiny]") }
  try #require(
    result.status == 0 && complaints.isEmpty,
    "strokemill \(arguments.joined(separator: " ")): exit \(result.status)\n\(result.errorText)")
}
