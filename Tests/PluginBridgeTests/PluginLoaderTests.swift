import Glibc
import PluginBridge
import PluginKit
import TestSupport
import Testing

@Suite struct PluginLoaderTests {
  private let folder: TemporaryDirectory
  private let source = "\(Locations.packageRoot)/Tests/PluginBridgeTests/two-names.c"

  init() throws { folder = try TemporaryDirectory() }

  /// Builds the small plug-in, whose stage has the given name.
  @discardableResult
  private func build(_ file: String, stage: String = "nothing") throws -> String {
    let path = folder.file(file)
    let stem = file.split(separator: "/").last?.prefix { $0 != "." } ?? ""
    let result = try runProcess([
      "clang", "-std=c11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
      "-I\(Locations.packageRoot)/Sources/CPluginABI/include",
      "-DENTRY=strokemill_plugin_\(stem.filter(\.isLetter))", "-DSTAGE=\"\(stage)\"", source, "-o",
      path,
    ])
    try #require(result.status == 0, "\(result.errorText)")
    return path
  }

  private func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private func load(_ paths: String...) -> PluginLoader {
    var loader = PluginLoader()
    for path in paths { loader.load(path) }
    return loader
  }

  @Test func filesAndFolders() throws {
    let one = try build("one.so")
    #expect(load(one).plugins.map(\.name) == ["two-names"])
    mkdir(folder.file("more"), 0o755)
    try build("more/b.so", stage: "b")
    try build("more/a.so", stage: "a")
    try folder.write("more/readme.txt", "No plug-in.")
    let loader = load(folder.file("more"), one, one, folder.file("more/a.so"))
    // Each once, a folder's in order of their names.
    #expect(loader.findings.map { fileName($0.file) } == ["a.so", "b.so", "one.so"])
    #expect(loader.findings.allSatisfy { $0.reason == nil && $0.isNamed })
    #expect(loader.conflicts().isEmpty)
  }

  @Test func whatIsExecutableIsAProgram() throws {
    let library = try build("one.so")
    let program = try folder.write("program", "#!/bin/sh")
    chmod(program, 0o755)
    let notes = try folder.write("notes.txt", "No plug-in.")
    func loader() -> PluginLoader {
      PluginLoader { (path) throws(PluginFault) in
        Plugin(name: fileName(path), version: "1", components: [])
      }
    }
    var all = loader()
    all.load(folder.path)
    #expect(all.findings.map { fileName($0.file) } == ["one.so", "program"])
    #expect(all.findings.map(\.isProgram) == [false, true])
    #expect(all.plugins.map(\.name) == ["two-names", "program"])
    // Who is named and isn't one is told why.
    var named = loader()
    named.load(notes)
    named.load(library)
    #expect(
      named.findings.map { $0.reason?.prefix(43) } == [
        "it's neither a library (*.so) nor a program", nil,
      ])
    chmod(program, 0o777)
    var trusting = loader()
    trusting.load(program)
    #expect(trusting.findings.first?.reason?.contains("others may write to it") == true)
    // Those in the folders that are always looked into wait until somebody needs them.
    chmod(program, 0o755)
    var found = loader()
    found.search([folder.path], startsPrograms: false)
    #expect(found.plugins.map(\.name) == ["two-names"])
    let wereThere = found.startPrograms()
    #expect(wereThere)
    #expect(found.plugins.map(\.name) == ["two-names", "program"])
    let areThere = found.startPrograms()
    #expect(!areThere)
    // Without anything to start them with they're left alone.
    #expect(load(folder.path).findings.map { fileName($0.file) } == ["one.so"])
  }

  @Test func whatIsBrokenHasAReasonAndTheOthersAreLoaded() throws {
    let good = try build("good.so")
    let text = try folder.write("text.so", "This is no library.")
    let named = try build("misnamed.so")
    rename(named, folder.file("othername.so"))
    mkdir(folder.file("empty"), 0o755)
    let loader = load(
      text, folder.file("othername.so"), folder.file("nowhere.so"), folder.file("empty"), good)
    let reasons = loader.findings.map { $0.reason ?? "" }
    try #require(reasons.count == 5)
    #expect(reasons[0].hasPrefix("it can't be loaded: "))
    #expect(reasons[1].contains("it has no function 'strokemill_plugin_othername'"))
    #expect(reasons[2] == "there is no such file or folder")
    #expect(reasons[3] == "no plug-in lies in it, neither a library (*.so) nor a program")
    #expect(reasons[4] == "" && loader.plugins.count == 1)
  }

  @Test func whatOthersMayWriteToIsRefused() throws {
    let file = try build("open.so")
    chmod(file, 0o757)
    #expect(load(file).findings[0].reason?.contains("others may write to it") == true)
    chmod(file, 0o755)
    #expect(load(file).plugins.count == 1)

    mkdir(folder.file("public"), 0o755)
    let inside = try build("public/inside.so")
    chmod(folder.file("public"), 0o777)
    #expect(load(inside).findings[0].reason?.contains("others may write to its folder") == true)
    #expect(load(folder.file("public")).findings[0].reason?.contains("others may write") == true)
    // Where only owners may remove things a file is safe, but all that lies there is not.
    chmod(folder.file("public"), 0o1777)
    #expect(load(inside).plugins.count == 1)
    #expect(load(folder.file("public")).findings[0].reason?.contains("others may write") == true)
  }

  /// Only root can give a file to any group.
  @Test(.enabled(if: geteuid() == 0)) func whatAGroupMayWriteToIsRefused() throws {
    let file = try build("open.so")
    chmod(file, 0o775)
    // This user's own group is nobody else.
    #expect(load(file).plugins.count == 1)
    chown(file, 0, 12_345)
    chmod(file, 0o775)
    #expect(
      load(file).findings[0].reason
        == "its group may write to it; take that from them with chmod g-w \(resolved(file))")

    mkdir(folder.file("shared"), 0o755)
    let shared = try build("shared/inside.so")
    chown(folder.file("shared"), 0, 12_345)
    chmod(folder.file("shared"), 0o775)
    #expect(load(shared).findings[0].reason?.contains("its group may write to its folder") == true)
    #expect(load(folder.file("shared")).findings[0].reason?.hasPrefix("its group") == true)
    chmod(folder.file("shared"), 0o755)
    #expect(load(shared).plugins.count == 1)
    // A folder farther above may be a group's, as /usr/local is in some systems.
    chown(folder.path, 0, 12_345)
    chmod(folder.path, 0o770)
    #expect(load(shared).plugins.count == 1)
  }

  /// Only root can give a file away.
  @Test(.enabled(if: geteuid() == 0)) func whatBelongsToAnotherIsRefused() throws {
    let file = try build("foreign.so")
    chown(file, 12_345, 12_345)
    #expect(
      load(file).findings[0].reason?.hasPrefix("it belongs to another user (number 12345)") == true)
    chown(file, 0, 0)
    mkdir(folder.file("foreign"), 0o755)
    let inside = try build("foreign/inside.so")
    chown(folder.file("foreign"), 12_345, 12_345)
    #expect(load(inside).findings[0].reason?.contains("belongs to another user") == true)
    #expect(load(folder.file("foreign")).findings[0].reason?.hasPrefix("it belongs") == true)
  }

  @Test func equalNamesNameBothFiles() throws {
    let loader = load(try build("a.so"), try build("b.so"), try build("c.so", stage: "other"))
    let conflicts = loader.conflicts()
    try #require(conflicts.count == 1)
    let message = conflicts[0].message
    #expect(message.hasPrefix("the stage 'nothing' is in "))
    #expect(message.contains("/a.so and in ") && message.contains("/b.so; leave out all but one"))
    #expect(conflicts[0].isNamed && conflicts[0].files.map(fileName) == ["a.so", "b.so"])
    let again = loader.conflicts(with: loader.plugins)
    #expect(again.contains { $0.message.contains("is in strokemill itself (two-names) and in ") })
  }

  @Test func aNameOfTwoStandsForNeither() throws {
    let loader = load(try build("a.so"), try build("b.so"), try build("c.so", stage: "other"))
    let plugins = loader.plugins(beside: [])
    #expect(plugins.map { $0.components.map(\.name) } == [["nothing"], [], ["other"]])
    do {
      _ = try plugins[0].stage([])
      Issue.record("it can be used")
    } catch let error as OptionProblems {
      let message = loader.conflicts().first?.message
      #expect(error.problems == [OptionProblem(option: nil, message ?? "")])
    }
    _ = try plugins[2].stage([])
  }

  @Test func whatIsNamedReplacesAnotherBuildThatIsFound() throws {
    mkdir(folder.file("found"), 0o755)
    let found = try build("found/a.so")
    let named = try build("a.so", stage: "newer")
    var loader = load(named)
    loader.search([folder.file("found")])
    #expect(loader.findings.map { fileName($0.replacement ?? "") } == ["", "a.so"])
    #expect(loader.findings[1].file == resolved(found) && loader.findings[1].reason == nil)
    #expect(loader.conflicts().isEmpty)
    #expect(loader.plugins(beside: []).flatMap(\.components).map(\.name) == ["newer"])
  }

  @Test func foldersThatAreSearchedNeedNotExist() throws {
    var loader = PluginLoader()
    try build("found.so")
    loader.search(["/no/such/folder", folder.path])
    #expect(loader.plugins.count == 1)
    #expect(loader.findings.allSatisfy { !$0.isNamed })
  }

  @Test func searchPath() {
    func folders(_ environment: [String: String], _ executable: String? = nil) -> [String] {
      PluginSearchPath.folders(environment: { environment[$0] }, executable: executable)
    }
    #expect(folders([:]) == [])
    #expect(
      folders(["HOME": "/h/a"], "/usr/local/bin/strokemill") == [
        "/h/a/.local/share/strokemill/plugins", "/usr/local/lib/strokemill/plugins",
      ])
    #expect(
      folders(
        ["STROKEMILL_PLUGIN_PATH": "/p::.:q:/r:/p", "XDG_DATA_HOME": "/d", "HOME": "/h/a"],
        "/x/.build/release/strokemill") == ["/p", "/r", "/d/strokemill/plugins"])
    // By the standard a relative XDG_DATA_HOME counts as none.
    #expect(
      folders(["XDG_DATA_HOME": "d", "HOME": "/h"]) == ["/h/.local/share/strokemill/plugins"])
  }
}
