// Programs outside the tests use this target as well, where there is no such module.
#if canImport(Testing)
  public import Testing

  /// A program from outside that some tests need as a judge.
  public enum JudgeTool: String, Sendable {
    /// Draws SVG.
    case rsvgConvert = "rsvg-convert"
    /// Draws EPS.
    case ghostscript = "gs"
    /// Validates XML.
    case xmllint = "xmllint"
    /// Validates JSON against a JSON Schema.
    case jsonschema = "jsonschema"
    /// Opens pages.
    case chromium
    /// Measures a process's memory.
    case time = "time"
    /// Tells which system calls a process makes.
    case strace

    /// The Debian package that it comes from.
    public var debianPackage: String {
      switch self {
      case .rsvgConvert: "librsvg2-bin"
      case .ghostscript: "ghostscript"
      case .xmllint: "libxml2-utils"
      case .jsonschema: "python3-jsonschema"
      case .chromium: "chromium"
      case .time: "time"
      case .strace: "strace"
      }
    }

    /// Whether it's in `PATH`.
    public var isInstalled: Bool {
      (environment("PATH") ?? "").split(separator: ":").contains { exists("\($0)/\(rawValue)") }
    }
  }

  /// Whether a missing tool fails the test that needs it: so in CI and through `make test`. In a plain
  /// `swift test` such a test is skipped and says so.
  public let missingToolsFail =
    environment("STROKEMILL_REQUIRE_TOOLS") != nil || environment("CI") != nil

  extension Trait where Self == ConditionTrait {
    /// The test needs these programs; see `missingToolsFail` for what happens without them.
    public static func requires(_ tools: JudgeTool...) -> Self {
      let missing = tools.filter { !$0.isInstalled }
      let packages = missing.map(\.debianPackage).joined(separator: " ")
      return .enabled(
        if: missing.isEmpty || missingToolsFail,
        "needs \(missing.map(\.rawValue).joined(separator: ", ")): apt-get install \(packages)")
    }

    /// The test reads data that lies beside the project; it's skipped where that is not there.
    public static var requiresSharedData: Self {
      .enabled(
        if: Locations.shared != nil || environment("CI") != nil,
        "needs the folder ../shared (or STROKEMILL_SHARED)")
    }
  }
#endif
