import PathModel
import Testing

@Suite struct PathKeyTests {
  private func keys(_ drawing: Drawing) -> [PathKey] { drawing.records.map(\.info.key) }

  @Test func neighboursDontChangeAKey() {
    let alone = keys(Drawing(paths: ["M0 0 L1 1"]))
    let among = keys(Drawing(paths: ["M5 5 L6 6", "M0 0 L1 1", "M7 7 L8 8"]))
    #expect(among[1] == alone[0])
    #expect(Set(among).count == 3)
  }

  @Test func twinsAreNumbered() {
    let one = keys(Drawing(paths: ["M0 0 L1 1"]))
    let twins = keys(Drawing(paths: ["M0 0 L1 1", "M9 9 L8 8", "M0 0 L1 1", "M0 0 L1 1"]))
    #expect(twins[0] == one[0])
    #expect(Set(twins).count == 4)
    // The twin's key doesn't depend on what stands between.
    let pair = keys(Drawing(paths: ["M0 0 L1 1", "M0 0 L1 1"]))
    #expect(pair == [twins[0], twins[2]])
  }

  @Test func verbsAndPointsCount() {
    let different = ["M0 0 L1 1", "M0 0 L1 1 Z", "M0 0 M1 1", "M1 1 L0 0", "M0 0 L1 1 L1 1"]
    #expect(Set(keys(Drawing(paths: different))).count == different.count)
    // A minus zero is a zero.
    #expect(keys(Drawing(paths: ["M0 0 L1 1"])) == keys(Drawing(paths: ["M-0 0 L1 1"])))
  }

  @Test func anIdOutweighsTheGeometry() {
    func drawing(_ id: String?, _ text: String) -> Drawing {
      var drawing = Drawing()
      let style = drawing.styleID(for: .pen)
      let names = drawing.attributesID(for: Attributes(id: id))
      drawing.appendPath(PathInfo(style: style, attributes: names)) { $0.append(text: text) }
      drawing.assignKeys()
      return drawing
    }
    #expect(keys(drawing("a", "M0 0 L1 1")) == keys(drawing("a", "M5 5 L7 7")))
    #expect(keys(drawing("a", "M0 0 L1 1")) != keys(drawing("b", "M0 0 L1 1")))
    #expect(keys(drawing("a", "M0 0 L1 1")) != keys(drawing(nil, "M0 0 L1 1")))
  }

  /// Outputs hang on these numbers: they may never change.
  @Test func hashesStayAsTheyAre() {
    #expect(StableHash.mix(0) == 0xE220_A839_7B1D_CDAF)
    #expect(StableHash().value == StableHash.mix(0xCBF2_9CE4_8422_2325))
    var hash = StableHash()
    hash.combine(UInt8(ascii: "a"))
    #expect(hash.value == StableHash.mix(0xAF63_DC4C_8601_EC8C))
  }
}
