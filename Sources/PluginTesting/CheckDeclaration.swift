public import PluginKit

/// Checks how a component declares itself: names, sentences, defaults.
/// - Parameter entry: The component.
/// - Returns: What isn't as it should be; empty when all is well.
public func checkDeclaration(_ entry: ComponentEntry) -> [BrokenLaw] {
  var broken: [BrokenLaw] = []
  func expect(_ holds: Bool, _ law: String, _ message: String) {
    if !holds { broken.append(BrokenLaw(component: entry.name, law: law, message: message)) }
  }
  func isName(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return !bytes.isEmpty && bytes.first != UInt8(ascii: "-") && bytes.last != UInt8(ascii: "-")
      && bytes.allSatisfy {
        $0 == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
  }
  func isSentence(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    return text.hasSuffix(".") && !first.properties.isLowercase
  }
  expect(isName(entry.name), "a name is lower case, joined by hyphens", "it is '\(entry.name)'")
  expect(isSentence(entry.summary), "a summary is a sentence", "it is '\(entry.summary)'")
  var names: Set<String> = []
  for parameter in entry.parameters {
    for name in [parameter.name] + parameter.aliases {
      expect(isName(name), "a name is lower case, joined by hyphens", "a parameter is '\(name)'")
      expect(
        names.insert(name).inserted, "a parameter's name is its own", "'\(name)' is there twice")
    }
    expect(
      isSentence(parameter.help), "a parameter's help is a sentence",
      "that of '\(parameter.name)' is '\(parameter.help)'")
    if let problem = parameter.problem(with: parameter.defaultValue) {
      expect(false, "a default is a value that is allowed", problem)
    }
  }
  return broken
}
