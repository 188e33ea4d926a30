import BuiltinPlugins
import NumberText
import Pipeline
import PluginBridge
import PluginKit
import StrictJSON

/// `strokemill plugins`: lists the plug-ins that there are, and what is wrong with those that can't be
/// used.
enum PluginsCommand {
  static let spec = CommandSpec(
    name: "plugins", operands: "[new NAME]", operandCount: 0...2,
    summary: "List the plug-ins that there are, or begin a new one.",
    details: [
      "Without 'new' it lists the plug-ins, built in and loaded, and says why one can't be used.",
      "Plug-ins (*.so, and programs) are loaded from the folders of STROKEMILL_PLUGIN_PATH (joined by colons), "
        + "from strokemill/plugins in XDG_DATA_HOME (~/.local/share), and from lib/strokemill/plugins "
        + "beside the bin that strokemill lies in; never from the current folder. A file or a folder "
        + "that others may write to, or that belongs to another user, is refused.",
      "With 'new' it writes a plug-in that works, with a test, into the new folder NAME.",
      "Exit status: 0 when all can be used, 1 when one can't.",
    ],
    options: [
      PluginOptions.plugin,
      OptionSpec(
        name: "verbose", letter: "v",
        help: "Show each plug-in's formats and stages, and the folders that are looked into."),
      OptionSpec(name: "json", help: "Write JSON: all of it, for a script."),
      language, strokemill,
    ],
    examples: [
      ("strokemill plugins", "Is it there, and can it be used?"),
      ("strokemill plugins --verbose --plugin ./libspiral.so", "What does it bring?"),
      ("strokemill plugins new wave --language c", "A stage of your own, in C:"),
    ],
    run: run)

  private static func run(_ arguments: ParsedArguments) -> Int32 {
    if let first = arguments.operands.first {
      guard first.text == "new", arguments.operands.count == 2 else {
        Tool.usageError(
          "'plugins' takes no operands, or 'new' and a name", arguments.text("color"))
        return ExitStatus.usage
      }
      return new(arguments.operands[1], arguments)
    }
    if let option = [language, strokemill].first(where: { arguments.has($0.name) }) {
      Tool.usageError(
        "'--\(option.name)' goes with 'strokemill plugins new NAME'", arguments.text("color"))
      return ExitStatus.usage
    }
    let rows = rows(of: PluginOptions.load(arguments))
    let written = Terminal.output(
      arguments.has("json") ? json(rows) : text(rows, isVerbose: arguments.has("verbose")))
    guard written == ExitStatus.done else { return written }
    return rows.contains { $0.reason != nil } ? ExitStatus.failed : ExitStatus.done
  }

  /// One plug-in, or what should have been one.
  private struct Row {
    var plugin: Plugin?
    var kind: String
    var file: String?
    /// `ok`, `replaced`, `broken` or `conflict`.
    var status = "ok"
    /// Why it can't be used, or not all of it.
    var reason: String?
    /// What else is to be said.
    var note: String?
  }

  private static func rows(of loader: PluginLoader) -> [Row] {
    let conflicts = loader.conflicts(with: builtinPlugins)
    return builtinPlugins.map { Row(plugin: $0, kind: "built in") }
      + loader.findings.map { finding in
        let isFolder = FileKind(Path(finding.file)) == .directory
        var row = Row(
          plugin: try? finding.result.get(),
          kind: isFolder ? "folder" : finding.isProgram ? "program" : "native", file: finding.file)
        if let reason = finding.reason {
          (row.status, row.reason) = ("broken", reason)
        } else if let file = finding.replacement {
          (row.status, row.note) = ("replaced", "by \(file)")
        } else {
          let messages = conflicts.filter { $0.files.contains(finding.file) }.map(\.message)
          if !messages.isEmpty {
            (row.status, row.reason) = ("conflict", messages.joined(separator: "; "))
          }
        }
        return row
      }
  }

  // MARK: Text

  private static func text(_ rows: [Row], isVerbose: Bool) -> String {
    var lines = [["NAME", "VERSION", "KIND", "STATUS", "FILE"]]
    for row in rows {
      lines.append([
        row.plugin?.name ?? "-", row.plugin?.version ?? "-", row.kind, row.status,
        row.file.map { Path($0).shown } ?? "-",
      ])
    }
    let widths = (0..<4).map { column in lines.map { $0[column].count }.max() ?? 0 }
    var text = ""
    for (number, line) in lines.enumerated() {
      for (cell, width) in zip(line, widths) { text += Help.padded(cell, width) + "  " }
      text += line[4] + "\n"
      guard number > 0 else { continue }
      let row = rows[number - 1]
      if let reason = row.reason ?? row.note { text += "  \(reason.onOneLine(limit: .max))\n" }
      if isVerbose, let plugin = row.plugin {
        for entry in plugin.components {
          text += "  \(entry.role.word) \(entry.name): \(entry.summary.onOneLine())\n"
        }
      }
    }
    if isVerbose {
      text += "\nFolders that are looked into:\n"
      for folder in PluginOptions.searchFolders() {
        let note = FileKind(Path(folder)) == .directory ? "" : " (not there)"
        text += "  \(Path(folder).shown)\(note)\n"
      }
    }
    return text
  }

  // MARK: JSON

  private static func json(_ rows: [Row]) -> String {
    var writer = JSONWriter(form: .indented)
    writer.beginObject()
    writer.key("plugins")
    writer.beginArray()
    for row in rows { write(row, to: &writer) }
    writer.end()
    writer.key("folders")
    writer.beginArray()
    for folder in PluginOptions.searchFolders() { writer.value(folder) }
    writer.end()
    writer.end()
    return String(decoding: writer.finish().takeBytes(), as: UTF8.self)
  }

  private static func write(_ row: Row, to writer: inout JSONWriter) {
    func member(_ name: String, _ value: String?, _ writer: inout JSONWriter) {
      writer.key(name)
      if let value { writer.value(value) } else { writer.null() }
    }
    writer.beginObject()
    member("name", row.plugin?.name, &writer)
    member("version", row.plugin?.version, &writer)
    member("kind", row.kind, &writer)
    member("file", row.file, &writer)
    member("status", row.status, &writer)
    member("reason", row.reason ?? row.note, &writer)
    writer.key("components")
    writer.beginArray()
    for entry in row.plugin?.components ?? [] {
      writer.beginObject(.spaced)
      member("role", entry.role.word, &writer)
      member("name", entry.name, &writer)
      member("summary", entry.summary, &writer)
      writer.key("extensions")
      writer.beginArray()
      for name in entry.extensions { writer.value(name) }
      writer.end()
      writer.end()
    }
    writer.end()
    writer.end()
  }
}

extension ComponentEntry.Role {
  /// What messages call it.
  var word: String {
    switch self {
    case .importer: "importer"
    case .stage: "stage"
    case .exporter: "exporter"
    }
  }
}
