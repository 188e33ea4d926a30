import Glibc

/// Memory for whole files.
///
/// Filling 16 MB in pages of 4 kB stops 4,000 times for the system to find the next one, which takes
/// as long as parsing the numbers in it. Both functions are advice: where the system doesn't take it,
/// nothing changes. Blocks of less than 4 MB are left alone.
public enum LargeMemory {
  /// Gives a block its pages at once: for one that is certain to be filled to its end.
  /// - Parameters:
  ///   - start: Where the block begins.
  ///   - size: How many bytes it has.
  @unsafe public static func populate(_ start: UnsafeMutableRawPointer, _ size: Int) {
    // Not in large pages: alone that's a third faster, but after programs that used much memory the system
    // first puts it together, and `make bench` takes longer by half.
    // MADV_POPULATE_WRITE of Linux 5.14; older ones refuse it.
    unsafe advise(start, size, 23)
  }

  /// Asks for large pages under a block that will be filled up to a place that isn't known yet.
  /// - Parameters:
  ///   - start: Where the block begins.
  ///   - size: How many bytes it has.
  @unsafe public static func expectGrowth(_ start: UnsafeMutableRawPointer, _ size: Int) {
    unsafe advise(start, size, MADV_HUGEPAGE)
  }

  private static func advise(_ start: UnsafeMutableRawPointer, _ size: Int, _ advice: Int32) {
    guard size >= 4 << 20 else { return }
    // Whole pages inside the block.
    let page = 4096
    let first = (Int(bitPattern: start) + page - 1) & ~(page - 1)
    let end = (Int(bitPattern: start) + size) & ~(page - 1)
    unsafe madvise(UnsafeMutableRawPointer(bitPattern: first), end - first, advice)
  }
}
