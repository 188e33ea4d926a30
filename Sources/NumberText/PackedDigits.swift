/// A number taken apart, whose text is measured before it's written to a packed list of numbers.
public protocol PackedDigits: BitwiseCopyable {
  /// The most bytes that writing one touches, a space before it included.
  static var room: Int { get }

  /// The number of bytes of the text.
  var length: Int { get }

  /// What it is as the end of a packed list.
  var tail: PackedTail { get }

  /// How many bytes part it from what stands before it: none after a command letter, before a minus,
  /// and between a fraction and a point.
  func space(after tail: PackedTail) -> Int

  /// Writes a space if one is needed and the text, and moves `place` behind it; up to `room` bytes are
  /// touched.
  @unsafe func write(to place: inout UnsafeMutableRawPointer, after tail: PackedTail)
}

extension PackedDigits {
  /// The number of bytes of the text in a packed list, a space before it included.
  @inlinable
  @inline(__always)
  public func packedLength(after tail: PackedTail) -> Int { length &+ space(after: tail) }
}
