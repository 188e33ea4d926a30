import TestSupport
import Testing

@Suite struct ProcessRunTests {
  @Test func inputOutputErrorsAndStatus() throws {
    let result = try runProcess(
      ["sh", "-c", "cat; echo oops >&2; exit 3"], input: Array("hello".utf8))
    #expect(result.outputText == "hello")
    #expect(result.errorText == "oops\n")
    #expect(result.status == 3)
  }

  @Test func folderAndEnvironment() throws {
    let folder = try TemporaryDirectory()
    try folder.write("here.txt", "yes")
    let result = try runProcess(
      ["sh", "-c", "cat here.txt; echo \" $GREETING ${HOME-none}\""], directory: folder.path,
      environment: ["GREETING": "hi", "HOME": nil])
    #expect(result.outputText == "yes hi none\n")
  }

  @Test func muchOutputDoesNotBlock() throws {
    let result = try runProcess(["head", "-c", "1000000", "/dev/zero"])
    #expect(result.output.count == 1_000_000)
  }

  @Test func aSignalIsAStatusAsInAShell() throws {
    #expect(try runProcess(["sh", "-c", "kill -TERM $$"]).status == 128 + 15)
  }

  /// However large the process is that starts it.
  @Test(.requires(.time)) func memoryIsThatOfTheProgramAlone() throws {
    let ballast = [UInt8](repeating: 1, count: 64 << 20)
    let small = try runMeasured(["true"])
    let large = try runMeasured(["sh", "-c", "head -c 40000000 /dev/zero | tail -n 1 >/dev/null"])
    #expect(ballast.last == 1)
    #expect(small.memory < 32 << 20)
    #expect(large.memory > 38_000_000)
    #expect(try runMeasured(["sh", "-c", "kill -TERM $$"]).result.status == 128 + 15)
  }

  @Test func aProcessThatHangsIsKilled() {
    #expect(throws: ProcessError.self) { try runProcess(["sleep", "60"], timeout: 0.1) }
  }

  @Test func aProgramThatIsNotThereIsAnError() {
    #expect(throws: ProcessError.self) { try runProcess(["no-such-program-anywhere"]) }
  }

  @Test func aTemporaryDirectoryGoesWithItsLastReference() throws {
    var folder: TemporaryDirectory? = try TemporaryDirectory()
    let path = try folder?.write("a", "b") ?? ""
    #expect(exists(path))
    folder = nil
    #expect(!exists(path))
  }
}
