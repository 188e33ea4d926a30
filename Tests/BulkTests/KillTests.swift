import TestSupport
import Testing

/// A run that is killed leaves whole files and nothing else.
@Suite struct KillTests {
  /// How often a run is killed; more when someone has the time.
  private static let rounds = Int(environment("STROKEMILL_KILLS") ?? "") ?? 12

  @Test(arguments: [false, true]) func everyOutputIsWholeOrAbsent(replaces: Bool) throws {
    let bulk = try BulkFolder(count: 120)
    var cutShort = 0
    for round in 0..<Self.rounds {
      if replaces {
        // Each output takes the place of an older file.
        let result = try bulk.script(
          "mkdir -p out; rm -f out/.*.tmp; for f in *.csv; do cp \"expected/${f%.csv}.svg\" out/; done"
        )
        #expect(result.status == 0, "\(result.errorText)")
      } else {
        _ = try bulk.script("rm -rf out")
      }
      // From the first moment to the last of a run.
      let pause = Double(round) / Double(Self.rounds) * 0.25
      let result = try bulk.script(
        "(convert -j 2 --quiet --overwrite) & sleep \(pause); kill -KILL $! 2>/dev/null; wait $!; exit 0"
      )
      #expect(result.status == 0)
      let outputs = try bulk.outputs()
      TrialLog.note(
        "a run is killed", isRejected: outputs.count < bulk.count, seconds: result.seconds)
      if replaces {
        #expect(outputs.count { !$0.hasSuffix(".tmp") } == bulk.count)
      } else {
        // What had no name yet leaves nothing behind.
        #expect(!outputs.contains { $0.hasSuffix(".tmp") })
        if outputs.count < bulk.count { cutShort += 1 }
      }
    }
    if !replaces { #expect(cutShort > 0, "no run was killed before its end") }
  }
}
