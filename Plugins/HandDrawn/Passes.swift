/// How often strokes are drawn, and how the passes differ.
struct Passes {
  /// How often.
  let count: Int
  private let amplitudes: [Double]
  private let opacities: [Double]

  init(count: Int, amplitudes: [Double] = [], opacities: [Double] = []) {
    self.count = count
    self.amplitudes = amplitudes
    self.opacities = opacities
  }

  /// What a pass's displacements are multiplied by.
  func amplitude(of pass: Int) -> Double { Passes.entry(pass, of: amplitudes) }

  /// What a pass's opacity is multiplied by.
  func opacity(of pass: Int) -> Double { Passes.entry(pass, of: opacities) }

  /// The passes in runs that are painted alike: all of them, unless opacities differ.
  var runs: [Range<Int>] {
    var runs: [Range<Int>] = []
    for pass in 0..<count {
      if let last = runs.last, opacity(of: last.lowerBound) == opacity(of: pass) {
        runs[runs.count - 1] = last.lowerBound..<(pass + 1)
      } else {
        runs.append(pass..<(pass + 1))
      }
    }
    return runs
  }

  /// The last entry goes for all that follow; without any it's 1.
  private static func entry(_ pass: Int, of list: [Double]) -> Double {
    list.isEmpty ? 1 : list[min(pass, list.count - 1)]
  }
}
