import Pipeline

extension Span<UInt8> {
  /// A copy of the bytes, made in one piece.
  var copied: [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }
}

extension Outcome.Output {
  /// A copy of the bytes.
  var bytes: [UInt8] { withBytes { $0.copied } }
}
