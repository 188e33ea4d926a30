import PathModel
import PluginKit
import Testing

struct NoiseFieldTests {
  /// Places all over the plane, near the origin and far from it.
  static let places: [Point] = {
    var generator = SeededGenerator(seed: 11)
    return (0..<4000).map { i in
      let size = i % 4 == 0 ? 1e6 : 50.0
      return Point(generator.uniform(-size, size), generator.uniform(-size, size))
    }
  }()

  @Test func isBoundedAndHasTheStatedSize() {
    var sum = Point.zero
    var squares = 0.0
    var longest = 0.0
    for seed in 0..<8 {
      let field = NoiseField(seed: UInt64(seed))
      for p in NoiseFieldTests.places {
        let d = field.displacement(at: p, wavelength: 3, slice: seed % 3)
        longest = max(longest, d.length)
        sum = sum + d
        squares += d.dot(d)
      }
    }
    let count = Double(8 * NoiseFieldTests.places.count)
    #expect(longest < 1)
    #expect(longest > 0.85)
    #expect((sum.length / count) < 0.03)
    #expect(abs((squares / count).squareRoot() - 0.6) < 0.03)
  }

  @Test func derivativesAreThoseOfTheDisplacement() {
    let field = NoiseField(seed: 3)
    let h = 1e-5
    var (error, steepest) = (0.0, 0.0)
    for p in NoiseFieldTests.places where abs(p.x) < 50 {
      let sample = field.sample(at: p, wavelength: 2)
      let right = field.displacement(at: Point(p.x + h, p.y), wavelength: 2)
      let left = field.displacement(at: Point(p.x - h, p.y), wavelength: 2)
      let below = field.displacement(at: Point(p.x, p.y + h), wavelength: 2)
      let above = field.displacement(at: Point(p.x, p.y - h), wavelength: 2)
      error = max(error, ((right - left) * (0.5 / h) - sample.dx).length)
      error = max(error, ((below - above) * (0.5 / h) - sample.dy).length)
      steepest = max(steepest, sample.dx.length, sample.dy.length)
    }
    #expect(error < 1e-6)
    #expect(steepest < 10 / 2)
  }

  @Test func derivativesAreContinuousAcrossTheLattice() {
    // Steps so small that a continuous slope can't change much; a jump would show.
    let field = NoiseField(seed: 5)
    var jump = 0.0
    var last = field.sample(at: Point(0, 0.123), wavelength: 1)
    for i in 1...40_000 {
      let next = field.sample(at: Point(Double(i) * 1e-3, 0.123), wavelength: 1)
      jump = max(jump, (next.dx - last.dx).length, (next.dy - last.dy).length)
      last = next
    }
    #expect(jump < 0.1)
  }

  @Test func wavelengthIsTheDistanceOfCrests() {
    var crests = 0
    for seed in 0..<20 {
      let field = NoiseField(seed: UInt64(seed))
      var (a, b) = (0.0, 0.0)
      for i in 0..<2000 {
        let y = field.displacement(at: Point(Double(i) * 0.05, 7), wavelength: 1).y
        if b > a && b > y { crests += 1 }
        (a, b) = (b, y)
      }
    }
    #expect(abs(20 * 2000 * 0.05 / Double(crests) - 1) < 0.1)
  }

  @Test func seedsAndSlicesAreUnrelated() {
    func correlation(_ a: NoiseField, _ sliceA: Int, _ b: NoiseField, _ sliceB: Int) -> Double {
      var both = 0.0
      var one = 0.0
      for p in NoiseFieldTests.places {
        let u = a.displacement(at: p, wavelength: 1, slice: sliceA)
        both += u.dot(b.displacement(at: p, wavelength: 1, slice: sliceB))
        one += u.dot(u)
      }
      return both / one
    }
    let field = NoiseField(seed: 1)
    #expect(correlation(field, 0, NoiseField(seed: 1), 0) == 1)
    #expect(abs(correlation(field, 0, NoiseField(seed: 2), 0)) < 0.06)
    #expect(abs(correlation(field, 0, field, 1)) < 0.06)
    // The two components are unrelated too.
    var (product, square) = (0.0, 0.0)
    for p in NoiseFieldTests.places {
      let d = field.displacement(at: p, wavelength: 1)
      product += d.x * d.y
      square += d.x * d.x
    }
    #expect(abs(product / square) < 0.06)
  }

  @Test func theFieldNeverChanges() {
    // What outputs are made of: other numbers here are other pictures for everyone's seeds.
    let d = NoiseField(seed: 7).displacement(at: Point(12.5, -3.25), wavelength: 10, slice: 2)
    #expect(d == Point(0.31933154024189925, 0.04842873095425023))
    let context = Context(seed: 7, stage: "jitter")
    let same = NoiseField(seed: context.stageSeed).displacement(at: Point(1, 2), wavelength: 5)
    #expect(context.field.displacement(at: Point(1, 2), wavelength: 5) == same)
  }

  @Test func nothingOddComesOfOddNumbers() {
    let field = NoiseField(seed: 1)
    let large = Double.greatestFiniteMagnitude
    for wavelength in [0, -1, .nan, .leastNonzeroMagnitude, 0x1p-1070, 1e-299, 1, large, .infinity]
    {
      for p in [
        Point(0, 0), Point(-0.0, 0), Point(large, large), Point(-large, large), Point(0x1p-1070, 3),
        Point(0x1p60, -0x1p60),
      ] {
        let sample = field.sample(at: p, wavelength: wavelength, slice: Int.max)
        #expect(sample.value.isFinite && sample.dx.isFinite && sample.dy.isFinite)
        #expect(sample.value.length < 1)
      }
    }
    #expect(field.displacement(at: Point(3, 4), wavelength: 0) == .zero)
  }
}
