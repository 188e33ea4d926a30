/// The variables (`--name`) that an element has: its own and those that it inherits.
public struct VariableScope: Sendable {
  /// The innermost element that sets some; nil when there are none.
  fileprivate var node: Node?

  /// Makes the scope of what has no parent: without variables.
  public init() {}

  /// Whether another scope is the very same.
  public func isSame(as other: VariableScope) -> Bool { node === other.node }

  /// Scopes as deep as this are the last that take more variables: a scope is freed in as many
  /// steps.
  static let depthLimit = 1000

  fileprivate final class Node: Sendable {
    let parent: Node?
    let depth: Int
    /// The values, nil where a variable is taken back or wrong.
    let values: [StyleName: [UInt8]?]

    init(parent: Node?, values: [StyleName: [UInt8]?]) {
      self.parent = parent
      self.values = values
      depth = (parent?.depth ?? 0) + 1
    }
  }

  /// The value of a variable, nil when there is none.
  func value(of name: StyleName) -> [UInt8]? {
    var node = node
    while let scope = node {
      if let value = scope.values[name] { return value }
      node = scope.parent
    }
    return nil
  }

  /// How many elements have to be looked at to find a variable.
  var depth: Int { node?.depth ?? 0 }

  /// The scope of a child that sets variables itself; nil when that goes too deep.
  func setting(_ values: [StyleName: [UInt8]?]) -> VariableScope? {
    guard depth < VariableScope.depthLimit else { return nil }
    var scope = VariableScope()
    scope.node = Node(parent: node, values: values)
    return scope
  }
}
