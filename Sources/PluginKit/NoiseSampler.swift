public import PathModel

/// Looks up a noise field at many places that lie near one another, with the same results as the field
/// itself.
///
/// It remembers the cells of the lattice that it saw last, so that their random numbers aren't drawn anew
/// for every place.
public struct NoiseSampler: Sendable {
  /// How many cells it remembers: those of a page at the usual wavelengths, in three passes.
  private static let cellCount = 128

  private let field: NoiseField
  private var cells: [NoiseField.Cell]
  private var scale: Double?

  /// The mean distance between two crests along a line; when it isn't a positive number there is no
  /// displacement.
  public var wavelength: Double {
    didSet { scale = NoiseField.scale(wavelength) }
  }

  /// Makes a sampler of a field.
  public init(_ field: NoiseField, wavelength: Double) {
    self.field = field
    self.wavelength = wavelength
    scale = NoiseField.scale(wavelength)
    cells = Array(repeating: NoiseField.Cell(0), count: NoiseSampler.cellCount)
  }

  /// The displacement at a place; see `NoiseField`.
  /// - Parameters:
  ///   - p: The place.
  ///   - slice: Which of the fields of the seed.
  /// - Returns: The displacement, to be scaled by how far points may move.
  public mutating func displacement(at p: Point, slice: Int = 0) -> Point {
    guard let scale else { return .zero }
    let place = NoiseField.Place(p, scale, field.key(ofSlice: slice))
    return cells[row(of: place)].value(at: place)
  }

  /// The displacement at a place with its derivatives; see `NoiseField`.
  /// - Parameters:
  ///   - p: The place.
  ///   - slice: Which of the fields of the seed.
  /// - Returns: The displacement, to be scaled by how far points may move.
  public mutating func sample(at p: Point, slice: Int = 0) -> NoiseField.Sample {
    guard let scale else { return NoiseField.Sample(value: .zero, dx: .zero, dy: .zero) }
    let place = NoiseField.Place(p, scale, field.key(ofSlice: slice))
    return cells[row(of: place)].sample(at: place)
  }

  /// Where a place's cell lies among those that are remembered.
  @inline(__always)
  private mutating func row(of place: NoiseField.Place) -> Int {
    // The upper bits of the product depend on all bits of the number.
    let row = Int((place.cell &* 0x9E37_79B9_7F4A_7C15) >> 57)
    if cells[row].number != place.cell { cells[row] = NoiseField.Cell(place.cell) }
    return row
  }
}
