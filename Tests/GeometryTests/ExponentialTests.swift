import Geometry
import Glibc
import Testing

struct ExponentialTests {
  @Test func powersAreThoseOfTheCLibrary() {
    for k in -7400...7090 {
      let x = Double(k) / 10 + 0.013
      let expected = Glibc.exp(x)
      // Beside the smallest numbers a unit in the last place is all there is.
      #expect(abs(exponential(x) - expected) <= 2 * expected.ulp, "\(x)")
    }
  }

  @Test func logarithmsAreThoseOfTheCLibrary() {
    for k in 1...4000 {
      let x = Double(k) * 0.00173 * (k % 3 == 0 ? 1e200 : (k % 3 == 1 ? 1 : 1e-200))
      let expected = Glibc.log(x)
      #expect(abs(logarithm(x) - expected) <= max(3 * abs(expected).ulp, 1e-16), "\(x)")
    }
  }

  @Test func limitsAreThoseOfNumbers() {
    #expect(exponential(0) == 1)
    #expect(exponential(800) == .infinity)
    #expect(exponential(-800) == 0)
    #expect(exponential(.nan).isNaN)
    #expect(logarithm(1) == 0)
    #expect(logarithm(0) == -.infinity)
    #expect(logarithm(-1).isNaN)
    #expect(logarithm(.infinity) == .infinity)
  }
}
