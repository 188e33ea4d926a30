import Pipeline
import PluginKit

/// Tells all that decides what is made of an input: two recipes are the same only when the same bytes come out.
struct Recipe {
  private let plan: Plan
  private let common: String
  private var known: [String: [UInt8]] = [:]

  /// - Parameters:
  ///   - plan: What is done.
  ///   - catalogue: The plug-ins.
  ///   - refusals: What makes a file fail beside what is done, such as losses that aren't allowed.
  init(_ plan: Plan, _ catalogue: Catalogue, refusals: String) {
    self.plan = plan
    var lines = ["strokemill \(Tool.version)", refusals]
    // The plan's fingerprint has their versions, but who writes a plug-in doesn't raise its version each time.
    for file in catalogue.files {
      let stamp = FileStamp(Path(file))?.bytes.map { "\($0)" }.joined(separator: " ")
      lines.append("\(file) \(stamp ?? "")")
    }
    common = lines.joined(separator: "\n")
  }

  /// The recipe of one output.
  mutating func digest(
    of output: Job.Target, from input: Path, seed: UInt64
  ) -> [UInt8] {
    // The extension may tell the format.
    let key = "\(output.format) \(output.isCompressed) \(input.fileExtension) \(seed)"
    if let digest = known[key] { return digest }
    let digest = SHA256.digest(
      of: common + "\n" + key + "\n" + plan.with(seed: seed).fingerprint
    ).bytes
    // Editions of many seeds don't come again.
    if known.count < 1000 { known[key] = digest }
    return digest
  }
}
