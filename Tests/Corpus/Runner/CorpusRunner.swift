import CorpusJudging
import Glibc
import Pipeline
import TestSupport

/// Converts the files of the corpora, compares the pictures and prints how many came through:
/// `CorpusRunner --tool FILE [--by rsvg-convert|inkscape] [--sample] [--only TEXT] [--list FILE]`.
@main
struct CorpusRunner {
  static func main() throws {
    var tool = ""
    var only = ""
    var list = ""
    var isSample = false
    var peer: String?
    var arguments = CommandLine.arguments.dropFirst()
    func usage(_ message: String) -> Never {
      complain(
        "\(message)\nusage: CorpusRunner --tool FILE [--by rsvg-convert|inkscape] [--sample] "
          + "[--only TEXT] [--list FILE]\n")
      exit(2)
    }
    while let word = arguments.popFirst() {
      func value() -> String {
        guard let value = arguments.popFirst() else { usage("\(word) needs a value") }
        return value
      }
      switch word {
      case "--tool": tool = value()
      case "--only": only = value()
      case "--list": list = value()
      case "--by": peer = value()
      case "--sample": isSample = true
      default: usage("there is no option \(word)")
      }
    }
    let converter: Converter
    switch peer {
    case nil where !tool.isEmpty: converter = .strokemill(tool)
    case "rsvg-convert"?: converter = .rsvgConvert
    case "inkscape"?: converter = .inkscape
    default: usage("name the tool, or a peer that is known")
    }
    guard let shared = Locations.shared else {
      usage(
        "the corpora aren't here: put the folder 'shared' beside the project, or name it in "
          + "STROKEMILL_SHARED")
    }
    var cases = try CorpusCase.all(in: "\(shared)/corpus")
    if isSample { cases = CorpusCase.sample(of: cases) }
    if !only.isEmpty {
      cases = cases.filter {
        $0.name.contains(only) || $0.group.contains(only) || only == "text" && $0.hasText
      }
    }

    var verdicts: [Verdict] = []
    let jobs = cases.flatMap { file in ["svg", "eps"].map { (file, $0) } }
    Parallel.run(jobs.count, workers: 2) { i in
      Verdict(of: jobs[i].0, format: jobs[i].1, by: converter)
    } deliver: { i, verdict in
      verdicts.append(verdict)
      if i % 200 == 199 { complain("\(i + 1) of \(jobs.count)\n") }
    }
    for kind in CorpusCase.Kind.allCases {
      printTable(kind, verdicts.filter { $0.file.kind == kind })
    }
    printTargets(verdicts)
    let differing = verdicts.filter { !$0.isSame }
    let lines = differing.map { verdict in
      let score = verdict.score.map { "\(($0 * 10_000).rounded() / 10_000)" } ?? "none"
      let losses = (verdict.lossesOfInput + verdict.lossesOfOutput).joined(separator: " ")
      return [
        verdict.file.kind.rawValue, verdict.format, score,
        verdict.file.isOpaque ? "opaque" : "alpha",
        losses, verdict.file.name, verdict.failure ?? "",
      ].joined(separator: "\t")
    }
    if list.isEmpty {
      print("\n\(differing.count) pictures differ; --list FILE names them")
    } else {
      try writeText(list, lines.map { $0 + "\n" }.joined())
      print("\n\(differing.count) pictures differ: \(list)")
    }
  }

  /// A table by producer or category.
  static func printTable(_ kind: CorpusCase.Kind, _ verdicts: [Verdict]) {
    guard !verdicts.isEmpty else { return }
    print("\n### \(kind.title)\n")
    print("| | SVG → SVG | SVG → EPS, opaque | SVG → EPS, all | reported losses |")
    print("|---|--:|--:|--:|--:|")
    func row(_ title: String, _ verdicts: [Verdict]) {
      let svg = verdicts.filter { $0.format == "svg" }
      let eps = verdicts.filter { $0.format == "eps" }
      let lossy = svg.filter { !$0.lossesOfInput.isEmpty }.count
      print(
        "| \(title) | \(Tally(svg).text) | \(Tally(eps) { $0.file.isOpaque }.text) | "
          + "\(Tally(eps).text) | \(lossy == 0 ? "" : "\(lossy)") |")
    }
    var groups: [String: [Verdict]] = [:]
    for verdict in verdicts { groups[verdict.file.group, default: []].append(verdict) }
    for (name, group) in groups.sorted(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) })
    {
      row(name, group)
    }
    row("**all**", verdicts)
  }

  /// What was to be reached.
  static func printTargets(_ verdicts: [Verdict]) {
    print("\n| target | at least | reached | |\n|---|--:|--:|---|")
    for target in CorpusTarget.all {
      let tally = target.tally(verdicts)
      if tally.files == 0 { continue }
      print(
        "| \(target.title) | \(target.percent) % | \(tally.text) | "
          + "\(tally.percent >= target.percent ? "ok" : "MISSED") |")
    }
    let slowest = verdicts.max { $0.seconds < $1.seconds }
    if let slowest {
      print(
        "\nThe slowest conversion took \((slowest.seconds * 1000).rounded()) ms: \(slowest.file.name)"
      )
    }
  }

  static func complain(_ text: String) {
    _ = unsafe text.withCString { unsafe write(STDERR_FILENO, $0, strlen($0)) }
  }
}
