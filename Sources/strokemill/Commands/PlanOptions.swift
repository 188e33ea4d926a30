import Pipeline
import PluginKit
import Presets

/// The options that choose stages and formats, shared by the commands that run a pipeline.
enum PlanOptions {
  static let pipeline = OptionSpec(
    name: "pipeline", letter: "p", value: "FILE", isFile: true,
    words: Preset.all.map(\.reference),
    help: "Read stages, options and variables from a pipeline file, or from a preset: "
      + "preset:pencil. 'strokemill list presets' names them.")
  static let stage = OptionSpec(
    name: "stage", letter: "s", value: "STAGE", repeats: true,
    help: "Add a stage after those of the pipeline file: jitter:passes=3,seed=7 or, in full, "
      + "'{\"jitter\": {\"passes\": 3}, \"select\": {\"layer\": \"walls\"}}'. There \"after\": \"ID\" puts "
      + "it in another place, and the id of a stage of the file changes that one.")
  static let set = OptionSpec(
    name: "set", value: "ID.PARAM=VALUE", repeats: true,
    help: "Change a parameter of the pipeline: outline.roughness=2, import.csv.x=lon, "
      + "export.svg.precision=3.")
  static let variable = OptionSpec(
    name: "var", value: "NAME=VALUE", repeats: true,
    help: "Change a variable of the pipeline.")
  static let seed = OptionSpec(
    name: "seed", value: "N",
    help:
      "Draw all randomness from this whole number, or from a new one with random, which is then said."
  )
  static let from = OptionSpec(
    name: "from", value: "FORMAT",
    help: "Read this format, with options if need be: "
      + "csv:x=lon,y=lat. Otherwise the extension tells, else the content.")
  static let to = OptionSpec(
    name: "to", value: "FORMAT", repeats: true,
    help: "Write this format, with options if need be: eps:bounds=ink. Otherwise the extension "
      + "of OUT tells. Several write several files from one reading.")

  static let fontDir = OptionSpec(
    name: "font-dir", value: "DIR", repeats: true, isFile: true,
    help: "Take fonts for text from this folder before those of the system.")
  static let fontMap = OptionSpec(
    name: "font-map", value: "FAMILY=FAMILY", repeats: true,
    help: "Set text in another font than the one it asks for: 'Helvetica=Liberation Sans'.")

  static let limit = OptionSpec(
    name: "limit", value: "NAME=NUMBER", repeats: true,
    help: "Change what an input may use at most: "
      + Limits.names.joined(separator: ", ") + ".")

  static let all = [
    pipeline, stage, set, variable, seed, from, to, fontDir, fontMap, limit, PluginOptions.plugin,
  ]

  /// Reads the pipeline file and checks everything that was asked for; says what is wrong and gives
  /// nil when that's something.
  static func plan(_ arguments: ParsedArguments, _ catalogue: Catalogue) -> Plan? {
    request(arguments).flatMap { plan($0, catalogue) }
  }

  /// What was asked for, not yet checked; says why when the pipeline file can't be read, and gives
  /// nil.
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - seed: The seed, instead of what `--seed` says.
  /// - Returns: The request.
  static func request(_ arguments: ParsedArguments, seed: String? = nil) -> PlanRequest? {
    let terminal = Terminal(color: arguments.text("color"))
    var request = PlanRequest(findBase: { (name, folder) throws(PlanRequest.MissingBase) in
      try PipelineFile.base(name, folder)
    })
    if let path = arguments.last("pipeline") {
      guard let source = pipelineSource(path, terminal) else { return nil }
      request.pipeline = source
    }
    func sources(_ name: String, _ shown: String) -> [SourceText] {
      arguments.texts(name).map { SourceText(argument: $0, of: shown) }
    }
    request.stages = sources("stage", "-s")
    request.settings = sources("set", "--set")
    for (name, separator) in [("font-dir", ":"), ("font-map", ";")] where arguments.has(name) {
      request.settings.append(
        SourceText(
          argument: "import.svg.\(name)=" + arguments.texts(name).joined(separator: separator),
          of: "--\(name)"))
    }
    request.limits = sources("limit", "--limit")
    request.variables = sources("var", "--var")
    request.seed = (seed ?? chosenSeed(arguments)).map { SourceText(argument: $0, of: "--seed") }
    request.from = sources("from", "--from").first
    request.to = sources("to", "--to")
    return request
  }

  /// What `--seed` says, or for `random` a new seed, which is told to whoever might want it again.
  static func chosenSeed(_ arguments: ParsedArguments) -> String? {
    let text = arguments.text("seed")
    guard text == "random" else { return text }
    // Few enough digits to be typed.
    let seed = String(UInt64.random(in: 0..<1_000_000_000))
    if !arguments.has("quiet") {
      Terminal(color: arguments.text("color")).say(
        "strokemill: the seed is \(seed); --seed \(seed) makes the same again [seed]")
    }
    return seed
  }

  /// Checks what was asked for; says what is wrong and gives nil when that's something.
  static func plan(_ request: PlanRequest, _ catalogue: Catalogue) -> Plan? {
    var catalogue = catalogue
    do {
      return try check(request, &catalogue)
    } catch {
      say(error.problems, catalogue)
      return nil
    }
  }

  /// Checks what was asked for, with programs as stages where only they may be meant; the catalogue then
  /// has them.
  static func check(
    _ request: PlanRequest, _ catalogue: inout Catalogue
  ) throws(PlanProblems) -> Plan {
    do throws(PlanProblems) {
      return try Plan(request, registry: catalogue.registry)
    } catch {
      // A stage that isn't known may be a program that nobody has needed so far.
      guard error.problems.contains(where: { $0.code == "pipeline.unknown-stage" }),
        let whole = catalogue.withPrograms()
      else { throw error }
      catalogue = whole
      return try check(request, &catalogue)
    }
  }

  /// Says what is wrong.
  static func say(_ problems: [PlanProblem], _ catalogue: Catalogue) {
    let terminal = catalogue.terminal
    for problem in problems { terminal.say(problem.render(color: terminal.usesColor)) }
    if problems.contains(where: { unknownNames.contains($0.code.rawValue) }) {
      catalogue.sayUnusable()
    }
  }

  /// The codes of problems that one plug-in more might have solved.
  private static let unknownNames = ["pipeline.unknown-stage", "pipeline.unknown-format"]

  /// The text of a pipeline file; says why when it can't be read.
  static func pipelineSource(_ path: Path, _ terminal: Terminal) -> SourceText? {
    do {
      return try PipelineFile.read(path)
    } catch {
      Report(terminal).say(error.diagnostic(), of: path.shown)
      return nil
    }
  }
}
