import PluginKit

/// What checks a component's laws and collects what breaks them.
protocol LawChecker {
  /// Whose laws.
  var entry: ComponentEntry { get }
  /// What was found.
  var broken: [BrokenLaw] { get set }
}

extension LawChecker {
  /// Notes that a law is broken.
  mutating func report(_ law: String, _ message: String, _ seed: UInt64?) {
    // A few findings a law show the trouble; a thousand hide it.
    if broken.count(where: { $0.law == law }) >= 3 { return }
    broken.append(BrokenLaw(component: entry.name, law: law, message: message, seed: seed))
  }

  /// What runs with the options; reports when they are refused.
  mutating func made<Run>(_ make: ComponentEntry.Make<Run>, _ options: [Option]) -> Run? {
    do {
      return try make(options)
    } catch {
      report(
        "the options are accepted", error.problems.map(\.message).joined(separator: "; "), nil)
      return nil
    }
  }

  /// Reports an error that says too little.
  mutating func checkError(_ said: Diagnostic, _ what: String, _ seed: UInt64?) {
    if !said.code.rawValue.contains(".") || said.message.isEmpty {
      report(
        "an error has a code and a message", "\(what), its code is '\(said.code.rawValue)'", seed)
    }
  }
}
