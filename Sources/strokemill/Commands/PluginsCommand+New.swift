import BuiltinPlugins
import PluginKit

extension PluginsCommand {
  static let language = OptionSpec(
    name: "language", value: "LANGUAGE", choices: Skeleton.Language.allCases.map(\.rawValue),
    help: "With 'new', the language of the plug-in.")
  static let strokemill = OptionSpec(
    name: "strokemill", value: "FOLDER", isFile: true,
    help: "With 'new', a clone of strokemill to build with; by default what 'make install' put "
      + "beside the tool.")

  /// `strokemill plugins new NAME --language LANGUAGE`: writes a plug-in that works.
  static func new(_ folder: Path, _ arguments: ParsedArguments) -> Int32 {
    do {
      let skeleton = try skeleton(of: folder, arguments)
      try skeleton.write(into: folder)
      var text = "\(folder.shown) holds a plug-in in \(skeleton.title). Next:\n"
      for command in ["cd \(folder.shown)"] + skeleton.next { text += "  \(command)\n" }
      return Terminal.output(text)
    } catch {
      Tool.usageError(error.message, arguments.text("color"))
      return ExitStatus.usage
    }
  }

  private static func skeleton(
    of folder: Path, _ arguments: ParsedArguments
  ) throws(UsageError) -> Skeleton {
    let name = folder.lastComponent.text
    if let problem = ComponentEntry.problem(withName: name) {
      throw UsageError(message: "the plug-in '\(folder.lastComponent.shown)' \(problem)")
    }
    // A package can't depend on one of its own name.
    if name == "strokemill" {
      throw UsageError(message: "the plug-in 'strokemill' needs a name of its own")
    }
    // Beside one that is built in and has its name it could never run.
    if builtinPlugins.contains(where: { plugin in
      plugin.name == name || plugin.components.contains { $0.name == name }
    }) {
      throw UsageError(message: "the plug-in '\(name)' needs another name: '\(name)' is built in")
    }
    guard let word = arguments.text(language.name), let language = Skeleton.Language(rawValue: word)
    else {
      let choices = Skeleton.Language.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(
        message: "'plugins new' needs the language: --language with one of \(choices)")
    }
    let names = Skeleton.Names(name: name)
    switch language {
    case .swift:
      return .swift(names, package: try resource(.package, "sources", arguments))
    case .c:
      return .c(names, include: try resource(.header, "C header", arguments))
    case .python:
      return .python(names)
    }
  }

  private static func resource(
    _ resource: Installation.Resource, _ what: String, _ arguments: ParsedArguments
  ) throws(UsageError) -> String {
    let place = arguments.last(strokemill.name)
    if let folder = Installation.folder(of: resource, in: place) { return folder }
    throw UsageError(
      message: place.map { "\($0.shown) is no clone of strokemill" }
        ?? "strokemill's \(what) isn't installed beside the tool; 'make install' in a clone puts it "
        + "there, or name the clone with --strokemill")
  }
}
