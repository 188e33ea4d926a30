import CFontLibraries
import Glibc
import PathModel
import Synchronization

/// The fonts that are installed, and those of some folders.
///
/// It's shared by all that ask for the same folders: reading what is installed takes some
/// milliseconds, finding a font about one.
@safe public final class FontLibrary: Sendable {
  /// Why there are no fonts.
  public enum Fault: Error, Hashable, Sendable {
    /// A library of the system is missing or too old: its file's name.
    case missing(String)
    /// A folder of fonts can't be read: its place among the folders.
    case unreadable(Int)
    /// There is no memory, or the system's configuration of fonts can't be read.
    case broken
  }

  /// The name of the library that is missing, nil when all is there. Opens them.
  public static var missingLibrary: String? {
    guard let name = unsafe strokemill_fonts_open() else { return nil }
    return unsafe String(cString: name)
  }

  /// Whether text that this thread has set since this was last asked may be wrong, as there wasn't enough memory: the
  /// libraries don't say so themselves. From then on no text can be set in this process.
  public static func takeLackOfMemory() -> Bool { strokemill_fonts_lacked_memory() }

  /// Whether there wasn't enough memory once, so that no text can be set in this process any more.
  public static var lacksMemory: Bool { strokemill_fonts_lack_memory() }

  /// The files and folders that are read when there is text: fontconfig's configuration, fonts and caches; none
  /// when a library is missing. Opens the libraries.
  /// - Returns: Their paths.
  /// - Throws: When they can't be told.
  public static func places() throws(Fault) -> [String] {
    guard missingLibrary == nil else { return [] }
    var size = 0
    guard let texts = unsafe strokemill_fonts_places(&size) else { throw .broken }
    defer { unsafe free(texts) }
    let bytes = unsafe UnsafeRawBufferPointer(start: texts, count: size)
    return unsafe bytes.split(separator: 0).map { unsafe String(decoding: $0, as: UTF8.self) }
  }

  private struct State {
    var lists: [FontRequest: FontList] = [:]
    var faces: [FaceKey: FontFace?] = [:]
  }

  private struct FaceKey: Hashable {
    var file: String
    var index: Int32
    var variations: String
    var skew: Double
    var lacksWeight: Bool
  }

  private static let libraries = Mutex<[[String]: FontLibrary]>([:])
  private let state = Mutex(State())
  private nonisolated(unsafe) let fonts: OpaquePointer

  private init(_ fonts: OpaquePointer) { unsafe self.fonts = fonts }

  /// The fonts of the system and of some folders, read when they are asked for the first time.
  /// - Parameter folders: Folders with fonts, which go before the system's.
  /// - Returns: The fonts.
  /// - Throws: Why there are none.
  public static func open(folders: [String] = []) throws(Fault) -> FontLibrary {
    if let name = missingLibrary { throw .missing(name) }
    let result = libraries.withLock { (libraries) -> Result<FontLibrary, Fault> in
      if let library = libraries[folders] { return .success(library) }
      var unreadable = -1
      let fonts = unsafe withCStrings(folders) { names in
        unsafe strokemill_fonts_new(names.baseAddress, names.count, &unreadable)
      }
      guard let fonts = unsafe fonts else { return .failure(.broken) }
      if unreadable >= 0 {
        unsafe strokemill_fonts_free(fonts)
        return .failure(.unreadable(unreadable))
      }
      let library = unsafe FontLibrary(fonts)
      libraries[folders] = library
      return .success(library)
    }
    return try result.get()
  }

  /// The fonts for a request, in the order in which they're asked for a character.
  public func list(for request: FontRequest) -> FontList? {
    state.withLock { state in
      if let list = state.lists[request] { return list }
      guard let list = sort(request) else { return nil }
      // Requests come from documents: those of a thousand strangers needn't be kept.
      if state.lists.count >= 1000 { state.lists.removeAll() }
      state.lists[request] = list
      return list
    }
  }

  private func sort(_ request: FontRequest) -> FontList? {
    let list = unsafe withCStrings(request.families) { families in
      unsafe request.language.withCString { language in
        var wanted = unsafe strokemill_font_request(
          families: families.baseAddress, family_count: families.count, weight: request.weight,
          slant: request.slant.number, width: request.width, language: language)
        return unsafe strokemill_fonts_sort(fonts, &wanted)
      }
    }
    guard let list = unsafe list else { return nil }
    return unsafe FontList(list, of: self)
  }

  /// Calls with what only one thread may do at once.
  func withLock<Result: Sendable>(_ body: () -> Result) -> Result {
    state.withLock { _ in body() }
  }

  /// Opens a font, or gives the one that is open.
  func face(_ facts: strokemill_font_facts) -> FontFace? {
    guard let file = unsafe facts.file else { return nil }
    let key = unsafe FaceKey(
      file: String(cString: file), index: facts.index,
      variations: facts.variations.map { unsafe String(cString: $0) } ?? "", skew: facts.skew,
      lacksWeight: facts.lacks_weight)
    return state.withLock { state in
      if let face = state.faces[key] { return face }
      let face = unsafe FontFace(facts, number: state.faces.count)
      state.faces[key] = face
      return face
    }
  }
}

extension Text.Slant {
  fileprivate var number: Int32 {
    switch self {
    case .upright: 0
    case .italic: 1
    case .oblique: 2
    }
  }
}

/// Lends texts as C has them.
private func withCStrings<Result>(
  _ texts: [String], _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  var bytes: [CChar] = []
  var starts: [Int] = []
  for text in texts {
    starts.append(bytes.count)
    for byte in text.utf8 where byte != 0 { bytes.append(CChar(bitPattern: byte)) }
    bytes.append(0)
  }
  return unsafe bytes.withUnsafeBufferPointer { bytes in
    let pointers = unsafe starts.map { start in unsafe bytes.baseAddress.map { unsafe $0 + start } }
    return unsafe pointers.withUnsafeBufferPointer { unsafe body($0) }
  }
}
