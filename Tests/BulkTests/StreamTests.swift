import StrictJSON
import TestSupport
import Testing

/// `strokemill stream`, as programs at the other end of its pipes see it.
@Suite struct StreamTests {
  /// Records of drawings of different sizes, the slow ones first in each ten.
  private func records(_ count: Int) -> String {
    (0..<count).map { i in
      let points = (0..<(10 - i % 10) * 40).map { "\($0 * 7 % 31),\(($0 * $0 + i) % 40)\\n" }
        .joined()
      return #"{"id":[\#(i),"é"],"format":"csv","data":"\#(points)"}"# + "\n"
    }.joined()
  }

  private func stream(_ input: String, _ options: String...) throws -> ProcessResult {
    try runProcess(
      [Locations.tool, "stream", "-s", "jitter:seed=3"] + options, input: Array(input.utf8))
  }

  private func ids(_ result: ProcessResult) throws -> [Int] {
    try result.outputText.split(separator: "\n").map { line in
      let answer = try JSONNode(parsing: String(line))
      #expect(answer["data"]?.string?.contains("<path") == true)
      #expect(answer["id"]?.array?[1].string == "é")
      return try #require(answer["id"]?.array?[0].integer)
    }
  }

  @Test func answersComeInOrderAndAreTheSameOnAnyNumberOfThreads() throws {
    let input = records(200)
    let one = try stream(input, "-j", "1")
    #expect(one.status == 0, "\(one.errorText)")
    #expect(try ids(one) == Array(0..<200))
    for workers in ["2", "7"] {
      let other = try stream(input, "-j", workers)
      #expect(other.output == one.output)
      let unordered = try stream(input, "-j", workers, "--unordered")
      #expect(unordered.status == 0)
      #expect(
        unordered.outputText.split(separator: "\n").sorted()
          == one.outputText.split(separator: "\n").sorted())
    }
  }

  @Test func unorderedDoesNotWaitForTheSlow() throws {
    // The first isn't done before all others are answered.
    let folder = try TemporaryDirectory()
    let stage = try folder.write(
      "slow.py",
      """
      import os, sys, time
      print('{"protocol": 1, "name": "slow", "version": "1", "summary": "Waits."}', flush=True)
      for line in sys.stdin:
          while '77.5' in line and not os.path.exists('go'):
              time.sleep(0.01)
          print('{"drawing": {"paths": []}}', flush=True)
      """)
    let script = """
      import subprocess, sys
      tool = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
      tool.stdin.write(b'{"id":"slow","format":"csv","data":"0,0\\\\n9,77.5"}\\n')
      for i in range(5):
          tool.stdin.write(b'{"id":%d,"format":"csv","data":"0,0\\\\n9,9"}\\n' % i)
      tool.stdin.close()
      answers = [tool.stdout.readline() for _ in range(5)]
      assert not any(b'slow' in answer for answer in answers), answers
      open('go', 'w').close()
      assert b'"id":"slow"' in tool.stdout.readline()
      sys.exit(tool.wait())
      """
    let result = try runProcess(
      [
        "python3", "-c", script, Locations.tool, "stream", "-j", "2", "--unordered", "--no-sandbox",
        "-s", "exec:command=python3 \(stage)",
      ], directory: folder.path)
    #expect(result.status == 0, "\(result.errorText)")
  }

  /// Each answer is there before the next question is asked.
  @Test(arguments: ["1", "3"]) func whoWaitsForAnAnswerGetsIt(_ workers: String) throws {
    let script = """
      import subprocess, sys
      tool = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
      for i in range(20):
          tool.stdin.write(b'{"id":%d,"data":"M0 0","format":"none"}\\n' % i)
          tool.stdin.flush()
          answer = tool.stdout.readline()
          assert answer.startswith(b'{"id":%d,"error":' % i), answer
      tool.stdin.close()
      assert tool.stdout.read() == b''
      sys.exit(tool.wait())
      """
    let result = try runProcess(
      ["python3", "-c", script, Locations.tool, "stream", "-j", workers], timeout: 30)
    #expect(result.status == 1)
    #expect(
      result.errorText
        == "strokemill: error: 20 of 20 records failed; the answer to each says why [stream.failed]\n"
    )
  }

  /// A hundred times the records need no more memory.
  @Test(
    .requires(.time), .disabled(if: Locations.isSanitized, "a sanitizer keeps what was freed"))
  func memoryDoesNotGrow() throws {
    func memory(_ count: Int) throws -> Int {
      let line = #"{"id":1,"format":"csv","data":"\#(String(repeating: "1,2\\n", count: 500))"}"#
      let (result, memory) = try runMeasured([
        "bash", "-c",
        "yes '\(line)' | head -n \(count) | '\(Locations.tool)' stream -j 2 > /dev/null",
      ])
      #expect(result.status == 0, "\(result.errorText)")
      return memory
    }
    let few = try memory(100)
    #expect(try memory(10_000) < few + 4 << 20)
  }

  /// Who reads only the beginning ends it.
  @Test func aReaderMayGo() throws {
    let line = #"{"id":1,"format":"csv","data":"1,2\\n3,4"}"#
    let result = try runProcess(
      [
        "bash", "-c",
        "yes '\(line)' | '\(Locations.tool)' stream -j 2 | head -n 3 | wc -l",
      ], timeout: 30)
    #expect(result.outputText == "3\n")
    #expect(result.errorText == "")
  }
}
