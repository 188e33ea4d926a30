import StrictJSON
import TestSupport
import Testing

/// What a worker can do once it has read a stranger's drawing.
@Suite struct SandboxTests {
  private let folder: TemporaryDirectory
  private let plugin: String

  init() throws {
    folder = try TemporaryDirectory()
    plugin = try Harmful.plugin(in: folder)
    try folder.write("secret.txt", "secret")
    try folder.write("a.harm", "try")
  }

  private func run(
    _ arguments: String..., environment: [String: String?] = [:], input: String = ""
  ) throws -> ProcessResult {
    try runProcess(
      [Locations.tool] + arguments, input: Array(input.utf8), directory: folder.path,
      environment: environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { given, _ in given })
  }

  /// What the plug-in says could be done.
  private func done(_ result: ProcessResult) -> [String: Bool] {
    var done: [String: Bool] = [:]
    for line in result.errorText.split(separator: "\n") where line.hasPrefix("harm: ") {
      let words = line.split(separator: " ")
      done[String(words[1])] = words[2] == "yes"
    }
    return done
  }

  private func convert(_ options: String...) throws -> ProcessResult {
    try runProcess(
      [Locations.tool, "convert", "a.harm", "-o", "a.svg", "--overwrite", "--plugin", plugin]
        + options, directory: folder.path)
  }

  /// Whether this machine has one; whether the tool says so is another test's affair.
  private func hasSandbox() throws -> Bool {
    let result = try convert("--sandbox")
    return !result.errorText.contains("'--sandbox' can't be had: ")
  }

  @Test func nothingCanBeDoneInIt() throws {
    guard try hasSandbox() else { return }
    let result = try run(
      "convert", "a.harm", "-o", "a.svg", "--overwrite", "--plugin", plugin, "--sandbox",
      environment: ["HARM_ALL": "1"])
    #expect(result.status == 0, "\(result.errorText)")
    var done = done(result)
    // What computes may have threads.
    #expect(done.removeValue(forKey: "thread") == true)
    #expect(done.count == 19)
    #expect(done.filter(\.value).isEmpty)
    #expect(try readText(folder.file("secret.txt")) == "secret")
    #expect(try names(in: folder.path).sorted() == ["a.harm", "a.svg", "harm.so", "secret.txt"])
  }

  /// All of it can be done without, so that the test above would fail.
  @Test func allCanBeDoneWithoutIt() throws {
    let result = try convert("--isolate")
    #expect(result.status == 0, "\(result.errorText)")
    let done = done(result)
    #expect(done.count == 16)
    #expect(done.filter { !$0.value }.isEmpty)
  }

  /// Text with fonts of the system and of a folder, encodings that the C library reads tables for.
  @Test func nothingElseIsMissing() throws {
    guard try hasSandbox() else { return }
    try folder.write(
      "text.svg",
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="200" height="50"><text x="5" y="30" \
      font-family="DejaVu Serif, serif" font-size="20">Größe “fi” ١٢٣</text></svg>
      """)
    for encoding in ["ISO-8859-2", "SHIFT_JIS", "KOI8-R"] {
      let made = try runProcess([
        "bash", "-c",
        """
        echo '<?xml version="1.0" encoding="\(encoding)"?><svg xmlns="http://www.w3.org/2000/svg" \
        width="9" height="9"><title>Ж×</title><path d="M0 0h5"/></svg>' | \
        iconv -c -t \(encoding) > '\(folder.path)/\(encoding).svg'
        """,
      ])
      #expect(made.status == 0)
    }
    let drawings = "\(Locations.samples)/drawings"
    for (out, option) in [("plain/", "--no-isolate"), ("boxed/", "--sandbox")] {
      let result = try runProcess(
        ["bash", "-c", "exec \"$0\" convert *.svg '\(drawings)'/*.svg \"$@\"", Locations.tool]
          + [
            "-p", "preset:pencil", "--font-dir", drawings, "-o", out, "-j", "2", "--quiet", option,
          ],
        directory: folder.path)
      #expect(result.status == 0, "\(result.errorText)")
    }
    let outputs = try names(in: folder.file("plain"))
    #expect(outputs.count > 15)
    for name in outputs {
      let isSame =
        try readFile(folder.file("plain/\(name)")) == readFile(folder.file("boxed/\(name)"))
      #expect(isSame, "\(name)")
    }
    #expect(try readText(folder.file("boxed/text.svg")).contains("<path"))
  }

  // MARK: A stream

  private let record = #"{"id":1,"format":"harm","data":"try"}"# + "\n"

  @Test func aStreamHasItByItself() throws {
    guard try hasSandbox() else { return }
    let result = try run("stream", "--plugin", plugin, input: record)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(done(result)["read"] == false)
    let without = try run("stream", "--plugin", plugin, "--no-sandbox", input: record)
    #expect(without.status == 0, "\(without.errorText)")
    #expect(done(without)["read"] == true)
  }

  @Test func programsAreRefused() throws {
    guard try hasSandbox() else { return }
    let tremble = "exec:command=python3 \(Locations.samples)/plugins/tremble/tremble.py"
    let record = #"{"data":"0,0\n5,5","format":"csv"}"#
    let result = try run("stream", "-s", tremble, input: record)
    #expect(result.status == 2)
    #expect(
      result.errorText
        == "strokemill: error: the stage 'exec' starts a program, which nothing can in the sandbox; "
        + "'--no-sandbox' converts without one [usage]\n")
    let agreed = try run("stream", "-s", tremble, "--no-sandbox", input: record)
    #expect(agreed.status == 0, "\(agreed.errorText)")
    let plugin = try run(
      "stream", "-s", "tremble", "--plugin", "\(Locations.samples)/plugins/tremble/tremble.py",
      input: record)
    #expect(plugin.status == 2)
    #expect(plugin.errorText.contains("the stage 'tremble' starts a program"))
  }

  // MARK: Where there is none

  /// A thread that was there before keeps what is taken from the others.
  @Test func threadsOfPluginsAreRefused() throws {
    guard try hasSandbox() else { return }
    let result = try run(
      "convert", "a.harm", "-o", "a.svg", "--overwrite", "--plugin", plugin, "--sandbox",
      environment: ["HARM_THREAD": "1"])
    #expect(result.status == 2)
    #expect(
      result.errorText.contains(
        "no worker can be started: the sandbox can't hold the threads that a plug-in has started"))
  }

  @Test func aSystemWithoutItIsSaid() throws {
    let launcher = folder.file("without-landlock")
    try Harmful.compile("without-landlock.c", to: launcher)
    let input = Array(#"{"data":"0,0\n5,5","format":"csv"}"#.utf8)
    func stream(_ options: String...) throws -> ProcessResult {
      try runProcess([launcher, Locations.tool, "stream"] + options, input: input)
    }
    let plain = try stream()
    #expect(plain.status == 0)
    #expect(
      plain.errorText
        == "strokemill: warning: drawings are converted without a sandbox: this system has no "
        + "Landlock; '--no-sandbox' agrees to that [sandbox.lack]\n")
    #expect(plain.outputText.contains("<path"))
    let agreed = try stream("--no-sandbox")
    #expect(agreed.status == 0 && agreed.errorText.isEmpty)
    let asked = try stream("--sandbox")
    #expect(asked.status == 2)
    #expect(asked.errorText.contains("'--sandbox' can't be had: this system has no Landlock"))
  }
}
