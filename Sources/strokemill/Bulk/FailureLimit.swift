/// How many files of a run may fail before it's ended.
struct FailureLimit: Equatable {
  static let failFast = OptionSpec(
    name: "fail-fast", help: "Begin no more files after the first that fails.")
  static let maxFailures = OptionSpec(
    name: "max-failures", value: "N",
    help: "Begin no more files once more than N have failed, or more than N% of all.")

  private enum Amount: Equatable {
    case any
    case count(Int)
    case percent(Double)
  }

  private let amount: Amount
  /// The option that set it.
  let name: String

  /// Any number may fail.
  init() { (amount, name) = (.any, "") }

  /// Reads what was asked for.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    let text = arguments.text(FailureLimit.maxFailures.name)
    if arguments.has(FailureLimit.failFast.name) {
      guard text == nil else {
        throw UsageError(message: "'--fail-fast' is '--max-failures 0'; keep one of them")
      }
      (amount, name) = (.count(0), "--fail-fast")
      return
    }
    name = "--max-failures"
    guard let text else {
      amount = .any
      return
    }
    if let count = Int(text), count >= 0 {
      amount = .count(count)
    } else if text.last == "%", let percent = Double(text.dropLast()), (0...100).contains(percent) {
      amount = .percent(percent)
    } else {
      throw UsageError(
        message: "'--max-failures' takes a whole number such as 10, or a part of all files such as "
          + "5%, not '\(Path(text).shown)'")
    }
  }

  /// Whether there is a limit.
  var isSet: Bool { amount != .any }

  /// How many of so many files may fail; nil for any number.
  func allowed(of count: Int) -> Int? {
    switch amount {
    case .any: nil
    case .count(let allowed): allowed
    case .percent(let percent): Int((Double(count) * percent / 100).rounded(.down))
    }
  }
}
