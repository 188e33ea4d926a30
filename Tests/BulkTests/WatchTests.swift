import TestSupport
import Testing

/// `--watch`. What is waited for is a line of output, however long that takes.
@Suite(.serialized) struct WatchTests {
  /// Runs a script beside a watching tool. `see WORDS` waits until the tool has said so, and from then on looks
  /// only at what it says later.
  private func script(
    _ folder: TemporaryDirectory, _ command: String, _ text: String
  ) throws -> ProcessResult {
    try runProcess(
      [
        "bash", "-mc",
        """
        seen=1
        see() {
          for i in $(seq 3000); do
            at=$(tail -n +$seen said | grep -n -m1 -F -- "$1" | cut -d: -f1)
            if [ -n "$at" ]; then seen=$((seen + at)); return; fi
            sleep 0.02
          done
          echo "not seen: $1"; cat said; kill -KILL $!; exit 9
        }
        : >said
        (exec '\(Locations.tool)' \(command) --watch) 2>said &
        \(text)
        kill -INT $!; wait $!; echo "status $?"
        """,
      ], directory: folder.path, timeout: 100)
  }

  @Test func inputsAreFollowed() throws {
    let folder = try TemporaryDirectory()
    let result = try script(
      folder, "convert in -r -o out/ --to csv -s translate:x=1",
      """
      see "in: error"; see watching; grep -c "in: error" said
      mkdir in; echo 0,0 >in/a.csv; see "in/a.csv ->"; sed -n 2p out/a.csv
      echo 5,5 >in/a.csv; see "in/a.csv -> out/a.csv"; sed -n 2p out/a.csv
      mkdir -p in/deep/deeper; echo 7,7 >in/deep/deeper/b.csv; see "in/deep/deeper/b.csv ->"
      mv in/deep/deeper/b.csv in/deep/c.csv; see "out/deep/deeper/b.csv was removed"; see "in/deep/c.csv ->"
      echo 1,oops >in/a.csv; see "in/a.csv:1:3: error"; sed -n 2p out/a.csv
      echo 8,8 >in/new; mv in/new in/a.csv; see "in/a.csv ->"; sed -n 2p out/a.csv
      rm -r in/deep; see "in/deep/c.csv is gone"
      find out -type f
      """)
    #expect(
      result.outputText == """
        1
        1,0,1,
        6,5,1,
        6,5,1,
        9,8,1,
        out/a.csv
        status 130

        """, "\(result.outputText) \(result.errorText)")
  }

  /// The pipeline file and what it extends; a fault is told once and forgotten when it's put right.
  @Test func thePipelineIsFollowed() throws {
    let folder = try TemporaryDirectory()
    try folder.write("a.csv", "0,0\n")
    let result = try script(
      folder, "run top.json",
      """
      see "can't be opened"
      echo '{"stages": [{"translate": {"x": 1}, "id": "move"}], "inputs": ["*.csv"], "output": "out/"}' >base.json
      echo '{"extends": "base.json", "export": {"csv": {}}}' >top.json
      see "a.csv -> "; sed -n 2p out/a.csv
      sed -i s/1/2/ base.json; see "a.csv -> "; sed -n 2p out/a.csv
      echo '{"extends": "base.json", "export": {"cvs": {}}}' >top.json; see "pipeline.unknown-format"
      echo 3,3 >a.csv; sleep 0.3; echo 4,4 >a.csv; sleep 0.3
      echo '{"extends": "base.json", "export": {"csv": {}}}' >top.json; see "a.csv -> "; sed -n 2p out/a.csv
      grep -c unknown-format said
      """)
    #expect(result.outputText == "1,0,1,\n2,0,1,\n6,4,1,\n1\nstatus 130\n", "\(result.outputText)")
  }

  /// Outputs that were there before are nobody's, and an output in a folder that is watched starts nothing.
  @Test func whatIsThereStays() throws {
    let folder = try TemporaryDirectory()
    for name in ["a", "b"] { try folder.write("\(name).svg", Self.square) }
    try folder.write("b.csv", "mine\n")
    let result = try script(
      folder, "convert '*.svg' -o '{stem}.csv' --exclude b.svg",
      """
      see watching; sleep 0.3; cp a.svg c.svg; see "c.svg -> c.csv"
      echo mine >d.csv; cp a.svg d.svg; see "the output d.csv is there already"; rm d.csv; see "d.svg -> d.csv"
      grep -c -- '->' said; cat b.csv
      """)
    #expect(result.outputText == "2\nmine\nstatus 130\n", "\(result.outputText)")
  }

  private static let square =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><path d=\"M0 0h9v9z\"/></svg>"
}
