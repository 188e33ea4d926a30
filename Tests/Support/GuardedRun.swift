#if canImport(Testing)
  import Testing

  /// One run of the tool over a file of a stranger, with what must hold whatever the file is.
  public struct GuardedRun {
    /// The exit status.
    public let status: Int32
    /// Standard error.
    public let message: String

    /// Whether the file was refused.
    public var isRefused: Bool { status != 0 }

    /// Runs the tool and expects that it ends by itself, soon, without much memory, with messages of the form that
    /// all have, and without anything of files that lie beside the input.
    ///
    /// - Parameters:
    ///   - arguments: What the tool is given.
    ///   - input: The file's name as messages have it; nil where messages have another form.
    ///   - output: Where nothing may be when the file is refused.
    ///   - kind: The row of the table of all trials that it counts in.
    /// - Throws: When the tool can't be run, or hangs.
    public init(_ arguments: [String], on input: String?, to output: String, kind: String) throws {
      let (result, memory) = try runMeasured([Locations.tool] + arguments, timeout: 60)
      (status, message) = (result.status, result.errorText)
      TrialLog.note(
        kind, isRejected: status != 0, seconds: result.processorSeconds, memory: memory)
      // A debug build takes its time; the release build may not, nor may it fill the memory. What a machine's
      // other work costs isn't counted.
      if Locations.isReleaseTool { #expect(result.processorSeconds <= 5) }
      if !Locations.isSanitized { #expect(memory <= 512 << 20, "\(memory >> 20) MiB") }
      #expect((0...2).contains(status), "\(message)")
      for secret in ["CANARY-7f3a", "root:x:0"] {
        #expect(!message.contains(secret) && !result.outputText.contains(secret))
      }
      // Each line names the file, a severity and, at its end, a code.
      if let input {
        for line in message.split(separator: "\n") {
          let isWellFormed =
            line.hasPrefix(input + ":") && line.hasSuffix("]")
            && [" error: ", " warning: ", " loss: "].contains { line.contains($0) }
          #expect(isWellFormed, "not a message as they all are: \(line)")
        }
      }
      if isRefused {
        #expect(!exists(output), "something is left at the output's place")
        #expect(message.contains(": error: ") || message.contains("error"), "no word of an error")
      } else if exists(output) {
        let text = try readText(output)
        let words = text.split { !$0.isLetter && !$0.isNumber }
        #expect(!words.contains("nan") && !words.contains("inf"))
        #expect(!text.contains("CANARY-7f3a") && !text.contains("root:x:0"))
      }
    }
  }
#endif
