import CLibXML2
import Glibc
import LargeMemory
import PathModel
import PluginKit

// libxml2's SAX2 interface on one side, `SVGReader` on the other. All of libxml2's pointers stay in
// this file and in SVGSource and SVGEntities.
//
// Never set: NOENT, DTDLOAD, DTDATTR, XINCLUDE, RECOVER. They open files, or go on after an error.

/// What the reader needs of the parser while it runs.
@safe struct SVGParser {
  var context: xmlParserCtxtPtr?
  var source = unsafe SVGSource(UnsafeBufferPointer(start: nil, count: 0))
  var entities = SVGEntities(documentSize: 0)
  var names: [NameKey: SVGAttributeName?] = [:]
  var namespaces: [UInt: SVGNamespace] = [:]
  /// Attribute values that were put together from entities, until the element's handler returns.
  var expanded: [UnsafeMutableBufferPointer<UInt8>] = unsafe []
  /// How many namespaces the open elements declare, each by itself.
  var declared: [Int] = []
  var declaredInAll = 0
  var defaultCount = 0

  /// A name by the addresses that libxml2 gives to equal texts.
  struct NameKey: Hashable {
    let local: UInt
    let namespace: UInt

    init(_ local: UnsafePointer<UInt8>, _ namespace: UnsafePointer<UInt8>?) {
      self.local = UInt(bitPattern: local)
      self.namespace = UInt(bitPattern: namespace)
    }
  }
}

/// The namespaces that are told apart.
enum SVGNamespace {
  case svg, none, xlink, inkscape, other
}

extension SVGReader {
  /// Reads the bytes of a document in any encoding.
  func read(_ bytes: Span<UInt8>) throws(ComponentError) {
    guard bytes.count > 0 else {
      throw ComponentError("svg.empty", "the file is empty", at: .init(line: 1, column: 1))
    }
    if let converted = try SVGEncoding(of: bytes).converted(bytes) {
      try parse(converted.span)
    } else {
      try parse(bytes)
    }
    finish()
  }

  private func parse(_ bytes: Span<UInt8>) throws(ComponentError) {
    try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(ComponentError) in
      unsafe parser.source = SVGSource(buffer)
      do throws(UTF8.ValidationError) {
        _ = try UTF8Span(validating: bytes)
      } catch {
        throw ComponentError(
          "svg.encoding",
          "there are bytes that aren't UTF-8; save the file as UTF-8 or declare its encoding",
          at: parser.source.place(of: error.byteOffsets.lowerBound))
      }
      try checkStart(bytes)
      unsafe run(buffer)
      if let failure { throw failure }
    }
  }

  /// Says in plain words when a file isn't XML at all.
  private func checkStart(_ bytes: Span<UInt8>) throws(ComponentError) {
    var scanner = ValueScanner(bytes)
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      scanner.position = 3
    }
    scanner.skipSpace()
    guard !scanner.isAtEnd, scanner.next != UInt8(ascii: "<") else { return }
    throw ComponentError(
      "svg.not-svg", "this isn't an SVG file: it begins with \(scanner.found)",
      at: parser.source.place(of: scanner.position))
  }

  private func run(_ bytes: UnsafeBufferPointer<UInt8>) {
    LibXML2.prepare
    // What libxml2 says without a parser at hand (about encodings) would go to standard error.
    let (handler, data) = unsafe (
      __xmlStructuredError().pointee, __xmlStructuredErrorContext().pointee
    )
    unsafe xmlSetStructuredErrorFunc(nil) { _, _ in }
    defer { unsafe xmlSetStructuredErrorFunc(data, handler) }

    parser.entities = SVGEntities(documentSize: bytes.count)
    // The parser gets a copy with a zero at the end, which it wants, and reads it where it lies. (Given
    // the bytes piece by piece it would read long attributes several times as slowly.)
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 1)
    defer { unsafe copy.deallocate() }
    unsafe LargeMemory.populate(copy, bytes.count + 1)
    guard let start = bytes.baseAddress, let size = Int32(exactly: bytes.count),
      let context = unsafe xmlNewParserCtxt()
    else {
      fail("svg.too-large", "the document is too large for the XML parser", at: nil)
      return
    }
    unsafe copy.initialize(from: start, count: bytes.count)
    unsafe copy[bytes.count] = 0
    unsafe parser.context = context
    defer {
      unsafe parser.context = nil
      if let document = unsafe context.pointee.myDoc {
        unsafe xmlFreeDoc(document)
        unsafe context.pointee.myDoc = nil
      }
      unsafe xmlFreeParserCtxt(context)
      freeExpanded()
      parser.entities.free()
    }
    guard
      let buffer = unsafe copy.withMemoryRebound(
        to: CChar.self, capacity: bytes.count + 1,
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
    if let problem = unsafe parser.source.prepare(copy) {
      fail(problem.code, problem.message, at: parser.source.place(of: problem.offset))
      return
    }
    unsafe context.pointee.sax.pointee = LibXML2.handlers
    unsafe context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    unsafe context.pointee._private = LibXML2.marker
    // The limits that HUGE lifts are the reader's own. The encoding is UTF-8 by now, whatever the
    // declaration says.
    let options =
      XML_PARSE_NONET.rawValue | XML_PARSE_HUGE.rawValue | XML_PARSE_BIG_LINES.rawValue
      | XML_PARSE_IGNORE_ENC.rawValue
    unsafe _ = xmlCtxtUseOptions(context, Int32(options))
    unsafe _ = xmlParseDocument(context)
    let isWellFormed = unsafe context.pointee.wellFormed != 0
    guard failure == nil else { return }
    if !isWellFormed {
      fail("svg.not-well-formed", "the XML isn't well formed", at: currentPlace)
    } else if !hasRoot {
      fail("svg.not-svg", "there is no svg element", at: currentPlace)
    }
  }

  fileprivate static func from(_ pointer: UnsafeMutableRawPointer?) -> SVGReader? {
    guard let pointer = unsafe pointer else { return nil }
    return unsafe Unmanaged<SVGReader>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Stops the parser after a failure. Only to be called when a handler is done: it frees the bytes
  /// that attributes point to. Not while an entity is parsed, since that has a parser of its own.
  fileprivate func stopAfterFailure() {
    guard failure != nil, let context = unsafe parser.context,
      unsafe context.pointee.depth == 0
    else { return }
    unsafe xmlStopParser(context)
  }

  // MARK: Places

  /// How many bytes the parser has read.
  private var currentOffset: Int {
    guard let context = unsafe parser.context, let input = unsafe context.pointee.input,
      let current = unsafe input.pointee.cur, let base = unsafe input.pointee.base
    else { return 0 }
    return unsafe Int(clamping: input.pointee.consumed) + (current - base)
  }

  var currentPlace: Diagnostic.Place { parser.source.place(of: currentOffset) }

  /// The line on which the tag begins that is being read.
  var tagLine: Int {
    parser.source.line(of: parser.source.tagStart(before: currentOffset))
  }

  /// Where the tag begins that is being read.
  var tagPlace: Diagnostic.Place {
    parser.source.place(of: parser.source.tagStart(before: currentOffset))
  }

  /// Where a byte of an attribute's value stands; the tag's place when the value isn't in the
  /// document as it is.
  func place(in attribute: SVGAttribute, at offset: Int = 0) -> Diagnostic.Place {
    guard let start = attribute.offset else { return tagPlace }
    return parser.source.place(of: start + offset)
  }

  /// Where in the document a pointer into the parser's buffer points.
  private func offset(of pointer: UnsafePointer<UInt8>) -> Int? {
    guard let context = unsafe parser.context, let input = unsafe context.pointee.input,
      let base = unsafe input.pointee.base, let end = unsafe input.pointee.end,
      unsafe pointer >= base && pointer <= end
    else { return nil }
    return unsafe Int(clamping: input.pointee.consumed) + (pointer - base)
  }

  // MARK: Events

  fileprivate func startElement(
    _ local: UnsafePointer<UInt8>, prefix: UnsafePointer<UInt8>?, uri: UnsafePointer<UInt8>?,
    namespaceCount: Int, attributeCount: Int,
    _ raw: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
  ) {
    guard failure == nil else { return }
    elementCount += 1
    if elementCount > limits.elements {
      fail(
        "svg.too-many-elements", "the document has more than \(limits.elements) elements",
        at: tagPlace)
      return
    }
    if open.count >= limits.depth {
      fail(
        "svg.too-deep", "elements are nested more than \(limits.depth) deep", at: tagPlace)
      return
    }
    parser.declared.append(namespaceCount)
    parser.declaredInAll += namespaceCount
    if parser.declaredInAll > 2000 {
      fail(
        "svg.too-many-namespaces", "open elements declare more than 2000 namespaces",
        at: tagPlace)
      return
    }
    unsafe collect(attributeCount, raw)
    guard failure == nil else { return }
    let namespace = unsafe namespace(of: uri, prefix: nil)
    let name = unsafe String(cString: local)
    var element = SVGElement.foreign
    if namespace == .svg || namespace == .none && (isNamespaceless || !hasRoot) {
      element = SVGElement(rawValue: name) ?? .unknown
      if element == .foreign { element = .unknown }
    }
    if !hasRoot {
      if namespace != .svg, element != .svg || namespace != .none {
        let given = unsafe uri.map { unsafe " of the namespace '" + String(cString: $0) + "'" }
        fail(
          "svg.not-svg",
          "the root element is '\(name)'\(given ?? ""), not 'svg' of the namespace "
            + "'http://www.w3.org/2000/svg'", at: tagPlace)
        return
      }
      if element != .svg {
        fail("svg.not-svg", "the root element is '\(name)', not 'svg'", at: tagPlace)
        return
      }
      if namespace == .none {
        isNamespaceless = true
        log.add(
          Diagnostic(
            .warning, "svg.no-namespace",
            "the root has no xmlns=\"http://www.w3.org/2000/svg\"; it's read as SVG all the same",
            at: tagPlace))
      }
    }
    begin(element, name: name)
    freeExpanded()
  }

  fileprivate func endElement() {
    guard failure == nil else { return }
    if let count = parser.declared.popLast() { parser.declaredInAll -= count }
    end()
  }

  fileprivate func characters(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) {
    guard failure == nil, wantsText, let bytes = unsafe bytes, count > 0 else { return }
    // Titles of novels' length aren't kept whole.
    let room = max(0, 65_536 - text.count)
    unsafe text.append(
      contentsOf: UnsafeBufferPointer(start: bytes, count: min(Int(count), room)))
  }

  fileprivate func processingInstruction(_ target: UnsafePointer<UInt8>?) {
    guard failure == nil, let target = unsafe target,
      unsafe String(cString: target) == "xml-stylesheet"
    else { return }
    loseSheet(at: tagPlace)
  }

  /// Sorts an element's attributes by name; those that mean nothing here are dropped.
  private func collect(_ count: Int, _ raw: UnsafeMutablePointer<UnsafePointer<UInt8>?>?) {
    attributes.removeAll(keepingCapacity: true)
    kept.removeAll(keepingCapacity: true)
    guard let raw = unsafe raw else { return }
    for i in 0..<count {
      let row = unsafe raw + 5 * i
      guard let local = unsafe row[0], let start = unsafe row[3], let end = unsafe row[4] else {
        continue
      }
      let bytes = unsafe UnsafeBufferPointer(start: start, count: end - start)
      let key = unsafe SVGParser.NameKey(local, row[2])
      let name: SVGAttributeName?
      if let known = parser.names[key] {
        name = known
      } else {
        name = unsafe attributeName(String(cString: local), namespace(of: row[2], prefix: row[1]))
        parser.names[key] = .some(name)
      }
      guard let name else {
        unsafe keep(local, namespace: row[2], bytes)
        continue
      }
      let value = unsafe value(bytes)
      guard failure == nil else { return }
      let attribute = unsafe SVGAttribute(
        name: name, bytes: value, offset: value.baseAddress.flatMap { unsafe offset(of: $0) })
      attributes.append(attribute)
    }
  }

  private func attributeName(_ name: String, _ namespace: SVGNamespace) -> SVGAttributeName? {
    switch namespace {
    case .none, .svg:
      let name = SVGAttributeName(rawValue: name)
      return name == .label || name == .groupmode || name == .role ? nil : name
    case .xlink: return name == "href" ? .href : nil
    case .inkscape:
      switch name {
      case "label": return .label
      case "groupmode": return .groupmode
      default: return nil
      }
    case .other: return nil
    }
  }

  /// Keeps an attribute that says something about the element to other programs.
  private func keep(
    _ local: UnsafePointer<UInt8>, namespace: UnsafePointer<UInt8>?,
    _ bytes: UnsafeBufferPointer<UInt8>
  ) {
    guard unsafe namespace == nil else { return }
    let first = unsafe local[0]
    guard first == UInt8(ascii: "r") || first == UInt8(ascii: "a") || first == UInt8(ascii: "d")
    else { return }
    let name = unsafe String(cString: local)
    guard name == "role" || name.hasPrefix("aria-") || name.hasPrefix("data-") else { return }
    let value = unsafe value(bytes)
    unsafe kept.append(NamedValue(name, String(decoding: value, as: UTF8.self)))
  }

  /// An attribute's value with its references replaced.
  private func value(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard let start = bytes.baseAddress,
      unsafe memchr(start, 0x26, bytes.count) != nil
    else { return unsafe bytes }
    var result: [UInt8] = []
    if let error = unsafe parser.entities.expand(bytes, into: &result) {
      refuse(error, name: "")
      return unsafe UnsafeBufferPointer(start: nil, count: 0)
    }
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: result.count)
    unsafe _ = copy.initialize(from: result)
    unsafe parser.expanded.append(copy)
    return UnsafeBufferPointer(copy)
  }

  private func freeExpanded() {
    while let buffer = unsafe parser.expanded.popLast() { unsafe buffer.deallocate() }
  }

  private func namespace(
    of uri: UnsafePointer<UInt8>?, prefix: UnsafePointer<UInt8>?
  ) -> SVGNamespace {
    guard let uri = unsafe uri else {
      // Prefixes that no one declared are taken at their word.
      guard let prefix = unsafe prefix else { return .none }
      switch unsafe String(cString: prefix) {
      case "xlink": return .xlink
      case "inkscape": return .inkscape
      default: return .other
      }
    }
    if let known = parser.namespaces[UInt(bitPattern: uri)] { return known }
    let value = unsafe value(UnsafeBufferPointer(start: uri, count: Int(xmlStrlen(uri))))
    let namespace: SVGNamespace =
      switch unsafe String(decoding: value, as: UTF8.self) {
      case "http://www.w3.org/2000/svg": .svg
      case "": .none
      case "http://www.w3.org/1999/xlink": .xlink
      case "http://www.inkscape.org/namespaces/inkscape": .inkscape
      default: .other
      }
    parser.namespaces[UInt(bitPattern: uri)] = namespace
    return namespace
  }

  // MARK: Entities

  fileprivate func entity(named name: UnsafePointer<UInt8>?) -> xmlEntityPtr? {
    guard failure == nil, let name = unsafe name else { return nil }
    let text = unsafe String(cString: name)
    switch unsafe parser.entities.entity(named: text) {
    case .success(let entity): return unsafe entity
    case .failure(let error):
      refuse(error, name: text)
      return nil
    }
  }

  private func refuse(_ error: SVGEntities.RefusalError, name: String) {
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
        "svg.entity-expansion", "the document's entities grow beyond what is safe to read",
        at: currentPlace)
    }
  }

  fileprivate func declareEntity(
    _ name: UnsafePointer<UInt8>?, type: Int32, content: UnsafePointer<UInt8>?
  ) {
    guard failure == nil, let name = unsafe name else { return }
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
      parser.entities.declare(text, content: value ?? [])
    default: parser.entities.declare(text, content: nil)
    }
    if parser.entities.count > SVGEntities.countLimit {
      fail(
        "svg.too-many-entities",
        "the document declares more than \(SVGEntities.countLimit) entities", at: currentPlace)
    }
  }

  /// Default values of attributes are put on every element, so there may only be a few.
  fileprivate func declareAttribute() {
    parser.defaultCount += 1
    if parser.defaultCount > 200 {
      fail(
        "svg.too-many-attributes", "the document type declares more than 200 attributes",
        at: currentPlace)
    }
  }

  // MARK: libxml2's errors

  fileprivate func report(_ error: xmlErrorPtr) {
    guard failure == nil else { return }
    var message = unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? ""
    while let last = message.last, last.isWhitespace { message.removeLast() }
    if unsafe error.pointee.level == XML_ERR_FATAL {
      let offset = currentOffset
      let isCutOff = offset >= (unsafe parser.source.bytes.count)
      fail(
        "svg.not-well-formed",
        (isCutOff ? "the file ends too early: " : "the XML isn't well formed: ") + message,
        at: parser.source.place(
          of: isCutOff ? parser.source.unterminated ?? offset : offset))
    } else if unsafe error.pointee.level == XML_ERR_ERROR {
      log.add(
        Diagnostic(.warning, "svg.xml", "the XML isn't quite right: " + message, at: currentPlace))
    }
  }
}

/// What is set up once for the process.
private enum LibXML2 {
  /// Marks the parsers that this file makes, and those that they make for entities.
  nonisolated(unsafe) static let marker = UnsafeMutableRawPointer.allocate(
    byteCount: 1, alignment: 1)

  static let previousLoader = unsafe xmlGetExternalEntityLoader()

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

  static var handlers: xmlSAXHandler {
    var sax = unsafe xmlSAXHandler()
    unsafe sax.initialized = 0xDEED_BEAF  // XML_SAX2_MAGIC
    unsafe sax.startElementNs = {
      reader, local, prefix, uri, namespaceCount, _, attributeCount, _, attributes in
      guard let local = unsafe local else { return }
      unsafe SVGReader.from(reader)?.startElement(
        local, prefix: prefix, uri: uri, namespaceCount: Int(namespaceCount),
        attributeCount: Int(attributeCount), attributes)
      unsafe SVGReader.from(reader)?.stopAfterFailure()
    }
    unsafe sax.endElementNs = { reader, _, _, _ in
      unsafe SVGReader.from(reader)?.endElement()
      unsafe SVGReader.from(reader)?.stopAfterFailure()
    }
    unsafe sax.characters = { reader, bytes, count in
      unsafe SVGReader.from(reader)?.characters(bytes, count)
    }
    unsafe sax.cdataBlock = { reader, bytes, count in
      unsafe SVGReader.from(reader)?.characters(bytes, count)
    }
    unsafe sax.processingInstruction = { reader, target, _ in
      unsafe SVGReader.from(reader)?.processingInstruction(target)
    }
    unsafe sax.getEntity = { reader, name in
      unsafe SVGReader.from(reader)?.entity(named: name)
    }
    unsafe sax.entityDecl = { reader, name, type, _, _, content in
      unsafe SVGReader.from(reader)?.declareEntity(name, type: type, content: content)
      unsafe SVGReader.from(reader)?.stopAfterFailure()
    }
    unsafe sax.attributeDecl = { reader, _, _, _, _, _, tree in
      // The handler owns the list of an enumerated type's words.
      unsafe xmlFreeEnumeration(tree)
      unsafe SVGReader.from(reader)?.declareAttribute()
      unsafe SVGReader.from(reader)?.stopAfterFailure()
    }
    unsafe sax.serror = { reader, error in
      guard let error = unsafe error else { return }
      unsafe SVGReader.from(reader)?.report(error)
    }
    return unsafe sax
  }
}
