import StrictJSON
import TestSupport

/// A program that converts: this tool, or one that it's compared with.
public enum Converter: Sendable {
  /// This tool, by its path.
  case strokemill(String)
  /// librsvg's.
  case rsvgConvert
  /// Inkscape's command line.
  case inkscape

  /// What a conversion said.
  public struct Result: Sendable {
    /// Why there is no output; nil when there is one.
    public var failure: String?
    /// The kinds of what was reported as lost while reading, each once.
    public var lossesOfInput: [String] = []
    /// The same while writing.
    public var lossesOfOutput: [String] = []
    /// Where what is lost stands in the input.
    public var places: [Place] = []
    /// How long it took.
    public var seconds = 0.0
  }

  /// A place in a file; both count from 1, columns in bytes.
  public struct Place: Hashable, Sendable {
    /// The line.
    public let line: Int
    /// The column; 0 where only the line is known.
    public let column: Int

    /// Makes a place.
    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  /// Converts one file.
  public func convert(_ input: String, to output: String) throws -> Result {
    let format = output.hasSuffix(".eps") ? "eps" : "svg"
    let report = output + ".jsonl"
    let command: [String] =
      switch self {
      case .strokemill(let tool):
        [tool, "convert", input, "-o", output, "--overwrite", "--report", report, "--quiet"]
      case .rsvgConvert: ["rsvg-convert", "-f", format, "-o", output, input]
      case .inkscape:
        format == "eps"
          ? ["inkscape", input, "--export-type=eps", "-o", output]
          : ["inkscape", input, "--export-plain-svg", "--export-type=svg", "-o", output]
      }
    let run = try runProcess(command)
    var result = Result(seconds: run.seconds)
    if run.status != 0 || !exists(output) {
      let words = run.errorText.split(separator: "\n").first.map(String.init) ?? ""
      result.failure = "exit \(run.status): \(words)"
    }
    if case .strokemill = self, result.failure == nil { try result.read(report) }
    return result
  }
}

extension Converter.Result {
  /// Takes the losses of a report's one line in.
  mutating func read(_ report: String) throws {
    let root = try JSONNode(parsing: try readText(report))
    for finding in root["findings"]?.array ?? [] where finding["severity"]?.string == "loss" {
      guard let kind = finding["kind"]?.string else { continue }
      guard finding["by"]?.string?.hasPrefix("importer") == true else {
        if !lossesOfOutput.contains(kind) { lossesOfOutput.append(kind) }
        continue
      }
      if !lossesOfInput.contains(kind) { lossesOfInput.append(kind) }
      if let line = finding["line"]?.integer {
        places.append(.init(line: line, column: finding["column"]?.integer ?? 0))
      }
      for place in finding["more"]?.array ?? [] {
        guard let numbers = place.array, numbers.count == 2, let line = numbers[0].integer,
          let column = numbers[1].integer
        else { continue }
        places.append(.init(line: line, column: column))
      }
    }
  }
}
