import PathModel
import PluginKit
import Testing

@Suite struct ParameterTypeTests {
  @Test(arguments: [
    ("3mm", Length(3, .mm)), ("-2.5sw", Length(-2.5, .sw)), (".5", Length(0.5)),
    ("1e2px", Length(100, .px)), ("12%", Length(12, .percent)), ("+1in", Length(1, .in)),
  ])
  func lengths(_ text: String, _ length: Length) {
    #expect(Length(text: text) == length)
    #expect(Length(text: length.text) == length)
    #expect(Length(parameterValue: length.parameterValue) == length)
  }

  @Test(arguments: [
    "", "mm", "1em", "1ex", "3 mm", "1MM", "1mm2", "nan", "infpx", "1e400mm", "--1",
  ])
  func noLengths(_ text: String) { #expect(Length(text: text) == nil) }

  @Test(arguments: [
    ("90", 90), ("90deg", 90), ("-0.25turn", -90), ("1e1deg", 10), (".5turn", 180),
  ])
  func angles(_ text: String, _ degrees: Double) {
    #expect(Angle(text: text) == Angle(degrees: degrees))
    #expect(Angle(parameterValue: .number(degrees)) == Angle(degrees: degrees))
  }

  @Test func radians() throws {
    let angle = try #require(Angle(text: "3.141592653589793rad"))
    #expect(angle.degrees == 180)
  }

  @Test(arguments: ["", "deg", "1 deg", "1grad", "1degdeg", "nan", "1e400"])
  func noAngles(_ text: String) { #expect(Angle(text: text) == nil) }

  @Test("a whole number stands for its digits where a text is meant; others have to be quoted")
  func numbersAsTexts() throws {
    #expect(String(parameterValue: .number(2024)) == "2024")
    let label = ParameterInfo(name: "x", kind: .text, defaultValue: .text(""), help: "A column.")
    #expect(label.problem(with: .number(1)) == nil)
    for wrong in [ParameterValue.number(1.5), .number(1e300), .bool(true)] {
      #expect(label.problem(with: wrong)?.hasPrefix("'x' takes a text, not ") == true)
    }
  }

  @Test(arguments: [
    ("strokewidth", "stroke-width"), ("stroke-wdith", "stroke-width"), ("rou", "roughness"),
    ("passe", "passes"),
  ])
  func closeWords(_ word: String, _ meant: String) {
    #expect(closest(to: word, among: ["passes", "roughness", "stroke-width"]) == meant)
  }

  @Test func distantWords() {
    #expect(closest(to: "colour", among: ["passes", "roughness"]) == nil)
    #expect(closest(to: "x", among: []) == nil)
    #expect(closest(to: String(repeating: "a", count: 100_000), among: ["a"]) == nil)
  }

  @Test func rangesInWords() {
    #expect(ParameterRange.atLeast(0).words == "at least 0")
    #expect(ParameterRange.above(0.5).words == "above 0.5")
    #expect(ParameterRange.from(0, to: 1).words == "0 to 1")
    #expect(ParameterRange(minimum: nil, maximum: 3).words == "at most 3")
    #expect(
      ParameterRange(minimum: 0, maximum: 3, excludesMinimum: true).words == "above 0, up to 3")
    #expect(!ParameterRange.from(0, to: 1).contains(.nan))
  }
}
