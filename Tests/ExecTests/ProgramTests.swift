import Glibc
import PathModel
import PluginKit
import PluginTesting
import TestSupport
import Testing

@testable import Exec

/// Programs that keep the rules.
@Suite struct ProgramTests {
  @Test func echoKeepsEverything() throws {
    let stage = try stage("echo")
    var drawings = SeededDrawings(seed: 3)
    for _ in 0..<40 {
      let drawing = drawings.next()
      let result = try run(stage, on: drawing).result.get()
      #expect(result.invariantViolation() == nil)
      #expect(result.pathTexts == drawing.pathTexts)
      #expect(result.styles == drawing.styles && result.groups == drawing.groups)
      #expect(result.clips == drawing.clips && result.canvas == drawing.canvas)
      #expect(result.records.map(\.info.key) == drawing.records.map(\.info.key))
      #expect(result.records.map(\.info.line) == drawing.records.map(\.info.line))
    }
  }

  @Test func aDrawingIsRewritten() throws {
    let result = try run(stage("double")).result.get()
    #expect(result.pathTexts == ["M2 4 L6 8", "M10 12 L14 16 L18 18 Z"])
  }

  @Test func whatIsLargerThanAPipeGoesThrough() throws {
    let drawing = large()
    #expect(try run(stage("echo"), on: drawing).result.get().points == drawing.points)
  }

  @Test func theRequestHoldsOptionsInTheDrawingsUnitsAndTheSeed() throws {
    let folder = try TemporaryDirectory()
    let program = try Program(command("describe"), folder: Array(folder.path.utf8))
    let stage = try ProgramStage(
      program, [Option("by", .number(3)), Option("t", .text("90deg")), Option("word", .text("é"))])
    var drawing = sample
    drawing.canvas = Canvas(
      box: Rect(x: 0, y: 0, width: 100, height: 100), width: Length(10, .mm),
      height: Length(10, .mm))
    let title = try run(stage, on: drawing).result.get().document.attributes.title
    // The seed is that of the stage with the program's own name.
    let seed = String(Context(seed: 5, stage: "liar").stageSeed, radix: 16)
    let place = try #require(
      unsafe realpath(folder.path, nil).map { path in
        defer { unsafe free(path) }
        return unsafe String(cString: path)
      })
    #expect(
      title == #"[{"by": 3, "far": 10, "turn": 90, "word": "\u00e9"}, "\#(seed)", "\#(place)"]"#)
    let bare = try ProgramStage(program, [Option("far", .text("2sw"))])
    #expect(
      try run(bare).result.get().document.attributes.title?.contains(#""far": "2sw""#) == true)
  }

  @Test func aProcessDoesManyDrawings() throws {
    let stage = try stage("process")
    let titles = try (0..<3).map { _ in
      try run(stage).result.get().document.attributes.title ?? ""
    }
    #expect(Set(titles.map { $0.prefix { $0 != " " } }).count == 1)
    #expect(titles.map { $0.drop { $0 != " " } } == [" 1", " 2", " 3"])
  }

  @Test func threadsHaveProcessesOfTheirOwn() throws {
    let stage = try stage("slow")
    var threads: [pthread_t] = []
    // What a fourth of the work takes alone.
    let start = ContinuousClock.now
    for _ in 0..<20 { #expect(try run(stage).result.get().pathTexts == sample.pathTexts) }
    let middle = ContinuousClock.now
    for _ in 0..<4 {
      var thread = pthread_t()
      let box = unsafe Unmanaged.passRetained(StageBox(stage)).toOpaque()
      let status = unsafe pthread_create(
        &thread, nil,
        { argument in
          guard let argument = unsafe argument else { return nil }
          let box = unsafe Unmanaged<StageBox>.fromOpaque(argument).takeRetainedValue()
          for _ in 0..<20 where (try? run(box.stage).result.get().pathTexts) != sample.pathTexts {
            Issue.record("another drawing came back")
          }
          return nil
        }, box)
      try #require(status == 0)
      threads.append(thread)
    }
    for thread in threads { pthread_join(thread, nil) }
    // One after the other it would take four times as long.
    #expect(ContinuousClock.now - middle < (middle - start) * 3.5)
  }

  @Test func aProcessHasNothingButItsStreamsAndAGroupOfItsOwn() throws {
    let leaked = unsafe open("/dev/null", O_RDONLY)
    defer { close(leaked) }
    let title = try run(stage("environment")).result.get().document.attributes.title
    #expect(
      title == #"[["0", "1", "2"], true, "SigBlk:\t0000000000000000"]"#)
  }

  @Test func pathsGoToTheirPlacesByTheirKeys() throws {
    let result = try run(stage("sorts")).result.get()
    #expect(result.records.map(\.info.origin) == [1, 0, PathInfo.new])
    // Whole, the line of its answer isn't that of any source.
    #expect(result.records.map(\.info.line) == [0, 0, 0])
    let whole = sample.replacing(where: [true, true], with: result)
    #expect(whole.pathTexts == ["M1 2 L3 4", "M7 7 L8 8", "M5 6 L7 8 L9 9 Z"])
    // Paths with one key are told apart by their order.
    var twins = sample
    var info = twins.records[1].info
    info.key = twins.records[0].info.key
    twins.setInfo(info, ofPath: 1)
    #expect(
      try run(stage("sorts"), on: twins).result.get().records.map(\.info.origin)
        == [0, 1, PathInfo.new])
    #expect(
      try run(stage("echo"), on: twins).result.get().records.map(\.info.origin) == [0, 1])
  }

  @Test func whatItSaysIsPassedOn() throws {
    let said = run(try stage("diagnoses")).said
    #expect(said.map(\.severity) == [.warning, .loss])
    #expect(said.last?.count == 3 && said.last?.kind == "colour")
  }

  @Test func standardErrorIsShownWithTheName() throws {
    let said = run(try stage("complains")).said
    #expect(said.allSatisfy { $0.severity == .warning && $0.code == "exec.stderr" })
    #expect(said.first?.message == "'liar' says: careful")
    #expect(said.count == DiagnosticLog.warningsKept + 1 && said.reduce(0) { $0 + $1.count } == 22)
  }

  @Test func oneThatEndsWellIsStartedAgain() throws {
    let stage = try stage("once")
    for _ in 0..<3 {
      let (result, said) = run(stage)
      #expect(try result.get().pathTexts == sample.pathTexts)
      #expect(said == [])
      usleep(30_000)
    }
  }

  @Test func oneThatEndsBadlyAtALaterDrawingIsStartedAgainAndItIsSaid() throws {
    let stage = try stage("second-fails")
    #expect(run(stage).said == [])
    let (result, said) = run(stage)
    #expect(try result.get().pathTexts == sample.pathTexts)
    #expect(
      said.map(\.message) == [
        "'liar' says: twice is too often",
        "the program 'liar' ended with status 1 and was started again",
      ])
  }

  @Test func processesEndWithTheProgramAndSoDoTheirChildren() throws {
    let title = try run(stage("children")).result.get().document.attributes.title ?? ""
    let processes = title.split(separator: " ").compactMap { pid_t($0) }
    try #require(processes.count == 2)
    // Its child is somebody else's to wait for; but it itself is gone, and no zombie.
    #expect(kill(processes[0], 0) != 0)
    for _ in 0..<100 where kill(processes[1], 0) == 0 && !isZombie(processes[1]) { usleep(10_000) }
    #expect(kill(processes[1], 0) != 0 || isZombie(processes[1]))
  }
}

/// Whether a process has ended and nobody has asked for its status, as in containers without an init.
private func isZombie(_ id: pid_t) -> Bool {
  let status = (try? readText("/proc/\(id)/stat")) ?? ""
  return status.split(separator: " ").dropFirst(2).first == "Z"
}

private final class StageBox: Sendable {
  let stage: ProgramStage
  init(_ stage: ProgramStage) { self.stage = stage }
}
