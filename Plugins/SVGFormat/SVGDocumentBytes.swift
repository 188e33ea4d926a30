import Glibc
import LargeMemory

/// A document's bytes in UTF-8 with a zero behind them, and an arena for what isn't in them as it is;
/// kept as long as anyone refers to them.
///
/// On pointers since libxml2 reads the bytes where they lie and no value is copied out of them: an
/// attribute of a million points is read in place.
@safe final class SVGDocumentBytes {
  /// The bytes without the zero.
  let document: UnsafeMutableBufferPointer<UInt8>
  private var arena = unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0)

  init(copying bytes: Span<UInt8>) {
    let count = bytes.count
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: count + 1)
    unsafe LargeMemory.populate(copy, count + 1)
    unsafe bytes.withUnsafeBufferPointer {
      if let start = $0.baseAddress { unsafe copy.initialize(from: start, count: count) }
    }
    unsafe copy[count] = 0
    unsafe document = UnsafeMutableBufferPointer(start: copy, count: count)
  }

  deinit {
    unsafe document.deallocate()
    unsafe arena.deallocate()
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

  /// The bytes of a piece, checked to lie within.
  @inline(__always) subscript(piece: SVGElementTable.Piece) -> UnsafeBufferPointer<UInt8> {
    let range = Int(piece.start)..<(Int(piece.start) + Int(piece.count))
    return piece.isInArena
      ? unsafe UnsafeBufferPointer(rebasing: arena[range])
      : unsafe UnsafeBufferPointer(UnsafeMutableBufferPointer(rebasing: document[range]))
  }
}
