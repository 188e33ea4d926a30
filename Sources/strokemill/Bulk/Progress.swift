/// What a person sees of a run that takes a while: a bar on a terminal, a line every few seconds anywhere
/// else.
struct Progress {
  /// How it's shown.
  enum Form {
    case bar
    case lines
  }

  /// How far the run is.
  struct State {
    var finished: Int
    var failed: Int
    var bytes: Int
    var seconds: Double
  }

  /// How it's shown.
  let form: Form
  /// How many files there are.
  let count: Int
  /// Their sizes together.
  let bytes: Int
  private var nextTime: Double

  /// Whether a bar stands on the terminal now.
  private(set) var isShown = false

  init(form: Form, count: Int, bytes: Int) {
    self.form = form
    self.count = count
    self.bytes = bytes
    nextTime = Progress.firstTime(form)
  }

  /// A run that is over sooner shows none.
  private static func firstTime(_ form: Form) -> Double { form == .bar ? 0.5 : 5 }

  private var interval: Double { form == .bar ? 0.1 : 5 }

  /// What is written when it's time for something; else nil.
  /// - Parameters:
  ///   - state: How far the run is.
  ///   - width: How many columns the terminal has; asked only when it's time.
  /// - Returns: The text, with all that moves the terminal's cursor.
  mutating func text(_ state: State, width: () -> Int) -> String? {
    guard state.seconds >= nextTime else { return nil }
    nextTime = state.seconds + interval
    switch form {
    case .bar:
      isShown = true
      return "\r" + bar(state, width: width()) + "\u{1B}[K"
    case .lines:
      let parts = ["\(state.finished) of \(count) files"] + facts(state).map(\.text)
      return "strokemill: " + parts.joined(separator: ", ") + " [progress]\n"
    }
  }

  /// What removes the bar, so that something else can be written; nil when there is none.
  mutating func hide() -> String? {
    guard isShown else { return nil }
    isShown = false
    // It comes back soon.
    return "\r\u{1B}[K"
  }

  /// What can be said beside the count, each with how much it matters.
  private func facts(_ state: State) -> [(text: String, rank: Int)] {
    var facts: [(text: String, rank: Int)] = []
    if state.failed > 0 { facts.append(("\(state.failed) failed", 3)) }
    facts.append((Quantity.rate(state.finished, state.seconds), 1))
    if state.bytes > 0 { facts.append((Quantity.throughput(state.bytes, state.seconds), 0)) }
    if let rest = secondsLeft(state) { facts.append(("\(Quantity.time(rest)) left", 2)) }
    return facts
  }

  /// How long the rest takes if it goes on as it did.
  private func secondsLeft(_ state: State) -> Double? {
    // A file costs something however small it is.
    func work(_ files: Int, _ bytes: Int) -> Double { Double(files) * 4096 + Double(bytes) }
    let done = work(state.finished, state.bytes)
    guard done > 0, state.seconds >= 1 else { return nil }
    return max(0, state.seconds * (work(count, bytes) / done - 1))
  }

  /// The bar with as much beside it as there is room for. Something in the last column would make many
  /// terminals go on to the next line.
  func bar(_ state: State, width: Int) -> String {
    let room = width - 1
    let number = "\(state.finished)/\(count)"
    guard number.utf8.count <= room else { return "" }
    var facts = facts(state)
    func line() -> String { ([number] + facts.map(\.text)).joined(separator: ", ") }
    while line().utf8.count > room, let least = facts.map(\.rank).min() {
      facts.removeAll { $0.rank == least }
    }
    let text = line()
    // Two brackets and a space.
    let length = min(40, room - text.utf8.count - 3)
    guard length >= 8 else { return text }
    let filled = count > 0 ? min(length, length * state.finished / count) : length
    return "[" + String(repeating: "#", count: filled)
      + String(repeating: "-", count: length - filled) + "] " + text
  }
}
