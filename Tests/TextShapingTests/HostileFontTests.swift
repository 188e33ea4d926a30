import TestSupport
import Testing

/// Fonts that were broken: text is drawn with what is left of them or with another font, and the tool neither
/// crashes nor hangs.
@Suite struct HostileFontTests {
  /// What every kind of table of a font has a part in.
  private static let words = """
    <svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" font-family="%, serif">
      <text y="20">Affine fluff AVATo &#225;&#776; e&#769;&#803;i &#1575;&#1604;&#1582;&#1591; &#1513;&#1500;&#1493;&#1501; Strange</text>
      <text y="40" writing-mode="tb" text-decoration="underline" style="font-feature-settings: 'zero', 'salt' 3">10&#9733;</text>
      <text y="60" font-variant="small-caps" font-weight="bold" font-style="italic">small</text>
    </svg>
    """

  private static let fonts = [
    ("/usr/share/fonts/truetype/dejavu/DejaVuSans-Oblique.ttf", "DejaVu Sans", "Mutant Word"),
    ("/usr/share/fonts/opentype/urw-base35/Z003-MediumItalic.otf", "Z003", "Muta"),
  ]

  /// A generator of the same numbers everywhere (Steele, Lea, Flood: splitmix64).
  private struct Numbers {
    var state: UInt64
    mutating func next(below limit: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return limit > 0 ? Int((z ^ (z >> 31)) % UInt64(limit)) : 0
    }
  }

  private func broken(_ font: [UInt8], _ round: Int) -> [UInt8] {
    var numbers = Numbers(state: UInt64(round))
    let tables = FontFile.tables(of: font)
    var result = font
    switch round % 5 {
    case 0:
      result.removeLast(numbers.next(below: font.count))
    case 1:
      // The end of a table lies elsewhere.
      let table = tables[numbers.next(below: tables.count)]
      result[table.row + 12 + numbers.next(below: 4)] = UInt8(numbers.next(below: 256))
    case 2:
      let table = tables[numbers.next(below: tables.count)]
      result[table.row + 8 + numbers.next(below: 4)] = UInt8(numbers.next(below: 256))
    case 3:
      // The beginning of each table counts most: there stand versions, counts and offsets.
      for table in tables where table.start + table.length <= font.count {
        result[table.start + numbers.next(below: min(table.length, 40))] = 0xFF
      }
    default:
      for _ in 0..<200 {
        let table = tables[numbers.next(below: tables.count)]
        let place = table.start + numbers.next(below: table.length)
        if place < result.count { result[place] = UInt8(numbers.next(below: 256)) }
      }
    }
    return result
  }

  @Test(arguments: fonts) func brokenFontsDoNoHarm(
    _ path: String, _ name: String, _ new: String
  ) throws {
    let whole = FontFile.renamed(try readFile(path), name, new)
    let folder = try TemporaryDirectory()
    let input = try folder.write("words.svg", Self.words.replacing("%", with: new))
    let fontFolder = folder.file("fonts")
    _ = try runProcess(["mkdir", fontFolder])
    let file = fontFolder + "/font" + String(path.suffix(4))
    func run() throws -> ProcessResult {
      try runProcess(
        [
          Locations.tool, "convert", input, "-o", folder.file("out.svg"), "--overwrite",
          "--font-dir", fontFolder,
        ],
        timeout: 60)
    }
    try writeFile(file, whole)
    let first = try run()
    #expect(first.status == 0 && !first.errorText.contains("isn't installed"), "\(first.errorText)")
    var used = 0
    for round in 0..<15 {
      try writeFile(file, broken(whole, round))
      let result = try run()
      // A broken font is a warning or a loss, never an error of the file, and never a crash.
      #expect(result.status == 0, "round \(round): \(result.errorText)")
      if !result.errorText.contains("isn't installed") { used += 1 }
      #expect(exists(folder.file("out.svg")))
    }
    #expect(used > 3)
  }
}
