import TestSupport
import Testing

/// What the sample pipelines make of the sample drawings.
@Suite(.requires(.rsvgConvert, .ghostscript)) struct SamplePipelineTests {
  @Test func thereAreSamples() {
    #expect(Samples.drawings.count >= 10)
    #expect(Samples.pipelines.count >= 5)
  }

  /// Every pipeline over every drawing: its SVG and its EPS show the same picture, something is there, and a
  /// second run writes the same bytes.
  @Test(arguments: Samples.pipelines, Samples.drawings)
  func pipelineOutputsAgree(pipeline: String, drawing: String) throws {
    let folder = try TemporaryDirectory()
    for format in ["svg", "eps"] {
      for run in ["1", "2"] {
        try strokemill(
          "convert", Samples.drawing(drawing), "-p", Samples.pipeline(pipeline), "-o",
          folder.file("\(run).\(format)"))
      }
      let same =
        try readFile(folder.file("1.\(format)")) == readFile(folder.file("2.\(format)"))
      #expect(same, "two runs wrote different \(format) files")
    }
    let comparison = try compareDrawings(folder.file("1.svg"), folder.file("1.eps"))
    #expect(!comparison.isBlank)
    #expect(comparison.score <= PictureComparison.threshold)
  }

  /// By way of the drawing form nothing is lost: the SVG is the same to the byte.
  @Test(arguments: Samples.drawings)
  func theDrawingFormKeepsEverything(drawing: String) throws {
    let folder = try TemporaryDirectory()
    try strokemill("convert", Samples.drawing(drawing), "-o", folder.file("direct.svg"))
    try strokemill("convert", Samples.drawing(drawing), "-o", folder.file("drawing.json"))
    try strokemill("convert", folder.file("drawing.json"), "-o", folder.file("again.json"))
    try strokemill("convert", folder.file("drawing.json"), "-o", folder.file("by-way.svg"))
    #expect(
      try readText(folder.file("direct.svg")) == readText(folder.file("by-way.svg")))
    #expect(
      try readText(folder.file("drawing.json")) == readText(folder.file("again.json")))
  }
}
