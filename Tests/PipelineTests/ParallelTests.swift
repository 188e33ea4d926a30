import Synchronization
import Testing

@testable import Pipeline

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

  private func spin(_ rounds: Int) -> Bool {
    var x: UInt64 = 1
    for _ in 0..<rounds { x = x &* 6_364_136_223_846_793_005 &+ 1 }
    return x == 0
  }

  /// However sizes, room and window go together, everything is done once and delivered in order.
  @Test(arguments: [1, 2, 3, 8], [1, 2, 5, 1000])
  func aLoadIsDeliveredInOrder(_ workers: Int, _ window: Int) {
    for room in [1, 100, 5000, Int.max] {
      var load = Load(count: 60, window: window)
      // The fifth, the sixth and the last are large.
      load.sizes = (0..<60).map { $0 == 59 ? 90_000 : $0 == 5 || $0 == 6 ? 4000 : 10 }
      load.bytesAtOnce = room
      load.beginsWithLargest = true
      var delivered: [Int] = []
      Parallel.run(load, workers: workers) { [load] i in
        spin(load.sizes[i]) ? -1 : i * i
      } deliver: { i, result in
        #expect(result == i * i)
        delivered.append(i)
      } goesOn: {
        true
      }
      #expect(delivered == Array(0..<60))
    }
  }

  @Test func whatIsLargeBesideTheRestIsFirst() {
    var load = Load(count: 400, window: 10)
    load.sizes = [Int](repeating: 100, count: 400)
    load.sizes[7] = 5000
    load.sizes[300] = 9000
    #expect(load.first(workers: 2) == [])
    load.beginsWithLargest = true
    #expect(load.first(workers: 2) == [300, 7])
    #expect(load.first(workers: 1) == [])
    load.sizes = [Int](repeating: 100, count: 400)
    #expect(load.first(workers: 2) == [])
    load.sizes = []
    #expect(load.first(workers: 2) == [])
  }

  @Test func bytesInWorkAreBounded() {
    var load = Load(count: 200, window: 1000)
    load.sizes = (0..<200).map { $0 % 7 * 10 }
    load.bytesAtOnce = 90
    let inWork = Atomic<Int>(0)
    let most = Atomic<Int>(0)
    Parallel.run(load, workers: 6) { [load] i in
      let now = inWork.wrappingAdd(load.sizes[i], ordering: .relaxed).newValue
      most.max(now, ordering: .relaxed)
      let result = spin(2000)
      inWork.wrappingSubtract(load.sizes[i], ordering: .relaxed)
      return result
    } deliver: { _, _ in
    } goesOn: {
      true
    }
    #expect(most.load(ordering: .relaxed) <= 90)
    #expect(inWork.load(ordering: .relaxed) == 0)
  }

  /// What was begun is delivered, in order, and nothing else is begun.
  @Test(arguments: [1, 2, 5]) func aRunCanEndEarly(_ workers: Int) {
    let begun = Atomic<Int>(0)
    var delivered: [Int] = []
    Parallel.run(Load(count: 10_000, window: 100), workers: workers) { i in
      begun.wrappingAdd(1, ordering: .relaxed)
      return spin(500) ? -1 : i
    } endsAfter: { result in
      result == 30
    } deliver: { i, _ in
      delivered.append(i)
    } goesOn: {
      true
    }
    #expect(delivered.count == begun.load(ordering: .relaxed))
    #expect(delivered == delivered.sorted())
    #expect(delivered.starts(with: 0...30))
    #expect(delivered.count < 30 + 100)
    if workers == 1 { #expect(delivered.count == 31) }
  }

  @Test func whoLooksOnCanEndARun() {
    var delivered = 0
    Parallel.run(Load(count: 10_000, window: 10), workers: 2) { i in
      i
    } deliver: { _, _ in
      delivered += 1
    } goesOn: {
      delivered < 50
    }
    #expect((50..<100).contains(delivered))
  }

  @Test func atLeastOneProcessor() { #expect(Parallel.processors >= 1) }
}
