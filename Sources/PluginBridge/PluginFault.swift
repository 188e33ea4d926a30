/// Why a plug-in can't be loaded.
public struct PluginFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, to follow the plug-in's file and a colon.
  public var reason: String

  /// Makes a fault.
  public init(_ reason: String) { self.reason = reason }

  /// The reason.
  public var description: String { reason }
}

/// What is wrong with something that came through a table, to follow the name of who gave it.
struct TableFault: Error, Hashable {
  var reason: String
  init(_ reason: String) { self.reason = reason }
}
