import TestSupport

/// How one file came through in one format.
public struct Verdict: Sendable {
  /// The file.
  public let file: CorpusCase
  /// `svg` or `eps`.
  public let format: String
  /// How far the pictures differ; nil when there is none.
  public var score: Double?
  /// Why there is no score.
  public var failure: String?
  /// What was said to be lost while reading, by kind.
  public var lossesOfInput: [String] = []
  /// What was said to be lost while writing, by kind.
  public var lossesOfOutput: [String] = []
  /// How long the conversion took.
  public var seconds = 0.0

  /// Whether both pictures are the same.
  public var isSame: Bool { score.map { $0 <= PictureComparison.threshold } ?? false }

  /// Converts a file and compares what came out, in place.
  public init(of file: CorpusCase, format: String, by converter: Converter) {
    self.file = file
    self.format = format
    do {
      let folder = try TemporaryDirectory()
      let output = folder.file("out.\(format)")
      var result = try converter.convert(file.path, to: output)
      (lossesOfInput, lossesOfOutput) = (result.lossesOfInput, result.lossesOfOutput)
      seconds = result.seconds
      if let failure = result.failure {
        self.failure = failure
        return
      }
      if let picture = file.picture {
        score = try compareWithPicture(picture, output).score
        return
      }
      var original = file.path
      if file.kind == .rest, !result.places.isEmpty {
        // What is left without the reported elements is what is compared.
        var document = try readFile(file.path)
        if document.starts(with: [0x1F, 0x8B]) {
          document = try runProcess(["gzip", "-dc", file.path]).output
        }
        original = folder.file("rest.svg")
        try writeFile(original, ReportedElements(document).without(result.places))
        result = try converter.convert(original, to: output)
        if let failure = result.failure {
          self.failure = failure
          return
        }
      }
      score = try compareDrawings(original, output).score
    } catch {
      failure = "\(error)"
    }
  }
}
