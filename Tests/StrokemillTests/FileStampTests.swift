import Glibc
import Testing

@testable import strokemill

@Suite struct FileStampTests {
  private func isOver(_ seconds: Int, _ nanoseconds: Int, at now: (Int, Int)) -> Bool {
    FileStamp.isOver(
      timespec(tv_sec: seconds, tv_nsec: nanoseconds),
      at: timespec(tv_sec: now.0, tv_nsec: now.1))
  }

  @Test func aTickIsOverAfterAWhile() {
    #expect(!isOver(100, 123_456_789, at: (100, 173_456_789)))
    #expect(isOver(100, 123_456_789, at: (100, 173_556_789)))
    #expect(isOver(100, 999_456_789, at: (101, 100_000_000)))
    // Whole milliseconds may be those of a clock with few ticks.
    #expect(!isOver(100, 0, at: (102, 0)))
    #expect(isOver(100, 0, at: (102, 1_000_000)))
  }

  /// A file system can give any time, the future and none at all included.
  @Test func timesThatCannotBe() {
    #expect(isOver(.min, 0, at: (1_800_000_000, 0)))
    #expect(!isOver(.max, 999_999_999, at: (1_800_000_000, 0)))
    #expect(!isOver(.max, .max, at: (.min, 0)))
    #expect(isOver(.min, .min, at: (.max, .max)))
    #expect(!isOver(.max, .min, at: (.max, .min)))
  }
}
