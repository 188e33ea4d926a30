import Pipeline

/// The options of commands that work on many things.
enum RunOptions {
  static let jobs = OptionSpec(
    name: "jobs", letter: "j", value: "N",
    help:
      "Work on so many files at a time; by default as many as there are processors. What is written "
      + "and said doesn't depend on it.")
  static let quiet = OptionSpec(
    name: "quiet", letter: "q", help: "Say nothing but errors, and show no progress.")

  /// How many threads work.
  static func workers(_ arguments: ParsedArguments) throws(UsageError) -> Int {
    guard let text = arguments.text(jobs.name) else { return Parallel.processors }
    guard let n = Int(text), (1...1024).contains(n) else {
      throw UsageError(
        message: "'--jobs' takes a whole number from 1 to 1024, not '\(Path(text).shown)'")
    }
    return n
  }
}
