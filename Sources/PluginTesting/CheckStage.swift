import PathModel
public import PluginKit

/// Checks that a stage keeps the laws of all stages.
///
/// * On every drawing, empty and degenerate ones included, it gives a drawing that keeps the
///   promise, or throws a `ComponentError`.
/// * The same drawing and seed give the same drawing.
/// * Run on some of the paths it leaves the others as they are.
/// * With neutral options it changes nothing.
/// * What it does to a copy of a drawing leaves the drawing alone.
/// * Coordinates at the limits of numbers don't trap; a result that isn't finite counts as an
///   error, since the engine refuses it.
///
/// A trap can't be caught: it ends the test run, and the last seed that was printed says where.
/// - Parameters:
///   - entry: The stage.
///   - options: Options to run it with; more are drawn at random from its parameters.
///   - neutral: Options with which nothing may change, if there are such.
///   - rounds: How many drawings are generated.
///   - seed: What they are generated from.
/// - Returns: The laws that are broken; empty when it keeps all.
public func checkStage(
  _ entry: ComponentEntry, options: [Option] = [], neutral: [Option]? = nil, rounds: Int = 40,
  seed: UInt64 = 1
) -> [BrokenLaw] {
  var laws = StageLaws(entry)
  guard laws.run(options) != nil else { return laws.broken }
  for (name, drawing) in SeededDrawings.special {
    laws.checkResult(on: drawing, options, name, seed: nil)
  }
  for round in 0..<UInt64(max(rounds, 0)) {
    let own = seed &* 1_000_003 &+ round
    var drawings = SeededDrawings(seed: own)
    let drawing = drawings.next()
    laws.checkResult(on: drawing, options, "a generated drawing", seed: own)
    laws.checkScope(on: drawing, options, seed: own)
    if let neutral { laws.checkNeutral(on: drawing, neutral, seed: own) }
    var choices = SeededOptions(seed: own)
    let chosen = choices.next(for: entry.parameters)
    if laws.canRun(chosen) {
      laws.checkResult(on: drawing, chosen, "a generated drawing with \(chosen.text)", seed: own)
    }
    // A drawing is a value: what ran on copies of it left it alone. (Optimizers have failed here.)
    var again = SeededDrawings(seed: own)
    if let difference = drawing.exactDifference(from: again.next()) {
      laws.report("a copy's changes don't reach the original", difference, own)
    }
    laws.checkExtremes(on: drawings.nextExtreme(), options, seed: own)
  }
  return laws.broken
}

/// Checks that a stage keeps the laws of all stages, given by its type.
/// - Returns: The laws that are broken; empty when it keeps all.
public func checkStage<S: Stage>(
  _: S.Type, options: [Option] = [], neutral: [Option]? = nil, rounds: Int = 40, seed: UInt64 = 1
) -> [BrokenLaw] {
  checkStage(
    .stage(S.self), options: options, neutral: neutral, rounds: rounds, seed: seed)
}

private struct StageLaws: LawChecker {
  let entry: ComponentEntry
  var broken: [BrokenLaw] = []
  /// How many points a stage may make of a small drawing before it must say that it's too much.
  let limits = Limits(points: 100_000)

  init(_ entry: ComponentEntry) { self.entry = entry }

  /// What runs with the options; reports when they are refused.
  mutating func run(_ options: [Option]) -> ComponentEntry.Apply? {
    guard case .stage(let make) = entry.role else {
      report("a stage is a stage", "it reads or writes a format", nil)
      return nil
    }
    return made(make, options)
  }

  func canRun(_ options: [Option]) -> Bool {
    guard case .stage(let make) = entry.role else { return false }
    return (try? make(options)) != nil
  }

  /// What becomes of a drawing; the error's text when the stage says that it can't.
  mutating func result(
    of drawing: Drawing, _ options: [Option], seed: UInt64 = 7
  ) -> (drawing: Drawing?, error: String?) {
    guard let apply = run(options) else { return (nil, nil) }
    var result = drawing
    // The engine numbers the paths before each stage.
    for row in 0..<result.pathCount {
      var info = result.records[row].info
      info.origin = UInt32(row)
      result.setInfo(info, ofPath: row)
    }
    var context = Context(seed: seed, stage: entry.name, limits: limits)
    do {
      try apply(&result, &context)
      return (result, nil)
    } catch {
      checkError(error.diagnostic, "it fails", nil)
      return (nil, error.diagnostic.message)
    }
  }

  mutating func checkResult(
    on drawing: Drawing, _ options: [Option], _ what: String, seed: UInt64?
  ) {
    let first = result(of: drawing, options)
    let second = result(of: drawing, options)
    guard let a = first.drawing, let b = second.drawing else {
      if first.error != second.error {
        report("same seed, same drawing", "\(what) fails in one of two runs", seed)
      }
      return
    }
    if let violation = a.invariantViolation() {
      report("the result keeps the promise", "of \(what), \(violation)", seed)
    } else if let difference = a.difference(from: b) {
      report("same seed, same drawing", "of \(what), \(difference)", seed)
    }
  }

  mutating func checkNeutral(on drawing: Drawing, _ options: [Option], seed: UInt64) {
    guard let result = result(of: drawing, options).drawing else { return }
    if let difference = result.difference(from: drawing) {
      report("neutral options change nothing", difference, seed)
    }
  }

  mutating func checkScope(on drawing: Drawing, _ options: [Option], seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let isSelected = (0..<drawing.pathCount).map { _ in random.unit() < 0.5 }
    guard let apply = run(options) else { return }
    var part = drawing.subset(where: isSelected)
    var context = Context(seed: 7, stage: entry.name, limits: limits)
    do { try apply(&part, &context) } catch { return }
    // The engine checks what a stage gives before it goes on.
    guard part.invariantViolation() == nil else { return }
    let whole = drawing.replacing(where: isSelected, with: part)
    if let violation = whole.invariantViolation() {
      report("a scope leaves a drawing that keeps the promise", violation, seed)
      return
    }
    let others = isSelected.indices.filter { !isSelected[$0] }
    let keys = Set(others.map { drawing.records[$0].info.key })
    let found = (0..<whole.pathCount).filter { keys.contains(whole.records[$0].info.key) }
    guard others.count == found.count else {
      report(
        "paths out of scope stay", "there are \(found.count) of them, not \(others.count)", seed)
      return
    }
    for (row, now) in zip(others, found) {
      if let difference = whole.difference(ofPath: now, from: row, in: drawing) {
        report("paths out of scope stay", "path \(row) \(difference)", seed)
        return
      }
    }
  }

  mutating func checkExtremes(on drawing: Drawing, _ options: [Option], seed: UInt64) {
    guard let result = result(of: drawing, options).drawing, result.isFinite else { return }
    if let violation = result.invariantViolation() {
      report("extreme coordinates give a valid drawing or an error", violation, seed)
    }
  }
}

extension [Option] {
  /// The options as a person writes them.
  var text: String { map { "\($0.name)=\($0.value.text)" }.joined(separator: ",") }
}
