/// `strokemill run`: does what a pipeline file says, with the files that it names.
enum RunCommand {
  static let spec = CommandSpec(
    name: "run", operands: "PIPELINE", operandCount: 1...1,
    summary: "Convert the drawings that a pipeline file names.",
    details: [
      "Beside its stages the file has \"inputs\", a list of files, folders and patterns such as "
        + "\"drawings/**/*.svg\", and \"output\", a folder such as \"out/\" or a name with places to fill in, such as "
        + "\"out/{stem}-{seed}.{ext}\"; both begin at the folder that the file lies in. All else is as with "
        + "'convert'.",
      "With --incremental only what was changed is made again, and with --prune what is gone is removed.",
    ],
    options: [
      OptionSpec(
        name: "output", letter: "o", value: "OUT", isFile: true,
        help: "Where to write, in place of what the file says: a file or a folder.")
    ] + InputList.options.filter { $0.name == "exclude" }
      + BulkRun.options.filter { $0.name != "pipeline" },
    examples: [
      ("strokemill run book.json --incremental", "All pictures of a book that changed:"),
      ("strokemill run book.json --incremental --prune --dry-run", "What would be done, and why?"),
    ],
    run: { arguments in
      var arguments = arguments
      arguments.given.append(("pipeline", arguments.operands[0]))
      arguments.operands = []
      return BulkRun.run(arguments, followsFile: true)
    })
}
