/// The few rules by which stages find scale factors without dividing by zero.
enum Scaling {
  /// The factor that makes one length another, nil when there is no extent to scale or nothing to
  /// scale it to.
  static func factor(from length: Double, to wanted: Double?) -> Double? {
    guard length > 0, let wanted else { return nil }
    return wanted / length
  }

  /// The smaller of two factors, where one that is missing doesn't count.
  static func smaller(_ a: Double?, _ b: Double?) -> Double? {
    guard let a else { return b }
    guard let b else { return a }
    return min(a, b)
  }

  /// A scaled side, taken to be exactly what was wanted when only rounding is between them.
  static func side(_ length: Double, _ wanted: Double?) -> Double {
    guard let wanted, (length - wanted).magnitude <= 1e-12 * wanted else { return length }
    return wanted
  }
}
