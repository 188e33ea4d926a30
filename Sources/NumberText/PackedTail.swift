/// What stands at the end of a packed list of numbers: it decides whether the next one needs a
/// space before it.
@frozen public struct PackedTail: Hashable, Sendable, BitwiseCopyable {
  /// A number, so that a writer computes with it instead of branching on what can't be foretold.
  @usableFromInline let code: UInt8

  @inlinable
  @inline(__always)
  init(code: UInt8) { self.code = code }

  /// A command letter, a separator or nothing: a number may follow at once.
  @inlinable public static var open: PackedTail { PackedTail(code: 0) }
  /// A number without a point.
  @inlinable public static var whole: PackedTail { PackedTail(code: 1) }
  /// A number with a point: `.5` may follow at once.
  @inlinable public static var fraction: PackedTail { PackedTail(code: 2) }
}
