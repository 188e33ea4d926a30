import TestSupport
import Testing

/// The files that come out are well formed, as others judge it.
@Suite struct SampleFormatTests {
  @Test(.requires(.xmllint), arguments: Samples.drawings)
  func svgIsWellFormed(drawing: String) throws {
    let folder = try TemporaryDirectory()
    let output = folder.file("out.svg")
    try strokemill("convert", Samples.drawing(drawing), "-o", output)
    let result = try runProcess(["xmllint", "--noout", "--nonet", output])
    #expect(result.status == 0, "\(result.errorText)")
    let text = try readText(output)
    #expect(text.contains("viewBox=\""))
    // Numbers that aren't any: as a word between separators, whatever the attribute is.
    let words = text.split { !$0.isLetter && !$0.isNumber }
    #expect(!words.contains("nan") && !words.contains("inf"))
  }

  @Test(arguments: Samples.drawings)
  func epsKeepsTheDocumentStructuringConventions(drawing: String) throws {
    let folder = try TemporaryDirectory()
    let output = folder.file("out.eps")
    try strokemill("convert", Samples.drawing(drawing), "-o", output)
    #expect(dscFaults(in: try readFile(output)) == [])
  }

  /// The checker can fail: each damage to a good file is found.
  @Test(arguments: [
    ("%!PS-Adobe-3.0 EPSF-3.0", "%!PS"),
    ("%%BoundingBox: 0 0 10 10", "%%BoundingBox: 0 0 10.5 10"),
    ("%%BoundingBox: 0 0 10 10\n", ""),
    ("%%HiResBoundingBox: 0 0 9.5 9.5", "%%HiResBoundingBox: 0 0 19.5 9.5"),
    ("%%EndComments", "%%Comments"),
    ("%%EOF\n", ""),
    ("stroke", "strök"),
    ("stroke", String(repeating: "stroke ", count: 40)),
    ("stroke", "initgraphics stroke"),
  ])
  func aFaultIsFound(from: String, to: String) {
    let good = """
      %!PS-Adobe-3.0 EPSF-3.0
      %%BoundingBox: 0 0 10 10
      %%HiResBoundingBox: 0 0 9.5 9.5
      %%EndComments
      0 0 moveto 5 5 lineto stroke
      %%EOF

      """
    #expect(dscFaults(in: Array(good.utf8)) == [])
    let damaged = good.replacing(from, with: to, maxReplacements: 1)
    #expect(damaged != good)
    #expect(dscFaults(in: Array(damaged.utf8)) != [])
  }
}

/// What in a file goes against the Document Structuring Conventions 3.0 and the rules for EPSF 3.0 (Adobe
/// technical notes 5001 and 5002).
private func dscFaults(in bytes: [UInt8]) -> [String] {
  var faults: [String] = []
  if !bytes.allSatisfy({ $0 == 0x0A || (0x20..<0x7F).contains($0) }) {
    faults.append("there is something other than ASCII text and line feeds")
  }
  let lines = String(decoding: bytes, as: UTF8.self).split(
    separator: "\n", omittingEmptySubsequences: false)
  if lines.first != "%!PS-Adobe-3.0 EPSF-3.0" { faults.append("the first line is another") }
  if lines.suffix(2) != ["%%EOF", ""] { faults.append("it doesn't end with %%EOF") }
  if lines.contains(where: { $0.utf8.count > 255 }) { faults.append("a line is too long") }

  let header = lines.prefix { $0 != "%%EndComments" }
  if header.count == lines.count { faults.append("no %%EndComments") }
  if !header.allSatisfy({ $0.hasPrefix("%") }) { faults.append("code before %%EndComments") }
  func numbers(_ comment: String) -> [Double]? {
    let values = header.filter { $0.hasPrefix(comment + ":") }.map {
      $0.dropFirst(comment.count + 1).split(separator: " ").map { Double($0) ?? .nan }
    }
    return values.count == 1 && values[0].count == 4 ? values[0] : nil
  }
  guard let box = numbers("%%BoundingBox"), let exact = numbers("%%HiResBoundingBox") else {
    return faults + ["not exactly one %%BoundingBox and %%HiResBoundingBox"]
  }
  if box.contains(where: { $0 != $0.rounded() }) {
    faults.append("%%BoundingBox isn't in whole points")
  }
  if box[0] > exact[0] || box[1] > exact[1] || box[2] < exact[2] || box[3] < exact[3] {
    faults.append("%%BoundingBox doesn't hold %%HiResBoundingBox")
  }
  // What an EPS file must not use, since it would disturb the page that it's put on.
  let forbidden: Set<Substring> = [
    "initgraphics", "initclip", "erasepage", "initmatrix", "copypage", "grestoreall",
    "setpagedevice",
    "exitserver", "quit", "setglobal", "clear",
  ]
  for line in lines where !line.hasPrefix("%") {
    for word in line.split(separator: " ") where forbidden.contains(word) {
      faults.append("it uses \(word)")
    }
  }
  return faults
}
