/// A picture of 8-bit pixels.
public struct Picture: Sendable, Equatable {
  /// Columns.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Red, green, blue, alpha (not premultiplied) of each pixel, row by row from the top.
  public var pixels: [UInt8]

  /// A picture of one colour.
  public init(width: Int, height: Int, fill: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)) {
    self.width = width
    self.height = height
    pixels = []
    pixels.reserveCapacity(width * height * 4)
    for _ in 0..<(width * height) {
      pixels.append(fill.0)
      pixels.append(fill.1)
      pixels.append(fill.2)
      pixels.append(fill.3)
    }
  }

  /// Fills a rectangle, cut to the picture.
  public mutating func fill(
    columns: Range<Int>, rows: Range<Int>, with color: (UInt8, UInt8, UInt8, UInt8)
  ) {
    for y in rows.clamped(to: 0..<height) {
      for x in columns.clamped(to: 0..<width) {
        let i = (y * width + x) * 4
        pixels[i] = color.0
        pixels[i + 1] = color.1
        pixels[i + 2] = color.2
        pixels[i + 3] = color.3
      }
    }
  }

  /// The picture laid on an opaque colour and averaged over squares of `factor` × `factor` pixels.
  func flattened(onto paper: PaperColor, factor: Int) -> Picture {
    var result = Picture(width: width / factor, height: height / factor)
    let paper = [Int(paper.red), Int(paper.green), Int(paper.blue)]
    let full = 255 * factor * factor
    for y in 0..<result.height {
      for x in 0..<result.width {
        let target = (y * result.width + x) * 4
        for channel in 0..<3 {
          var sum = 0
          for row in (y * factor)..<((y + 1) * factor) {
            for column in (x * factor)..<((x + 1) * factor) {
              let i = (row * width + column) * 4
              let alpha = Int(pixels[i + 3])
              sum += Int(pixels[i + channel]) * alpha + paper[channel] * (255 - alpha)
            }
          }
          result.pixels[target + channel] = UInt8((sum + full / 2) / full)
        }
        result.pixels[target + 3] = 255
      }
    }
    return result
  }
}

/// The colour of the paper that pictures are laid on before they are compared.
public struct PaperColor: Sendable {
  let red: UInt8
  let green: UInt8
  let blue: UInt8

  /// Neither black nor white: a missing white shape shows as well as a missing black one.
  public static let slate = PaperColor(red: 150, green: 170, blue: 190)
  /// For formats that have no transparency and are meant for white paper.
  public static let white = PaperColor(red: 255, green: 255, blue: 255)
}
