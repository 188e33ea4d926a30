import Pipeline

extension OutputNaming {
  /// One input, a seed and what is made of them.
  struct Task: Sendable {
    /// The number of the input in the whole list, from 1.
    var number: Int
    var input: Path
    var seed: UInt64
    var outputs: [(path: Path, target: Job.Target)]
  }

  /// Tasks in little memory; each is put together when it's asked for.
  struct TaskList: RandomAccessCollection, Sendable {
    private struct Row {
      var input: Int
      var seed: UInt64
      var outputs: Range<Int>
    }

    private let inputs: PathList
    private var outputs = PathList()
    /// What the outputs may be.
    private var targets: [Job.Target] = []
    /// What each output is.
    private var targetNumbers: [Int] = []
    private var rows: [Row] = []

    /// Makes an empty list of tasks with some of these inputs.
    init(of inputs: PathList) { self.inputs = inputs }

    var startIndex: Int { 0 }
    var endIndex: Int { rows.count }

    subscript(number: Int) -> Task {
      let row = rows[number]
      return Task(
        number: row.input + 1, input: inputs[row.input], seed: row.seed,
        outputs: row.outputs.map { (outputs[$0], targets[targetNumbers[$0]]) })
    }

    /// The input of a task.
    func input(of number: Int) -> Path { inputs[rows[number].input] }

    /// The names of a task's outputs.
    func outputs(of number: Int) -> [Path] { rows[number].outputs.map { outputs[$0] } }

    /// How many inputs there are; editions of one stand side by side.
    var inputCount: Int {
      rows.indices.reduce(0) { count, row in
        row > 0 && rows[row].input == rows[row - 1].input ? count : count + 1
      }
    }

    /// The formats of all outputs.
    var formats: [String] { targets.map(\.format) }

    /// Makes room for so many tasks with one output.
    mutating func reserve(_ count: Int) {
      rows.reserveCapacity(count)
      targetNumbers.reserveCapacity(count)
      outputs.reserve(count)
    }

    /// Adds a task.
    /// - Parameters:
    ///   - input: The row of its input.
    ///   - seed: Its seed.
    ///   - outputs: What is made of it.
    mutating func append(
      input: Int, seed: UInt64, outputs: [(path: Path, target: Job.Target)]
    ) {
      let first = targetNumbers.count
      for (path, target) in outputs {
        let number = targets.firstIndex(of: target) ?? targets.count
        if number == targets.count { targets.append(target) }
        targetNumbers.append(number)
        self.outputs.append(path)
      }
      rows.append(Row(input: input, seed: seed, outputs: first..<targetNumbers.count))
    }

    /// Some of the tasks.
    func part(_ numbers: [Int]) -> TaskList {
      var part = self
      part.rows = numbers.map { rows[$0] }
      return part
    }
  }
}
