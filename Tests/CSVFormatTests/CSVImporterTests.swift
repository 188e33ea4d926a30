import CSVFormat
import PathModel
import PluginKit
import Testing

@Suite struct CSVImporterTests {
  /// Every delimiter with every decimal mark that it allows, with and without a header, found out or
  /// said: always the same two points.
  @Test(arguments: ["comma", "semicolon", "tab", "pipe", "space"], [".", ","])
  func delimiterAndDecimalMark(_ delimiter: String, _ mark: String) throws {
    guard delimiter != "comma" || mark == "." else { return }
    let separators = ["comma": ",", "semicolon": ";", "tab": "\t", "pipe": "|", "space": "  "]
    let separator = try #require(separators[delimiter])
    let rows = [["1.5", "-2.25"], ["10", ".5"], ["-3e1", "0"]].map {
      $0.map { $0.replacing(".", with: mark) }.joined(separator: separator)
    }
    for header in ["", "x\(separator)y\n"] {
      for newline in ["\n", "\r", "\r\n"] {
        let text = (header + rows.joined(separator: "\n")).replacing("\n", with: newline)
        for options in ["", "delimiter=\(delimiter)", "decimal=\(mark == "." ? "point" : "comma")"]
        {
          let reading = try read(text, options)
          #expect(
            reading.outcome == ["M1.5 -2.25 L10 0.5 L-30 0"], "\(options) \(text.debugDescription)")
          #expect(reading.drawing.records.first?.info.line == (header.isEmpty ? 1 : 2))
        }
      }
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var options: String
    var outcome: [String]
    init(_ text: String, _ options: String = "", _ outcome: String...) {
      (self.text, self.options, self.outcome) = (text, options, outcome)
    }
    var testDescription: String { "\(text.debugDescription) \(options)" }
  }

  @Test(arguments: [
    Case("x,y\n1,2\n3,4", "", "M1 2 L3 4"),
    Case("x,y\n1,2\n3,4\n", "", "M1 2 L3 4"),
    Case("\u{FEFF}x,y\n1,2\n3,4\n", "", "M1 2 L3 4"),
    Case("y,x\n1,2\n3,4", "", "M2 1 L4 3"),
    Case("Y,X\n1,2\n3,4", "", "M2 1 L4 3"),
    Case("a,b\n1,2\n3,4", "", "M1 2 L3 4"),
    Case("a,b,c\n1,2,3\n3,4,5", "x=c y=a", "M3 1 L5 3"),
    Case("a,b,c\n1,2,3\n3,4,5", "x=3 y=1", "M3 1 L5 3"),
    Case("a,x,c\n1,2,3\n3,4,5", "y=a", "M2 1 L4 3"),
    Case("1,2,3\n3,4,5", "x=3 y=1", "M3 1 L5 3"),
    Case("x, y\n 1 , 2 \n3 ,4", "", "M1 2 L3 4"),
    Case("1, 2\n3, 4", "", "M1 2 L3 4"),
    Case("1,5 2,5\n3,5 4,5", "", "M1.5 2.5 L3.5 4.5"),
    Case("1,5;2,5\n3,5;4,5", "", "M1.5 2.5 L3.5 4.5"),
    Case("1;2\n3,5;4", "", "M1 2 L3.5 4"),
    Case("a;1,5;2,5\nb;3,5;4,5", "x=2 y=3", "M1.5 2.5 L3.5 4.5"),
    Case("\"x\",\"y\"\n\"1\",\"2\"\n\"3\",\"4\"", "", "M1 2 L3 4"),
    Case("2019,2020\n1,2\n3,4", "header=yes", "M1 2 L3 4"),
    Case("2019,2020\n1,2", "", "M2019 2020 L1 2"),
    Case("# made by hand\n1 2\n  # and so on\n3\t4\n", "", "M1 2 L3 4"),
    Case("name,x,y\n#1,1,2\n#2,3,4", "", "M1 2 L3 4"),
    Case("+1,-.5\n3.,4E0", "", "M1 -0.5 L3 4"),
    Case("0,0,1,1\n2,2,3,3", "decimal=point", "M0 0 L2 2"),
    Case("a,b,c,d\n0,0,1,1\n2,2,3,3", "", "M0 0 L2 2"),
    // The pen.
    Case("x,y\n1,2\n3,4\n\n5,6\n7,8", "", "M1 2 L3 4 M5 6 L7 8"),
    Case("x,y\n1,2\n3,4\n,\n5,6\n7,8", "", "M1 2 L3 4 M5 6 L7 8"),
    Case("x,y\n1,2\n3,4\nNaN,nan\n-nan,\n5,6\n7,8", "", "M1 2 L3 4 M5 6 L7 8"),
    Case("x,y,l\n1,2,a\n3,4,a\n,,gap\n5,6,a\n7,8,a", "", "M1 2 L3 4 M5 6 L7 8"),
    Case("\n\nx,y\n\n1,2\n3,4\n\n\n", "", "M1 2 L3 4"),
    Case("1 2\n3 4\n \t \n5 6\n7 8", "", "M1 2 L3 4 M5 6 L7 8"),
    Case("5,6", "", "M5 6 L5 6"),
    Case("1,2\n3,4\n\n5,6", "", "M1 2 L3 4 M5 6 L5 6"),
    Case("1,2\n1,2\n1,2", "", "M1 2 L1 2 L1 2"),
    // Rings.
    Case("0,0\n1,0\n1,1", "closed=true", "M0 0 L1 0 L1 1 Z"),
    Case(
      "0,0\n1,0\n1,1\n0,0\n\n5,5\n6,6\n6,5\n", "closed=true",
      "M0 0 L1 0 L1 1 Z M5 5 L6 6 L6 5 Z"),
    Case("5,5", "closed=true", "M5 5 L5 5"),
    // Groups and paths.
    Case("x,y,group\n0,0,a\n1,0,a\n2,0,b\n3,0,b", "", "M0 0 L1 0", "M2 0 L3 0"),
    Case("x,y,path\n0,0,1\n1,0,1\n2,0,2\n3,0,2", "", "M0 0 L1 0", "M2 0 L3 0"),
    Case("0 0 a\n1 0 a\n2 0 b\n3 0 b", "group=3", "M0 0 L1 0", "M2 0 L3 0"),
    Case("x,y,t\n0,0,a\n1,0,\"a\"\n2,0,\"b,c\"\n3,0,\"b,c\"", "group=t", "M0 0 L1 0", "M2 0 L3 0"),
    // Axes and units.
    Case("lon,lat\n1,2\n3,4", "", "M1 -2 L3 -4"),
    Case("Latitude;Longitude\n1;2\n3;4", "", "M2 -1 L4 -3"),
    Case("Easting,Northing\n1,0\n3,4", "", "M1 0 L3 -4"),
    Case("lon,lat\n1,2\n3,4", "flip-y=no", "M1 2 L3 4"),
    Case("x,y\n1,2\n3,4", "flip-y=yes", "M1 -2 L3 -4"),
    Case("x,y\n1,2\n3,4", "unit=in", "M96 192 L288 384"),
    Case("x,y\n1,2\n3,4", "unit=pc flip-y=yes", "M16 -32 L48 -64"),
  ])
  func points(_ example: Case) throws {
    let reading = try read(example.text, example.options)
    #expect(reading.outcome == example.outcome)
    #expect(reading.drawing.invariantViolation() == nil)
    #expect(reading.drawing.canvas == nil)
    #expect(reading.drawing.styles == [.pen])
  }

  @Test(arguments: [
    Case("", "", "csv.empty 1:1"),
    Case("\u{FEFF}", "", "csv.empty 1:1"),
    Case("\n \n# no\n", "", "csv.empty 1:1"),
    Case("<svg/>", "", "csv.not-csv 1:1"),
    Case("a\nb\n", "", "csv.one-column 1:1"),
    Case("x,y,x\n0,0,5", "", "csv.duplicate-column 1:5"),
    Case("x,y\n0,0,5", "", "csv.ragged-row 2:5"),
    Case("x,y,z\n0,0", "", "csv.ragged-row 2:4"),
    Case("x,y\n0", "", "csv.ragged-row 2:2"),
    Case("x,y\n0,0\n,5", "", "csv.missing-cell 3:1"),
    Case("x,y\n0,0\n5,", "", "csv.missing-cell 3:3"),
    Case("x,y\n0,0\n5,  NaN", "", "csv.missing-cell 3:5"),
    Case("x,y\n0,0\nx,y\n1,1", "", "csv.not-a-number 3:1"),
    Case("x,y\n0,0\n10mm,5", "", "csv.not-a-number 3:1"),
    Case("10mm,5\n1,1", "", "csv.not-a-number 1:1"),
    Case("x,y\n0,inf", "", "csv.not-a-number 2:3"),
    Case("x,y\n0,0x10", "", "csv.not-a-number 2:3"),
    Case("x,y\n0,1e400", "", "csv.out-of-range 2:3"),
    Case("x,y\n0,1e308", "unit=in", "csv.out-of-range 2:3"),
    Case("x,y\n\"1,000\",2", "", "csv.not-a-number 2:1"),
    Case("1.5;2\n1,5;2", "", "csv.not-a-number 2:1"),
    Case("1;1,5\n1.5;2", "", "csv.not-a-number 2:1"),
    Case("1;2\n1,5;2", "decimal=point", "csv.not-a-number 2:1"),
    Case("1;2\n1,;2", "", "csv.not-a-number 2:1"),
    Case("x,y\n1,5,2,5", "", "csv.ragged-row 2:5"),
    Case("1,5,2,5\n3,5,4,5", "", "csv.ambiguous-comma 1:1"),
    Case("x,y,l\n0,0,\"a\n1,1,b", "", "csv.unclosed-quote 2:5"),
    Case("x,y,l\n0,0,\"a\"b\n1,1,b", "", "csv.text-after-quote 2:8"),
    Case("x,y,l\n0,0,\"two\nlines\"\n10,oops,b", "", "csv.not-a-number 4:4"),
    Case("x,y\r0,0\r\n5,a", "", "csv.not-a-number 3:3"),
    Case("x,y\n0,0", "x=z", "csv.unknown-column 1:1"),
    Case("x,y\n0,0", "x=3", "csv.unknown-column 1:1"),
    Case("0,0", "x=lon", "csv.unknown-column 1:1"),
    Case("a,b\n0,0", "x=a", "csv.unknown-column 1:1"),
    Case("a,b\n0,0", "x=a y=1", "csv.duplicate-column 1:1"),
    Case("x,y\n0,0", "group=track", "csv.unknown-column 1:1"),
  ])
  func errors(_ example: Case) throws {
    let reading = try read(example.text, example.options)
    #expect(reading.outcome == example.outcome)
  }

  @Test func messagesSayWhatWasFoundAndWhatToDo() throws {
    func message(_ text: String, _ options: String = "") throws -> String {
      try #require(try read(text, options).error).message
    }
    #expect(try message("x,y\n0,0\n10mm,5").contains("\"10mm\""))
    #expect(try message("x,y\n1,5,2,5").contains("semicolon"))
    #expect(try message("1,5,2,5").contains("decimal=point"))
    #expect(try message("x,y\n0,0\nx,y").contains("second header"))
    #expect(try message("x,y\n1\u{0}0,0").contains("\\u{0}"))
    #expect(try message("x,y\n\u{A0}10,0").contains("\\u{A0}"))
    #expect(try message("track,y\n1,2", "x=trak").contains("did you mean 'track'"))
    #expect(try message("x,y\n" + String(repeating: "a", count: 9999) + ",0").utf8.count < 200)
    #expect(throws: OptionProblems.self) { try read("", "decimal=comma delimiter=comma") }
  }

  @Test func groupsBearTheirLabels() throws {
    let text = "x,y,group\n0,0,a\n1,0,a\n2,0,\"b \"\"x\"\"\"\n3,0,\"b \"\"x\"\"\"\n4,0,\n5,0,a\n"
    let reading = try read(text)
    #expect(reading.labels == ["a", "b \"x\"", "", "a"])
    #expect(reading.drawing.records.map(\.info.line) == [2, 4, 6, 7])
    #expect(reading.drawing.invariantViolation() == nil)
    // A new path in the same group.
    let paths = try read("x,y,group,path\n0,0,a,1\n1,0,a,1\n2,0,a,2\n3,0,a,2\n")
    #expect(paths.labels == ["a", "a"])
    #expect(paths.drawing.groups.count == 2)
    // Bytes that aren't UTF-8 are told of.
    let latin = try read(Array("x,y,group\n0,0,caf".utf8) + [0xE9, 0x0A])
    #expect(latin.labels == ["caf\u{FFFD}"])
    #expect(latin.diagnostics.map(\.code) == ["csv.encoding"])
    #expect(latin.diagnostics.first?.place == Diagnostic.Place(line: 2, column: 5))
  }

  @Test func headerAloneIsAnEmptyDrawing() throws {
    let reading = try read("x,y\n")
    #expect(reading.error == nil)
    #expect(reading.drawing.isEmpty)
    #expect(reading.diagnostics.map(\.code) == ["csv.no-points"])
  }

  @Test func limitsHold() throws {
    let text = "0,0\n1,1\n2,2\n3,3\n"
    #expect(try read(text, limits: Limits(points: 10)).error == nil)
    #expect(try read(text, limits: Limits(points: 3)).error?.code == "csv.too-many-points")
    let dots = "0,0\n\n1,1\n\n2,2\n"
    #expect(try read(dots, limits: Limits(points: 4)).error?.code == "csv.too-many-points")
    let groups = "x,y,group\n0,0,a\n0,0,b\n0,0,c\n"
    #expect(try read(groups, limits: Limits(elements: 2)).error?.code == "csv.too-many-groups")
  }

  private func recognizes(_ bytes: [UInt8]) -> Bool { CSVImporter.recognizes(bytes.span) }

  @Test(arguments: [
    ("x,y\n1,2\n", true), ("1 2\n3 4\n", true), ("lon;lat;n\n1,5;2,5;a\n", true),
    ("# gnuplot\n1 2\n", true), ("1,2", true), ("x,y\n1,2\n\n,\n3,4", true),
    ("", false), ("x,y\n", false), ("hello, world\nhow are you, then\n", false),
    ("<svg>\n1,2\n</svg>", false), ("[[1,2],[3,4]]", false), ("{\"a\": [1, 2]}", false),
    ("%!PS\n1 2 moveto\n3 4 lineto\n", false), ("1\n2\n3\n", false), ("1,2\n3,a\n", false),
    ("\u{1}\u{2},1,2\n", false), ("%a,b\n1,2\n", true),
    // One line with more than one number in a cell of words.
    ("<svg viewBox=\"0 0 9 9\"><path d=\"M1 1h3\"/></svg>\n", false),
    ("\u{FEFF} <svg viewBox=\"0,0,9,9\"/>", false), ("[0,1,2,3]", false), ("{0 1}", false),
    ("%!PS 0 0 moveto", false),
  ])
  func recognizes(_ text: String, _ isCSV: Bool) {
    #expect(recognizes(Array(text.utf8)) == isCSV)
  }

  @Test func recognizesACutFile() {
    let text = "x,y\n" + String(repeating: "12.25,13.75\n", count: 1000)
    #expect(recognizes(Array(text.utf8.prefix(4096))))
    let wide =
      "x,y,note\n"
      + String(repeating: "1,2," + String(repeating: "n", count: 400) + "\n", count: 99)
    #expect(recognizes(Array(wide.utf8.prefix(4096))))
  }

  /// Whatever bytes come, the reader answers: a good drawing, or an error with a place.
  @Test func mutatedFilesNeverTrap() throws {
    let seeds = [
      "x,y,group,path\n0,0,a,1\n1.5,2e3,\"b \"\"c\"\"\",2\n\n,,,\n3,4,d,3\n",
      "1,5;2,5\r\n3;4\r\n#x\r\nnan;nan\r\n5;6\r\n", "lon lat\n1 2\t\n3 4\n", "a|b\r1|2\r3|4\r",
    ].map { Array($0.utf8) }
    let alphabet = Array("0123456789.,;|\t \n\r\"#-+eExynaN<\u{0}\u{FF}".utf8) + [0xEF, 0xBB, 0xBF]
    let options = ["", "closed=true", "unit=in", "header=no", "delimiter=space", "x=2 y=1 group=1"]
    var random = SeededGenerator(seed: 7)
    func below(_ n: Int) -> Int { Int(random.next() % UInt64(n)) }
    for round in 0..<3000 {
      var bytes = seeds[round % seeds.count]
      for _ in 0...below(6) where !bytes.isEmpty {
        let place = below(bytes.count)
        switch below(4) {
        case 0: bytes[place] = alphabet[below(alphabet.count)]
        case 1: bytes.insert(alphabet[below(alphabet.count)], at: place)
        case 2: bytes.remove(at: place)
        default: bytes.removeSubrange(place..<min(bytes.count, place + below(12)))
        }
      }
      let reading = try read(bytes, options[below(options.count)])
      if let error = reading.error {
        #expect(error.place != nil)
      } else {
        #expect(reading.drawing.invariantViolation() == nil, "\(bytes)")
      }
      _ = recognizes(bytes)
    }
  }

  /// A file without line ends is one row, which would take more memory than the file has bytes.
  @Test func tooManyColumns() throws {
    let reading = try read(Array(String(repeating: ",", count: 1_000_002).utf8))
    #expect(reading.error?.code == "csv.too-many-columns")
    #expect(reading.error?.place?.line == 1)
    #expect(reading.error?.place?.column == 1_000_001)
  }
}
