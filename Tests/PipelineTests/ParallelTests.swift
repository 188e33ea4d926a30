import Pipeline
import Testing

@Suite struct ParallelTests {
  @Test(arguments: [(0, 4), (1, 4), (100, 1), (100, 2), (100, 7), (3, 16), (-1, 2)])
  func everythingIsDeliveredOnceAndInOrder(_ count: Int, _ workers: Int) {
    var delivered: [Int] = []
    Parallel.run(count, workers: workers) { i in
      // Later numbers are done sooner.
      var x = UInt64(i)
      for _ in 0..<(100 - i) * 20 { x = x &* 6_364_136_223_846_793_005 &+ 1 }
      return x == 1 ? -1 : i * i
    } deliver: { i, result in
      #expect(result == i * i)
      delivered.append(i)
    }
    #expect(delivered == Array(0..<max(count, 0)))
  }

  @Test func jobsGiveTheSameOnAnyNumberOfThreads() throws {
    let plan = try makePlan(stages: ["scatter", "shift:dx=0.5"])
    func all(_ workers: Int) -> [String] {
      var texts: [String] = []
      Parallel.run(20, workers: workers) { i in
        run(plan, "M0 0 L\(i) 1\nM1 1 L2 \(i)")
      } deliver: { _, outcome in
        texts.append(outcome.text())
      }
      return texts
    }
    #expect(all(1) == all(4))
  }

  @Test func atLeastOneProcessor() { #expect(Parallel.processors >= 1) }
}
