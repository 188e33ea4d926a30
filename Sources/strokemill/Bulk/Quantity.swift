/// Amounts for a person.
enum Quantity {
  /// A time: `0.4 s`, `12 s`, `3 min 05 s`, `2 h 10 min`.
  static func time(_ seconds: Double) -> String {
    guard seconds < 359_999 else { return "days" }
    if seconds < 9.95 { return "\(decimal(seconds, 1)) s" }
    let whole = Int(seconds.rounded())
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(twoDigits(whole % 60)) s" }
    return "\(whole / 3600) h \(twoDigits(whole / 60 % 60)) min"
  }

  /// How many things of a kind were done in a time: `310 files/s`.
  static func rate(_ count: Int, _ seconds: Double) -> String {
    "\(short(Double(count) / max(seconds, 1e-6))) files/s"
  }

  /// How many bytes were read in a time: `4.1 MB/s`.
  static func throughput(_ bytes: Int, _ seconds: Double) -> String {
    "\(short(Double(bytes) / 1e6 / max(seconds, 1e-6))) MB/s"
  }

  /// The number of bytes that a person wrote: `1000`, `64K`, `512M`, `1.5G`, also with `B` or `iB` behind. A K is
  /// 1024, as it is of memory. Nil for anything else.
  static func size(of text: String) -> Int? {
    var digits = text.uppercased()
    for ending in ["IB", "B"] where digits.hasSuffix(ending) {
      digits.removeLast(ending.count)
      break
    }
    var scale = 1.0
    if let unit = digits.last, let power = Array("KMGT").firstIndex(of: unit) {
      digits.removeLast()
      for _ in 0...power { scale *= 1024 }
    }
    guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let number = Double(digits), number > 0, number * scale < 1e15
    else { return nil }
    return Int(number * scale)
  }

  /// A number with about three digits.
  private static func short(_ number: Double) -> String {
    decimal(number, number < 0.995 ? 2 : number < 99.5 ? 1 : 0)
  }

  /// A number that isn't negative with so many decimals.
  private static func decimal(_ number: Double, _ decimals: Int) -> String {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int(min(number * Double(scale), 1e15).rounded())
    guard decimals > 0 else { return "\(scaled)" }
    let digits = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: decimals - digits.count) + digits
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
