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
  /// How many bytes it holds at most.
  private let limit: Int
  /// Whether more was written than it may hold, or than there is memory for. What it holds then means
  /// nothing; whoever hands it on asks first. Writing goes on harmlessly, so that no writer has to ask
  /// after each byte.
  public private(set) var isFull = false

  /// What writers of numbers may need at once; there is always so much room.
  @inlinable static var leastCapacity: Int { 512 }

  /// Creates an empty sink.
  ///
  /// - Parameters:
  ///   - capacity: How many bytes are set aside at once, if there is memory for them.
  ///   - limit: How many bytes it holds at most: 2 GiB, as much as an input may have.
  public init(capacity: Int = 0, limit: Int = 2 << 30) {
    self.limit = max(limit, Self.leastCapacity)
    self.capacity = Self.leastCapacity
    used = 0
    // Swift takes it from malloc, as all memory of plain alignment, so that realloc and free may follow.
    unsafe base = .allocate(capacity: Self.leastCapacity)
    reserve(capacity)
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
    isFull = false
    if !keepingCapacity { _ = resize(to: Self.leastCapacity) }
  }

  /// Forgets everything after the first `count` bytes; does nothing when there are no more.
  @inlinable
  public mutating func truncate(to count: Int) {
    used = min(used, max(count, 0))
  }

  /// Sets memory aside for `additional` more bytes, if there is any: what a writer means to write.
  public mutating func reserve(_ additional: Int) {
    guard additional > capacity - used, additional <= limit - used else { return }
    let isAnnounced = additional > capacity * 2 - used
    let wanted = max(used + additional, min(capacity * 2, limit))
    guard resize(to: wanted) else { return }
    // What a writer sets aside at once it means to fill.
    if isAnnounced {
      unsafe LargeMemory.populate(base, capacity)
    } else {
      unsafe LargeMemory.expectGrowth(base, capacity)
    }
  }

  /// Makes room for what is written next. Where there is none the sink is full and begins anew, and
  /// up to `leastCapacity` bytes can be written all the same.
  @inlinable
  @inline(__always)
  mutating func makeRoom(_ additional: Int) {
    if capacity &- used < additional { grow(additional) }
  }

  @usableFromInline
  @inline(never)
  mutating func grow(_ additional: Int) {
    if !isFull { reserve(additional) }
    guard capacity - used < additional else { return }
    isFull = true
    used = 0
  }

  private mutating func resize(to size: Int) -> Bool {
    // realloc moves pages of a large block instead of copying them, so that a growing output
    // isn't in memory twice.
    guard let new = unsafe realloc(base, size) else { return false }
    unsafe base = new.assumingMemoryBound(to: UInt8.self)
    capacity = size
    return true
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
    makeRoom(most)
    guard capacity - used >= most else { return }
    let written = unsafe fill(UnsafeMutableRawBufferPointer(start: base + used, count: most))
    used += min(max(written, 0), most)
  }

  // MARK: Text

  /// Appends one byte.
  @inlinable
  @inline(__always)
  public mutating func append(_ byte: UInt8) {
    makeRoom(1)
    unsafe base[used] = byte
    used &+= 1
  }

  /// Appends a literal.
  @inlinable
  @inline(__always)
  public mutating func append(_ text: StaticString) {
    // With the literal in sight this becomes a few stores.
    if text.hasPointerRepresentation, text.utf8CodeUnitCount <= Self.leastCapacity {
      makeRoom(text.utf8CodeUnitCount)
      unsafe (base + used).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
      used &+= text.utf8CodeUnitCount
    } else {
      append(text.description)
    }
  }

  /// Appends a text as UTF-8. Of a literal the one above is taken.
  @_disfavoredOverload
  public mutating func append(_ text: String) {
    // Not by way of the one below: strings are most of what is appended.
    let done: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      unsafe append(bytes)
    }
    if done == nil { append(text[...]) }
  }

  /// Appends a text as UTF-8.
  @_disfavoredOverload
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
    makeRoom(count)
    guard capacity - used >= count else { return }
    unsafe (base + used).update(repeating: byte, count: count)
    used += count
  }

  @usableFromInline
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return }
    makeRoom(bytes.count)
    guard capacity - used >= bytes.count else { return }
    unsafe (base + used).update(from: start, count: bytes.count)
    used += bytes.count
  }
}
