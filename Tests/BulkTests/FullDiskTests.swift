import TestSupport
import Testing

/// Runs a program where its mounts are its own.
private let own = ["unshare", "--map-root-user", "--mount"]

/// Whether a file system of a test's own can be mounted, where only the test sees it.
private let canMount =
  (try? runProcess(own + ["mount", "-t", "tmpfs", "-o", "size=64k", "none", "/mnt"]))?
  .status == 0

/// A disk that fills up in the middle of a run.
@Suite(.enabled(if: canMount, "no file system can be mounted here"))
struct FullDiskTests {
  @Test(arguments: [[], ["--isolate"], ["--overwrite"]] as [[String]])
  func onlyWholeFilesAreLeft(_ options: [String]) throws {
    let bulk = try BulkFolder(count: 40, points: 200)
    let arguments = (BulkFolder.options + options + ["-j", "2", "--quiet", "--report", "report"])
      .map { "'\($0)'" }.joined(separator: " ")
    let result = try runProcess(
      own + [
        "bash", "-c",
        """
        mkdir out && mount -t tmpfs -o size=64k none out || exit 99
        '\(Locations.tool)' convert *.csv -o out/ \(arguments)
        status=$?
        mkdir kept && cp -a out/. kept/
        exit $status
        """,
      ], directory: bulk.folder.path)
    #expect(result.status == 1, "\(result.errorText)")
    let kept = try names(in: bulk.folder.file("kept"))
    #expect(!kept.isEmpty && kept.count < bulk.count)
    for name in kept {
      let whole = try readFile(bulk.folder.file("kept/\(name)")) == bulk.expected[name]
      #expect(whole, "\(name) isn't whole")
    }
    let rows = try readText(bulk.folder.file("report")).split(separator: "\n")
    #expect(rows.count == bulk.count)
    #expect(rows.count { $0.contains(#""state":"done""#) } == kept.count)
    let lines = result.errorText.split(separator: "\n")
    let full = lines.count { $0.contains("no space left on the device [output.unwritable]") }
    #expect(full == bulk.count - kept.count, "\(result.errorText)")
  }
}
