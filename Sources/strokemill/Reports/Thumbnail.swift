import Pipeline
import PluginKit

/// A small picture for a page, in SVG.
struct Thumbnail: Sendable {
  /// The document.
  let svg: [UInt8]

  /// How large one may be: a page of hundreds should still open.
  static let limit = 48 << 10

  /// Makes pictures. One is for all threads.
  struct Maker: Sendable {
    private let plan: Plan?
    /// The same with the options for reading that inputs have.
    private var inputPlan: Plan?

    init(_ plan: Plan) {
      self.init(plan.registry)
      inputPlan = self.plan.map { plan.with(stagesAndExportsOf: $0) }
    }

    init(_ registry: Registry) {
      let stages = ["aspect-fit:width=240px,height=240px,bounds=ink", "simplify:tolerance=0.2px"]
      // Were a stage not there, only what is small already could be shown.
      plan = try? Plan(
        PlanRequest(
          stages: stages.map { SourceText(argument: $0, of: "") },
          to: [SourceText(argument: "svg:precision=1", of: "")]), registry: registry)
    }

    /// The picture of a file; nil when it can't be read or drawn, or is too large.
    func picture(of path: Path) -> Thumbnail? {
      guard path != .standard, FileKind(path) == .regular,
        let bytes = try? InputFile.read(path, limit: 64 << 20)
      else { return nil }
      return picture(of: bytes, named: path.shown)
    }

    /// The picture of an input's bytes.
    func picture(ofInput bytes: consuming [UInt8], named name: String) -> Thumbnail? {
      picture(of: bytes, named: name, inputPlan)
    }

    /// The picture of a file's bytes.
    func picture(of bytes: consuming [UInt8], named name: String) -> Thumbnail? {
      picture(of: bytes, named: name, plan)
    }

    /// The picture of a file's bytes. What is a small SVG is shown as it is, everything else as the tool reads
    /// it, in few points.
    /// - Parameters:
    ///   - bytes: What the file holds.
    ///   - name: Its name, which tells the format.
    ///   - plan: How it's read and drawn.
    /// - Returns: The picture; nil when it can't be drawn or is too large.
    private func picture(
      of bytes: consuming [UInt8], named name: String, _ plan: Plan?
    ) -> Thumbnail? {
      if name.lowercased().hasSuffix(".svg"), bytes.count <= Thumbnail.limit,
        bytes.first != 0x1F
      {
        return Thumbnail(svg: bytes)
      }
      guard let plan else { return nil }
      let outcome = Worker.run(
        Job(name: name, input: bytes, plan: plan, targets: [Job.Target(format: "svg")]))
      guard let output = outcome.outputs.first, output.count <= Thumbnail.limit else { return nil }
      return Thumbnail(svg: output.bytes)
    }
  }
}
