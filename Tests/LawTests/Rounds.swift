import TestSupport

/// How many rounds a test of random things has, and from where it counts: as few as a test may cost, or as many as
/// STROKEMILL_ROUNDS says, from STROKEMILL_FIRST_ROUND on.
func rounds(_ few: UInt64) -> Range<UInt64> {
  let first = environment("STROKEMILL_FIRST_ROUND").flatMap { UInt64($0) } ?? 0
  let count = environment("STROKEMILL_ROUNDS").flatMap { UInt64($0) } ?? few
  return first..<(first &+ min(count, 1 << 40))
}
