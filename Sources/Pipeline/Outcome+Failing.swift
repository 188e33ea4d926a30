public import PluginKit

extension Outcome {
  /// Makes the job a failed one, for what goes wrong after the worker: an output that can't be
  /// written, a loss that isn't allowed.
  public mutating func fail(_ diagnostic: Diagnostic) {
    findings.append(Finding(origin: .input, diagnostic: diagnostic))
  }
}
