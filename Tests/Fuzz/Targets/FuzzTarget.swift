import BuiltinPlugins
import Pipeline
import PluginKit

/// A reader that invented bytes are given to: by libFuzzer, and by the tests for those that once broke something.
///
/// What is read from a file is read as it is in a run, through a worker: a part of a document, such as path data, has a
/// document made around it, so that what is tried is what people's files reach.
public enum FuzzTarget: String, CaseIterable, Sendable {
  case csv, json, svg, css, color, transform, pipeline
  case pathData = "path-data"
  case text

  /// What became of an input.
  public enum Verdict: Sendable {
    /// It was read.
    case read
    /// It was refused, with words.
    case refused
    /// It broke something; the words say what.
    case broken(String)
  }

  /// Gives it an input.
  /// - Returns: What was broken; nil when the input was read or was refused with words.
  public func broken(by input: [UInt8]) -> String? {
    guard case .broken(let what) = verdict(on: input) else { return nil }
    return what
  }

  /// Gives it an input.
  public func verdict(on input: [UInt8]) -> Verdict {
    switch self {
    case .csv: convert(input, from: "csv")
    case .json: convert(input, from: "json")
    case .svg: convert(input, from: "svg")
    case .pathData: convert(document(around: input, "<path stroke='#000' d='", "'/>"), from: "svg")
    case .transform:
      convert(
        document(
          around: input, "<g transform='",
          "'><path d='M1 2 3 4A5 6 7 0 1 8 9' stroke='#000'/><rect width='3' height='2' rx='1'/></g>"
        ),
        from: "svg")
    case .color:
      convert(
        document(
          around: input,
          "<linearGradient id='a'><stop/><stop offset='1' stop-color='red'/></linearGradient><rect width='9' height='9' color='#123' stroke='url(#a) red' fill='",
          "'/>"), from: "svg")
    case .css: convert(document(around: input, "<style>", "</style>\(styledElements)"), from: "svg")
    case .text:
      convert(
        document(around: input, "<text x='1 2' y='30' font-family='DejaVu Sans'>", "</text>"),
        from: "svg")
    case .pipeline: plan(input)
    }
  }

  // MARK: Documents

  private func document(around input: [UInt8], _ before: String, _ after: String) -> [UInt8] {
    var bytes = Array("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 99 99'>\(before)".utf8)
    for byte in input {
      switch byte {
      case UInt8(ascii: "<"): bytes += Array("&lt;".utf8)
      case UInt8(ascii: "&"): bytes += Array("&amp;".utf8)
      case UInt8(ascii: "'"): bytes += Array("&#39;".utf8)
      // What no document can have would only try the XML parser.
      case 0..<32 where byte != 9 && byte != 10 && byte != 13: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return bytes + Array("\(after)</svg>".utf8)
  }

  /// Convert there, and what comes out back again.
  private func convert(_ input: [UInt8], from format: String) -> Verdict {
    guard let plan = FuzzTarget.plan else { return .broken("the plan can't be made") }
    return FuzzTarget.verdict(on: input, format, plan)
  }

  private static func verdict(on input: [UInt8], _ format: String, _ plan: Plan) -> Verdict {
    let targets = ["svg", "eps", "json", "csv"].map { Job.Target(format: $0) }
    let outcome = Worker.run(
      Job(
        name: "input", input: input, format: format, plan: plan, targets: targets, isChecked: true))
    if let fault = fault(of: outcome) { return .broken(fault) }
    if outcome.failed { return .refused }
    for output in outcome.outputs where output.target.format != "eps" {
      let bytes = output.withBytes { bytes in (0..<bytes.count).map { bytes[$0] } }
      let format = output.target.format
      // A drawing without points has no rows, and an empty file is none.
      if bytes.isEmpty || outcome.points == 0 { continue }
      // Few bytes can make more than what is read here.
      if bytes.count > mostBytes { continue }
      let again = Worker.run(
        Job(
          name: "output", input: bytes, format: format, plan: plan,
          targets: [Job.Target(format: format)],
          isChecked: true))
      if let fault = fault(of: again) {
        return .broken("in the \(format) that was written: \(fault)")
      }
      if let error = again.findings.first(where: { $0.diagnostic.severity == .error }),
        !["limit.", "too-many"].contains(where: error.diagnostic.code.rawValue.contains)
      {
        return .broken("the \(format) that was written can't be read: \(error.diagnostic.message)")
      }
      if format == "json" {
        let same = again.outputs.first?.withBytes { again in
          again.count == bytes.count && bytes.indices.allSatisfy { again[$0] == bytes[$0] }
        }
        if same != true { return .broken("JSON comes back changed") }
      }
    }
    return .read
  }

  /// What no outcome may be: a failure with outputs or without words, a drawing that breaks its promise.
  private static func fault(of outcome: Outcome) -> String? {
    for finding in outcome.findings {
      let diagnostic = finding.diagnostic
      if diagnostic.code == "drawing.invalid" { return diagnostic.message }
      if diagnostic.message.isEmpty {
        return "a message without a word [\(diagnostic.code.rawValue)]"
      }
      if diagnostic.message.unicodeScalars.count > 2 * Diagnostic.messageLimit + 1 {
        return "a message of a page [\(diagnostic.code.rawValue)]"
      }
    }
    return outcome.failed && !outcome.outputs.isEmpty ? "a failure with outputs" : nil
  }

  // MARK: Pipelines

  private func plan(_ input: [UInt8]) -> Verdict {
    guard let registry = FuzzTarget.registry else {
      return .broken("the plug-ins don't go together")
    }
    let plan: Plan
    do {
      let request = PlanRequest(
        pipeline: SourceText(file: "input.json", bytes: input), limits: FuzzTarget.limits)
      plan = try Plan(request, registry: registry)
    } catch {
      if error.problems.isEmpty { return .broken("refused without a problem") }
      for problem in error.problems where problem.render(color: false).isEmpty {
        return .broken("a problem without a word")
      }
      return .refused
    }
    let targets = ["svg", "eps", "json"].map { Job.Target(format: $0) }
    let outcome = Worker.run(
      Job(
        name: "sample", input: Array(sampleDrawing.utf8), format: "svg", plan: plan,
        targets: targets,
        isChecked: true))
    if let fault = FuzzTarget.fault(of: outcome) { return .broken(fault) }
    return outcome.failed ? .refused : .read
  }

  /// All that is built in but the stage that starts programs.
  private static let registry = try? Registry(builtinPlugins.filter { $0.name != "exec" })

  private static let mostBytes = 1 << 24

  private static let limits = [
    "points=100000", "elements=20000", "input-bytes=\(mostBytes)",
  ].map { SourceText(argument: $0, of: "--limit") }

  private static let plan: Plan? = registry.flatMap {
    try? Plan(PlanRequest(limits: limits), registry: $0)
  }
}

/// Elements for selectors to find.
private let styledElements = """
  <g id="a" class="b c"><rect class="d" width="3" height="4"/><rect x="5" width="3" height="4"/><circle id="e" r="2" lang="en"/></g>\
  <path class="b d" d="M1 1h4v4z" style="fill: red"/><line x2="5" y2="7" stroke="#000" data-x="y-z"/>
  """

/// A little of everything for stages.
private let sampleDrawing = """
  <svg xmlns="http://www.w3.org/2000/svg" width="90" height="60" viewBox="0 0 90 60">\
  <linearGradient id="g"><stop stop-color="#fff"/><stop offset="1" stop-color="#05f"/></linearGradient>\
  <clipPath id="k"><circle cx="20" cy="20" r="18"/></clipPath>\
  <rect width="90" height="60" fill="#fff"/>\
  <g class="icon" clip-path="url(#k)"><rect x="5" y="5" width="30" height="20" fill="url(#g)" stroke="#000"/>\
  <path d="M10 10C20 0 30 20 10 30Q5 5 10 10zm4 4h9v9h-9z" fill="#333" fill-rule="evenodd"/></g>\
  <path id="line" d="M40 10L80 12 60 50" fill="none" stroke="#c00" stroke-width="3" stroke-dasharray="4 2"/>\
  <circle cx="70" cy="40" r="9" fill="#0a0" opacity=".5"/></svg>
  """
