import CFontLibraries
import Synchronization

/// The fonts for one request, in the order in which they are asked for a character.
@safe public final class FontList: Sendable {
  /// How many fonts there are.
  public let count: Int
  private let library: FontLibrary
  private nonisolated(unsafe) let list: OpaquePointer

  init(_ list: OpaquePointer, of library: FontLibrary) {
    unsafe self.list = list
    self.library = library
    unsafe count = strokemill_font_list_count(list)
  }

  deinit { unsafe strokemill_font_list_free(list) }

  /// Whether a font has a character.
  public func covers(_ row: Int, _ character: UInt32) -> Bool {
    guard row < count else { return false }
    return unsafe strokemill_font_list_covers(list, row, character)
  }

  /// Whether a font belongs to a family, whatever the case of letters.
  public func belongs(_ row: Int, to family: String) -> Bool {
    guard row < count else { return false }
    return unsafe family.withCString {
      unsafe strokemill_font_list_has_family(list, row, $0)
    }
  }

  /// What a row of the list is.
  public enum Entry: Sendable {
    /// A font that can be drawn.
    case face(FontFace)
    /// A font of colours, which can't: its family.
    case colored(String)
    /// A font that can't be read.
    case unreadable
  }

  /// Opens the font of a row.
  public func entry(_ row: Int) -> Entry {
    guard row < count else { return .unreadable }
    // What the configuration adds for the request is found with a lock held.
    let facts: Facts? = library.withLock {
      var facts = unsafe strokemill_font_facts()
      return unsafe strokemill_font_list_facts(list, row, &facts) ? Facts(facts) : nil
    }
    guard let facts else { return .unreadable }
    if unsafe facts.value.is_colored {
      return unsafe .colored(facts.value.family.map { unsafe String(cString: $0) } ?? "")
    }
    return unsafe library.face(facts.value).map { .face($0) } ?? .unreadable
  }

  /// Its texts live as long as the list does.
  @safe private struct Facts: @unchecked Sendable {
    let value: strokemill_font_facts
    init(_ value: strokemill_font_facts) { unsafe self.value = value }
  }
}
