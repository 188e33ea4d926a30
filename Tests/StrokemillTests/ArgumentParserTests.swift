import Testing

@testable import strokemill

/// A command with one option of each sort.
private let command = CommandSpec(
  name: "test", operands: "IN…", operandCount: 0...2, summary: "Test.",
  options: [
    OptionSpec(name: "output", letter: "o", value: "OUT", help: "Where to."),
    OptionSpec(name: "stage", letter: "s", value: "STAGE", repeats: true, help: "What."),
    OptionSpec(name: "quiet", letter: "q", help: "Less."),
    OptionSpec(name: "quick", letter: "k", help: "Faster."),
  ],
  run: { _ in 0 })

private func parsed(_ words: String...) throws(UsageError) -> ParsedArguments {
  try ArgumentParser.parse(words.map { Path($0) }, for: command)
}

private func message(_ words: String...) -> String? {
  do {
    _ = try ArgumentParser.parse(words.map { Path($0) }, for: command)
    return nil
  } catch {
    return error.message
  }
}

@Suite struct ArgumentParserTests {
  @Test(arguments: [
    ["-o", "x"], ["-ox"], ["--output", "x"], ["--output=x"], ["--out=x"], ["-qo", "x"], ["-qkox"],
  ]) func everySpellingOfAValue(_ words: [String]) throws {
    let result = try ArgumentParser.parse(words.map { Path($0) }, for: command)
    #expect(result.text("output") == "x")
  }

  @Test func optionsAndOperandsMix() throws {
    let result = try parsed("a", "-q", "b", "-s", "one", "--stage=two")
    #expect(result.operands == [Path("a"), Path("b")])
    #expect(result.has("quiet"))
    #expect(result.texts("stage") == ["one", "two"])
  }

  @Test func twoDashesEndTheOptions() throws {
    #expect(try parsed("--", "-o", "--x").operands == [Path("-o"), Path("--x")])
    #expect(try parsed("-", "-q").operands == [Path.standard])
  }

  @Test func aValueMayLookLikeAnOption() throws {
    #expect(try parsed("-o", "-q").text("output") == "-q")
    #expect(try parsed("--output=", "-q").text("output") == "")
  }

  @Test func namesThatAreNotUTF8Survive() throws {
    let name = Path(bytes: [0xFF, 0x2E, 0x73])
    let result = try ArgumentParser.parse([Path("-o"), name], for: command)
    #expect(result.last("output") == name)
  }

  @Test func mistakesAreNamed() {
    #expect(message("--ouptut", "x") == "'test' has no option '--ouptut'; did you mean '--output'?")
    #expect(message("-z") == "'test' has no option '-z'; see 'strokemill test --help'")
    #expect(message("--qui") == "'--qui' could be any of --quiet, --quick")
    #expect(message("--quiet=1") == "'--quiet' takes no value")
    #expect(message("-o") == "'--output' needs a value: --output OUT")
    #expect(message("-o", "a", "-o", "b") == "'--output' is given twice; keep one of them")
    #expect(message("a", "b", "c") == "'test' takes only IN…; 'c' is one too many")
    #expect(
      message("--color=nver")
        == "'--color' takes auto, always, never, not 'nver'; did you mean 'never'?")
  }
}

@Suite struct CommandTableTests {
  @Test func everyCommandIsWellDeclared() {
    #expect(Set(Tool.commands.map(\.name)).count == Tool.commands.count)
    for command in Tool.commands {
      let names = command.allOptions.map(\.name)
      #expect(Set(names).count == names.count, "\(command.name)")
      let letters = command.allOptions.compactMap(\.letter)
      #expect(Set(letters).count == letters.count, "\(command.name)")
      #expect(!command.examples.isEmpty, "\(command.name) has no example")
      for option in command.allOptions { #expect(option.help.hasSuffix("."), "\(option.name)") }
      for line in Help.page(command).split(separator: "\n") where !line.hasPrefix("    ") {
        #expect(line.count <= Help.width, "\(line)")
      }
    }
  }

  @Test func everyExampleParses() throws {
    for command in Tool.commands {
      for example in command.examples where !example.command.contains("<(") {
        let words = example.command.prefix { $0 != ">" && $0 != "|" }.split(separator: " ")
        #expect(words.first == "strokemill")
        #expect(words[1] == command.name)
        _ = try ArgumentParser.parse(words.dropFirst(2).map { Path(String($0)) }, for: command)
      }
    }
  }
}

@Suite struct PathTests {
  @Test(arguments: [
    ("a/b.svg", "a", "b.svg", "svg", "b"), ("b.SVG", ".", "b.SVG", "svg", "b"),
    ("/x", "/", "x", "", "x"), ("a/.hidden", "a", ".hidden", "", ".hidden"),
    ("t.csv.gz", ".", "t.csv.gz", "gz", "t"), ("v1.2.svg", ".", "v1.2.svg", "svg", "v1.2"),
    ("d/", "d", "d", "", "d"),
  ]) func parts(
    _ text: String, _ directory: String, _ last: String, _ ending: String, _ stem: String
  ) {
    let path = Path(text)
    #expect(path.directory == Path(directory))
    #expect(path.lastComponent == Path(last))
    #expect(path.fileExtension == ending)
    #expect(path.stem == Array(stem.utf8))
  }

  @Test func namesAreShownOnOneLine() {
    #expect(Path("x\ny\tz\u{1B}.svg").shown == "x\\ny\\tz\u{FFFD}.svg")
    #expect(Path(bytes: [0xFF, 0x61]).shown == "\u{FFFD}a")
  }
}
