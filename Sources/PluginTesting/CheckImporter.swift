import PathModel
public import PluginKit

/// Checks that an importer keeps the laws of all importers.
///
/// * The sample gives a drawing that keeps the promise, and the same one each time.
/// * Cut off after any byte, or with bytes changed, taken out, doubled, it gives a drawing that
///   keeps the promise, or an error with a code, a message and a place.
///
/// A trap can't be caught: it ends the test run.
/// - Parameters:
///   - entry: The importer.
///   - options: Options to run it with.
///   - sample: A valid file of a few hundred bytes that shows what the format has.
///   - rounds: How many damaged copies are tried beside the cut ones.
///   - seed: What the damage is generated from.
/// - Returns: The laws that are broken; empty when it keeps all.
public func checkImporter(
  _ entry: ComponentEntry, options: [Option] = [], sample: [UInt8], rounds: Int = 300,
  seed: UInt64 = 1
) -> [BrokenLaw] {
  var laws = ImporterLaws(entry)
  guard case .importer(_, let recognizes, let make) = entry.role else {
    laws.report("an importer is an importer", "it has another role", nil)
    return laws.broken
  }
  guard let read = laws.made(make, options) else { return laws.broken }

  do {
    let first = try laws.drawing(sample, read)
    let second = try laws.drawing(sample, read)
    if let difference = first.difference(from: second) {
      laws.report("same bytes, same drawing", difference, nil)
    }
    if let violation = first.invariantViolation() {
      laws.report("the sample gives a valid drawing", violation, nil)
    }
    if first.isEmpty { laws.report("the sample gives a valid drawing", "it has no paths", nil) }
  } catch {
    laws.report("the sample gives a valid drawing", error.diagnostic.message, nil)
  }

  for count in 0...sample.count {
    let cut = Array(sample.prefix(count))
    let start = Array(cut.prefix(4096))
    _ = recognizes(start.span)
    laws.checkDamaged(cut, read, "cut off after \(count) bytes", seed: nil)
  }
  guard !sample.isEmpty else { return laws.broken }
  for round in 0..<UInt64(max(rounds, 0)) {
    let own = seed &* 1_000_003 &+ round
    let damaged = damagedCopy(of: sample, seed: own)
    let start = Array(damaged.prefix(4096))
    _ = recognizes(start.span)
    laws.checkDamaged(damaged, read, "damaged", seed: own)
  }
  return laws.broken
}

/// A copy of some bytes with a few of them changed, taken out or doubled; the same seed does the
/// same damage.
public func damagedCopy(of bytes: [UInt8], seed: UInt64) -> [UInt8] {
  var random = SeededGenerator(seed: seed)
  var copy = bytes
  /// What formats trip over.
  let likely = Array("<>&\"'{}[]()/-+.eE,;:#0 9\n\r\t".utf8) + [0, 0x80, 0xC3, 0xEF, 0xFF]
  func place(_ count: Int) -> Int { count > 0 ? Int(random.next() % UInt64(count)) : 0 }
  for _ in 0...Int(random.next() % 4) where !copy.isEmpty {
    let at = place(copy.count)
    switch random.next() % 5 {
    case 0: copy[at] ^= 1 << UInt8(random.next() % 8)
    case 1: copy[at] = likely[place(likely.count)]
    case 2: copy.insert(likely[place(likely.count)], at: at)
    case 3: copy.removeSubrange(at..<min(copy.count, at + 1 + place(8)))
    default:
      let part = copy[at..<min(copy.count, at + 1 + place(40))]
      copy.insert(contentsOf: part, at: place(copy.count))
    }
  }
  return copy
}

private struct ImporterLaws: LawChecker {
  let entry: ComponentEntry
  var broken: [BrokenLaw] = []

  init(_ entry: ComponentEntry) { self.entry = entry }

  func drawing(_ bytes: [UInt8], _ read: ComponentEntry.Read) throws(ComponentError) -> Drawing {
    var drawing = Drawing()
    var context = Context(stage: entry.name)
    try read(bytes.span, &drawing, &context)
    return drawing
  }

  mutating func checkDamaged(
    _ bytes: [UInt8], _ read: ComponentEntry.Read, _ what: String, seed: UInt64?
  ) {
    do {
      let drawing = try drawing(bytes, read)
      if let violation = drawing.invariantViolation() {
        report("bad bytes give a valid drawing or an error", "\(what), \(violation)", seed)
      }
    } catch {
      let said = error.diagnostic
      checkError(said, what, seed)
      if said.place == nil {
        report(
          "an importer's error has a place", "\(what), '\(said.code.rawValue)' has none", seed)
      }
    }
  }
}
