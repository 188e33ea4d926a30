import PathModel
import PluginKit
import Testing

@Suite struct ContextTests {
  private func first(
    _ seed: UInt64 = 7, _ stage: String = "jitter", _ ordinal: Int = 0, _ key: UInt64 = 1,
    _ pass: Int = 0
  ) -> UInt64 {
    let context = Context(seed: seed, stage: stage, ordinal: ordinal)
    var generator = context.generator(forPath: PathKey(key), pass: pass)
    return generator.next()
  }

  @Test func whatAStreamDependsOn() {
    #expect(first() == first())
    let streams = [
      first(), first(8), first(7, "hatch"), first(7, "jitter", 1), first(7, "jitter", 0, 2),
      first(7, "jitter", 0, 1, 1), first(7, "jitter", 0, 0, 1),
    ]
    #expect(Set(streams).count == streams.count)
  }

  @Test func anOwnSeedReplacesTheRuns() {
    var context = Context(seed: 7, stage: "jitter", ordinal: 2)
    context.useSeed(9)
    #expect(context.literalSeed == 9)
    #expect(context.stageSeed == Context(seed: 9, stage: "jitter").stageSeed)
  }
}
