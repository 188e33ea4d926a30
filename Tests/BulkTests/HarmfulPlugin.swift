import TestSupport
import Testing

/// Builds what harms, for tests.
enum Harmful {
  /// A plug-in with an importer of files that say what it does to its process.
  /// - Returns: Its file.
  static func plugin(in folder: TemporaryDirectory) throws -> String {
    let file = folder.file("harm.so")
    try compile("harm.c", ["-shared", "-fPIC"], to: file)
    return file
  }

  /// Compiles a source of these tests.
  static func compile(_ source: String, _ flags: [String] = [], to file: String) throws {
    let result = try runProcess(
      ["clang", "-std=gnu11", "-Wall", "-Wextra", "-Werror"] + flags + [
        "-I\(Locations.packageRoot)/Sources/CPluginABI/include",
        "\(Locations.packageRoot)/Tests/BulkTests/\(source)", "-o", file,
      ])
    try #require(result.status == 0, "\(result.errorText)")
  }
}
