import Testing

@testable import strokemill

@Suite struct ProgressTests {
  private func state(_ finished: Int, failed: Int = 0, bytes: Int = 0, _ seconds: Double)
    -> Progress.State
  {
    Progress.State(finished: finished, failed: failed, bytes: bytes, seconds: seconds)
  }

  private let some = Progress.State(
    finished: 250, failed: 12, bytes: 10_000_000, seconds: 2)

  @Test func theBarTellsAllThereIsRoomFor() {
    let progress = Progress(form: .bar, count: 1000, bytes: 40_000_000)
    #expect(
      progress.bar(some, width: 120)
        == "[##########------------------------------] "
        + "250/1000, 12 failed, 125 files/s, 5.0 MB/s, 6.0 s left")
    #expect(
      progress.bar(some, width: 80)
        == "[#####-----------------] 250/1000, 12 failed, 125 files/s, 5.0 MB/s, 6.0 s left")
    #expect(
      progress.bar(some, width: 56) == "250/1000, 12 failed, 125 files/s, 5.0 MB/s, 6.0 s left")
    #expect(progress.bar(some, width: 50) == "250/1000, 12 failed, 125 files/s, 6.0 s left")
    #expect(progress.bar(some, width: 32) == "250/1000, 12 failed, 6.0 s left")
    #expect(progress.bar(some, width: 20) == "250/1000, 12 failed")
    #expect(progress.bar(some, width: 9) == "250/1000")
    #expect(progress.bar(some, width: 8) == "")
  }

  @Test(arguments: 1...200) func itNeverReachesTheLastColumn(_ width: Int) {
    let progress = Progress(form: .bar, count: 1000, bytes: 40_000_000)
    for finished in [0, 1, 500, 1000] {
      let bar = progress.bar(state(finished, failed: 3, bytes: finished * 40_000, 7), width: width)
      #expect(bar.utf8.count < width)
    }
  }

  @Test func theBarComesAfterAWhileAndOftenFromThenOn() {
    var progress = Progress(form: .bar, count: 1000, bytes: 0)
    #expect(progress.text(state(10, 0.4), width: { 80 }) == nil)
    #expect(progress.hide() == nil)
    #expect(
      progress.text(state(500, 0.5), width: { 42 })
        == "\r[########--------] 500/1000, 1000 files/s\u{1B}[K")
    #expect(progress.isShown)
    #expect(progress.text(state(11, 0.55), width: { 80 }) == nil)
    #expect(progress.text(state(12, 0.61), width: { 80 }) != nil)
    #expect(progress.hide() == "\r\u{1B}[K")
    #expect(progress.hide() == nil)
  }

  @Test func linesComeEveryFewSeconds() {
    var progress = Progress(form: .lines, count: 1000, bytes: 0)
    #expect(progress.text(state(10, 4.9), width: { 80 }) == nil)
    #expect(
      progress.text(state(100, failed: 2, 5), width: { 80 })
        == "strokemill: 100 of 1000 files, 2 failed, 20.0 files/s, 45 s left [progress]\n")
    #expect(progress.text(state(100, 9.9), width: { 80 }) == nil)
    #expect(progress.text(state(300, 10), width: { 80 }) != nil)
    #expect(progress.hide() == nil)
  }
}
