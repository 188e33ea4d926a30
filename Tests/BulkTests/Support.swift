import TestSupport
import Testing

/// A folder with drawings that take a while each, and what becomes of them when nothing happens.
struct BulkFolder {
  let folder: TemporaryDirectory
  let count: Int
  /// The outputs' bytes by name.
  let expected: [String: [UInt8]]

  /// What every run does to them.
  static let options = ["-s", "jitter:passes=3,seed=4", "--to", "svg"]

  init(count: Int, points: Int = 60) throws {
    folder = try TemporaryDirectory()
    self.count = count
    for i in 0..<count {
      let numbers = (0..<points).map { "\($0 * 7 % 31 + i),\(($0 * $0 + i) % 40)\n" }
      try folder.write("\(Self.name(i)).csv", numbers.joined())
    }
    let made = try Self.run(in: folder, "-o", "expected/", "-j", "1")
    #expect(made.status == 0, "\(made.errorText)")
    var expected: [String: [UInt8]] = [:]
    for name in try names(in: folder.file("expected")) {
      expected[name] = try readFile(folder.file("expected/\(name)"))
    }
    #expect(expected.count == count)
    self.expected = expected
  }

  static func name(_ i: Int) -> String { String("\(10_000 + i)".dropFirst()) }

  private static func run(
    in folder: TemporaryDirectory, _ arguments: String...
  ) throws -> ProcessResult {
    let files = try names(in: folder.path).filter { $0.hasSuffix(".csv") }
    return try runProcess(
      [Locations.tool, "convert"] + files + options + arguments, directory: folder.path)
  }

  /// Converts all files.
  func run(_ arguments: String...) throws -> ProcessResult {
    let files = try names(in: folder.path).filter { $0.hasSuffix(".csv") }
    return try runProcess(
      [Locations.tool, "convert"] + files + Self.options + arguments, directory: folder.path)
  }

  /// Runs a shell script in which `convert` is the tool with all files, told to write to `out/`. Job control
  /// is on, since without it a shell lets what runs beside it ignore interruptions.
  func script(_ text: String) throws -> ProcessResult {
    let options = Self.options.map { "'\($0)'" }.joined(separator: " ")
    let convert =
      "convert() { exec '\(Locations.tool)' convert *.csv \(options) -o out/ \"$@\"; }\n"
    return try runProcess(["bash", "-mc", convert + text], directory: folder.path)
  }

  /// The names in the output's folder, all of whose files were found whole.
  func outputs() throws -> [String] {
    guard exists(folder.file("out")) else { return [] }
    let outputs = try names(in: folder.file("out"))
    for name in outputs where !name.hasSuffix(".tmp") && !name.hasPrefix(".strokemill.sqlite") {
      let whole = try readFile(folder.file("out/\(name)")) == expected[name]
      #expect(whole, "\(name) is not whole")
    }
    return outputs
  }
}
