import CPluginABI
import PathModel
import TestSupport
import Testing

@Suite struct HeaderTests {
  /// `layout.c` pins where every field lies; both languages must agree, without a warning.
  @Test(arguments: [["-std=c11"], ["-x", "c++", "-std=c++17"]])
  func everyFieldLiesWhereItLay(language: [String]) throws {
    let result = try runProcess(
      ["clang"] + language + [
        "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only",
        "-I\(Locations.packageRoot)/Sources/CPluginABI/include",
        "\(Locations.packageRoot)/Tests/CPluginABITests/layout.c",
      ])
    #expect(result.status == 0, "\(result.errorText)")
  }

  /// What is lent as it lies in memory lies as the header says.
  @Test func swiftLaysOutAlike() {
    #expect(MemoryLayout<Point>.stride == MemoryLayout<strokemill_point>.stride)
    #expect(MemoryLayout<Point>.offset(of: \.y) == 8)

    typealias Record = PathRecord
    #expect(MemoryLayout<Record>.stride == MemoryLayout<strokemill_path>.stride)
    #expect(MemoryLayout<Record>.alignment == MemoryLayout<strokemill_path>.alignment)
    let fields: [(Int?, Int?)] = [
      (
        MemoryLayout<Record>.offset(of: \.firstVerb),
        MemoryLayout<strokemill_path>.offset(of: \.first_verb)
      ),
      (
        MemoryLayout<Record>.offset(of: \.verbCount),
        MemoryLayout<strokemill_path>.offset(of: \.verb_count)
      ),
      (
        MemoryLayout<Record>.offset(of: \.firstPoint),
        MemoryLayout<strokemill_path>.offset(of: \.first_point)
      ),
      (
        MemoryLayout<Record>.offset(of: \.pointCount),
        MemoryLayout<strokemill_path>.offset(of: \.point_count)
      ),
      (
        MemoryLayout<Record>.offset(of: \.info.group),
        MemoryLayout<strokemill_path>.offset(of: \.group)
      ),
      (
        MemoryLayout<Record>.offset(of: \.info.style),
        MemoryLayout<strokemill_path>.offset(of: \.style)
      ),
      (
        MemoryLayout<Record>.offset(of: \.info.clip),
        MemoryLayout<strokemill_path>.offset(of: \.clip)
      ),
      (
        MemoryLayout<Record>.offset(of: \.info.attributes),
        MemoryLayout<strokemill_path>.offset(of: \.attributes)
      ),
      (
        MemoryLayout<Record>.offset(of: \.info.key), MemoryLayout<strokemill_path>.offset(of: \.key)
      ),
      (
        MemoryLayout<Record>.offset(of: \.info.line),
        MemoryLayout<strokemill_path>.offset(of: \.line)
      ),
      (
        MemoryLayout<Record>.offset(of: \.info.origin),
        MemoryLayout<strokemill_path>.offset(of: \.origin)
      ),
    ]
    for (own, header) in fields {
      #expect(own != nil && own == header)
    }
    #expect(ClipID.none.index == STROKEMILL_NONE && PathInfo.new == STROKEMILL_NONE)
  }

  @Test func verbsAreTheirNumbers() {
    let numbers = [
      STROKEMILL_MOVE, STROKEMILL_LINE, STROKEMILL_QUAD, STROKEMILL_CUBIC, STROKEMILL_CLOSE,
    ]
    #expect(Verb.allCases.map { Int32($0.rawValue) } == numbers)
    // In memory too: arrays of verbs are lent as they are.
    let bytes = unsafe Verb.allCases.withUnsafeBytes { unsafe [UInt8]($0) }
    #expect(bytes.map(Int32.init) == numbers)
  }
}
