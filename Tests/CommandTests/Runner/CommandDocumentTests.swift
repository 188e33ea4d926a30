import TestSupport
import Testing

/// The runner itself: what it takes for an example, and that a wrong expectation fails.
@Suite struct CommandDocumentTests {
  private func run(_ text: String) throws -> (mismatches: [String], corrected: String) {
    let folder = try TemporaryDirectory()
    let path = environment("PATH") ?? ""
    let (mismatches, corrected) = try CommandDocument(text).run(in: folder, path: path)
    return (mismatches.map(\.description), corrected)
  }

  /// A document that uses all of the notation and is true.
  private let good = """
    # A title

    ```text names.txt
    b
    a
    ```
    Prose with `code`.
    ```console
    $ sort names.txt
    a
    b
    $ sort names.txt | \\
      head -n 1
    a
    $ cat <<'END'
    one
    $ two
    END
    one
    \\$ two
    $ echo lost >&2; exit 3
    ! lost
    # exit: 3
    $ printf '%s' half
    half
    # no newline at the end
    $ seq 100
    1
    ...
    99
    100
    $ true
    ```
    ````markdown
    ```console
    $ echo not run
    nothing
    ```
    ````
    ```sh
    $ echo not run either
    ```

    """

  @Test func aTrueDocumentPasses() throws {
    let (mismatches, corrected) = try run(good)
    #expect(mismatches == [])
    #expect(corrected == good)
  }

  @Test(arguments: [
    ("$ sort names.txt\na\nb", "$ sort names.txt\nb\na"),
    ("a\nb\n$", "a\n$"),
    ("! lost", "lost"),
    ("! lost\n", ""),
    ("# exit: 3", "# exit: 4"),
    ("# exit: 3\n", ""),
    ("# no newline at the end\n", ""),
    ("...\n99", "...\n98"),
    ("$ true", "$ false"),
  ])
  func aChangedExpectationFails(from: String, to: String) throws {
    #expect(good.contains(from))
    let (mismatches, corrected) = try run(good.replacing(from, with: to, maxReplacements: 1))
    #expect(mismatches.count == 1)
    // What is recorded is true again, save that a command which changed stays changed.
    #expect(try run(corrected).mismatches == [])
  }

  @Test func aMismatchNamesTheLine() throws {
    let (mismatches, _) = try run("```console\n$ echo 1\n1\n$ echo 2\n3\n```\n")
    #expect(mismatches.count == 1)
    #expect(mismatches.first?.hasPrefix("line 4: echo 2\n") == true)
  }
}
