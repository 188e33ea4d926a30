import TestSupport
import Testing

/// Files that are large beside what is in them.
@Suite(.requires(.time)) struct LargeFileTests {
  /// The bytes of a file are held once, whatever is done with it: no copy for the reader, or for the caller.
  @Test(arguments: ["convert", "info", "explain"])
  func bytesAreHeldOnce(command: String) throws {
    let folder = try TemporaryDirectory()
    func memory(_ blanks: Int) throws -> Int {
      // Spaces and line breaks between two elements: nothing is made of them.
      let line = String(repeating: " ", count: 999) + "\n"
      let blank = String(repeating: line, count: blanks / 1000)
      let file = try folder.write(
        "in.svg", "<svg xmlns='http://www.w3.org/2000/svg'>\(blank)<path d='M0 0h9'/></svg>")
      let output = command == "convert" ? ["-o", folder.file("\(blanks).svg")] : []
      let (result, memory) = try runMeasured([Locations.tool, command, file] + output)
      #expect(result.status == 0, "\(result.errorText)")
      return memory
    }
    let size = 40_000_000
    let growth = try memory(size) - memory(1000)
    #expect(growth > size / 2 && growth < size * 13 / 10, "\(growth)")
  }
}
