import PathModel
import PluginKit
import Testing

@Suite struct ParameterTests {
  private func problems(_ options: Option...) -> [OptionProblem] {
    do throws(OptionProblems) {
      _ = try Gadget.configured(options)
      return []
    } catch {
      return error.problems
    }
  }

  @Test func valuesArriveInTheirTypes() throws {
    let gadget = try Gadget.configured([
      Option("amp", .text("3mm")), Option("angle", .text("0.5turn")), Option("count", .number(7)),
      Option("ratio", .number(0.25)), Option("open", .bool(true)), Option("color", .text("#f00")),
      Option("paint", .text("currentColor")), Option("label", .text("é")),
      Option("cap", .text("square")), Option("seed", .number(9)),
      Option("gaps", .list([.number(4), .number(5)])),
    ])
    #expect(gadget.amplitude == Length(3, .mm) && gadget.angle == Angle(degrees: 180))
    #expect(gadget.count == 7 && gadget.ratio == 0.25 && gadget.isOpen)
    #expect(gadget.color == Color(red: 255, green: 0, blue: 0))
    #expect(gadget.paint == .currentColor(resolved: .black) && gadget.label == "é")
    #expect(gadget.cap == .square && gadget.seed == 9 && gadget.gaps == [4, 5])
    #expect(try Gadget.configured([Option("amplitude", .number(4))]).amplitude == Length(4))
  }

  @Test func defaultsAreWhatTheTypeHolds() throws {
    let defaults = Gadget.parameters.map { "\($0.info.name)=\($0.info.defaultValue.text)" }
    #expect(
      defaults == [
        "amplitude=2sw", "angle=0", "count=3", "ratio=0.5", "open=false", "color=#000000",
        "paint=none", "label=", "cap=round", "seed=none", "gaps=1 2",
      ])
    // Each default is a value that the parameter takes.
    for parameter in Gadget.parameters {
      #expect(parameter.info.problem(with: parameter.info.defaultValue) == nil)
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var value: ParameterValue
    var says: String
    init(_ name: String, _ value: ParameterValue, _ says: String) {
      (self.name, self.value, self.says) = (name, value, says)
    }
    var testDescription: String { "\(name) \(value)" }
  }

  @Test(arguments: [
    Case("amplitud", .number(1), "did you mean 'amplitude'?"),
    Case("xyzzy", .number(1), "it has amplitude, angle"),
    Case("amplitude", .text("3em"), "takes a length"),
    Case("amplitude", .text("3 mm"), "not \"3 mm\""),
    Case("amplitude", .bool(true), "not true"),
    Case("amplitude", .number(-1), "must be 0 to 100, not -1"),
    Case("amplitude", .text("101mm"), "must be 0 to 100, not 101mm"),
    Case("amplitude", .number(.nan), "takes a length"),
    Case("angle", .text("1turn"), "must be -180 to 180, not 1turn"),
    Case("angle", .text("5grad"), "takes an angle"),
    Case("count", .number(1.5), "a whole number, not the number 1.5"),
    Case("count", .number(0), "at least 1, not 0"),
    Case("count", .number(1e300), "a whole number"),
    Case("ratio", .number(0), "above 0, not 0"),
    Case("ratio", .number(.infinity), "takes a number"),
    Case("ratio", .text("1"), "a number, not \"1\""),
    Case("open", .text("maybe"), "true or false"),
    Case("color", .text("#12"), "takes a colour"),
    Case("paint", .text("nothing"), "none or currentColor"),
    Case("label", .number(1.5), "a text, not the number 1.5; quote it"),
    Case("cap", .text("rond"), "did you mean 'round'?"),
    Case("cap", .text("xxxxx"), "one of butt, round, square"),
    Case("cap", .null, "not null"),
    Case("seed", .number(0.5), "a whole number"),
    Case("gaps", .number(1), "a list of numbers"),
    Case("gaps", .list([.number(1), .number(-1)]), "at least 0, not -1"),
    Case("gaps", .list([.text("a")]), "not \"a\""),
  ])
  func wrongOptionsAreExplained(_ example: Case) throws {
    let found = problems(Option(example.name, example.value))
    #expect(found.count == 1)
    let problem = try #require(found.first)
    #expect(problem.message.contains(example.says), "\(problem.message)")
    #expect(problem.option == example.name)
    #expect(problem.isName == !Gadget.parameters.map(\.info.name).contains(example.name))
  }

  @Test func allProblemsComeAtOnce() {
    let found = problems(
      Option("nope", .null), Option("count", .number(0)), Option("count", .number(2)),
      Option("amp", .number(1)), Option("amplitude", .number(1)))
    #expect(found.map(\.option) == ["nope", "count", "count", "amplitude"])
    #expect(found[2].message.contains("given twice") && found[2].isName)
    #expect(found[3].message.contains("given twice"))
  }

  @Test func parametersAreCheckedTogetherLast() {
    let together = problems(Option("open", .bool(true)), Option("count", .number(11)))
    #expect(together.map(\.message) == ["an open gadget has at most 10", "so choose"])
    #expect(together.allSatisfy { $0.option == nil })
    let one = problems(
      Option("open", .bool(true)), Option("count", .number(11)), Option("ratio", .number(0)))
    #expect(one.map(\.option) == ["ratio"])
  }

  @Test func nullUnsetsWhatIsOptional() throws {
    #expect(try Gadget.configured([Option("seed", .null)]).seed == nil)
    let info = try #require(Gadget.parameters.first { $0.info.name == "seed" }?.info)
    #expect(info.isOptional && info.kind == .integer && info.defaultValue == .null)
    #expect(info.value(fromArgument: "none") == .null)
    #expect(info.value(fromArgument: "4") == .number(4))
  }

  @Test func aComponentMayHaveNoParameters() {
    #expect(throws: Never.self) { try Bare.configured([]) }
    do throws(OptionProblems) {
      _ = try Bare.configured([Option("x", .null)])
      Issue.record("an unknown parameter was taken")
    } catch {
      #expect(error.problems[0].message.contains("it has no parameters"))
    }
  }

  @Test func argumentsBecomeValues() throws {
    func value(_ name: String, _ text: String) throws -> ParameterValue? {
      try #require(Gadget.parameters.first { $0.info.name == name }).info.value(fromArgument: text)
    }
    #expect(try value("open", "yes") == .bool(true) && value("open", "off") == .bool(false))
    #expect(try value("open", "maybe") == nil)
    #expect(try value("ratio", "1e-3") == .number(0.001))
    for text in ["nan", "inf", "0x10", "1e400", "", "1 2", "１"] {
      #expect(try value("ratio", text) == nil, "\(text)")
    }
    #expect(try value("amplitude", "5") == .number(5) && value("amplitude", "5mm") == .text("5mm"))
    #expect(try value("gaps", "1 2.5 3") == .list([.number(1), .number(2.5), .number(3)]))
    #expect(try value("gaps", "1 x") == nil)
    #expect(try value("paint", "none") == .text("none"))
  }
}
