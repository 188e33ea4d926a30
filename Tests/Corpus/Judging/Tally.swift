/// How many of some files came through.
public struct Tally: Sendable {
  /// How many there are.
  public var files = 0
  /// How many show the same.
  public var same = 0

  /// Nothing counted.
  public init() {}

  /// Counts the verdicts that a condition holds for.
  public init(_ verdicts: [Verdict], where holds: (Verdict) -> Bool = { _ in true }) {
    for verdict in verdicts where holds(verdict) {
      files += 1
      if verdict.isSame { same += 1 }
    }
  }

  /// The share in percent; 100 of nothing.
  public var percent: Double { files == 0 ? 100 : 100 * Double(same) / Double(files) }

  /// For a table, such as `99.5 % (200)`.
  public var text: String { files == 0 ? "" : "\(Tally.tenths(percent)) % (\(files))" }

  /// A number with one decimal, rounded down: a share that is reached is reached.
  static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded(.down))
    return "\(tenths / 10).\(tenths % 10)"
  }
}

/// What is to be reached, in percent.
public struct CorpusTarget: Sendable {
  /// What counts.
  public let kind: CorpusCase.Kind
  /// `svg` or `eps`.
  public let format: String
  /// Whether only opaque files count.
  public let isOpaqueOnly: Bool
  /// Whether only files with text count of which nothing was reported.
  public var isOfText = false
  /// The least share that must show the same.
  public let percent: Double
  /// The least share of the fixed sample, below which something has become worse.
  public let sampleFloor: Double

  /// All targets.
  public static let all = [
    CorpusTarget(kind: .truth, format: "svg", isOpaqueOnly: false, percent: 99.5, sampleFloor: 99),
    CorpusTarget(kind: .truth, format: "eps", isOpaqueOnly: true, percent: 99, sampleFloor: 98.5),
    CorpusTarget(kind: .truth, format: "eps", isOpaqueOnly: false, percent: 95, sampleFloor: 98),
    CorpusTarget(kind: .rest, format: "svg", isOpaqueOnly: false, percent: 98, sampleFloor: 97),
    // Of the six files that differ three are in the sample, which has 33 of this kind.
    CorpusTarget(kind: .rest, format: "eps", isOpaqueOnly: true, percent: 95, sampleFloor: 90),
    CorpusTarget(
      kind: .rest, format: "svg", isOpaqueOnly: false, isOfText: true, percent: 95, sampleFloor: 94),
    CorpusTarget(
      kind: .rest, format: "eps", isOpaqueOnly: true, isOfText: true, percent: 95, sampleFloor: 94),
    CorpusTarget(
      kind: .reference, format: "svg", isOpaqueOnly: false, percent: 98, sampleFloor: 93),
    CorpusTarget(kind: .reference, format: "eps", isOpaqueOnly: true, percent: 96, sampleFloor: 94),
  ]

  /// How many of some verdicts it concerns came through.
  public func tally(_ verdicts: [Verdict]) -> Tally {
    Tally(verdicts) {
      $0.file.kind == kind && $0.format == format && (!isOpaqueOnly || $0.file.isOpaque)
        && (!isOfText || $0.file.hasText && $0.lossesOfInput.isEmpty)
    }
  }

  /// What it's about, in words.
  public var title: String {
    let files = isOfText ? "real files with text and without losses" : kind.title
    return "\(files): SVG → \(format.uppercased())" + (isOpaqueOnly ? ", opaque" : "")
  }
}
