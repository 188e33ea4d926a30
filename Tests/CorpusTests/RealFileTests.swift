import CorpusJudging
import Pipeline
import TestSupport
import Testing

/// A fixed sample of the corpora, about 320 files, each as SVG and as EPS: the shares whose pictures come
/// through. `make corpus` does it for all files and names those that differ.
@Suite(.requires(.rsvgConvert, .ghostscript), .requiresSharedData) struct RealFileTests {
  static let sample: [CorpusCase] =
    CorpusCase.sample(of: (try? CorpusCase.all(in: "\(Locations.shared ?? "")/corpus")) ?? [])

  @Test func picturesComeThrough() {
    let jobs = Self.sample.flatMap { file in ["svg", "eps"].map { (file, $0) } }
    #expect(Self.sample.count >= 300)
    var verdicts: [Verdict] = []
    Parallel.run(jobs.count, workers: 2) { i in
      Verdict(of: jobs[i].0, format: jobs[i].1, by: .strokemill(Locations.tool))
    } deliver: { _, verdict in
      verdicts.append(verdict)
    }
    for target in CorpusTarget.all {
      let tally = target.tally(verdicts)
      #expect(tally.files >= 15, "\(target.title)")
      #expect(tally.percent >= target.sampleFloor, "\(target.title): \(tally.text)")
    }
    for verdict in verdicts where verdict.failure != nil {
      Issue.record("\(verdict.file.name) as \(verdict.format): \(verdict.failure ?? "")")
    }
    // Nothing that is reported is made up: files of geometry alone have no losses.
    for verdict in verdicts where verdict.file.kind == .truth && !verdict.lossesOfInput.isEmpty {
      Issue.record("\(verdict.file.name) is said to lose \(verdict.lossesOfInput)")
    }
  }
}

@Suite struct ReportedElementsTests {
  @Test func elementsAreTakenOutWithAllThatIsInThem() {
    let text =
      "<!-- <g> --><svg>\n<g a='>'><text>x<tspan/></text></g>\n<text><![CDATA[</text>]]></text></svg>"
    let rest = ReportedElements(Array(text.utf8)).without([
      Converter.Place(line: 2, column: 10), Converter.Place(line: 3, column: 2),
    ])
    let expected =
      "<!-- <g> --><svg>\n<g a='>'>" + String(repeating: " ", count: 22) + "</g>\n"
      + String(repeating: " ", count: 32) + "</svg>"
    #expect(String(decoding: rest, as: UTF8.self) == expected)
  }

  @Test func whatIsNoStartTagAndTheRootStay() {
    let text = "<svg><style>a{b:c}</style></svg>"
    let places = [(1, 2), (1, 14), (1, 20), (1, 0), (9, 9), (1, 900)].map {
      Converter.Place(line: $0.0, column: $0.1)
    }
    #expect(ReportedElements(Array(text.utf8)).without(places) == Array(text.utf8))
  }
}
