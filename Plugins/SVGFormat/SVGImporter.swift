public import PathModel
public import PluginKit

/// Reads SVG: shapes with their styles, groups and names.
///
/// What isn't read yet (style sheets, `use`, text, gradients, patterns, clips, masks, filters,
/// images) is reported as a loss with its element and line.
public struct SVGImporter: Importer {
  /// The name.
  public static let name = "svg"
  /// What it does.
  public static let summary = "Reads SVG drawings: shapes, styles, groups, layers and names."
  /// File names that mean SVG.
  public static let extensions = ["svg"]

  /// Makes the importer.
  public init() {}

  /// Whether a file begins like SVG: with `<svg`, perhaps after an XML declaration, comments and
  /// a document type, in UTF-8 or UTF-16.
  public static func recognizes(_ start: Span<UInt8>) -> Bool {
    // In UTF-16 every other byte of ASCII text is zero.
    var letters: [UInt8] = []
    for i in 0..<min(start.count, 4096) where start[i] != 0 { letters.append(start[i]) }
    var first = 0
    for mark: [UInt8] in [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]]
    where letters.starts(with: mark) {
      first = mark.count
    }
    while first < letters.count, isSpace(letters[first]) { first += 1 }
    guard first < letters.count, letters[first] == UInt8(ascii: "<") else { return false }
    return XMLProlog(letters[first...]).leadsToSVG
  }

  /// Reads a document. Compressed files are to be unpacked before.
  /// - Throws: What makes it unreadable: XML that isn't well formed, another root element, entities
  ///   that aren't safe, a limit that is passed.
  public func read(
    _ bytes: Span<UInt8>, into drawing: inout Drawing, _ context: inout Context
  ) throws(ComponentError) {
    var parser = try SVGParser(bytes, limits: context.limits)
    let table: SVGElementTable
    do throws(ComponentError) {
      table = try parser.parse()
    } catch {
      for entry in parser.log.entries { context.report(entry) }
      throw error
    }
    let reader = SVGReader(table, parser.source, limits: context.limits)
    swap(&drawing, &reader.drawing)
    reader.log = parser.log
    do throws(ComponentError) {
      try reader.read()
    } catch {
      for entry in reader.log.entries { context.report(entry) }
      throw error
    }
    for entry in reader.log.entries { context.report(entry) }
    swap(&drawing, &reader.drawing)
  }
}
