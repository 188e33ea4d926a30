import Pipeline
import Testing

@testable import strokemill

@Suite struct TaskListTests {
  private let svg = Job.Target(format: "svg")
  private let eps = Job.Target(format: "eps", isCompressed: true)

  private var list: OutputNaming.TaskList {
    var inputs = PathList()
    for name in ["in/a.csv", "in/b.csv"] { inputs.append(Path(name)) }
    var list = OutputNaming.TaskList(of: inputs)
    for (row, stem) in ["a", "b"].enumerated() {
      for seed in [UInt64(3), 7] {
        list.append(
          input: row, seed: seed,
          outputs: [(Path("out/\(stem)-\(seed).svg"), svg), (Path("\(stem)-\(seed).eps.gz"), eps)])
      }
    }
    return list
  }

  @Test func tasksComeBackAsTheyWere() {
    let list = list
    #expect(list.count == 4)
    #expect(list.map(\.number) == [1, 1, 2, 2])
    #expect(list.map(\.input.shown) == ["in/a.csv", "in/a.csv", "in/b.csv", "in/b.csv"])
    #expect(list.map(\.seed) == [3, 7, 3, 7])
    #expect(list[2].outputs.map(\.path.shown) == ["out/b-3.svg", "b-3.eps.gz"])
    #expect(list[2].outputs.map(\.target) == [svg, eps])
    #expect(list.input(of: 3) == Path("in/b.csv"))
  }

  @Test func aPartKeepsNumbersAndOutputs() {
    let part = list.part([3, 0])
    #expect(part.map(\.number) == [2, 1])
    #expect(part.map { $0.outputs[0].path.shown } == ["out/b-7.svg", "out/a-3.svg"])
  }
}
