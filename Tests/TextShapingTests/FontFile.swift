/// What tests do to the bytes of a font.
enum FontFile {
  /// The font with another name, so that it's surely the one that is asked for.
  static func renamed(_ font: [UInt8], _ name: String, _ new: String) -> [UInt8] {
    func wide(_ text: String) -> [UInt8] { text.utf8.flatMap { [0, $0] } }
    var result = font
    for (old, new) in [(wide(name), wide(new)), (Array(name.utf8), Array(new.utf8))] {
      var i = 0
      while i + old.count <= result.count {
        if result[i] == old[0], result[i..<(i + old.count)].elementsEqual(old) {
          result.replaceSubrange(i..<(i + old.count), with: new)
          i += old.count
        } else {
          i += 1
        }
      }
    }
    return result
  }

  struct Table {
    var row: Int
    var start: Int
    var length: Int
  }

  static func tables(of font: [UInt8]) -> [Table] {
    func number(_ i: Int, _ bytes: Int) -> Int {
      (0..<bytes).reduce(0) { $0 << 8 | Int(font[i + $1]) }
    }
    return (0..<number(4, 2)).map { row in
      let entry = 12 + 16 * row
      return Table(row: entry, start: number(entry + 8, 4), length: number(entry + 12, 4))
    }
  }
}
