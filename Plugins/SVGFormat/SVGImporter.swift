public import Geometry
public import PathModel
public import PluginKit
import TextShaping

/// Reads SVG: shapes with their styles, groups and names.
///
/// Text becomes paths, by the fonts that are installed. What can't be carried (masks, filters, images,
/// …) is reported as a loss with its element and line.
public struct SVGImporter: Importer {
  /// The name.
  public static let name = "svg"
  /// What it does.
  public static let summary = "Reads SVG drawings: shapes, styles, groups, layers and names."
  /// File names that mean SVG.
  public static let extensions = ["svg"]

  /// What becomes of text.
  public var text = SVGTextTreatment.outlines
  /// Folders with fonts, which go before the system's, colons between them.
  public var fontDir = ""
  /// What to take in place of families, such as `Helvetica=Liberation Sans`, semicolons between them.
  public var fontMap = ""
  /// A family in place of whatever the document says.
  public var fontFamily: String?
  /// Of what curves arcs of path data are made.
  public var arcs = ArcPieces.quarters

  /// Everything that can be set.
  public static let parameters: [Parameter<SVGImporter>] = [
    Parameter(
      "text", \.text,
      help: "What becomes of text: paths by the fonts that are there (outlines), the same but text "
        + "again in SVG that is written (keep), or nothing (drop)."),
    Parameter(
      "font-dir", \.fontDir,
      help: "Folders with fonts, which go before the system's; colons between them."),
    Parameter(
      "font-map", \.fontMap,
      help: "What to take in place of families: 'Helvetica=Liberation Sans; Arial=DejaVu Sans'."),
    Parameter(
      "font-family", \.fontFamily, help: "A family in place of whatever the document says."),
    Parameter(
      "arcs", \.arcs,
      help:
        "What arcs of paths become: curves of a quarter turn at most (quarters), or coarser ones of a "
        + "third of a turn, as rough.js takes them (thirds)."),
  ]

  /// What is wrong with the parameters taken together.
  public func problems() -> [String] {
    fontMap.split(separator: ";").compactMap { entry in
      SVGImporter.replacement(entry) == nil
        ? "'\(entry)' in font-map isn't FAMILY=FAMILY, such as 'Helvetica=Liberation Sans'" : nil
    }
  }

  private static func replacement(_ entry: Substring) -> (String, String)? {
    let parts = entry.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let names = parts.map { $0.split { $0 == " " }.joined(separator: " ") }
    return names[0].isEmpty || names[1].isEmpty ? nil : (names[0].lowercased(), names[1])
  }

  private var textOptions: SVGTextOptions {
    var options = SVGTextOptions(
      treatment: text, folders: fontDir.split(separator: ":").map { String($0) },
      family: fontFamily)
    for entry in fontMap.split(separator: ";") {
      if let (from, to) = SVGImporter.replacement(entry) { options.replacements[from] = to }
    }
    return options
  }

  /// Why text isn't drawn here, where a library of the system is missing.
  public static var unavailable: String? {
    FontLibrary.missingLibrary.map {
      "text isn't drawn here: the library \($0) is missing or too old"
    }
  }

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
    // With room for the zero that comes behind them.
    let copy = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count + 1) { copy, count in
      unsafe bytes.withUnsafeBufferPointer { (_, count) = unsafe copy.initialize(from: $0) }
    }
    try read(taking: copy, into: &drawing, &context)
  }

  /// Reads a document, and changes its bytes while it does.
  public func read(
    taking bytes: consuming [UInt8], into drawing: inout Drawing, _ context: inout Context
  ) throws(ComponentError) {
    _ = FontLibrary.takeLackOfMemory()
    try readDocument(bytes, into: &drawing, &context)
    if FontLibrary.takeLackOfMemory() {
      throw ComponentError("svg.text-memory", "there isn't enough memory to set its text")
    }
  }

  private func readDocument(
    _ bytes: consuming [UInt8], into drawing: inout Drawing, _ context: inout Context
  ) throws(ComponentError) {
    guard !bytes.isEmpty else {
      throw ComponentError("svg.empty", "the file is empty", at: .init(line: 1, column: 1))
    }
    if let converted = try SVGEncoding(of: bytes.span).converted(bytes.span) { bytes = converted }
    try SVGDocumentBytes.with(bytes) { (document) throws(ComponentError) in
      try read(document, into: &drawing, &context)
    }
  }

  private func read(
    _ document: SVGDocumentBytes, into drawing: inout Drawing, _ context: inout Context
  ) throws(ComponentError) {
    var parser = try SVGParser(document, limits: context.limits)
    // When the table is done with, whose names they are, too.
    defer { parser.vocabulary.giveBack() }
    let table: SVGElementTable
    do throws(ComponentError) {
      table = try parser.parse()
    } catch {
      for entry in parser.log.entries { context.report(entry) }
      throw error
    }
    let reader = SVGReader(
      table, parser.source, limits: context.limits, arcs: arcs, text: textOptions)
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
    if context.wantsKeys { drawing.assignKeys() }
  }
}

extension ArcPieces: ParameterType {}
