/// `strokemill convert`: reads files, runs the stages, writes files.
enum ConvertCommand {
  static let spec = CommandSpec(
    name: "convert", operands: "IN…", operandCount: 0...Int.max,
    summary: "Convert drawings, running stages on the way.",
    details: [
      "OUT is a file for one input, and a folder for several inputs or when it ends in / or is a "
        + "folder; there each output is named after its input. Missing folders at the end of OUT/ "
        + "are made. - stands for standard input and output. What is there already is replaced only "
        + "with --overwrite, an input only with --in-place, and stays whole until the new file is complete. "
        + "All that stands in the way of an output is found before the first input is read.",
      "IN may be a pattern in quotes, which the tool looks up itself: 'icons/**/*.svg', with ** for any "
        + "number of folders. What lies below the part without wildcards, below a folder with -r, or in folders of "
        + "a list, keeps its place below OUT. Hidden files, links to folders and OUT itself are left out.",
      "OUT may be a name with places to fill in: {dir}, {stem} and {index} of the input, {ext} and "
        + "{format} of the output, the {seed}, and {hash}: the first 16 digits of the SHA-256 of the input. {{ and }} "
        + "stand for braces.",
      "Several seeds, such as --seed 1..50 or 3,8,13, write an edition with each.",
      "The output format is that of --to, else OUT's extension, else the formats under export in the "
        + "pipeline file, else SVG.",
      "What an output can't carry is a loss: one line a file sums them up, or one for all of more than "
        + "20 files.",
      "A file that fails costs the others nothing. Ctrl-C lets the files in work be finished and tells "
        + "how far it got; a second one stops at once.",
    ],
    options: [
      OptionSpec(
        name: "output", letter: "o", value: "OUT", isFile: true,
        help: "Where to write: a file, a folder or -.")
    ] + InputList.options + [
      OptionSpec(name: "in-place", help: "Allow an output to replace its own input.")
    ] + BulkRun.options,
    examples: [
      ("strokemill convert drawing.svg -o drawing.eps", "An EPS for a paper:"),
      (
        "strokemill convert icons/*.svg -o out/ -s aspect-fit:width=300px,bounds=ink -s jitter",
        "An icon set, drawn by hand, 300 px wide:"
      ),
      (
        "strokemill convert drawings/ -r -o out/ --exclude 'draft*' -p preset:pencil",
        "A tree of folders, mirrored:"
      ),
      (
        "strokemill convert track.csv -o track.svg --from csv:x=lon,y=lat -s project -s aspect-fit:page=a4",
        "A GPS track on a sheet of paper:"
      ),
      (
        "strokemill convert drawing.svg -o 'edition-{seed}.svg' -p preset:pencil --seed 1..50",
        "Fifty editions, no two alike:"
      ),
    ],
    run: run)

  private static func run(_ arguments: ParsedArguments) -> Int32 {
    if arguments.operands.isEmpty && !arguments.has("files-from") {
      Tool.usageError(InputList.missing, arguments.text("color"))
      return ExitStatus.usage
    }
    return BulkRun.run(arguments, followsFile: false)
  }
}
