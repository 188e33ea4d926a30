import TestSupport

/// A drawing of the corpora whose picture is to come through.
public struct CorpusCase: Sendable {
  /// What is known of it.
  public enum Kind: String, Sendable, CaseIterable {
    /// A real file of geometry alone, of which two renderers make the same picture.
    case truth
    /// Another real file that both can draw.
    case rest
    /// A test of a renderer, with a picture of how it must look.
    case reference

    /// What tables call it.
    public var title: String {
      switch self {
      case .truth: "real files, ground truth"
      case .rest: "real files, the others, without what was reported"
      case .reference: "renderer tests against their reference pictures"
      }
    }
  }

  /// What is known of it.
  public let kind: Kind
  /// The file.
  public let path: String
  /// Its name in the corpora.
  public let name: String
  /// The program that made it, or the category of the test.
  public let group: String
  /// Whether nothing is painted with an opacity between 0 and 1.
  public let isOpaque: Bool
  /// Whether it has text, which is drawn with the fonts that are installed.
  public let hasText: Bool
  /// The PNG that shows how it must look.
  public let picture: String?

  /// All cases of the corpora in a folder, in the order of their manifests.
  public static func all(in corpora: String) throws -> [CorpusCase] {
    func isSmall(_ score: String?) -> Bool { Double(score ?? "").map { $0 <= 0.02 } ?? false }
    func isOpaque(_ row: [String: String]) -> Bool {
      !(row["features"] ?? "").split(separator: " ").contains("alpha")
    }
    func hasText(_ row: [String: String]) -> Bool {
      (row["features"] ?? "").split(separator: " ").contains("text")
    }
    let real = "\(corpora)/real/open"
    var cases: [CorpusCase] = []
    for row in try readTable("\(real)/manifest.csv") where row["renders"] == "both" {
      guard let path = row["path"], let group = row["producer"] else { continue }
      let isTrue =
        row["geometry_only"] == "yes" && isSmall(row["agree_score"])
        && isSmall(row["agree_score_paper"])
      cases.append(
        CorpusCase(
          kind: isTrue ? .truth : .rest, path: "\(real)/\(path)",
          name: "real/\(path)",
          group: group, isOpaque: isOpaque(row), hasText: hasText(row), picture: nil))
    }
    let tests = "\(corpora)/resvg/open"
    for row in try readTable("\(tests)/manifest.csv") {
      guard let path = row["path"], let group = row["category"], let picture = row["reference_png"]
      else { continue }
      cases.append(
        CorpusCase(
          kind: .reference, path: "\(tests)/\(path)", name: "resvg/\(path)", group: group,
          isOpaque: isOpaque(row), hasText: false, picture: "\(tests)/\(picture)"))
    }
    return cases
  }

  /// A fixed part of the cases, in which each kind has its share.
  public static func sample(of cases: [CorpusCase]) -> [CorpusCase] {
    let steps: [Kind: Int] = [.truth: 6, .rest: 6, .reference: 4]
    var seen: [Kind: Int] = [:]
    var texts = 0
    return cases.filter { one in
      if one.hasText {
        texts += 1
        return texts % 3 == 0
      }
      defer { seen[one.kind, default: 0] += 1 }
      return seen[one.kind, default: 0] % (steps[one.kind] ?? 1) == 0
    }
  }
}
