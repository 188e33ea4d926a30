import Geometry
import PathModel

/// What the texts of a drawing may take together, what they took, and the paths that they run along: a path that
/// many of them run along is measured once.
public final class TextBudget {
  /// How many glyphs there may be.
  let glyphLimit: Int
  /// How many there are.
  var glyphCount = 0
  private var steps = 0
  /// How many there may be.
  let stepLimit: Int
  private var lines: [LineKey: TextLine] = [:]
  /// The one that was asked for last: mostly the next one is the same.
  private var last: (key: LineKey, line: TextLine)?
  private var keptPoints = 0

  /// So many glyphs are more than any drawing has, and fewer than memory holds.
  private static let mostGlyphs = 5_000_000
  /// What may go beyond the work that grows with the drawing: a second's or two.
  private static let freeSteps = 50_000_000
  /// How many steps more there may be for a byte of it.
  private static let stepsPerByte = 16
  /// How many bytes of a path are taken in in a step when it's looked for among others.
  private static let keyBytesPerStep = 16
  /// How many points are kept of paths, and how many one may have.
  private static let mostKeptPoints = 4_000_000

  private struct LineKey: Hashable {
    var path: String
    var tolerance: Double
    var isReversed: Bool
  }

  /// Makes what nothing has been taken of.
  /// - Parameters:
  ///   - pointLimit: How many points the drawing may have.
  ///   - byteCount: How long the text is that it's read from.
  public init(pointLimit: Int, byteCount: Int) {
    glyphLimit = min(TextBudget.mostGlyphs, pointLimit)
    stepLimit = TextBudget.freeSteps + TextBudget.stepsPerByte * min(byteCount, 1 << 32)
  }

  /// Whether there were more steps than there may be.
  public var isSpent: Bool { steps > stepLimit }

  /// Counts steps.
  /// - Parameter count: How many.
  public func spend(_ count: Int) { steps += count }

  /// The line that text runs along.
  /// - Parameters:
  ///   - path: The path in the form of `PathView.text`.
  ///   - tolerance: How far the line may lie from it.
  ///   - isReversed: Whether it runs the other way.
  /// - Returns: The line; nil when there's no path, or no budget for it.
  public func line(_ path: String, tolerance: Double, isReversed: Bool) -> TextLine? {
    let key = LineKey(path: path, tolerance: tolerance, isReversed: isReversed)
    // Comparing a text with itself takes no time; taking it in to find it among others does.
    if let last, last.key == key { return last.line }
    spend(path.utf8.count / TextBudget.keyBytesPerStep)
    if let known = lines[key] {
      last = (key, known)
      return known
    }
    spend(path.utf8.count)
    if isSpent { return nil }
    var drawing = Drawing()
    drawing.appendPath(PathInfo()) { $0.append(text: path) }
    guard drawing.pathCount > 0, drawing.isFinite else { return nil }
    let pointLimit = min(TextBudget.mostKeptPoints, stepLimit - steps)
    guard
      var line = TextLine(drawing[path: 0], tolerance: tolerance, pointLimit: pointLimit)
    else {
      steps = stepLimit + 1
      return nil
    }
    if isReversed { line.reverse() }
    spend(line.pointCount)
    keptPoints += line.pointCount
    if keptPoints > TextBudget.mostKeptPoints {
      lines = [:]
      keptPoints = line.pointCount
    }
    lines[key] = line
    last = (key, line)
    return line
  }
}
