import Glibc
import LargeMemory

/// A growing buffer of output bytes.
///
/// Everything that is written goes through one of these. Appending costs amortised constant time a
/// byte; numbers are written in place, without a temporary.
///
/// It owns raw memory instead of an array because the write of a number is the hot loop of every
/// exporter: an array checks bounds and uniqueness for each byte.
@safe
public struct ByteSink: ~Copyable, @unchecked Sendable {
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  @usableFromInline var used: Int

  /// Creates an empty sink.
  ///
  /// - Parameter capacity: How many bytes are set aside at once.
  public init(capacity: Int = 0) {
    self.capacity = max(capacity, 64)
    used = 0
    unsafe base = Self.memory(nil, self.capacity)
  }

  deinit {
    unsafe free(base)
  }

  /// How many bytes have been written.
  @inlinable
  public var count: Int { used }

  /// Whether nothing has been written.
  @inlinable
  public var isEmpty: Bool { used == 0 }

  /// The bytes written so far.
  @inlinable
  public var span: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      // The memory lives as long as the sink, which can't be changed while the span is in use.
      let bytes = unsafe Span(_unsafeStart: UnsafePointer(base), count: used)
      return unsafe _overrideLifetime(bytes, borrowing: self)
    }
  }

  /// Calls `body` with the bytes written so far, for C functions.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(UnsafeRawBufferPointer(start: base, count: used))
  }

  /// Ends the sink and returns a copy of its bytes.
  public consuming func takeBytes() -> [UInt8] {
    unsafe [UInt8](UnsafeBufferPointer(start: base, count: used))
  }

  /// Forgets everything that was written.
  ///
  /// - Parameter keepingCapacity: Whether the memory stays for what comes next.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    used = 0
    guard !keepingCapacity else { return }
    capacity = 64
    unsafe base = Self.memory(base, capacity)
  }

  /// Forgets everything after the first `count` bytes; does nothing when there are no more.
  @inlinable
  public mutating func truncate(to count: Int) {
    used = min(used, max(count, 0))
  }

  /// Makes room for `additional` more bytes.
  @inlinable
  @inline(__always)
  public mutating func reserve(_ additional: Int) {
    if capacity &- used < additional { grow(additional) }
  }

  @usableFromInline
  @inline(never)
  mutating func grow(_ additional: Int) {
    // Overflow traps here, as it does in an array: no such memory exists.
    let isAnnounced = used + additional > capacity * 2
    capacity = max(used + additional, capacity * 2)
    unsafe base = Self.memory(base, capacity)
    // What a writer sets aside at once it means to fill.
    if isAnnounced {
      unsafe LargeMemory.populate(base, capacity)
    } else {
      unsafe LargeMemory.expectGrowth(base, capacity)
    }
  }

  private static func memory(
    _ old: UnsafeMutablePointer<UInt8>?, _ size: Int
  ) -> UnsafeMutablePointer<UInt8> {
    // realloc moves pages of a large block instead of copying them, so that a growing output
    // isn't in memory twice.
    guard let new = unsafe realloc(old, size) else {
      // The standard library's containers end the process as well when memory runs out.
      fatalError("out of memory: \(size) bytes for an output")
    }
    return unsafe new.assumingMemoryBound(to: UInt8.self)
  }

  /// Appends what a C function writes.
  ///
  /// - Parameters:
  ///   - most: How many bytes it may write.
  ///   - fill: Is lent memory for so many bytes, which holds anything, and returns how many of them it
  ///     wrote, from the start.
  public mutating func append(
    atMost most: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Int
  ) {
    reserve(most)
    let written = unsafe fill(UnsafeMutableRawBufferPointer(start: base + used, count: most))
    used += min(max(written, 0), most)
  }

  // MARK: Text

  /// Appends one byte.
  @inlinable
  @inline(__always)
  public mutating func append(_ byte: UInt8) {
    reserve(1)
    unsafe base[used] = byte
    used &+= 1
  }

  /// Appends a literal.
  @inlinable
  public mutating func append(_ text: StaticString) {
    if text.hasPointerRepresentation {
      unsafe append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    } else {
      append(String(Character(text.unicodeScalar)))
    }
  }

  /// Appends a text as UTF-8.
  public mutating func append(_ text: String) {
    append(text[...])
  }

  /// Appends a text as UTF-8.
  public mutating func append(_ text: some StringProtocol) {
    let done: Void? = text.utf8.withContiguousStorageIfAvailable { bytes in
      unsafe append(bytes)
    }
    if done == nil {
      for byte in text.utf8 { append(byte) }
    }
  }

  /// Appends bytes.
  public mutating func append(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append($0) }
  }

  /// Appends bytes.
  public mutating func append(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append($0) }
  }

  /// Appends `count` copies of one byte.
  public mutating func append(repeating byte: UInt8, count: Int) {
    guard count > 0 else { return }
    reserve(count)
    unsafe (base + used).update(repeating: byte, count: count)
    used += count
  }

  @usableFromInline
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return }
    reserve(bytes.count)
    unsafe (base + used).update(from: start, count: bytes.count)
    used += bytes.count
  }
}
