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
    guard let scale = NoiseField.scale(wavelength) else { return .zero }
    let place = Place(p, scale, key(ofSlice: slice))
    return Cell(place.cell).value(at: place)
  }

  /// The displacement at a place with its derivatives; see `displacement(at:wavelength:slice:)`.
  public func sample(at p: Point, wavelength: Double, slice: Int = 0) -> Sample {
    guard let scale = NoiseField.scale(wavelength) else {
      return Sample(value: .zero, dx: .zero, dy: .zero)
    }
    let place = Place(p, scale, key(ofSlice: slice))
    return Cell(place.cell).sample(at: place)
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
  // What a step to the right and one downward adds to a cell's number.
  private static let right: UInt64 = 0xA24B_AED4_963E_E407
  private static let down: UInt64 = 0x9FB2_1C65_1E98_DF25

  /// Waves a unit; nil when there is no displacement: below that the inverse, or a slope, isn't a finite
  /// number.
  static func scale(_ wavelength: Double) -> Double? { wavelength > 1e-300 ? 1 / wavelength : nil }

  /// What tells a slice's cells from those of others.
  @inline(__always)
  func key(ofSlice slice: Int) -> UInt64 {
    seed &+ UInt64(truncatingIfNeeded: slice) &* 0xD1B5_4A32_D192_ED03
  }

  /// A place in the lattice.
  struct Place {
    /// The number of the cell that it lies in: what the cell's random numbers are made of.
    let cell: UInt64
    /// Where it lies in the cell, from 0 to 1 both ways.
    let x: Double
    /// See `x`.
    let y: Double
    /// Lattice cells a unit.
    let density: Double

    @inline(__always)
    init(_ p: Point, _ scale: Double, _ key: UInt64) {
      density = scale * NoiseField.density
      let x = Place.bounded((cos * p.x + sin * p.y) * density)
      let y = Place.bounded((cos * p.y - sin * p.x) * density)
      let (left, top) = (Place.floor(x), Place.floor(y))
      (self.x, self.y) = (x - Double(left), y - Double(top))
      cell = UInt64(bitPattern: left) &* right &+ UInt64(bitPattern: top) &* down &+ key
    }

    /// The largest whole number that isn't above a bounded one; quicker than a call of the C library's.
    @inline(__always)
    private static func floor(_ x: Double) -> Int64 {
      // Between 2^52 and 2^53 doubles are the whole numbers, so that this sum rounds, and its bits count.
      let shifted = x + 0x1.8p52
      let near = Int64(bitPattern: shifted.bitPattern) &- Int64(bitPattern: (0x1.8p52).bitPattern)
      return shifted - 0x1.8p52 > x ? near &- 1 : near
    }

    /// Keeps a lattice coordinate where neighbouring lattice points are different numbers; what isn't a
    /// number becomes one.
    @inline(__always)
    private static func bounded(_ x: Double) -> Double { max(-0x1p50, min(0x1p50, x)) }
  }

  /// A cell of the lattice: what its corners contribute to the places in it.
  struct Cell: Sendable, BitwiseCopyable {
    /// Which cell it is; equal numbers are equal cells.
    let number: UInt64
    private let a: Corner
    private let b: Corner
    private let c: Corner
    private let d: Corner

    init(_ number: UInt64) {
      self.number = number
      a = Corner(number)
      b = Corner(number &+ right)
      c = Corner(number &+ down)
      d = Corner(number &+ right &+ down)
    }

    /// The displacement at a place in it.
    @inline(__always)
    func value(at place: Place) -> Point {
      let (fx, fy) = (place.x, place.y)
      let a = a.value(fx, fy)
      let c = c.value(fx, fy - 1)
      let ab = b.value(fx - 1, fy) - a
      let twist = d.value(fx - 1, fy - 1) - c - ab
      let n = (a + ab * Cell.fade(fx) + ((c - a) + twist * Cell.fade(fx)) * Cell.fade(fy)) * weight
      let value = n * (1 / (1 + (n.x * n.x + n.y * n.y)).squareRoot())
      return Point(value.x, value.y)
    }

    /// The displacement at a place in it, with its derivatives.
    @inline(__always)
    func sample(at place: Place) -> Sample {
      let (fx, fy) = (place.x, place.y)
      let (u, v) = (Cell.fade(fx), Cell.fade(fy))
      let (du, dv) = (Cell.fadeSlope(fx), Cell.fadeSlope(fy))
      let at = a.value(fx, fy)
      let ct = c.value(fx, fy - 1)
      let (ab, ac) = (b.value(fx - 1, fy) - at, ct - at)
      let twist = d.value(fx - 1, fy - 1) - ct - ab
      let n = (at + ab * u + (ac + twist * u) * v) * weight
      let abx = a.slopeX + (b.slopeX - a.slopeX) * u
      let cdx = c.slopeX + (d.slopeX - c.slopeX) * u
      let aby = a.slopeY + (b.slopeY - a.slopeY) * u
      let cdy = c.slopeY + (d.slopeY - c.slopeY) * u
      let gx = abx + (cdx - abx) * v + (ab + twist * v) * du
      let gy = aby + (cdy - aby) * v + (ac + twist * u) * dv
      let w = weight * place.density
      let (nx, ny) = ((gx * cos - gy * sin) * w, (gx * sin + gy * cos) * w)
      let square = 1 + (n.x * n.x + n.y * n.y)
      let r = 1 / square.squareRoot()
      let k = r / square
      let tx = (n.x * nx.x + n.y * nx.y) * k
      let ty = (n.x * ny.x + n.y * ny.y) * k
      let (value, dx, dy) = (n * r, nx * r - n * tx, ny * r - n * ty)
      return Sample(
        value: Point(value.x, value.y), dx: Point(dx.x, dx.y), dy: Point(dy.x, dy.y))
    }

    @inline(__always)
    private static func fade(_ t: Double) -> Double { t * t * t * (t * (t * 6 - 15) + 10) }

    @inline(__always)
    private static func fadeSlope(_ t: Double) -> Double {
      let s = t * (t - 1)
      return 30 * s * s
    }
  }

  /// Both components' random planes at a lattice point.
  private struct Corner: Sendable, BitwiseCopyable {
    let height: SIMD2<Double>
    let slopeX: SIMD2<Double>
    let slopeY: SIMD2<Double>

    @inline(__always)
    init(_ lattice: UInt64) {
      var z = (lattice ^ (lattice >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      let bits = z ^ (z >> 31)
      slopeX = SIMD2(Corner.signed(bits), Corner.signed(bits >> 10))
      slopeY = SIMD2(Corner.signed(bits >> 20), Corner.signed(bits >> 30))
      height = SIMD2(Corner.signed(bits >> 40), Corner.signed(bits >> 50))
    }

    /// Their height so far from the lattice point.
    @inline(__always)
    func value(_ dx: Double, _ dy: Double) -> SIMD2<Double> { height + slopeX * dx + slopeY * dy }

    /// Ten bits as a number between −1 and 1, symmetric about 0.
    @inline(__always)
    private static func signed(_ bits: UInt64) -> Double {
      Double(Int32(truncatingIfNeeded: bits & 1023) &* 2 &- 1023) * (1.0 / 1023)
    }
  }
}
