import Pipeline
import PluginKit
import Synchronization

/// How far a run over many files is. All its threads add to it.
final class RunTally: Sendable {
  private let finishedCount = Atomic<Int>(0)
  private let failedCount = Atomic<Int>(0)
  private let lossyCount = Atomic<Int>(0)
  private let unchangedCount = Atomic<Int>(0)
  private let unchangedLossyCount = Atomic<Int>(0)
  private let byteCount = Atomic<Int>(0)

  /// How many files are finished, those that failed included.
  var finished: Int { finishedCount.load(ordering: .relaxed) }
  /// How many of them failed.
  var failed: Int { failedCount.load(ordering: .relaxed) }
  /// How many of them are done, but lost something.
  var lossy: Int { lossyCount.load(ordering: .relaxed) }
  /// How many of them were as they should be already.
  var unchanged: Int { unchangedCount.load(ordering: .relaxed) }
  /// How many of those lack something.
  var unchangedLossy: Int { unchangedLossyCount.load(ordering: .relaxed) }
  /// The size of the finished ones' inputs.
  var bytes: Int { byteCount.load(ordering: .relaxed) }

  /// Counts a file that is finished.
  func add(_ outcome: Outcome, bytes: Int, isUnchanged: Bool = false) {
    if isUnchanged { unchangedCount.wrappingAdd(1, ordering: .relaxed) }
    if outcome.failed {
      failedCount.wrappingAdd(1, ordering: .relaxed)
    } else if outcome.findings.contains(where: { $0.diagnostic.severity == .loss }) {
      if isUnchanged {
        unchangedLossyCount.wrappingAdd(1, ordering: .relaxed)
      } else {
        lossyCount.wrappingAdd(1, ordering: .relaxed)
      }
    }
    byteCount.wrappingAdd(bytes, ordering: .relaxed)
    finishedCount.wrappingAdd(1, ordering: .relaxed)
  }
}
