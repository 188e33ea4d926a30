import PathModel

/// One of several parts of a list of inputs. Which part an input belongs to depends on its name alone, so that all
/// parts together are the whole list, and an input that is added or removed moves no other.
struct Shard: Equatable {
  static let shard = OptionSpec(
    name: "shard", value: "K/N",
    help:
      "Convert only the K-th of N parts of the inputs, by a hash of their names: give each machine "
      + "the same inputs and another K from 1 to N.")
  static let shardIndex0 = OptionSpec(
    name: "shard-index0", value: "K/N",
    help: "The same, for array jobs whose K goes from 0 to N - 1.")

  /// Which part, from 0.
  let row: Int
  /// How many there are.
  let count: Int
  private let shown: String

  /// Reads what was asked for; nil when all inputs are.
  init?(_ arguments: ParsedArguments) throws(UsageError) {
    let given = [Shard.shard.name, Shard.shardIndex0.name].filter(arguments.has)
    guard let name = given.first, let text = arguments.text(name) else { return nil }
    guard given.count == 1 else {
      throw UsageError(message: "'--shard' and '--shard-index0' say the same; keep one of them")
    }
    let first = name == Shard.shard.name ? 1 : 0
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1], count >= 1,
      number >= first, number - first < count
    else {
      let range = first == 1 ? "1/8 to 8/8" : "0/8 to 7/8"
      throw UsageError(
        message:
          "'--\(name)' takes a part of all parts, such as \(range), not '\(Path(text).shown)'")
    }
    (row, self.count, shown) = (number - first, count, "--\(name) \(text)")
  }

  /// How it was asked for.
  var description: String { shown }

  /// Whether an input belongs to it. `./a.svg` is `a.svg`.
  func has(_ input: Path) -> Bool {
    Shard.hash(input) % UInt64(count) == UInt64(row)
  }

  private static func hash(_ input: Path) -> UInt64 {
    let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
    var bytes = input.bytes[...]
    while bytes.count > 2, bytes.starts(with: [dot, slash]) {
      bytes = bytes.dropFirst(2).drop { $0 == slash }
    }
    var hash = StableHash()
    for byte in bytes { hash.combine(byte) }
    return hash.value
  }
}
