import NumberText
import PathModel
public import PluginKit

/// Checks that an exporter keeps the laws of all exporters.
///
/// * It writes every drawing, empty and degenerate ones included; what the format can't carry is
///   reported as a loss, not thrown.
/// * The same drawing gives the same bytes.
/// * No number is written as `nan` or `inf`; coordinates at the limits of numbers are written or
///   refused with an error.
/// - Parameters:
///   - entry: The exporter.
///   - options: Options to run it with.
///   - rounds: How many drawings are generated.
///   - seed: What they are generated from.
/// - Returns: The laws that are broken; empty when it keeps all.
public func checkExporter(
  _ entry: ComponentEntry, options: [Option] = [], rounds: Int = 60, seed: UInt64 = 1
) -> [BrokenLaw] {
  var laws = ExporterLaws(entry)
  guard let write = laws.exporter(options) else { return laws.broken }
  for (name, drawing) in SeededDrawings.special {
    laws.checkOutput(of: drawing, write, name, seed: nil)
  }
  for round in 0..<UInt64(max(rounds, 0)) {
    let own = seed &* 1_000_003 &+ round
    var drawings = SeededDrawings(seed: own)
    let drawing = drawings.next()
    laws.checkOutput(of: drawing, write, "a generated drawing", seed: own)
    // A curve of extreme size may become very many lines, so there are fewer of these.
    if round % 6 == 0 { laws.checkExtremes(of: drawings.nextExtreme(), write, seed: own) }
    var choices = SeededOptions(seed: own)
    let chosen = choices.next(for: entry.parameters)
    if case .exporter(_, let make) = entry.role, let write = try? make(chosen) {
      laws.checkOutput(of: drawing, write, "a generated drawing with \(chosen.text)", seed: own)
    }
  }
  return laws.broken
}

/// Checks that what a format wrote and read again is written as the same bytes.
/// - Parameters:
///   - importer: Reads the format.
///   - exporter: Writes the format.
///   - importOptions: Options for reading.
///   - exportOptions: Options for writing, such as the full precision.
///   - rounds: How many drawings are generated.
///   - seed: What they are generated from.
/// - Returns: The laws that are broken; empty when it keeps all.
public func checkRoundTrip(
  importer: ComponentEntry, exporter: ComponentEntry, importOptions: [Option] = [],
  exportOptions: [Option] = [], rounds: Int = 60, seed: UInt64 = 1
) -> [BrokenLaw] {
  var laws = ExporterLaws(exporter)
  guard let write = laws.exporter(exportOptions) else { return laws.broken }
  guard case .importer(_, _, let make) = importer.role, let read = try? make(importOptions) else {
    laws.report("an importer is an importer", "it has another role or refuses its options", nil)
    return laws.broken
  }
  func check(_ drawing: Drawing, _ what: String, _ seed: UInt64?) {
    let law = "what was written, read and written again is the same"
    do {
      let first = try laws.bytes(of: drawing, write)
      var copy = Drawing()
      var context = Context(stage: importer.name)
      try read(first.span, &copy, &context)
      let second = try laws.bytes(of: copy, write)
      if first != second {
        let place = zip(first, second).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        let at = place ?? min(first.count, second.count)
        laws.report(
          law,
          "of \(what), byte \(at) differs: \(excerpt(first, at)) became \(excerpt(second, at))",
          seed)
      }
    } catch {
      laws.report(law, "of \(what): \(error.diagnostic.message)", seed)
    }
  }
  // What has no path may be no file at all, as with rows of points.
  for (name, drawing) in SeededDrawings.special where !drawing.isEmpty {
    check(drawing, name, nil)
  }
  for round in 0..<UInt64(max(rounds, 0)) {
    let own = seed &* 1_000_003 &+ round
    var drawings = SeededDrawings(seed: own)
    let drawing = drawings.next()
    if !drawing.isEmpty { check(drawing, "a generated drawing", own) }
  }
  return laws.broken
}

private func excerpt(_ bytes: [UInt8], _ at: Int) -> String {
  let part = bytes[max(0, at - 20)..<min(bytes.count, at + 20)]
  return "‘" + String(decoding: part, as: UTF8.self) + "’"
}

private struct ExporterLaws: LawChecker {
  let entry: ComponentEntry
  var broken: [BrokenLaw] = []

  init(_ entry: ComponentEntry) { self.entry = entry }

  /// What writes with the options; reports when they are refused.
  mutating func exporter(_ options: [Option]) -> ComponentEntry.Write? {
    guard case .exporter(_, let make) = entry.role else {
      report("an exporter is an exporter", "it has another role", nil)
      return nil
    }
    return made(make, options)
  }

  func bytes(
    of drawing: Drawing, _ write: ComponentEntry.Write
  ) throws(ComponentError) -> [UInt8] {
    var sink = ByteSink()
    var context = Context(seed: 7, stage: entry.name)
    try write(drawing, &sink, &context)
    return sink.takeBytes()
  }

  mutating func checkOutput(
    of drawing: Drawing, _ write: ComponentEntry.Write, _ what: String, seed: UInt64?
  ) {
    do {
      let first = try bytes(of: drawing, write)
      if try bytes(of: drawing, write) != first {
        report("same drawing, same bytes", "\(what) gives others the second time", seed)
      }
      checkNumbers(first, what, seed)
    } catch {
      report("every drawing can be written", "\(what): \(error.diagnostic.message)", seed)
    }
  }

  mutating func checkExtremes(of drawing: Drawing, _ write: ComponentEntry.Write, seed: UInt64) {
    guard let bytes = try? bytes(of: drawing, write) else { return }
    checkNumbers(bytes, "a drawing with extreme coordinates", seed)
  }

  /// No word of the output is nan, inf or infinity.
  mutating func checkNumbers(_ bytes: [UInt8], _ what: String, _ seed: UInt64?) {
    var word: [UInt8] = []
    for byte in bytes + [0] {
      let lower = byte | 0x20
      if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lower) {
        word.append(lower)
        continue
      }
      if word.count == 3 || word.count == 8 {
        let text = String(decoding: word, as: UTF8.self)
        if text == "nan" || text == "inf" || text == "infinity" {
          report("numbers are finite", "\(what) is written with '\(text)'", seed)
          return
        }
      }
      word.removeAll(keepingCapacity: true)
    }
  }
}
