import PathModel
import PluginKit
import Testing

struct NoiseSamplerTests {
  @Test func findsWhatTheFieldHas() {
    let field = NoiseField(seed: 12)
    var sampler = NoiseSampler(field, wavelength: 3)
    // Near one another and far apart, in several slices and wavelengths: what is remembered must
    // never be taken for another's.
    for turn in 0..<3 {
      sampler.wavelength = [3, 0.01, 500][turn]
      for (i, p) in NoiseFieldTests.places.enumerated() {
        let sample = field.sample(at: p, wavelength: sampler.wavelength, slice: i % 3)
        #expect(sampler.sample(at: p, slice: i % 3) == sample)
        #expect(sampler.displacement(at: p, slice: i % 3) == sample.value)
      }
    }
  }

  @Test func withoutAWavelengthNothingMoves() {
    var sampler = NoiseSampler(NoiseField(seed: 1), wavelength: 0)
    #expect(sampler.displacement(at: Point(3, 4)) == .zero)
    #expect(sampler.sample(at: Point(3, 4)).dx == .zero)
    sampler.wavelength = 1
    #expect(sampler.displacement(at: Point(3, 4)) != .zero)
  }
}
