import Glibc
import JSONForms
import NumberText
import Pipeline
import PluginKit
import StrictJSON

/// What was said about a run's files, a line of JSON a file, for programs: a night's work can be
/// counted and sorted by it.
final class ReportFile {
  let path: Path
  private let descriptor: Int32

  /// Refuses a report that would take the place of a file that is read, or mix with what is written.
  static func check(
    _ path: Path, against inputs: [Path], outputs: [Path]
  ) throws(UsageError) {
    let identity = FileIdentity(path)
    func isSame(_ other: Path) -> Bool {
      other == path || (identity != nil && FileIdentity(other) == identity)
    }
    if path != .standard, let input = inputs.first(where: isSame) {
      throw UsageError(
        message: "the report \(path.shown) would replace the input \(input.shown)")
    }
    if outputs.contains(where: isSame) {
      throw UsageError(
        message: "the report and an output would both go to \(path.shown)")
    }
  }

  /// Opens the file, empty; `-` is standard output.
  init(_ path: Path) throws(UsageError) {
    self.path = path
    if path == .standard {
      descriptor = STDOUT_FILENO
      return
    }
    descriptor = unsafe path.withCString { name in
      unsafe open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else {
      let error = FileError.last("can't be written", code: "output.unwritable")
      throw UsageError(message: "the report \(path.shown) \(error.message)")
    }
  }

  deinit {
    if path != .standard { close(descriptor) }
  }

  /// Adds a file's line.
  func add(_ outcome: Outcome, seed: UInt64, outputs: [Path]) throws(FileError) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("input")
    writer.value(outcome.name)
    writer.key("failed")
    writer.value(outcome.failed)
    if let format = outcome.importFormat {
      writer.key("format")
      writer.value(format)
    }
    if !outcome.failed {
      writer.key("outputs")
      writer.beginArray()
      for output in outputs { writer.value(output.shown) }
      writer.end()
      writer.key("seed")
      writer.value(Int(clamping: seed))
      writer.key("paths")
      writer.value(outcome.paths)
      writer.key("points")
      writer.value(outcome.points)
    }
    writer.key("findings")
    writer.beginArray()
    for finding in outcome.findings {
      writer.beginObject()
      writer.members(finding.diagnostic)
      writer.key("by")
      writer.value(finding.origin.word)
      writer.end()
    }
    writer.end()
    writer.end()
    var line = writer.finish()
    line.append(UInt8(ascii: "\n"))
    try OutputFile.writeAll(line.span, to: descriptor)
  }
}

extension Outcome.Origin {
  /// Who says it, in a word or two.
  var word: String {
    switch self {
    case .input: "input"
    case .importer(let name): "importer \(name)"
    case .stage(_, let label): "stage \(label)"
    case .exporter(let name): "exporter \(name)"
    }
  }
}
