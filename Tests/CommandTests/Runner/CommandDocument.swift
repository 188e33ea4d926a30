import TestSupport

/// A Markdown document whose examples can be run; `README.md` in the folder above explains the notation.
struct CommandDocument {
  /// One command with the output that the document promises.
  struct Example {
    /// The line that the command starts on, from 1.
    let line: Int
    /// The command as it's written, the `$ ` included; several lines when it goes on.
    let commandLines: [String]
    /// The lines below it.
    let expected: [String]

    /// What the shell gets.
    var command: String {
      String(commandLines.joined(separator: "\n").dropFirst(2))
    }
  }

  /// A part of the document. The lines of all pieces together are the document.
  enum Piece {
    /// Prose, fences, and code that isn't run.
    case text(String)
    /// The content of a file that the examples use.
    case file(name: String, lines: [String])
    /// A command and its output.
    case example(Example)
  }

  /// An example whose output isn't what the document says.
  struct Mismatch: CustomStringConvertible {
    let example: Example
    let actual: [String]

    var description: String {
      """
      line \(example.line): \(example.command)
      --- expected
      \(example.expected.joined(separator: "\n"))
      +++ actual
      \(actual.joined(separator: "\n"))
      """
    }
  }

  private(set) var pieces: [Piece] = []

  init(_ text: String) {
    var fence: (marker: Substring, info: [Substring])?
    var fileLines: [String] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var i = 0
    while i < lines.count {
      let line = lines[i]
      let marker = line.prefix { $0 == "`" }
      if let open = fence, marker.count >= open.marker.count, marker.count == line.count {
        if open.info.count == 2 {
          pieces.append(.file(name: String(open.info[1]), lines: fileLines))
          fileLines = []
        }
        fence = nil
      } else if let open = fence {
        if open.info.count == 2 {
          fileLines.append(String(line))
          i += 1
          continue
        }
        if open.info == ["console"], line.hasPrefix("$ ") {
          let example = Self.example(in: lines, at: i, fence: open.marker)
          pieces.append(.example(example))
          i += example.commandLines.count + example.expected.count
          continue
        }
      } else if marker.count >= 3 {
        fence = (marker, line.dropFirst(marker.count).split(separator: " "))
      }
      pieces.append(.text(String(line)))
      i += 1
    }
  }

  /// The example whose command starts on this line.
  private static func example(
    in lines: [Substring], at start: Int, fence: Substring
  ) -> Example {
    var commandLines = [String(lines[start])]
    var i = start + 1
    var endOfInput = endMarker(of: lines[start])
    while i < lines.count, endOfInput != nil || commandLines.last?.hasSuffix("\\") == true {
      commandLines.append(String(lines[i]))
      if let marker = endOfInput {
        if lines[i] == marker { endOfInput = nil }
      } else {
        endOfInput = endMarker(of: lines[i])
      }
      i += 1
    }
    var expected: [String] = []
    while i < lines.count, !lines[i].hasPrefix("$ "), !lines[i].hasPrefix(fence) {
      expected.append(String(lines[i]))
      i += 1
    }
    return Example(line: start + 1, commandLines: commandLines, expected: expected)
  }

  /// The word that ends the input which a command brings along: `EOF` after `<<'EOF'`.
  private static func endMarker(of line: Substring) -> Substring? {
    guard let mark = line.firstRange(of: "<<") else { return nil }
    let word = line[mark.upperBound...].drop { $0 == "'" || $0 == "\"" || $0 == " " }
    let marker = word.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return marker.isEmpty ? nil : marker
  }

  /// Runs all examples in order in one folder.
  ///
  /// - Parameters:
  ///   - folder: Where the document's files are written and the commands run.
  ///   - path: The shell's search path.
  /// - Returns: The examples whose output was another, and the document as it would be true.
  /// - Throws: When the shell can't be run.
  func run(in folder: TemporaryDirectory, path: String) throws -> (
    mismatches: [Mismatch], corrected: String
  ) {
    var mismatches: [Mismatch] = []
    var lines: [String] = []
    for piece in pieces {
      switch piece {
      case .text(let line):
        lines.append(line)
      case .file(let name, let content):
        try folder.write(name, content.map { $0 + "\n" }.joined())
        lines += content
      case .example(let example):
        let result = try runProcess(
          ["bash", "-o", "pipefail", "-c", example.command], directory: folder.path,
          environment: [
            "PATH": path, "HOME": folder.path, "XDG_DATA_HOME": nil, "LC_ALL": "C",
            "NO_COLOR": nil, "COLUMNS": nil,
            // Swift's own report of a crash differs from machine to machine.
            "SWIFT_BACKTRACE": "enable=no",
          ])
        let actual = Self.transcript(of: result, folder: folder.path)
        lines += example.commandLines
        if Self.matches(example.expected[...], actual[...]) {
          lines += example.expected
        } else {
          mismatches.append(Mismatch(example: example, actual: actual))
          lines += actual
        }
      }
    }
    return (mismatches, lines.joined(separator: "\n"))
  }

  /// What a command left, in the document's notation.
  private static func transcript(of result: ProcessResult, folder: String) -> [String] {
    func lines(_ text: String) -> [String] {
      let text = text.replacing(folder, with: "$PWD")
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if lines.last == "" { lines.removeLast() }
      return lines
    }
    let special = ["$ ", "! ", "# exit:", "# no newline", "\\", "```"]
    var transcript = lines(result.outputText).map { line in
      line == "..." || special.contains { line.hasPrefix($0) } ? "\\" + line : line
    }
    if let last = result.output.last, last != UInt8(ascii: "\n") {
      transcript.append("# no newline at the end")
    }
    transcript += lines(result.errorText).map { $0.isEmpty ? "!" : "! " + $0 }
    if result.status != 0 { transcript.append("# exit: \(result.status)") }
    return transcript
  }

  /// Whether the lines are those that were expected, where `...` stands for any number of lines.
  private static func matches(
    _ expected: ArraySlice<String>, _ actual: ArraySlice<String>
  ) -> Bool {
    guard let first = expected.first else { return actual.isEmpty }
    if first == "..." {
      return (0...actual.count).contains {
        matches(expected.dropFirst(), actual.dropFirst($0))
      }
    }
    return first == actual.first && matches(expected.dropFirst(), actual.dropFirst())
  }
}
