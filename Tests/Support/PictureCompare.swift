/// How far two pictures of the same size differ.
///
/// Each pixel of one picture must lie, channel by channel, within the range of values of the nine
/// pixels around the same place in the other one, give or take `tolerance`; and the other way
/// round. That forgives anti-aliasing and a shift of up to one pixel and nothing else. What fails is
/// counted in proportion to the length of the outlines, not to the area, so that a thin line that is
/// missing weighs as much in a large picture full of fills as it does alone.
public struct PictureComparison: Sendable {
  /// Pixels that lie outside the other picture's range.
  public let badPixels: Int
  /// Pixels on an outline in either picture.
  public let outlinePixels: Int
  /// Pixels that differ from the paper in either picture.
  public let inkPixels: Int
  /// All pixels.
  public let allPixels: Int

  /// Bad pixels in proportion to outline pixels, 0 (the same) to 1.
  public var score: Double {
    // A picture without outlines counts as if a thousandth of it were outline.
    min(1, Double(badPixels) / max(Double(outlinePixels), Double(allPixels) / 1000))
  }

  /// Whether nothing is drawn in either picture: then a score of 0 proves nothing.
  public var isBlank: Bool { inkPixels * 2000 < allPixels }

  /// The highest score of pictures that show the same, when two renderers drew them.
  public static let threshold = 0.02
  /// The highest score of pictures that show the same, when one renderer drew both.
  public static let sameRendererThreshold = 0.005

  /// Compares two opaque pictures.
  ///
  /// - Parameters:
  ///   - first: One picture.
  ///   - second: The other, of the same size.
  ///   - paper: The colour that counts as nothing drawn.
  ///   - tolerance: How far outside the range, of 255, a channel may lie.
  public init(_ first: Picture, _ second: Picture, paper: PaperColor, tolerance: Int = 48) {
    let (low1, high1) = first.neighbourhoodRange()
    let (low2, high2) = second.neighbourhoodRange()
    let paper = [Int(paper.red), Int(paper.green), Int(paper.blue)]
    var (bad, outline, ink) = (0, 0, 0)
    for pixel in 0..<(first.width * first.height) {
      var (isBad, isOutline, isInk) = (false, false, false)
      for channel in 0..<3 {
        let i = pixel * 4 + channel
        let (a, b) = (Int(first.pixels[i]), Int(second.pixels[i]))
        let (aLow, aHigh) = (Int(low1[i]), Int(high1[i]))
        let (bLow, bHigh) = (Int(low2[i]), Int(high2[i]))
        let outside = max(bLow - a, a - bHigh, aLow - b, b - aHigh)
        isBad = isBad || outside > tolerance
        isOutline = isOutline || max(aHigh - aLow, bHigh - bLow) > tolerance
        isInk = isInk || max(abs(a - paper[channel]), abs(b - paper[channel])) > tolerance
      }
      if isBad { bad += 1 }
      if isOutline { outline += 1 }
      if isInk { ink += 1 }
    }
    (badPixels, outlinePixels, inkPixels) = (bad, outline, ink)
    allPixels = first.width * first.height
  }
}

extension Picture {
  /// The lowest and the highest value of each channel in the 3 × 3 pixels around each pixel.
  fileprivate func neighbourhoodRange() -> (low: [UInt8], high: [UInt8]) {
    let stride = width * 4
    // First along the rows, then across them: six comparisons instead of eighteen.
    var (low, high) = (pixels, pixels)
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<4 {
          let i = y * stride + x * 4 + channel
          let before = x > 0 ? pixels[i - 4] : pixels[i]
          let after = x + 1 < width ? pixels[i + 4] : pixels[i]
          low[i] = min(pixels[i], before, after)
          high[i] = max(pixels[i], before, after)
        }
      }
    }
    var (lowest, highest) = (low, high)
    for y in 0..<height {
      for i in (y * stride)..<((y + 1) * stride) {
        let (before, after) = (y > 0 ? i - stride : i, y + 1 < height ? i + stride : i)
        lowest[i] = min(low[i], low[before], low[after])
        highest[i] = max(high[i], high[before], high[after])
      }
    }
    return (lowest, highest)
  }
}
