import Glibc
import StrictJSON
import TestSupport
import Testing

/// Files that are converted in processes of their own.
@Suite struct IsolationTests {
  private let bulk: BulkFolder
  private let plugin: String

  init() throws {
    bulk = try BulkFolder(count: 12)
    plugin = try Harmful.plugin(in: bulk.folder)
  }

  /// Converts all files, those of the plug-in among them.
  private func run(
    _ arguments: String..., harms: [String] = [], environment: [String: String?] = [:]
  ) throws -> ProcessResult {
    // In the middle of all files.
    for (i, harm) in harms.enumerated() { try bulk.folder.write("0005-\(i).harm", harm) }
    let files = try names(in: bulk.folder.path).filter {
      $0.hasSuffix(".csv") || $0.hasSuffix(".harm")
    }
    // Swift's own report of a crash takes seconds.
    return try runProcess(
      [Locations.tool, "convert"] + files + BulkFolder.options + arguments,
      directory: bulk.folder.path,
      environment: environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { given, _ in given })
  }

  /// Expects all files but those of the plug-in to be whole, and of those these to be there.
  private func expectOutputs(_ harmless: [String]) throws {
    let outputs = try names(in: bulk.folder.file("out"))
    #expect(outputs.sorted() == (Array(bulk.expected.keys) + harmless).sorted())
    for (name, bytes) in bulk.expected {
      #expect(try readFile(bulk.folder.file("out/\(name)")) == bytes)
    }
  }

  /// Bytes that nobody but the tool should send: no room is made for what they only claim.
  @Test(
    arguments: [
      [0, 0, 0, 0, 0, 0, 0, 0x10], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
      [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0, 0, 1, 0, 0],
      [9, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0],
    ] as [[UInt8]])
  func aWorkerBelievesNoNumber(_ count: [UInt8]) throws {
    for kind in ["PLAN", "WORK", "?"] {
      let result = try runProcess(
        [Locations.tool, "isolated-worker"], input: Array(kind.utf8) + count + [1, 2, 3])
      #expect(result.status == 2, "\(result.status): \(result.errorText)")
      #expect(result.errorText.contains("a message can't be understood"), "\(result.errorText)")
    }
  }

  // MARK: Nothing goes wrong

  @Test func nothingShowsFromOutside() throws {
    try bulk.folder.write("0003.csv", "1,2\n3,x\n")
    func report(_ name: String) throws -> String {
      // Times come last.
      try readText(bulk.folder.file(name)).replacing(/,"seconds":.*/, with: "")
    }
    let plain = try bulk.run("-o", "out/", "-j", "1", "--report", "plain")
    #expect(plain.status == 1)
    for workers in ["1", "3"] {
      let isolated = try bulk.run(
        "-o", "out/", "-j", workers, "--report", "report", "--isolate", "--overwrite")
      #expect(isolated.status == 1)
      #expect(isolated.errorText == plain.errorText)
      #expect(try report("report") == report("plain"))
    }
    #expect(try bulk.outputs().count == 11)
  }

  /// A pipeline that comes on standard input, with what it extends, a seed that is drawn and a program.
  @Test func aWorkerHasTheWholePipeline() throws {
    try bulk.folder.write("0000.harm", "fine")
    let pipeline = """
      {"extends": "preset:pencil", "vars": {"by": 3}, "stages": [{"translate": {"x": "${by}"}},
      {"exec": {"command": ["python3", "\(Locations.samples)/plugins/tremble/tremble.py"]}}]}
      """
    var outputs: [[UInt8]] = []
    for option in ["--isolate", "--no-isolate"] {
      let result = try runProcess(
        [
          Locations.tool, "convert", "0001.csv", "0002.csv", "0003.csv", "-p", "-", "-o", "out/",
          "--to", "svg", "--seed", "5", "--set", "translate.y=2", "--overwrite", option,
        ], input: Array(pipeline.utf8), directory: bulk.folder.path)
      #expect(result.status == 0, "\(result.errorText)")
      outputs.append(try readFile(bulk.folder.file("out/0002.svg")))
    }
    #expect(outputs[0] == outputs[1])
  }

  @Test func whatAPluginPrintsIsOnStandardError() throws {
    let result = try run(
      "-o", "out/", "--plugin", plugin, "--isolate", "-j", "2", harms: ["say", "print"])
    #expect(result.status == 0)
    #expect(result.outputText == "")
    #expect(result.errorText.contains("harm says something\n"))
    #expect(result.errorText.contains("harm prints something\n"))
  }

  // MARK: Something goes wrong

  @Test(arguments: ["1", "2"]) func aCrashCostsItsFile(_ workers: String) throws {
    let result = try run(
      "-o", "out/", "--plugin", plugin, "-j", workers, "--report", "report", "--quiet",
      harms: ["segv", "abort", "exit", "kill", "fine"])
    #expect(result.status == 1)
    let by = "the importer 'harm' of the plug-in 'harm' (\(plugin)) crashed: "
    #expect(
      result.errorText == """
        0005-0.harm: error: the worker was ended by signal 11 (Segmentation fault) while converting; \
        \(by)SIGSEGV, it used memory that isn't there, or all of the stack; please tell its author \
        [isolate.crash]
        0005-1.harm: error: the worker was ended by signal 6 (Aborted) while converting; \
        \(by)SIGABRT, it gave up; please tell its author [isolate.crash]
        0005-2.harm: error: the worker ended with status 3 while converting; please report it \
        [isolate.crash]
        0005-3.harm: error: the worker was killed while converting, as the system does when memory \
        runs out [isolate.killed]

        """)
    try expectOutputs(["0005-4.svg"])
    let rows = try readText(bulk.folder.file("report")).split(separator: "\n")
    #expect(rows.count == 17)
    let failed = rows.filter { $0.contains("\"state\":\"failed\"") }
    #expect(failed.count == 4)
    #expect(failed.first?.contains("isolate.crash") == true)
  }

  @Test func withoutIsolationACrashCostsAll() throws {
    let result = try run("-o", "out/", "--plugin", plugin, "--no-isolate", harms: ["abort"])
    #expect(result.status == 128 + SIGABRT)
    #expect(result.errorText.contains("[plugin.crashed]"))
  }

  @Test func aHangCostsItsFile() throws {
    let result = try run(
      "-o", "out/", "--plugin", plugin, "-j", "2", "--timeout", "2", harms: ["hang"])
    #expect(result.status == 1)
    #expect(
      result.errorText
        == "0005-0.harm: error: this took longer than the 2 seconds that '--timeout' allows, and was "
        + "ended; if the file is only slow, allow more [isolate.timeout]\n")
    #expect(try bulk.outputs().count == 12)
  }

  /// Memory that Swift itself asks for, and memory that a library asks for.
  @Test func tooMuchMemoryCostsItsFile() throws {
    let made = try bulk.script("seq 1500000 | sed 's/$/,1/' > 0004.csv")
    #expect(made.status == 0)
    try bulk.folder.write("0005.harm", "eat")
    let inputs = ["0003.csv", "0004.csv", "0005.harm", "0006.csv"]
    let result = try runProcess(
      [Locations.tool, "convert"] + inputs + [
        "-o", "out/", "--to", "svg", "--plugin", plugin, "-j", "2", "--max-memory", "64M",
      ], directory: bulk.folder.path, environment: ["SWIFT_BACKTRACE": "enable=no"])
    #expect(result.status == 1)
    let lines = result.errorText.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.first
        == "0004.csv: error: this needs more memory than the 64M that '--max-memory' allows [isolate.memory]"
    )
    #expect(lines.last?.hasPrefix("0005.harm: error: the worker was ended by signal 6 ") == true)
    #expect(try names(in: bulk.folder.file("out")).sorted() == ["0003.svg", "0006.svg"])
  }

  /// What a worker did before doesn't decide about a file.
  @Test func aWorkerThatHasWorkedMayFail() throws {
    let result = try run(
      "-o", "out/", "--plugin", plugin, "-j", "1", harms: [String](repeating: "second", count: 5))
    #expect(result.status == 0, "\(result.errorText)")
    try expectOutputs((0..<5).map { "0005-\($0).svg" })
  }

  /// Workers that end leave no descriptor and no process behind.
  @Test func manyCrashesLeaveNothing() throws {
    for i in 0..<60 { try bulk.folder.write("0006-\(i).harm", i % 2 == 0 ? "abort" : "second") }
    let result = try bulk.script(
      """
      ulimit -c 0; ulimit -n 24; export SWIFT_BACKTRACE=enable=no
      # What this test was started with is none of the tool's.
      python3 -c 'import os, sys; os.closerange(3, 4096); os.execv(sys.argv[1], sys.argv[1:])' \
        '\(Locations.tool)' convert *.csv *.harm --to svg -o many/ --plugin harm.so -j 2 2> words
      echo $?; ls many | wc -l; grep -c 'isolate.crash' words; pgrep -P $$ -f isolated-worker
      """)
    #expect(result.outputText == "1\n42\n30\n", "\(result.errorText)")
  }

  @Test func aCrashCountsAsAFailure() throws {
    let result = try run(
      "-o", "out/", "--plugin", plugin, "-j", "1", "--fail-fast", harms: ["abort"])
    #expect(result.status == 1)
    #expect(result.errorText.contains("--fail-fast ended the run after 6 of 13 files"))
  }

  // MARK: The end

  /// A worker that hangs doesn't outlive the tool, however that ends.
  @Test(arguments: ["KILL", "TERM", "INT INT"]) func aWorkerEndsWithTheTool(_ signals: String)
    throws
  {
    let bulk = bulk
    try bulk.folder.write("9999.harm", "hang")
    let result = try bulk.script(
      """
      export HARM_PID=pid
      (convert *.harm -j 2 --quiet --plugin harm.so) & while [ ! -s pid ]; do sleep 0.01; done
      worker=$(cat pid); kill -0 $worker || echo gone too soon
      for signal in \(signals); do kill -$signal $!; sleep 0.3; done
      wait $!; echo $?
      for i in $(seq 500); do kill -0 $worker 2>/dev/null || break; sleep 0.01; done
      kill -0 $worker 2>/dev/null && echo still there; exit 0
      """)
    let status = ["KILL": 137, "TERM": 143, "INT INT": 130][signals] ?? 0
    #expect(result.outputText == "\(status)\n", "\(result.errorText)")
    // The other worker may have been at the last file.
    #expect(try bulk.outputs().count >= 11)
  }

  /// What a worker started ends with it.
  @Test func aProgramEndsWithItsWorker() throws {
    try bulk.folder.write(
      "stuck.py",
      """
      import os, sys, time
      print('{"protocol": 1, "name": "stuck", "version": "1.0.0", "summary": "Sticks."}', flush=True)
      sys.stdin.readline()
      open("pid", "w").write(str(os.getpid()))
      while True: time.sleep(1)
      """)
    let result = try bulk.script(
      """
      '\(Locations.tool)' convert 0001.csv -o one.svg --timeout 2 \
        -s '{"exec": {"command": ["python3", "stuck.py"]}}'; echo $?
      for i in $(seq 500); do kill -0 $(cat pid) 2>/dev/null || break; sleep 0.01; done
      kill -0 $(cat pid) 2>/dev/null && echo still there; exit 0
      """)
    #expect(result.outputText == "1\n", "\(result.errorText)")
    #expect(result.errorText.contains("[isolate.timeout]"))
  }

  @Test func theFirstInterruptionEndsARunCleanly() throws {
    let bulk = try BulkFolder(count: 200, points: 200)
    let result = try bulk.script(
      """
      (convert -j 2 --isolate --report report.jsonl) & while [ ! -e out/0003.svg ]; do sleep 0.001; done
      kill -INT $!; wait $!
      """)
    #expect(result.status == 130)
    let done = try bulk.outputs().count
    #expect(result.errorText.contains(": \(done) done, 0 failed, "), "\(result.errorText)")
    #expect(try readText(bulk.folder.file("report.jsonl")).split(separator: "\n").count == done)
  }

  // MARK: A stream

  @Test func aRecordThatCrashesIsAnswered() throws {
    let words = ["fine", "abort", "fine", "segv"]
    let records = words.enumerated().map {
      #"{"id":\#($0.offset),"format":"harm","data":"\#($0.element)"}"# + "\n"
    }
    let result = try runProcess(
      [Locations.tool, "stream", "--plugin", plugin, "-j", "2"],
      input: Array(records.joined().utf8), environment: ["SWIFT_BACKTRACE": "enable=no"])
    #expect(result.status == 1)
    let answers = try result.outputText.split(separator: "\n").map {
      try JSONNode(parsing: String($0))
    }
    #expect(answers.map { $0["id"]?.integer } == [0, 1, 2, 3])
    #expect(
      answers.map { $0["error"]?["code"]?.string } == [nil, "isolate.crash", nil, "isolate.crash"])
  }

  // MARK: Usage

  @Test(arguments: [
    (["--timeout", "0"], "'--timeout' takes a number of seconds above 0"),
    (["--max-memory", "much"], "'--max-memory' takes a number of bytes, such as 512M or 2G"),
    (["--max-memory", "1M"], "'--max-memory' takes 32M at least"),
    (["--timeout", "5", "--no-isolate"], "'--timeout' and '--no-isolate' exclude each other"),
    (["--sandbox", "--no-isolate"], "'--sandbox' and '--no-isolate' exclude each other"),
    (["--sandbox", "--no-sandbox"], "'--sandbox' and '--no-sandbox' exclude each other"),
  ]) func whatCannotBeMeant(options: [String], words: String) throws {
    let result = try runProcess(
      [Locations.tool, "convert", "0001.csv", "-o", "one.svg"] + options,
      directory: bulk.folder.path)
    #expect(result.status == 2)
    #expect(result.errorText.contains(words))
  }

  /// Who starts a worker by hand is told so, and no garbage harms it.
  @Test func noCommandToCall() throws {
    let result = try runProcess(
      [Locations.tool, "isolated-worker"], input: Array("garbage here".utf8))
    #expect(result.status == 2)
    #expect(result.errorText.contains("this is no command to call [isolated-worker]"))
  }
}
