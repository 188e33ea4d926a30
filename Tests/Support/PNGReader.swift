import CZlib

/// A PNG file that can't be read.
public struct PNGError: Error, CustomStringConvertible {
  /// What is wrong with it.
  public let description: String
}

extension Picture {
  /// Reads a PNG with 8 bits a channel, or fewer of one channel, and no interlacing, which is what
  /// renderers and those who shrink their pictures write.
  ///
  /// After the PNG specification (ISO/IEC 15948), sections 5, 9 and 11. Checksums aren't checked: the
  /// file was written a moment ago.
  public init(png bytes: [UInt8]) throws {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
      throw PNGError(description: "no PNG signature")
    }
    var header: [UInt8] = []
    var palette: [UInt8] = []
    var paletteAlpha: [UInt8] = []
    var compressed: [UInt8] = []
    var position = 8
    while position + 12 <= bytes.count {
      let length = Self.number(bytes, at: position)
      guard position + 12 + length <= bytes.count else {
        throw PNGError(description: "a chunk is cut off")
      }
      let content = bytes[(position + 8)..<(position + 8 + length)]
      switch String(decoding: bytes[(position + 4)..<(position + 8)], as: UTF8.self) {
      case "IHDR": header = Array(content)
      case "PLTE": palette = Array(content)
      case "tRNS": paletteAlpha = Array(content)
      case "IDAT": compressed += content
      default: break
      }
      position += 12 + length
    }
    guard header.count == 13 else { throw PNGError(description: "no header") }
    let (depth, colorType, interlacing) = (header[8], header[9], header[12])
    let channelCounts: [UInt8: Int] = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4]
    guard depth == 8 || ([1, 2, 4].contains(depth) && [0, 3].contains(colorType)),
      interlacing == 0, let channels = channelCounts[colorType]
    else {
      throw PNGError(
        description: "\(depth) bits, colour type \(colorType), interlacing \(interlacing)")
    }

    self.init(width: Self.number(header, at: 0), height: Self.number(header, at: 4))
    let bits = Int(depth)
    let stride = (width * channels * bits + 7) / 8
    var rows = try inflate(compressed, expecting: (stride + 1) * height)
    Self.unfilter(&rows, stride: stride, rows: height, channels: channels)
    for y in 0..<height {
      for x in 0..<width {
        let source = y * (stride + 1) + 1 + x * channels * bits / 8
        let target = (y * width + x) * 4
        // Several pixels a byte, the first in the highest bits.
        let shift = 8 - bits - x * bits % 8
        var first = bits == 8 ? rows[source] : rows[source] >> shift & UInt8(1 << bits - 1)
        if colorType == 0 { first *= UInt8(255 / (1 << bits - 1)) }
        switch colorType {
        case 0, 4:
          for i in 0..<3 { pixels[target + i] = first }
          pixels[target + 3] = colorType == 4 ? rows[source + 1] : 255
        case 3:
          guard Int(first) * 3 + 2 < palette.count else {
            throw PNGError(description: "a colour that isn't in the palette")
          }
          for i in 0..<3 { pixels[target + i] = palette[Int(first) * 3 + i] }
          pixels[target + 3] = Int(first) < paletteAlpha.count ? paletteAlpha[Int(first)] : 255
        default:
          for i in 0..<3 { pixels[target + i] = rows[source + i] }
          pixels[target + 3] = colorType == 6 ? rows[source + 3] : 255
        }
      }
    }
  }

  /// Four bytes, most significant first.
  private static func number(_ bytes: [UInt8], at i: Int) -> Int {
    Int(bytes[i]) << 24 | Int(bytes[i + 1]) << 16 | Int(bytes[i + 2]) << 8 | Int(bytes[i + 3])
  }

  /// Undoes the row filters in place; each row has its filter's number before it.
  private static func unfilter(_ data: inout [UInt8], stride: Int, rows: Int, channels: Int) {
    for y in 0..<rows {
      let start = y * (stride + 1) + 1
      let filter = data[start - 1]
      guard filter != 0 else { continue }
      for i in 0..<stride {
        let left = i >= channels ? Int(data[start + i - channels]) : 0
        let above = y > 0 ? Int(data[start + i - stride - 1]) : 0
        let corner = y > 0 && i >= channels ? Int(data[start + i - stride - 1 - channels]) : 0
        let predicted =
          switch filter {
          case 1: left
          case 2: above
          case 3: (left + above) / 2
          default: paeth(left, above, corner)
          }
        data[start + i] &+= UInt8(predicted)
      }
    }
  }

  /// The neighbour that is nearest to left + above − corner.
  private static func paeth(_ left: Int, _ above: Int, _ corner: Int) -> Int {
    let guess = left + above - corner
    let (byLeft, byAbove, byCorner) = (abs(guess - left), abs(guess - above), abs(guess - corner))
    if byLeft <= byAbove && byLeft <= byCorner { return left }
    return byAbove <= byCorner ? above : corner
  }
}

/// Unpacks a zlib stream of known size.
private func inflate(_ bytes: [UInt8], expecting size: Int) throws -> [UInt8] {
  var result = [UInt8](repeating: 0, count: size)
  var length = uLongf(size)
  let code = unsafe uncompress(&result, &length, bytes, uLong(bytes.count))
  guard code == Z_OK, Int(length) == size else {
    throw PNGError(description: "the pixels can't be unpacked (zlib says \(code))")
  }
  return result
}
