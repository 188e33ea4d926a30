import Glibc
import PluginKit

/// A document's bytes in UTF-8 with a zero behind them, and an arena for what isn't in them as it is.
///
/// On pointers since libxml2 reads the bytes where they lie and no value is copied out of them: an
/// attribute of a million points is read in place.
@safe final class SVGDocumentBytes {
  /// The bytes without the zero.
  let document: UnsafeMutableBufferPointer<UInt8>
  private var arena = unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0)

  private init(_ document: UnsafeMutableBufferPointer<UInt8>) { unsafe self.document = document }

  deinit { unsafe arena.deallocate() }

  /// Calls `body` with a document; the bytes are gone when it returns.
  static func with<Result>(
    _ bytes: consuming [UInt8], _ body: (SVGDocumentBytes) throws(ComponentError) -> Result
  ) throws(ComponentError) -> Result {
    // Whoever read them from a file left room for it.
    bytes.append(0)
    return try unsafe bytes.withUnsafeMutableBufferPointer {
      (buffer) throws(ComponentError) -> Result in
      try unsafe body(
        SVGDocumentBytes(
          UnsafeMutableBufferPointer(start: buffer.baseAddress, count: buffer.count - 1)))
    }
  }

  /// The bytes, to be looked at.
  var span: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      // They're there as long as this is.
      let bytes = unsafe Span(_unsafeElements: UnsafeBufferPointer(document))
      return unsafe _overrideLifetime(bytes, borrowing: self)
    }
  }

  /// Keeps the arena's bytes. To be called once, before any value of it is asked for.
  func keep(arena bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    unsafe _ = copy.initialize(from: bytes)
    unsafe arena = UnsafeBufferPointer(copy)
  }

  /// Whether two pieces hold the same bytes.
  func areEqual(_ a: SVGElementTable.Piece, _ b: SVGElementTable.Piece) -> Bool {
    guard a.count == b.count else { return false }
    let (a, b) = unsafe (self[a], self[b])
    guard let first = a.baseAddress, let second = b.baseAddress else { return true }
    return unsafe memcmp(first, second, a.count) == 0
  }

  /// The bytes of a piece, to be looked at.
  @_lifetime(borrow self)
  func span(of piece: SVGElementTable.Piece) -> Span<UInt8> {
    // They're there as long as this is.
    let bytes = unsafe Span(_unsafeElements: self[piece])
    return unsafe _overrideLifetime(bytes, borrowing: self)
  }

  /// The bytes of a piece, checked to lie within.
  @inline(__always) subscript(piece: SVGElementTable.Piece) -> UnsafeBufferPointer<UInt8> {
    let range = Int(piece.start)..<(Int(piece.start) + Int(piece.count))
    return piece.isInArena
      ? unsafe UnsafeBufferPointer(rebasing: arena[range])
      : unsafe UnsafeBufferPointer(UnsafeMutableBufferPointer(rebasing: document[range]))
  }
}
