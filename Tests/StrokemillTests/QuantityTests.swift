import Testing

@testable import strokemill

@Suite struct QuantityTests {
  @Test(arguments: [
    (0.0, "0.0 s"), (0.44, "0.4 s"), (9.94, "9.9 s"), (9.96, "10 s"), (59.4, "59 s"),
    (59.6, "1 min 00 s"), (185, "3 min 05 s"), (3599.9, "1 h 00 min"), (7805, "2 h 10 min"),
    (1e300, "days"),
  ])
  func timesAreShort(_ seconds: Double, _ text: String) {
    #expect(Quantity.time(seconds) == text)
  }

  @Test func ratesHaveThreeDigits() {
    #expect(Quantity.rate(1, 3) == "0.33 files/s")
    #expect(Quantity.rate(10, 3) == "3.3 files/s")
    #expect(Quantity.rate(1000, 3) == "333 files/s")
    #expect(Quantity.throughput(1_234_567, 1) == "1.2 MB/s")
    #expect(Quantity.throughput(0, 0) == "0.00 MB/s")
  }

  @Test func sizesOfMemory() {
    #expect(Quantity.size(of: "100") == 100)
    #expect(Quantity.size(of: "64k") == 65536)
    #expect(Quantity.size(of: "1.5GiB") == 3 << 29)
    #expect(Quantity.size(of: "2MB") == 2 << 20)
    for text in ["", "M", "-1", "1e3", "0", "2X", "9999999T", "1 M", "nan"] {
      #expect(Quantity.size(of: text) == nil, "\(text)")
    }
  }
}
