import FuzzTargets
import TestSupport
import Testing

/// Inputs that fuzzers begin with, and those by which they once broke something.
@Suite struct FuzzTargetTests {
  static let inputs: [(FuzzTarget, String)] = FuzzTarget.allCases.flatMap { target in
    let folder = Locations.packageRoot + "/Tests/Fuzz/Inputs/\(target.rawValue)"
    return ((try? names(in: folder)) ?? []).map { (target, "\(folder)/\($0)") }
  }

  @Test func thereAreInputsForEach() {
    for target in FuzzTarget.allCases {
      #expect(Self.inputs.filter { $0.0 == target }.count >= 3, "\(target.rawValue)")
    }
  }

  @Test(arguments: inputs)
  func breaksNothing(_ target: FuzzTarget, _ file: String) throws {
    let bytes = try readFile(file)
    let start = ContinuousClock.now
    let verdict = target.verdict(on: bytes)
    var isRead = false
    switch verdict {
    case .broken(let fault): Issue.record("\(fileName(file)): \(fault)")
    case .refused: break
    case .read: isRead = true
    }
    TrialLog.note(
      "fuzzers' \(target.rawValue)", isRejected: !isRead,
      seconds: (ContinuousClock.now - start) / .seconds(1))
  }

  /// Beginnings of every length of small inputs, as a transfer that breaks off leaves them: an error or less of a
  /// drawing.
  @Test(arguments: inputs)
  func breaksNothingWhenCutOff(_ target: FuzzTarget, _ file: String) throws {
    let bytes = try readFile(file)
    // Every byte of what is short, as many places of what isn't.
    for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 300)) {
      let fault = target.broken(by: Array(bytes[..<count]))
      #expect(fault == nil, "\(fileName(file)), the first \(count) bytes")
    }
  }
}
