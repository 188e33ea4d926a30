public import PathModel

/// A smooth random displacement for every place of the plane: what hand-drawn looks are made with.
///
/// It's a function of *position*, so that points that coincide move alike: corners stay joined,
/// loops close, two regions keep the border that they share, and the two edges of an expanded
/// stroke go together.
///
/// It is lattice noise in two independent components and of one octave, so that a long line comes out as
/// a few confident bows without any tremor. At every lattice point stands a random value and a random slope for each component; between them it is blended by the
/// quintic 6t⁵ − 15t⁴ + 10t³ (Perlin, "Improving noise", SIGGRAPH 2002), so that two derivatives are
/// continuous. The values take away what slopes alone would show: a standstill at every lattice
/// point. The lattice is turned, so that upright and level lines, which drawings are full of, never
/// run along it. The sum N becomes N / √(1 + |N|²), which bounds it.
///
/// Only additions, multiplications, divisions, square roots and hashes are used: the same seed gives
/// the same field, bit for bit, on every machine.
public struct NoiseField: Sendable, BitwiseCopyable {
  /// A displacement and how it changes with the place.
  @frozen public struct Sample: Hashable, Sendable, BitwiseCopyable {
    /// The displacement; its length is below 1.
    public var value: Point
    /// The change of the displacement per unit of x.
    public var dx: Point
    /// The change of the displacement per unit of y.
    public var dy: Point

    /// Makes a sample.
    @inlinable public init(value: Point, dx: Point, dy: Point) {
      self.value = value
      self.dx = dx
      self.dy = dy
    }
  }

  let seed: UInt64

  /// Makes the field of a seed; neighbouring seeds give unrelated fields.
  public init(seed: UInt64) { self.seed = StableHash.mix(seed) }

  /// The displacement at a place: a vector shorter than 1, whose root mean square length over the
  /// plane is 0.6 (to a few hundredths) and whose mean is zero. It changes by less than 10 over a
  /// wavelength, whichever way.
  ///
  /// - Parameters:
  ///   - p: The place. Beyond 2⁴⁹ wavelengths from the origin the field stands still.
  ///   - wavelength: The mean distance between two crests along a line, in the same units (to a
  ///     tenth); when it isn't a positive number there is no displacement.
  ///   - slice: Which of the fields of this seed; each is unrelated to the others.
  /// - Returns: The displacement, to be scaled by how far points may move.
  public func displacement(at p: Point, wavelength: Double, slice: Int = 0) -> Point {
    sample(at: p, wavelength: wavelength, slice: slice).value
  }

  /// The displacement at a place with its derivatives; see `displacement(at:wavelength:slice:)`.
  @inline(__always)
  public func sample(at p: Point, wavelength: Double, slice: Int = 0) -> Sample {
    // Below that the inverse, or a slope, isn't a finite number.
    guard wavelength > 1e-300 else { return Sample(value: .zero, dx: .zero, dy: .zero) }
    let key = seed &+ UInt64(truncatingIfNeeded: slice) &* 0xD1B5_4A32_D192_ED03
    let scale = 1 / wavelength
    let (n, nx, ny) = NoiseField.lattice(p, scale, key)
    let square = 1 + (n.x * n.x + n.y * n.y)
    let r = 1 / square.squareRoot()
    let k = r / square
    let tx = (n.x * nx.x + n.y * nx.y) * k
    let ty = (n.x * ny.x + n.y * ny.y) * k
    let (value, dx, dy) = (n * r, nx * r - n * tx, ny * r - n * ty)
    return Sample(
      value: Point(value.x, value.y), dx: Point(dx.x, dx.y), dy: Point(dy.x, dy.y))
  }
}

extension NoiseField {
  // The turn is that of a Pythagorean triple, so that its cosine and sine are exact ratios.
  private static let cos = 0.8
  private static let sin = 0.6
  /// Lattice cells a wavelength.
  private static let density = 1.7
  /// What the noise is multiplied by.
  private static let weight = 1.25

  /// The noise of the lattice at a place and its derivatives.
  @inline(__always)
  private static func lattice(
    _ p: Point, _ scale: Double, _ key: UInt64
  ) -> (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>) {
    let k = scale * density
    let x = bounded((cos * p.x + sin * p.y) * k)
    let y = bounded((cos * p.y - sin * p.x) * k)
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (fx, fy) = (x - left, y - top)
    let h =
      UInt64(bitPattern: Int64(left)) &* 0xA24B_AED4_963E_E407
      &+ UInt64(bitPattern: Int64(top)) &* 0x9FB2_1C65_1E98_DF25 &+ key
    let a = Corner(h, fx, fy)
    let b = Corner(h &+ 0xA24B_AED4_963E_E407, fx - 1, fy)
    let c = Corner(h &+ 0x9FB2_1C65_1E98_DF25, fx, fy - 1)
    let d = Corner(h &+ 0xA24B_AED4_963E_E407 &+ 0x9FB2_1C65_1E98_DF25, fx - 1, fy - 1)
    let (u, v) = (fade(fx), fade(fy))
    let (du, dv) = (fadeSlope(fx), fadeSlope(fy))
    let (ab, ac) = (b.value - a.value, c.value - a.value)
    let twist = d.value - c.value - ab
    let value = a.value + ab * u + (ac + twist * u) * v
    let abx = a.slopeX + (b.slopeX - a.slopeX) * u
    let cdx = c.slopeX + (d.slopeX - c.slopeX) * u
    let aby = a.slopeY + (b.slopeY - a.slopeY) * u
    let cdy = c.slopeY + (d.slopeY - c.slopeY) * u
    let gx = abx + (cdx - abx) * v + (ab + twist * v) * du
    let gy = aby + (cdy - aby) * v + (ac + twist * u) * dv
    let w = weight * k
    return (
      value * weight, (gx * cos - gy * sin) * w, (gx * sin + gy * cos) * w
    )
  }

  /// What a lattice point contributes at a place near it: both components' random planes.
  private struct Corner {
    var value: SIMD2<Double>
    var slopeX: SIMD2<Double>
    var slopeY: SIMD2<Double>

    @inline(__always)
    init(_ lattice: UInt64, _ dx: Double, _ dy: Double) {
      var z = (lattice ^ (lattice >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      let bits = z ^ (z >> 31)
      slopeX = SIMD2(Corner.signed(bits), Corner.signed(bits >> 10))
      slopeY = SIMD2(Corner.signed(bits >> 20), Corner.signed(bits >> 30))
      let height = SIMD2(Corner.signed(bits >> 40), Corner.signed(bits >> 50))
      value = height + slopeX * dx + slopeY * dy
    }

    /// Ten bits as a number between −1 and 1, symmetric about 0.
    @inline(__always)
    static func signed(_ bits: UInt64) -> Double {
      Double(Int32(truncatingIfNeeded: bits & 1023) &* 2 &- 1023) * (1.0 / 1023)
    }
  }

  /// Keeps a lattice coordinate where neighbouring lattice points are different numbers; what isn't a
  /// number becomes one.
  @inline(__always)
  private static func bounded(_ x: Double) -> Double { max(-0x1p50, min(0x1p50, x)) }

  @inline(__always)
  private static func fade(_ t: Double) -> Double { t * t * t * (t * (t * 6 - 15) + 10) }

  @inline(__always)
  private static func fadeSlope(_ t: Double) -> Double {
    let s = t * (t - 1)
    return 30 * s * s
  }
}
