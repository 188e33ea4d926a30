import Testing

@testable import HandDrawn

struct PassEnvelopeTests {
  let envelope = PassEnvelope(wavelength: 10)

  @Test func risesFromBothEndsAndIsTheSameFromBoth() {
    let run = StrokeRuns.Place(start: 0, length: 50, run: 50)
    #expect(envelope.share(at: 0, of: run) == (PassEnvelope.least, 0))
    #expect(envelope.share(at: 50, of: run) == (PassEnvelope.least, 0))
    #expect(envelope.share(at: 25, of: run) == (PassEnvelope.most, 0))
    for s in stride(from: 0.0, through: 50, by: 0.5) {
      let there = envelope.share(at: s, of: run)
      let back = envelope.share(at: 50 - s, of: run)
      #expect(abs(there.value - back.value) < 1e-12)
      #expect(abs(there.rate + back.rate) < 1e-12)
      let slope =
        (envelope.share(at: s + 1e-6, of: run).value - envelope.share(at: s - 1e-6, of: run).value)
        / 2e-6
      #expect(abs(slope - there.rate) < 1e-4)
    }
  }

  @Test func smallLoopsAndShortRunsHardlyPart() {
    func share(_ run: Double, isLoop: Bool) -> Double {
      let place = StrokeRuns.Place(start: 0, length: run, run: run, isLoop: isLoop)
      return envelope.share(at: run / 2, of: place).value
    }
    for isLoop in [false, true] {
      #expect(share(0.1, isLoop: isLoop) < PassEnvelope.least + 0.01)
      #expect(share(100, isLoop: isLoop) == PassEnvelope.most)
    }
  }
}
