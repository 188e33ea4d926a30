import PluginKit
import TestSupport
import Testing

@testable import Pipeline

/// The limits as people read of them.
@Suite struct LimitsNamesTests {
  /// The table of SECURITY.md has all of them, with the numbers that hold.
  @Test func theTableHasTheDefaults() throws {
    var documented: [String: Int] = [:]
    let text = try readText("\(Locations.packageRoot)/SECURITY.md")
    for match in text.matches(of: /\n\| `([a-z-]+)` \| ([0-9,]+)( GiB)? \|/) {
      let number = try #require(Int(match.2.replacing(",", with: "")))
      documented[String(match.1)] = match.3 == nil ? number : number << 30
    }
    let defaults = Limits()
    let named = Limits.named.map { ($0.name, defaults[keyPath: $0.property]) }
    #expect(documented == Dictionary(uniqueKeysWithValues: named))
  }

  /// A default is one that a pipeline file may ask for.
  @Test func defaultsAreInRange() {
    for limit in Limits.named {
      #expect(limit.range.contains(Limits()[keyPath: limit.property]), "\(limit.name)")
    }
  }
}
