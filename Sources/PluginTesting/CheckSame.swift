import NumberText
import PathModel
public import PluginKit

/// Checks that two components are the same in all that can be told from outside: one built in and the
/// same one behind a table, or in a library that was loaded.
///
/// * They declare themselves alike.
/// * Given the same drawing or bytes, options, seed, they leave the same drawing or bytes, to the last bit and
///   row, or throw the same error, and say the same things in the same order.
/// - Parameters:
///   - entry: The component.
///   - other: The other one.
///   - options: Options to run both with; more are drawn at random from the parameters.
///   - samples: For importers, valid files; damaged copies are made of them.
///   - rounds: How many drawings, or damaged files a sample, are generated.
///   - seed: What they are generated from.
/// - Returns: How they differ; empty when they don't.
public func checkSame(
  _ entry: ComponentEntry, as other: ComponentEntry, options: [Option] = [],
  samples: [[UInt8]] = [], rounds: Int = 30, seed: UInt64 = 1
) -> [BrokenLaw] {
  var comparison = Comparison(entry, other)
  comparison.checkDeclarations()
  comparison.checkRefusals(options)
  for (name, drawing) in SeededDrawings.special where samples.isEmpty {
    comparison.check(.drawing(drawing), options, name, seed: nil)
  }
  for sample in samples { comparison.check(.file(sample), options, "a sample", seed: nil) }
  for round in 0..<UInt64(max(rounds, 0)) {
    let own = seed &* 1_000_003 &+ round
    var choices = SeededOptions(seed: own)
    let chosen = choices.next(for: entry.parameters)
    for sample in samples {
      comparison.check(
        .file(damagedCopy(of: sample, seed: own)), options, "a damaged sample", seed: own)
      comparison.check(.file(sample), chosen, "a sample with \(chosen.text)", seed: own)
    }
    guard samples.isEmpty else { continue }
    var drawings = SeededDrawings(seed: own)
    let drawing = drawings.next()
    comparison.check(.drawing(drawing), options, "a generated drawing", seed: own)
    comparison.check(
      .drawing(drawing), chosen, "a generated drawing with \(chosen.text)", seed: own)
    let extreme = drawings.nextExtreme()
    comparison.check(.drawing(extreme), options, "an extreme drawing", seed: own)
  }
  return comparison.broken
}

private struct Comparison: LawChecker {
  /// What goes in.
  enum Input {
    case drawing(Drawing)
    case file([UInt8])
  }

  /// What comes out.
  struct Output {
    var drawing: Drawing?
    var bytes: [UInt8] = []
    var error: Diagnostic?
    var problems: [OptionProblem] = []
    var diagnostics: [Diagnostic] = []
  }

  let entry: ComponentEntry
  let other: ComponentEntry
  var broken: [BrokenLaw] = []

  init(_ entry: ComponentEntry, _ other: ComponentEntry) {
    self.entry = entry
    self.other = other
  }

  mutating func checkDeclarations() {
    if entry.name != other.name || entry.summary != other.summary
      || entry.extensions != other.extensions
    {
      report("both declare themselves alike", "name, summary or extensions differ", nil)
    }
    if entry.parameters != other.parameters {
      let pair = zip(entry.parameters, other.parameters).first { $0.0 != $0.1 }
      report(
        "both declare themselves alike",
        "the parameter '\(pair?.0.name ?? "")' is \(pair.map { "\($0.1)" } ?? "missing")", nil)
    }
  }

  /// Options that are wrong in name, in kind, or given twice.
  mutating func checkRefusals(_ options: [Option]) {
    var wrong: [[Option]] = [[Option("no-such-parameter", .number(1))]]
    for parameter in entry.parameters {
      wrong.append([Option(parameter.name, .list([.null]))])
      wrong.append([Option(parameter.name, .text("\u{7}")), Option("x", .null)])
      wrong.append(options + options + [Option(parameter.name, parameter.defaultValue)])
    }
    for options in wrong {
      check(.drawing(Drawing()), options, "an empty drawing with \(options.text)", seed: nil)
    }
  }

  mutating func check(_ input: Input, _ options: [Option], _ what: String, seed: UInt64?) {
    if case .file(let bytes) = input, case .importer(_, let first, _) = entry.role,
      case .importer(_, let second, _) = other.role
    {
      let start = Array(bytes.prefix(4096))
      if first(start.span) != second(start.span) {
        report("both recognize the same files", "\(what) is recognized by one only", seed)
      }
    }
    let a = output(of: entry, input, options)
    let b = output(of: other, input, options)
    if a.problems != b.problems {
      report(
        "both refuse the same options",
        "of \(what): \(a.problems.map(\.message)), not \(b.problems.map(\.message))", seed)
    }
    if let drawing = a.drawing, let violation = drawing.invariantViolation() {
      // The engine ends such a run; a table's other side does so itself.
      if b.error?.code != "plugin.bad-answer" {
        report("what isn't a drawing is refused", "of \(what): \(violation)", seed)
      }
      return
    }
    if a.error != b.error {
      report(
        "both throw the same error",
        "of \(what): \(a.error?.message ?? "none"), not \(b.error?.message ?? "none")", seed)
    }
    if a.diagnostics != b.diagnostics {
      report(
        "both say the same",
        "of \(what): \(a.diagnostics.map(\.message)), not \(b.diagnostics.map(\.message))", seed)
    }
    if a.bytes != b.bytes {
      report(
        "both write the same bytes", "of \(what): \(a.bytes.count) and \(b.bytes.count) bytes", seed
      )
    }
    if a.error == nil, let first = a.drawing, let second = b.drawing,
      let difference = first.exactDifference(from: second)
    {
      report("both leave the same drawing", "of \(what), \(difference)", seed)
    }
  }

  func output(of entry: ComponentEntry, _ input: Input, _ options: [Option]) -> Output {
    var output = Output()
    // Seed, ordinal and limits that aren't the usual ones, so that none may be forgotten.
    var context = Context(
      seed: 0xFEDC_BA98_7654_3210, stage: entry.name, ordinal: 3, limits: Limits(points: 100_000))
    do {
      do {
        switch (entry.role, input) {
        case (.importer(_, _, let make), .file(let bytes)):
          var drawing = Drawing()
          try make(options)(bytes.span, &drawing, &context)
          output.drawing = drawing
        case (.stage(let make), .drawing(var drawing)):
          try make(options)(&drawing, &context)
          output.drawing = drawing
        case (.exporter(_, let make), .drawing(let drawing)):
          var sink = ByteSink()
          try make(options)(drawing, &sink, &context)
          output.bytes = sink.takeBytes()
        case (.importer(_, _, let make), .drawing): _ = try make(options)
        default: break
        }
      } catch let error as ComponentError {
        output.error = error.diagnostic
      } catch let error as OptionProblems {
        output.problems = error.problems
      }
    } catch {
      output.error = Diagnostic(.error, "check.unknown-error", "\(error)")
    }
    output.diagnostics = context.diagnostics.entries
    return output
  }
}

extension ComponentEntry {
  fileprivate var extensions: [String] {
    switch role {
    case .importer(let extensions, _, _), .exporter(let extensions, _): extensions
    case .stage: []
    }
  }
}
