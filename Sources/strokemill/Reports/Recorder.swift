import Pipeline
import PluginKit

/// Works out what reports say beside the outcome, on the thread that does the work.
struct Recorder: Sendable {
  private let maker: Thumbnail.Maker?
  private let registry: Registry

  init(_ reports: [ReportFile], _ plan: Plan) {
    maker = reports.contains { $0.form == .sheet } ? Thumbnail.Maker(plan) : nil
    registry = plan.registry
  }

  /// An output that is made beside those that were asked for, as nothing reads their formats back and a page
  /// wants a picture.
  func extraTarget(beside targets: [Job.Target]) -> Job.Target? {
    guard maker != nil,
      !targets.contains(where: { registry.importer(named: $0.format) != nil })
    else { return nil }
    return Job.Target(format: "svg")
  }

  /// Adds a picture of an input, where a page shows it.
  func addPicture(
    to facts: inout ReportFacts, ofInput input: Span<UInt8>, named name: String
  ) {
    guard let maker else { return }
    facts.before = maker.picture(ofInput: input.copied, named: name)
  }

  /// Adds a picture of what was made, where a page shows it.
  func addPicture(to facts: inout ReportFacts, _ outputs: [Outcome.Output]) {
    guard let maker else { return }
    for output in outputs where facts.after == nil {
      facts.after = maker.picture(of: output.bytes, named: "output." + output.target.format)
    }
  }
}
