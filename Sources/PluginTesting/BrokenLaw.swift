/// A law that a component doesn't keep.
public struct BrokenLaw: Hashable, Sendable, CustomStringConvertible {
  /// The component's name.
  public var component: String
  /// The law, in a few words, such as `same seed, same drawing`.
  public var law: String
  /// What happened instead, in a sentence.
  public var message: String
  /// The seed of the generated input, to make it again; nil where nothing was generated.
  public var seed: UInt64?

  /// Makes a finding.
  public init(component: String, law: String, message: String, seed: UInt64? = nil) {
    self.component = component
    self.law = law
    self.message = message
    self.seed = seed
  }

  /// The finding in a line.
  public var description: String {
    "'\(component)' breaks '\(law)': \(message)" + (seed.map { " (seed \($0))" } ?? "")
  }
}
