import Glibc

/// Memory for whole files.
public enum LargeMemory {
  /// Asks the system for large pages under a block that is about to be filled.
  ///
  /// Filling 16 MB in pages of 4 kB stops 4,000 times for the system to find the next one, which takes
  /// as long as parsing the numbers in it. It's advice: where the system doesn't take it, nothing
  /// changes.
  /// - Parameters:
  ///   - start: Where the block begins.
  ///   - size: How many bytes it has; small ones are left alone.
  @unsafe public static func advise(_ start: UnsafeMutableRawPointer, _ size: Int) {
    guard size >= 4 << 20 else { return }
    // Whole pages inside the block.
    let page = 4096
    let first = (Int(bitPattern: start) + page - 1) & ~(page - 1)
    let end = (Int(bitPattern: start) + size) & ~(page - 1)
    unsafe madvise(UnsafeMutableRawPointer(bitPattern: first), end - first, MADV_HUGEPAGE)
  }
}
