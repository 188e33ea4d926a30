/// A file that was made to break a reader, and what its manifest says is to become of it.
public struct HostileCase: Sendable, CustomStringConvertible {
  /// What is to become of a file.
  public enum Verdict: String, Sendable {
    /// Refused.
    case refused = "R"
    /// Read, without a word.
    case read = "A"
    /// Read, with a warning.
    case readWithWarning = "AW"
    /// Either, safely.
    case either = "E"
  }

  /// Where the files lie beside the project.
  public static let folder = "\(Locations.shared ?? "")/corpus/hostile/open"

  /// The file's name below the folder.
  public let path: String
  /// What it's a file of: `svg`, `csv`, `json` or `pipeline`.
  public let kind: String
  /// What is to become of it.
  public let verdict: Verdict
  /// The line that the message must name, where that is sure.
  public let line: Int?
  /// What it draws, in words; empty where that isn't sure.
  public let geometry: String
  /// What is wrong with it.
  public let what: String
  /// How many bytes it has.
  public let size: Int

  /// The name and what is wrong.
  public var description: String { "\(path): \(what)" }

  /// The file's whole name.
  public var file: String { "\(Self.folder)/\(path)" }

  /// All cases of the manifest; none where it doesn't lie beside the project.
  public static let all: [HostileCase] = ((try? readTable("\(folder)/manifest.csv")) ?? [])
    .compactMap { row in
      guard let path = row["path"], let kind = row["kind"],
        let verdict = Verdict(rawValue: row["expect"] ?? "")
      else { return nil }
      return HostileCase(
        path: path, kind: kind, verdict: verdict, line: Int(row["line"] ?? ""),
        geometry: row["geometry"] ?? "", what: row["what"] ?? "", size: Int(row["size"] ?? "") ?? 0)
    }

  /// The cases of one kind.
  public static func all(_ kind: String) -> [HostileCase] { all.filter { $0.kind == kind } }
}
