import PathModel
import PluginKit
import TestSupport
import Testing

@testable import Exec

/// Programs that break the rules: each gets an error with its name, and the next drawing is done as if
/// nothing had happened.
@Suite struct LyingProgramTests {
  @Test(arguments: [
    ("dies", "ended with status 3 (NameError: no such thing); it has to begin with a line"),
    ("greets", "its hello, isn't JSON"),
    ("lists", "its hello, is an array, not an object"),
    ("binary", "its hello, isn't JSON"),
    ("endless-hello", "wrote more than 1048576 bytes without a line's end"),
    ("two-hellos", "wrote more than one line at once"),
    ("half-hello", "ended with status 0"),
    ("future", "it speaks version 2 of the protocol, and this strokemill version 1"),
    ("nameless", "isn't right: there is no member 'name'"),
    ("bad-name", "'name' takes lower-case letters, digits and hyphens, not 'Bad Name'"),
    ("importer", "only a stage can be a program"),
    ("reserved", "has a parameter 'timeout', which every program has; rename it"),
    ("twice", "two parameters have the name 't'"),
    ("bad-default", "a default isn't allowed: 'by' must be 0 to 9, not 10"),
    ("controls", "its hello, holds control characters"),
    ("leaves-a-child-early", "ended with status 5; it has to begin with a line"),
  ])
  func hello(mode: String, expected: String) {
    let error = #expect(throws: ComponentError.self) {
      try Program(command(mode), folder: nil)
    }
    let text = "\(error?.diagnostic.code.rawValue ?? ""): \(error?.diagnostic.message ?? "")"
    #expect(text.contains(expected), "\(text)")
    #expect(text.contains("the program '\(command(mode).joined(separator: " "))'"), "\(text)")
  }

  @Test func noHello() {
    let error = #expect(throws: ComponentError.self) {
      try Program(command("silent"), folder: nil, within: 0.3)
    }
    #expect(error?.diagnostic.code == "exec.no-hello")
    #expect(error?.diagnostic.message.contains("said nothing for 0.3 seconds") == true)
  }

  /// Its first line is waited for as long as its answers.
  @Test func noHelloWithinTheTimeout() throws {
    guard case .stage(let make)? = Plugin.exec.components.first?.role else {
      Issue.record("it's no stage")
      return
    }
    let words = command("silent").map { ParameterValue.text($0) }
    let error = #expect(throws: OptionProblems.self) {
      try make([Option("timeout", .number(0.2)), Option("command", .list(words))])
    }
    #expect(error?.problems.first?.message.contains("said nothing for 0.2 seconds") == true)
    // And so is that of a process that follows another.
    let folder = try TemporaryDirectory()
    let program = try Program(command("silent-later", folder.file("seen")), folder: nil)
    let stage = try ProgramStage(program, [Option("timeout", .number(0.2))])
    _ = failure(stage, on: sample, limits: Limits(inputBytes: 1))
    #expect(failure(stage).contains("said nothing for 0.2 seconds"))
  }

  @Test(arguments: [
    (["no-such-program-anywhere"], "No such file or directory; there is none in PATH"),
    (["./no-such-program"], "No such file or directory"),
    ([liar + "/x"], "Not a directory"),
    ([Locations.packageRoot], "Permission denied; make it executable (chmod +x)"),
    (["a\0b"], "Invalid argument"),
  ])
  func notStarted(command: [String], expected: String) {
    let error = #expect(throws: ComponentError.self) { try Program(command, folder: nil) }
    #expect(error?.diagnostic.code == "exec.not-started")
    #expect(error?.diagnostic.message.contains("can't be started: \(expected)") == true)
  }

  @Test func whatSaysAnotherThingLaterIsRefused() throws {
    let folder = try TemporaryDirectory()
    let program = try Program(command("changes", folder.file("seen")), folder: nil)
    // The first process is taken away, so that another one is started.
    let stage = try ProgramStage(program, [])
    _ = failure(stage, on: sample, limits: Limits(inputBytes: 1))
    #expect(failure(stage).hasPrefix("exec.bad-hello: the program 'liar' says other things"))
  }

  @Test(arguments: [
    ("garbage", "exec.bad-answer: the program 'liar' gave an answer that can't be used: "),
    ("empty-line", "exec.bad-answer: "),
    ("array", "expected an object, {\"drawing\": …}, found '['"),
    ("neither", "it has neither a member 'drawing' nor a member 'error'"),
    ("no-paths", "expected a drawing, {\"paths\": …}, found"),
    ("wrong-version", "this is version 9 of the drawing form"),
    ("wrong-row", "this path refers to style 7 of the 1 in 'styles'"),
    ("wrong-verbs", "'verbs' takes 10 points, but 'points' has 2"),
    ("wrong-group", "this isn't a drawing"),
    ("not-finite", "exec.bad-answer: "),
    ("deep", "more than 512 arrays and objects"),
    ("two-lines", "exec.bad-answer: the program 'liar' wrote more than one line for one drawing"),
    ("half", "exec.ended: the program 'liar' ended with status 0 and gave no answer"),
    ("ends", "exec.ended: the program 'liar' ended with status 0 and gave no answer"),
    (
      "fails",
      "exec.ended: the program 'liar' ended with status 4 and gave no answer: It was too much."
    ),
    ("crashes", "exec.ended: the program 'liar' was ended by signal 11"),
    ("closes-output", "exec.ended: the program 'liar' closed its output, or was killed"),
    ("refuses", "exec.error: it's too dark\u{1B}[31m in here"),
    ("refuses-with-code", "liar.dark: it's too dark in here"),
    ("bad-code", "exec.bad-answer: the program 'liar' gave an answer that can't be used: 'code'"),
    ("diagnoses-an-error", "liar.bad: this is bad"),
    ("bad-diagnostic", "'severity' takes one of error, warning, loss, note, not 'fatal'"),
  ])
  func answer(mode: String, expected: String) throws {
    let stage = try stage(mode)
    let text = failure(stage)
    #expect(text.contains(expected), "\(text)")
    // The same again: the first drawing left nothing behind.
    #expect(failure(stage) == text)
  }

  /// In the middle of a drawing that no pipe takes whole, or with a child of its own that holds the pipes open: it's
  /// known at once, and not when the time is over.
  @Test(arguments: [
    ("reads-a-little", "ended with status 6 and gave no answer: That's enough."),
    ("closes-input", "ended with status 7 and gave no answer"),
    ("ends", "ended with status 0 and gave no answer"),
    ("crashes", "was ended by signal 11"),
    ("half", "ended with status 0 and gave no answer"),
    ("garbage", "gave an answer that can't be used"),
    ("leaves-a-child", "ended with status 8 and gave no answer: I leave."),
  ])
  func endsInTheMiddle(mode: String, expected: String) throws {
    let stage = try stage(mode, [Option("timeout", .number(86_400))])
    let text = failure(stage, on: large())
    #expect(text.contains("the program 'liar' \(expected)"), "\(text)")
    #expect(failure(stage, on: large()) == text)
  }

  @Test func anAnswerCountsWhoeverHoldsThePipes() throws {
    let stage = try stage("answers-and-leaves-a-child", [Option("timeout", .number(86_400))])
    for _ in 0..<3 { #expect(try run(stage).result.get().pathTexts == sample.pathTexts) }
  }

  @Test(arguments: ["hangs", "stops-reading", "endless-errors"])
  func late(mode: String) throws {
    let stage = try stage(mode, [Option("timeout", .number(0.3))])
    #expect(
      failure(stage, on: large()).hasPrefix(
        "exec.timeout: the program 'liar' didn't answer within 0.3 seconds and was ended"))
  }

  @Test func tooLarge() throws {
    let limits = Limits(inputBytes: 1 << 20)
    #expect(
      failure(try stage("endless"), limits: limits)
        == "exec.too-large: the program 'liar' answered more than the 1048576 bytes that the limit "
        + "'input-bytes' allows")
    #expect(
      failure(try stage("many-points"), limits: Limits(points: 1000)).contains(
        "more than 1000 points"))
  }

  @Test func anAnswerIsNoLongerThanADrawingNeeds() throws {
    #expect(
      failure(try stage("endless"))
        == "exec.too-large: the program 'liar' answered more than the 268435456 bytes that an answer "
        + "may have (256 MiB, or 16 times as many as its request)")
    let limits = Limits()
    #expect(Program.answerLimit(to: 0, limits) == 256 << 20)
    #expect(Program.answerLimit(to: 100 << 20, limits) == 1600 << 20)
    #expect(Program.answerLimit(to: 1 << 30, limits) == limits.inputBytes)
    #expect(Program.answerLimit(to: 100 << 20, Limits(inputBytes: 7)) == 7)
  }

  @Test func early() throws {
    #expect(
      failure(try stage("early"), on: large())
        == "exec.bad-answer: the program 'liar' answered before it had read the whole drawing")
  }

  @Test func whatComesTooLateIsNotTakenForTheNextAnswer() throws {
    let stage = try stage("talks")
    #expect(try run(stage).result.get().pathTexts == sample.pathTexts)
    sleepMilliseconds(100)
    let (result, said) = run(stage, on: Drawing(paths: ["M0 0 L9 9"]))
    #expect(try result.get().pathTexts == ["M0 0 L9 9"])
    #expect(
      said.map(\.message) == [
        "the program 'liar' wrote more than its answer to the drawing before, and was started again"
      ])
  }

  @Test func whatStandardErrorLeavesOutIsSaid() throws {
    let said = run(try stage("endless-errors", [Option("timeout", .number(0.3))])).said
    #expect(said.first?.message == "'liar' says: no")
    #expect(said.last?.code == "exec.stderr-cut")
    #expect(said.count < 20)
  }

  @Test func optionsAreChecked() throws {
    let program = try Program(command("echo"), folder: nil)
    func problems(_ options: [Option]) -> [String] {
      do {
        _ = try ProgramStage(program, options)
        return []
      } catch {
        return error.problems.map(\.message)
      }
    }
    #expect(
      problems([Option("bye", .number(1)), Option("by", .number(10))]) == [
        "'liar' has no parameter 'bye'; did you mean 'by'?", "'by' must be 0 to 9, not 10",
      ])
    #expect(problems([Option("timeout", .number(0))]) != [])
    #expect(problems([Option("timeout", .number(86_400))]) == [])
  }
}
