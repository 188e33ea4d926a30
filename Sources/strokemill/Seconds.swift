import StrictJSON

extension Duration {
  /// The time in seconds.
  var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}

extension JSONWriter {
  /// Writes a time in seconds, to microseconds: the clock tells no more.
  mutating func seconds(_ seconds: Double) { value((seconds * 1e6).rounded() / 1e6) }
}
