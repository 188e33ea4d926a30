import Glibc
import TestSupport
import Testing

/// Whoever crashes the tool is named, and nothing half done is left.
@Suite struct PluginCrashTests {
  private let folder: TemporaryDirectory
  private let plugin: String
  private let drawing = "\(Locations.samples)/drawings/triangle.svg"

  init() throws {
    folder = try TemporaryDirectory()
    plugin = folder.file("crash.so")
    try Self.build("crash.c", plugin)
  }

  private static func build(_ source: String, _ library: String) throws {
    let result = try runProcess([
      "clang", "-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror", "-shared",
      "-fPIC", "-I\(Locations.packageRoot)/Sources/CPluginABI/include",
      "\(Locations.packageRoot)/Tests/PluginBridgeTests/\(source)", "-o", library,
    ])
    try #require(result.status == 0, "\(result.errorText)")
  }

  private func run(
    _ arguments: [String], environment: [String: String?] = [:]
  ) throws -> ProcessResult {
    try #require(exists(Locations.tool), "the tool isn't built: \(Locations.tool)")
    // Swift's own report of a crash would come behind.
    return try runProcess(
      [Locations.tool] + arguments + ["--plugin", plugin],
      environment: environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { given, _ in given })
  }

  private var stage: String { "the stage 'boom' of the plug-in 'crash' (\(plugin)) crashed: " }

  @Test(
    arguments: [
      ("segv", SIGSEGV, "SIGSEGV, it used memory that isn't there, or all of the stack"),
      ("stack", SIGSEGV, "SIGSEGV, it used memory that isn't there, or all of the stack"),
      ("bus", SIGBUS, "SIGBUS, it used memory that isn't there"),
      ("abort", SIGABRT, "SIGABRT, it gave up"),
      ("divide", SIGFPE, "SIGFPE, such as a division by zero"),
    ] as [(String, Int32, String)])
  func aCrashNamesTheComponentAndTheInput(how: String, signal: Int32, words: String) throws {
    let result = try run([
      "convert", drawing, "-o", folder.file("out.svg"), "-s", "boom:how=\(how)",
    ])
    #expect(
      result.errorText
        == "\(drawing): error: \(stage)\(words); please tell its author [plugin.crashed]\n")
    #expect(result.status == 128 + signal)
    #expect(!exists(folder.file("out.svg")))
  }

  @Test func aTrapIsACrash() throws {
    let result = try run(["info", drawing, "-s", "boom:how=trap"])
    #expect(result.errorText.hasPrefix("\(drawing): error: \(stage)SIG"))
    // Which one, depends on the processor.
    #expect([128 + SIGILL, 128 + SIGTRAP].contains(result.status))
  }

  @Test func whatDoesNotCrashSaysNothing() throws {
    let result = try run(["convert", drawing, "-o", folder.file("out.svg"), "-s", "boom"])
    #expect(result.status == 0 && result.errorText == "" && exists(folder.file("out.svg")))
  }

  @Test func aCrashBeforeAnyInput() throws {
    let result = try run(["convert", drawing, "-o", "-", "-s", "boom:how=configure"])
    #expect(result.errorText.hasPrefix("strokemill: error: \(stage)SIGABRT, "))
    let loading = try run(["plugins"], environment: ["CRASH_WHILE_LOADED": "1"])
    #expect(
      loading.errorText.hasPrefix(
        "strokemill: error: the plug-in \(plugin) crashed while it was loaded: SIGABRT, "))
    #expect(loading.status == 128 + SIGABRT)
  }

  @Test func aCrashInTheLookAtAFilesStart() throws {
    let input = try folder.write("file.bin", "BOOM\u{0}\u{1}\u{2}")
    let result = try run(["info", input])
    #expect(
      result.errorText.hasPrefix("\(input): error: the importer 'booms' of the plug-in 'crash' "))
  }

  /// Each thread has a stack for it: here it's its own that overflows.
  @Test func aCrashOnAThread() throws {
    let inputs = ["icon-bell.svg", "icon-key.svg", "icon-leaf.svg"].map {
      "\(Locations.samples)/drawings/\($0)"
    }
    let result = try run(
      ["convert"] + inputs + ["-o", folder.file("out/"), "-j", "3", "-s", "boom:how=stack"]
        + ["--no-isolate"])
    #expect(result.status == 128 + SIGSEGV)
    let lines = result.errorText.split(separator: "\n")
    #expect(lines.count == 1 && inputs.contains { lines[0].hasPrefix("\($0): error: \(stage)") })
  }

  /// Whose it is nobody knows, but it's none of the tool's.
  @Test func aCrashOnAThreadOfThePluginsOwn() throws {
    let result = try run(["info", drawing, "-s", "boom:how=thread"])
    #expect(result.status == 128 + SIGABRT)
    #expect(
      result.errorText.hasPrefix(
        "strokemill: error: a thread that a plug-in started crashed: SIGABRT, "))
  }

  @Test func whatIsWrittenStaysWhole() throws {
    let boom = try folder.write("second.boom", "BOOM")
    let result = try run(
      ["convert", drawing, boom, drawing.replacing("triangle", with: "house"), "-j", "1"]
        + ["-o", folder.file("out/"), "--no-isolate"])
    #expect(result.status == 128 + SIGABRT)
    #expect(
      result.errorText.hasPrefix("\(boom): error: the importer 'booms' of the plug-in 'crash'"))
    #expect(try names(in: folder.file("out")) == ["triangle.svg"])
    let alone = try run(["convert", drawing, "-o", folder.file("alone.svg")])
    #expect(alone.status == 0)
    #expect(
      try readText(folder.file("out/triangle.svg")) == readText(folder.file("alone.svg")))
  }

  /// Not even a death between a file's being complete and its getting the name of an older one leaves another
  /// one. (A new file has no name before.)
  @Test(arguments: [SIGABRT, SIGSEGV, SIGINT])
  func noHalfWrittenFileIsLeft(signal: Int32) throws {
    let shim = folder.file("dying-rename.so")
    try Self.build("dying-rename.c", shim)
    try writeOldOutput()
    let result = try run(
      ["convert", drawing, "-o", folder.file("out/"), "--overwrite"],
      environment: ["LD_PRELOAD": shim, "DYING_SIGNAL": "\(signal)"])
    #expect(result.status == 128 + signal, "\(result.errorText)")
    #expect(try names(in: folder.file("out")) == ["triangle.svg"])
    #expect(try readText(folder.file("out/triangle.svg")) == "old")
    // The plug-in has nothing to do with it.
    #expect(result.errorText == "")
  }

  private func writeOldOutput() throws {
    let made = try runProcess(["mkdir", folder.file("out")])
    #expect(made.status == 0)
    try folder.write("out/triangle.svg", "old")
  }

  /// The test above would see a file that is left.
  @Test func aHalfWrittenFileWouldBeSeen() throws {
    let shim = folder.file("dying-rename.so")
    try Self.build("dying-rename.c", shim)
    try writeOldOutput()
    let result = try run(
      ["convert", drawing, "-o", folder.file("out/"), "--overwrite"],
      environment: ["LD_PRELOAD": shim])
    #expect(result.status == 128 + SIGKILL)
    #expect(try names(in: folder.file("out")).count == 2)
  }
}
