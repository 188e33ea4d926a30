import PluginKit
import Testing

@Suite struct MessageTextTests {
  @Test func staysOnOneLineAndObeysNothing() {
    #expect("a\nb\r\tc".onOneLine() == "a\\nb\\r\\tc")
    #expect(
      "\u{1B}[31m\u{9B}1m\u{202E}x\u{2028}".onOneLine() == "\u{FFFD}[31m\u{FFFD}1m\u{FFFD}x\u{FFFD}"
    )
    #expect("é 漢字 👩‍🚀".onOneLine() == "é 漢字 👩‍🚀")
  }

  @Test func longTextsAreCutInTheMiddle() {
    let long = String(repeating: "a", count: 100_000) + "end"
    let cut = long.onOneLine()
    #expect(cut.count == 1001 && cut.hasSuffix("end") && cut.contains("a…a"))
    #expect(long.onOneLine(limit: .max) == long)
  }
}
