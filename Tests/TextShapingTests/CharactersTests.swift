import TestSupport
import Testing
import TextShaping

@Suite(.enabled(if: FontLibrary.missingLibrary == nil || missingToolsFail, "needs HarfBuzz"))
struct CharactersTests {
  @Test func runsOfOddLevelsAreTurnedRound() {
    #expect(Characters.visualOrder(ofRunsWithLevels: [0, 1, 2, 1, 0]) == [0, 3, 2, 1, 4])
    #expect(Characters.visualOrder(ofRunsWithLevels: [1, 1]) == [1, 0])
    #expect(Characters.visualOrder(ofRunsWithLevels: []) == [])
  }

  @Test func levels() throws {
    try #require(FontLibrary.missingLibrary == nil)
    let text: [UInt32] = [0x61, 0x20, 0x5D0, 0x5D1, 0x20, 0x31]
    #expect(Characters.levels(of: text, isRightToLeft: false) == [0, 0, 1, 1, 1, 2])
    #expect(Characters.levels(of: [0x61], isRightToLeft: true) == [2])
  }

  @Test func marksAndScripts() throws {
    try #require(FontLibrary.missingLibrary == nil)
    #expect(Characters.isMark(0x301) && Characters.isMark(0x200D) && !Characters.isMark(0x61))
    #expect(Characters.script(of: 0x61) == Characters.latin)
    #expect(Characters.isCommon(Characters.script(of: 0x20)))
    #expect(!Characters.isCommon(Characters.script(of: 0x5D0)))
  }
}
