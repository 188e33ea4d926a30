import CLibXML2
import Glibc
import PathModel
import PluginKit

// libxml2's SAX2 interface on one side, a flat table on the other. All of libxml2's pointers stay in
// this file, and in SVGSource, SVGExcerpt, SVGVocabulary and SVGEntities.
//
// Never set: NOENT, DTDLOAD, DTDATTR, XINCLUDE, RECOVER. They open files, or go on after an error.

/// The namespaces that are told apart.
enum SVGNamespace: Int, CaseIterable {
  case svg, none, xlink, xml, inkscape, sodipodi, other

  /// Its address; of others none that could be asked for.
  var address: String {
    switch self {
    case .svg: "http://www.w3.org/2000/svg"
    case .none: ""
    case .xlink: "http://www.w3.org/1999/xlink"
    case .xml: "http://www.w3.org/XML/1998/namespace"
    case .inkscape: "http://www.inkscape.org/namespaces/inkscape"
    case .sodipodi: "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
    case .other: "other"
    }
  }

  private static let addresses = allCases.map { Array($0.address.utf8) }

  /// The bytes of its address.
  var addressBytes: [UInt8] { SVGNamespace.addresses[rawValue] }

  /// The namespace of an address.
  init(address: Span<UInt8>) {
    self =
      if address.isEmpty {
        .none
      } else if address.equals("http://www.w3.org/2000/svg") {
        .svg
      } else if address.equals("http://www.w3.org/1999/xlink") {
        .xlink
      } else if address.equals("http://www.inkscape.org/namespaces/inkscape") {
        .inkscape
      } else if address.equals("http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd")
        || address.equals("http://inkscape.sourceforge.net/DTD/sodipodi-0.dtd")
      {
        .sodipodi
      } else if address.equals("http://www.w3.org/XML/1998/namespace") {
        .xml
      } else {
        .other
      }
  }
}

/// Fills a document's table from libxml2's events.
///
/// A value that libxml2's handlers reach by its address: they come for every element, and an object's
/// properties would be checked for overlapping accesses each time.
@safe struct SVGParser {
  let limits: Limits
  private(set) var log = DiagnosticLog()
  /// What stops the reading; nothing is done after it.
  private var failure: ComponentError?
  private var hasFailed = false
  private(set) var source: SVGSource

  private var rows: [SVGElementTable.Row] = []
  private var attributes: [SVGElementTable.AttributeRow] = []
  private var texts: [SVGElementTable.TextRow] = []
  private var arena: [UInt8] = []
  /// What names mean; whoever made the parser gives it back.
  private(set) var vocabulary = SVGVocabulary.take()
  /// The open elements, the root first, each with its last child and the number of namespaces that it
  /// declares.
  private var open: [OpenElement] = []
  /// The outermost open element whose text is kept.
  private var textRoot: UInt32?
  /// Whether elements without a namespace count as SVG's: when the root has none.
  private var isNamespaceless = false
  private var namespacesInAll = 0
  private var defaultCount = 0

  /// libxml2's state while it runs.
  private var context: xmlParserCtxtPtr?
  private var entities = SVGEntities(documentSize: 0)

  private struct OpenElement {
    var row: UInt32
    var lastChild: UInt32?
    var namespaceCount: Int
  }

  /// Prepares to read a document.
  init(_ bytes: SVGDocumentBytes, limits: Limits) throws(ComponentError) {
    self.limits = limits
    source = SVGSource(bytes)
    try checkStart(bytes.span)
  }

  /// Reads the document. What was said on the way is in `log`, also when it fails.
  mutating func parse() throws(ComponentError) -> SVGElementTable {
    run()
    source.excerpt.free()
    if let failure { throw failure }
    source.bytes.keep(arena: arena)
    return SVGElementTable(
      rows: rows, attributes: attributes, texts: texts, names: vocabulary.names, bytes: source.bytes
    )
  }

  /// Says in plain words when a file isn't XML at all.
  private mutating func checkStart(_ bytes: Span<UInt8>) throws(ComponentError) {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes)
    } catch {
      throw ComponentError(
        "svg.encoding",
        "there are bytes that aren't UTF-8; save the file as UTF-8 or declare its encoding",
        at: source.place(of: error.byteOffsets.lowerBound))
    }
    var scanner = ValueScanner(bytes)
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      scanner.position = 3
    }
    scanner.skipSpace()
    guard !scanner.isAtEnd, scanner.next != UInt8(ascii: "<") else { return }
    throw ComponentError(
      "svg.not-svg", "this isn't an SVG file: it begins with \(scanner.found)",
      at: source.place(of: scanner.position))
  }

  private mutating func run() {
    do throws(ComponentError) {
      try withSilentLibXML2 { () throws(ComponentError) in runParser() }
    } catch {
      failure = error
    }
  }

  private mutating func runParser() {
    let size = unsafe source.bytes.document.count
    entities = SVGEntities(documentSize: size)
    // About what documents have; more is found as it comes.
    rows.reserveCapacity(16 + min(size / 200, 1 << 16))
    attributes.reserveCapacity(64 + min(size / 60, 1 << 18))
    if let problem = source.prepare(attributeLimit: limits.attributes) {
      fail(problem.code, problem.message, at: source.place(of: problem.offset))
      return
    }
    // The parser reads the bytes where they lie. (Given piece by piece it would read long attributes
    // several times as slowly.)
    let excerpt = unsafe source.excerpt.bytes
    guard let start = excerpt.baseAddress, let size = Int32(exactly: excerpt.count),
      let context = unsafe xmlNewParserCtxt()
    else {
      fail("svg.too-large", "the document is too large for the XML parser", at: nil)
      return
    }
    unsafe self.context = context
    defer {
      unsafe self.context = nil
      if let document = unsafe context.pointee.myDoc {
        unsafe xmlFreeDoc(document)
        unsafe context.pointee.myDoc = nil
      }
      unsafe xmlFreeParserCtxt(context)
      entities.free()
    }
    guard
      let buffer = unsafe start.withMemoryRebound(
        to: CChar.self, capacity: excerpt.count + 1,
        { unsafe xmlParserInputBufferCreateStatic($0, size, XML_CHAR_ENCODING_NONE) }),
      let input = unsafe xmlNewIOInputStream(context, buffer, XML_CHAR_ENCODING_NONE)
    else {
      fail("svg.too-large", "there is no memory for the XML parser", at: nil)
      return
    }
    unsafe _ = inputPush(context, input)
    // All bytes are there: nothing is to be fetched, and nothing to be thrown away. (2.9.14 loses the
    // end of a document when it throws away a part of a buffer that isn't its own.)
    unsafe context.pointee.progressive = 1
    unsafe vocabulary.install(in: context)
    unsafe context.pointee.sax.pointee = LibXML2.handlers
    unsafe context.pointee._private = LibXML2.marker
    unsafe _ = xmlCtxtUseOptions(context, Int32(SVGParser.options))
    unsafe withUnsafeMutablePointer(to: &self) { parser in
      unsafe context.pointee.userData = UnsafeMutableRawPointer(parser)
      unsafe _ = xmlParseDocument(context)
    }
    let isWellFormed = unsafe context.pointee.wellFormed != 0
    guard !hasFailed else { return }
    if !isWellFormed {
      fail("svg.not-well-formed", "the XML isn't well formed", at: currentPlace)
    } else if rows.isEmpty {
      fail("svg.not-svg", "there is no svg element", at: currentPlace)
    }
  }

  /// What libxml2 is asked to do: nothing that isn't needed, and above all none of `NOENT`, `DTDLOAD`, `DTDATTR`,
  /// `DTDVALID`, `XINCLUDE` and `RECOVER`, which open other files, or go on with what isn't there.
  ///
  /// The limits that `HUGE` lifts are the reader's own. The encoding is UTF-8 by now, whatever the declaration
  /// says.
  static let options =
    XML_PARSE_NONET.rawValue | XML_PARSE_HUGE.rawValue | XML_PARSE_BIG_LINES.rawValue
    | XML_PARSE_IGNORE_ENC.rawValue

  private mutating func fail(
    _ code: Diagnostic.Code, _ message: String, at place: Diagnostic.Place?
  ) {
    if hasFailed { return }
    failure = ComponentError(code, message, at: place)
    hasFailed = true
  }

  @unsafe fileprivate static func from(
    _ pointer: UnsafeMutableRawPointer?
  ) -> UnsafeMutablePointer<SVGParser>? {
    unsafe pointer?.assumingMemoryBound(to: SVGParser.self)
  }

  /// Stops the parser after a failure. Only to be called when a handler is done: it frees the bytes
  /// that attributes point to. Not while an entity is parsed, since that has a parser of its own.
  fileprivate func stopAfterFailure() {
    guard hasFailed, let context = unsafe context,
      unsafe context.pointee.depth == 0
    else { return }
    unsafe xmlStopParser(context)
  }

  // MARK: Places

  /// How many bytes of the document the parser has behind it.
  private var currentOffset: Int {
    mutating get {
      guard let context = unsafe context, let input = unsafe context.pointee.input,
        let current = unsafe input.pointee.cur, let base = unsafe input.pointee.base
      else { return 0 }
      let place = unsafe Int(clamping: input.pointee.consumed) + (current - base)
      // A byte, since an empty value there would be one that was left out.
      return source.excerpt.range(place, 1).lowerBound
    }
  }

  /// Where bytes that the parser points to lie in the document; nil for bytes that it has made itself.
  private mutating func range(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Range<Int>? {
    let excerpt = unsafe source.excerpt.bytes
    guard let base = excerpt.baseAddress else { return nil }
    let place = Int(bitPattern: bytes) - Int(bitPattern: base)
    guard place >= 0, place + count <= excerpt.count else { return nil }
    return source.excerpt.range(place, count)
  }

  /// An offset in the tag that has just been read: where its first value stands, if that is in the document, since
  /// the tag's start is near then.
  private mutating func offsetInTag(
    _ attributeCount: Int, _ raw: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
  ) -> Int {
    guard attributeCount > 0, let value = unsafe raw?[3], let range = unsafe range(value, 0)
    else { return currentOffset }
    return range.lowerBound
  }

  private var currentPlace: Diagnostic.Place {
    mutating get { source.place(of: currentOffset) }
  }

  /// Where the tag begins that is being read.
  private var tagPlace: Diagnostic.Place {
    mutating get { source.place(of: source.tagStart(before: currentOffset)) }
  }

  /// Where a text lies that libxml2 points to: in the document, or else it's copied to the arena.
  private mutating func piece(_ bytes: UnsafeBufferPointer<UInt8>) -> SVGElementTable.Piece {
    guard let start = bytes.baseAddress else {
      return SVGElementTable.Piece(start: 0, count: 0, isInArena: false)
    }
    if let range = unsafe range(start, bytes.count) {
      return SVGElementTable.Piece(
        start: UInt32(truncatingIfNeeded: range.lowerBound),
        count: UInt32(truncatingIfNeeded: range.count), isInArena: false)
    }
    let count = UInt32(truncatingIfNeeded: bytes.count)
    guard arena.count + bytes.count < Int(UInt32.max) else {
      fail("svg.too-large", "the document is too large", at: currentPlace)
      return SVGElementTable.Piece(start: 0, count: 0, isInArena: false)
    }
    let place = UInt32(truncatingIfNeeded: arena.count)
    unsafe arena.append(contentsOf: bytes)
    return SVGElementTable.Piece(start: place, count: count, isInArena: true)
  }

  // MARK: Events

  fileprivate mutating func startElement(
    _ local: UnsafePointer<UInt8>, prefix: UnsafePointer<UInt8>?, uri: UnsafePointer<UInt8>?,
    namespaceCount: Int, attributeCount: Int,
    _ raw: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
  ) {
    guard !hasFailed else { return }
    let offset = unsafe source.tagStart(before: offsetInTag(attributeCount, raw))
    if rows.count >= limits.elements {
      fail(
        "svg.too-many-elements",
        "the document has more than \(limits.elements) elements, the limit 'elements'",
        at: tagPlace)
      return
    }
    if open.count >= limits.depth {
      fail(
        "svg.too-deep", "elements are nested more than \(limits.depth) deep, the limit 'depth'",
        at: tagPlace)
      return
    }
    namespacesInAll += namespaceCount
    if namespacesInAll > 2000 {
      fail(
        "svg.too-many-namespaces", "open elements declare more than 2000 namespaces",
        at: tagPlace)
      return
    }
    let name = unsafe name(local, prefix: prefix, uri: uri)
    if rows.isEmpty {
      guard unsafe canBeRoot(vocabulary.names[Int(name)], uri) else { return }
    }
    let meaning = vocabulary.meanings[Int(name)]
    let kind = meaning.isBare && !isNamespaceless ? .foreign : meaning.element
    let row = UInt32(truncatingIfNeeded: rows.count)
    let firstAttribute = UInt32(truncatingIfNeeded: attributes.count)
    let traits = unsafe collect(attributeCount, raw)
    guard !hasFailed else { return }
    var (parent, previous) = (row, row)
    if let last = open.indices.last {
      parent = open[last].row
      previous = open[last].lastChild ?? row
      open[last].lastChild = row
    }
    rows.append(
      SVGElementTable.Row(
        kind: kind, traits: traits,
        attributeCount: UInt32(truncatingIfNeeded: attributes.count) - firstAttribute, name: name,
        parent: parent, previous: previous, end: row + 1, firstAttribute: firstAttribute,
        firstText: UInt32(truncatingIfNeeded: texts.count),
        offset: UInt32(truncatingIfNeeded: offset),
        line: UInt32(truncatingIfNeeded: source.line(of: offset))))
    open.append(OpenElement(row: row, lastChild: nil, namespaceCount: namespaceCount))
    if textRoot == nil, kind == .title || kind == .desc || kind == .style || kind == .text {
      textRoot = row
    }
  }

  /// Whether an element can be the root; else the reading fails.
  private mutating func canBeRoot(
    _ name: SVGElementTable.Name, _ uri: UnsafePointer<UInt8>?
  ) -> Bool {
    guard name.namespace == .svg || name.namespace == .none && name.local == "svg" else {
      let given = unsafe uri.map { unsafe " of the namespace '" + String(cString: $0) + "'" }
      fail(
        "svg.not-svg",
        "the root element is '\(name.local)'\(given ?? ""), not 'svg' of the namespace "
          + "'http://www.w3.org/2000/svg'", at: tagPlace)
      return false
    }
    guard name.local == "svg" else {
      fail("svg.not-svg", "the root element is '\(name.local)', not 'svg'", at: tagPlace)
      return false
    }
    if name.namespace == .none {
      isNamespaceless = true
      log.add(
        Diagnostic(
          .warning, "svg.no-namespace",
          "the root has no xmlns=\"http://www.w3.org/2000/svg\"; it's read as SVG all the same",
          at: tagPlace))
    }
    return true
  }

  fileprivate mutating func endElement() {
    guard !hasFailed, let element = open.popLast() else { return }
    namespacesInAll -= element.namespaceCount
    rows[Int(element.row)].end = UInt32(truncatingIfNeeded: rows.count)
    if textRoot == element.row { textRoot = nil }
  }

  fileprivate mutating func characters(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) {
    guard !hasFailed, textRoot != nil, let bytes = unsafe bytes, count > 0 else { return }
    add(text: unsafe piece(UnsafeBufferPointer(start: bytes, count: Int(count))))
  }

  /// A CDATA section. libxml2 hands out a copy; the section itself has just been passed.
  fileprivate mutating func section(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) {
    guard !hasFailed, textRoot != nil, let bytes = unsafe bytes, count > 0 else { return }
    let document = unsafe source.bytes.document
    let start = currentOffset - 3 - Int(count)
    guard let base = document.baseAddress, start >= 0, start + Int(count) <= document.count,
      unsafe memcmp(base + start, bytes, Int(count)) == 0
    else { return unsafe characters(bytes, count) }
    add(
      text: SVGElementTable.Piece(
        start: UInt32(truncatingIfNeeded: start), count: UInt32(bitPattern: count),
        isInArena: false))
  }

  private mutating func add(text piece: SVGElementTable.Piece) {
    guard let owner = open.last else { return }
    texts.append(SVGElementTable.TextRow(owner: owner.row, piece: piece))
  }

  fileprivate mutating func processingInstruction(_ target: UnsafePointer<UInt8>?) {
    guard !hasFailed, let target = unsafe target,
      unsafe String(cString: target) == "xml-stylesheet"
    else { return }
    log.add(
      Diagnostic(
        .loss, "svg.css",
        "a style sheet in another file isn't read; put it in a 'style' element", at: tagPlace,
        kind: "css"))
  }

  /// Adds the attributes of the element that begins.
  private mutating func collect(
    _ count: Int, _ raw: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
  ) -> SVGElementTable.Traits {
    var traits: SVGElementTable.Traits = []
    guard let raw = unsafe raw else { return traits }
    var reference: Int?
    for i in 0..<count {
      let row = unsafe raw + 5 * i
      guard let local = unsafe row[0], let start = unsafe row[3], let end = unsafe row[4] else {
        continue
      }
      let name = unsafe name(local, prefix: row[1], uri: row[2])
      let bytes = unsafe UnsafeBufferPointer(start: start, count: end - start)
      let value = unsafe value(bytes)
      if value.count > limits.attributeBytes {
        fail(
          "svg.long-attribute",
          "an attribute's value has \(value.count) bytes, more than the \(limits.attributeBytes) that the "
            + "limit 'attribute-bytes' allows", at: tagPlace)
        return traits
      }
      let meaning = vocabulary.meanings[Int(name)]
      var known = meaning.attribute
      traits.formUnion(meaning.traits)
      if known == .href {
        // Of both, the one without a namespace counts (SVG 2, section 16.1.6).
        if let other = reference {
          if meaning.isBare {
            attributes[other].known = nil
          } else {
            known = nil
          }
        }
        reference = attributes.count
      }
      attributes.append(
        SVGElementTable.AttributeRow(
          known: known, isOfLook: meaning.traits.contains(.properties), name: name, value: value))
    }
    return traits
  }

  /// An attribute's value with its references replaced.
  private mutating func value(_ bytes: UnsafeBufferPointer<UInt8>) -> SVGElementTable.Piece {
    guard let start = bytes.baseAddress, unsafe memchr(start, 0x26, bytes.count) != nil else {
      return unsafe piece(bytes)
    }
    var result: [UInt8] = []
    if let error = unsafe entities.expand(bytes, into: &result) {
      refuse(error, name: "")
      return SVGElementTable.Piece(start: 0, count: 0, isInArena: false)
    }
    return unsafe result.withUnsafeBufferPointer { unsafe piece($0) }
  }

  /// The row of a name.
  private mutating func name(
    _ local: UnsafePointer<UInt8>, prefix: UnsafePointer<UInt8>?, uri: UnsafePointer<UInt8>?
  ) -> UInt32 {
    if let row = unsafe vocabulary.row(of: local, prefix: prefix, uri: uri) { return row }
    var address: [UInt8]?
    if let uri = unsafe uri {
      let bytes = unsafe UnsafeBufferPointer(start: uri, count: strlen(uri))
      if unsafe bytes.contains(UInt8(ascii: "&")) {
        var expanded: [UInt8] = []
        if let error = unsafe entities.expand(bytes, into: &expanded) { refuse(error, name: "") }
        address = expanded
      }
    }
    return unsafe vocabulary.add(local, prefix: prefix, uri: uri, address: address)
  }

  // MARK: Entities

  fileprivate mutating func entity(named name: UnsafePointer<UInt8>?) -> xmlEntityPtr? {
    guard !hasFailed, let name = unsafe name else { return nil }
    let text = unsafe String(cString: name)
    switch unsafe entities.entity(named: text) {
    case .success(let entity): return unsafe entity
    case .failure(let error):
      refuse(error, name: text)
      return nil
    }
  }

  private mutating func refuse(_ error: SVGEntities.RefusalError, name: String) {
    switch error.refusal {
    case .unknown:
      fail(
        "svg.unknown-entity",
        "the entity '&\(name);' isn't declared; write the character itself", at: currentPlace)
    case .external:
      fail(
        "svg.external-entity",
        "the entity '&\(name);' stands for another file, which is never opened", at: currentPlace)
    case .overBudget:
      fail(
        "svg.entity-expansion",
        "with '&\(name);' the document's entities expand to more than the \(entities.allowance) bytes that are "
          + "safe to read: as many as it has, and no less than a megabyte",
        at: currentPlace)
    }
  }

  fileprivate mutating func declareEntity(
    _ name: UnsafePointer<UInt8>?, type: Int32, content: UnsafePointer<UInt8>?
  ) {
    guard !hasFailed, let name = unsafe name else { return }
    let text = unsafe String(cString: name)
    switch UInt32(bitPattern: type) {
    case XML_INTERNAL_PARAMETER_ENTITY.rawValue, XML_EXTERNAL_PARAMETER_ENTITY.rawValue:
      fail(
        "svg.parameter-entity",
        "the document declares the parameter entity '%\(text);', which isn't safe to read",
        at: currentPlace)
      return
    case XML_INTERNAL_GENERAL_ENTITY.rawValue:
      let value = unsafe content.map {
        unsafe Array(UnsafeBufferPointer(start: $0, count: Int(xmlStrlen($0))))
      }
      entities.declare(text, content: value ?? [])
    default: entities.declare(text, content: nil)
    }
    if entities.count > SVGEntities.countLimit {
      fail(
        "svg.too-many-entities",
        "the document declares more than \(SVGEntities.countLimit) entities", at: currentPlace)
    }
  }

  /// Default values of attributes are put on every element, so there may only be a few.
  fileprivate mutating func declareAttribute() {
    defaultCount += 1
    if defaultCount > 200 {
      fail(
        "svg.too-many-attributes", "the document type declares more than 200 attributes",
        at: currentPlace)
    }
  }

  // MARK: libxml2's errors

  fileprivate mutating func report(_ error: xmlErrorPtr) {
    guard !hasFailed else { return }
    var message = unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? ""
    while let last = message.last, last.isWhitespace { message.removeLast() }
    if unsafe error.pointee.level == XML_ERR_FATAL {
      let offset = currentOffset
      let isCutOff = offset >= (unsafe source.bytes.document.count)
      fail(
        "svg.not-well-formed",
        (isCutOff ? "the file ends too early: " : "the XML isn't well formed: ") + message,
        at: source.place(
          of: isCutOff ? source.unterminated ?? offset : offset))
    } else if unsafe error.pointee.level == XML_ERR_ERROR {
      log.add(
        Diagnostic(.warning, "svg.xml", "the XML isn't quite right: " + message, at: currentPlace))
    }
  }
}

/// What is set up once for the process.
enum LibXML2 {
  /// Marks the parsers that this file makes, and those that they make for entities.
  fileprivate nonisolated(unsafe) static let marker = UnsafeMutableRawPointer.allocate(
    byteCount: 1, alignment: 1)

  fileprivate static let previousLoader = unsafe xmlGetExternalEntityLoader()

  /// Initializes libxml2 and makes sure that no parser of ours ever opens another file. Those of
  /// other parts of the process go on as before.
  static let prepare: Void = {
    xmlInitParser()
    unsafe _ = previousLoader
    unsafe xmlSetExternalEntityLoader { url, id, context in
      if let context = unsafe context, unsafe context.pointee._private == LibXML2.marker {
        return nil
      }
      return unsafe LibXML2.previousLoader?(url, id, context)
    }
  }()

  fileprivate static var handlers: xmlSAXHandler {
    var sax = unsafe xmlSAXHandler()
    unsafe sax.initialized = 0xDEED_BEAF  // XML_SAX2_MAGIC
    unsafe sax.startElementNs = {
      reader, local, prefix, uri, namespaceCount, _, attributeCount, _, attributes in
      guard let local = unsafe local else { return }
      unsafe SVGParser.from(reader)?.pointee.startElement(
        local, prefix: prefix, uri: uri, namespaceCount: Int(namespaceCount),
        attributeCount: Int(attributeCount), attributes)
      unsafe SVGParser.from(reader)?.pointee.stopAfterFailure()
    }
    unsafe sax.endElementNs = { reader, _, _, _ in
      unsafe SVGParser.from(reader)?.pointee.endElement()
      unsafe SVGParser.from(reader)?.pointee.stopAfterFailure()
    }
    unsafe sax.characters = { reader, bytes, count in
      unsafe SVGParser.from(reader)?.pointee.characters(bytes, count)
    }
    unsafe sax.cdataBlock = { reader, bytes, count in
      unsafe SVGParser.from(reader)?.pointee.section(bytes, count)
    }
    unsafe sax.processingInstruction = { reader, target, _ in
      unsafe SVGParser.from(reader)?.pointee.processingInstruction(target)
    }
    unsafe sax.getEntity = { reader, name in
      unsafe SVGParser.from(reader)?.pointee.entity(named: name)
    }
    unsafe sax.entityDecl = { reader, name, type, _, _, content in
      unsafe SVGParser.from(reader)?.pointee.declareEntity(name, type: type, content: content)
      unsafe SVGParser.from(reader)?.pointee.stopAfterFailure()
    }
    unsafe sax.attributeDecl = { reader, _, _, _, _, _, tree in
      // The handler owns the list of an enumerated type's words.
      unsafe xmlFreeEnumeration(tree)
      unsafe SVGParser.from(reader)?.pointee.declareAttribute()
      unsafe SVGParser.from(reader)?.pointee.stopAfterFailure()
    }
    unsafe sax.serror = { reader, error in
      guard let error = unsafe error else { return }
      unsafe SVGParser.from(reader)?.pointee.report(error)
    }
    return unsafe sax
  }
}
