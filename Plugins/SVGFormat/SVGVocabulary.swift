import CLibXML2
import Glibc
import Synchronization

/// The names of elements and attributes that a parser has met, and what the reader knows each as.
///
/// Most documents have the same names, so a vocabulary goes from one document to the next, and with it libxml2's
/// dictionary: that gives equal texts equal addresses, by which a name is found without a look at its letters. Nothing
/// that comes of a document depends on what the documents before it said.
@safe struct SVGVocabulary: Sendable {
  /// What the reader knows a name as.
  struct Meaning: BitwiseCopyable {
    /// The element; of a name without a namespace, what it is where the root has none either.
    var element: SVGElement
    var attribute: SVGAttributeName?
    /// What an attribute of that name says.
    var traits: SVGElementTable.Traits
    /// Whether the name is in no namespace.
    var isBare: Bool
  }

  private(set) var names: [SVGElementTable.Name] = []
  private(set) var meanings: [Meaning] = []
  private var rows = SVGNameCache()
  private let dictionary = Dictionary()
  /// Whether a name means something by what this document declares, or its address is gone with it.
  private var isOfOneDocument = false

  /// Vocabularies that wait for the next document.
  private static let waiting = Mutex<[SVGVocabulary]>([])
  /// With more names than this it isn't used again: a larger dictionary takes libxml2 as much longer to look into as is
  /// won by what stands there already.
  private static let limit = 160

  /// A vocabulary that nobody uses now.
  static func take() -> SVGVocabulary {
    // A dictionary may be the first that libxml2 is asked for, and threads may ask at the same time.
    LibXML2.prepare
    return waiting.withLock { $0.popLast() } ?? SVGVocabulary()
  }

  /// Keeps it for another document.
  func giveBack() {
    guard !isOfOneDocument, names.count <= SVGVocabulary.limit,
      dictionary.count <= SVGVocabulary.limit
    else { return }
    SVGVocabulary.waiting.withLock { $0.append(self) }
  }

  /// Makes a parser use its dictionary. To be called before the parser has read anything.
  mutating func install(in context: xmlParserCtxtPtr) {
    if unsafe !dictionary.install(in: context) { isOfOneDocument = true }
  }

  private static func key(
    _ local: UnsafePointer<UInt8>, _ prefix: UnsafePointer<UInt8>?, _ uri: UnsafePointer<UInt8>?
  ) -> SVGNameCache.Key {
    // Equal texts have equal addresses there. A prefix may be the address of some namespace, too.
    let space = unsafe uri.map { UInt(bitPattern: $0) } ?? ~UInt(bitPattern: prefix)
    return SVGNameCache.Key(local: UInt(bitPattern: local), space: space)
  }

  /// The row in `names` and in `meanings` of a name that was met before.
  /// - Parameters:
  ///   - local: Its last part, from the dictionary, as the others.
  ///   - prefix: What stands before it.
  ///   - uri: The address of its namespace, if that was declared.
  /// - Returns: The row; nil when it's new.
  func row(
    of local: UnsafePointer<UInt8>, prefix: UnsafePointer<UInt8>?, uri: UnsafePointer<UInt8>?
  ) -> UInt32? {
    unsafe rows[SVGVocabulary.key(local, prefix, uri)]
  }

  /// Adds a name that is new.
  /// - Parameters:
  ///   - local: Its last part, from the dictionary, as the others.
  ///   - prefix: What stands before it.
  ///   - uri: The address of its namespace, if that was declared.
  ///   - address: That address with its references replaced, if it has some.
  /// - Returns: Its row.
  mutating func add(
    _ local: UnsafePointer<UInt8>, prefix: UnsafePointer<UInt8>?, uri: UnsafePointer<UInt8>?,
    address: [UInt8]?
  ) -> UInt32 {
    if address != nil { isOfOneDocument = true }
    let namespace = unsafe namespace(of: uri, prefix: prefix, address)
    let text = unsafe UnsafeBufferPointer(start: local, count: strlen(local))
    let name = unsafe SVGElementTable.Name(String(decoding: text, as: UTF8.self), namespace)
    let row = UInt32(truncatingIfNeeded: names.count)
    names.append(name)
    let attribute = SVGVocabulary.attribute(name)
    meanings.append(
      Meaning(
        element: SVGVocabulary.element(name), attribute: attribute,
        traits: attribute?.traits ?? (name.isKept ? .names : []), isBare: namespace == .none))
    unsafe rows.add(SVGVocabulary.key(local, prefix, uri), row: row)
    return row
  }

  private static func element(_ name: SVGElementTable.Name) -> SVGElement {
    guard name.namespace == .svg || name.namespace == .none else { return .foreign }
    let element = SVGElement.named(name.local) ?? .unknown
    return element == .foreign ? .unknown : element
  }

  private static func attribute(_ name: SVGElementTable.Name) -> SVGAttributeName? {
    switch name.namespace {
    case .none, .svg:
      let known = SVGAttributeName.named(name.local)
      return known == .label || known == .groupmode || known?.hasPrefix ?? false ? nil : known
    case .xlink: return name.local == "href" ? .href : nil
    case .inkscape:
      switch name.local {
      case "label": return .label
      case "groupmode": return .groupmode
      case "version": return .inkscapeVersion
      default: return nil
      }
    case .xml:
      switch name.local {
      case "space": return .xmlSpace
      case "lang": return .xmlLanguage
      default: return nil
      }
    case .sodipodi: return name.local == "version" ? .sodipodiVersion : nil
    case .other: return nil
    }
  }

  private func namespace(
    of uri: UnsafePointer<UInt8>?, prefix: UnsafePointer<UInt8>?, _ address: [UInt8]?
  ) -> SVGNamespace {
    if let address { return SVGNamespace(address: address.span) }
    if let uri = unsafe uri {
      let bytes = unsafe UnsafeBufferPointer(start: uri, count: strlen(uri))
      return unsafe SVGNamespace(address: Span(_unsafeElements: bytes))
    }
    // Prefixes that no one declared are taken at their word.
    guard let prefix = unsafe prefix else { return .none }
    switch unsafe String(cString: prefix) {
    case "svg": return .svg
    case "xlink": return .xlink
    case "inkscape": return .inkscape
    case "sodipodi": return .sodipodi
    case "xml": return .xml
    default: return .other
    }
  }

  /// libxml2's dictionary of texts.
  ///
  /// Sendable since it's only used by the parser whose vocabulary it belongs to, and by one thread at a time.
  @safe private final class Dictionary: @unchecked Sendable {
    private let texts: xmlDictPtr? = unsafe xmlDictCreate()

    deinit { unsafe xmlDictFree(texts) }

    /// How many texts are in it.
    var count: Int { unsafe Int(xmlDictSize(texts)) }

    /// - Returns: False where there was no memory for one: the parser keeps the one that it made then.
    func install(in context: xmlParserCtxtPtr) -> Bool {
      guard let texts = unsafe texts, unsafe xmlDictReference(texts) == 0 else { return false }
      unsafe xmlDictFree(context.pointee.dict)
      unsafe context.pointee.dict = texts
      return true
    }
  }
}
