/// What the parser is given of a document: all of it but its long values, which it would look at letter by letter and
/// then hand on as they are.
///
/// A value is left out only where the parser could have nothing to say about it: it's plain ASCII without control
/// characters and references, and its attribute isn't XML's own. Its quotes stay, so that the parser hands out an empty
/// value, and where that stands tells which value it is.
@safe struct SVGExcerpt {
  /// A value that was left out.
  private struct Gap: BitwiseCopyable {
    /// Where it's missing in the excerpt.
    var place: Int
    /// Where it lies in the document.
    var start: Int
    var count: Int
  }

  /// Shorter values aren't worth a gap.
  static let shortest = 64

  /// Memory that is freed with the last who has it.
  @safe private final class Copy {
    let bytes: UnsafeMutableBufferPointer<UInt8>
    init(_ count: Int) { unsafe bytes = .allocate(capacity: count) }
    deinit { unsafe bytes.deallocate() }
  }

  private let document: UnsafeMutableBufferPointer<UInt8>
  private var copy: Copy?
  private var copied = 0
  /// How much of the document is in the copy, or left out.
  private var end = 0
  private var gaps: [Gap] = []
  /// The first gap that lies at or behind the place that was asked for last: the next is mostly near.
  private var next = 0

  init(of document: UnsafeMutableBufferPointer<UInt8>) { unsafe self.document = document }

  /// The bytes, with a zero behind them that doesn't count. They're the document's own where nothing is left out.
  var bytes: UnsafeMutableBufferPointer<UInt8> {
    guard let copy else { return unsafe document }
    return unsafe UnsafeMutableBufferPointer(rebasing: copy.bytes[..<copied])
  }

  /// Leaves out a value. To be called in the order of the document.
  mutating func leaveOut(_ value: Range<Int>) {
    let copy = unsafe copy ?? Copy(document.count + 1)
    self.copy = copy
    take(upTo: value.lowerBound, copy)
    gaps.append(Gap(place: copied, start: value.lowerBound, count: value.count))
    end = value.upperBound
  }

  /// Takes what is left of the document.
  mutating func finish() {
    guard let copy else { return }
    take(upTo: unsafe document.count, copy)
    unsafe copy.bytes[copied] = 0
  }

  private mutating func take(upTo start: Int, _ copy: Copy) {
    let piece = unsafe UnsafeMutableBufferPointer(rebasing: document[end..<start])
    let room = unsafe UnsafeMutableBufferPointer(rebasing: copy.bytes[copied...])
    unsafe _ = room.update(fromContentsOf: piece)
    copied += start - end
    end = start
  }

  /// Frees what was copied, once the parser is done.
  mutating func free() {
    copy = nil
    gaps = []
  }

  /// Where bytes of the excerpt lie in the document; an empty value may be one that was left out. Fast when the places
  /// that are asked for lie near each other.
  mutating func range(_ place: Int, _ count: Int) -> Range<Int> {
    while next < gaps.count, gaps[next].place < place { next += 1 }
    while next > 0, gaps[next - 1].place >= place { next -= 1 }
    if count == 0, next < gaps.count, gaps[next].place == place {
      return gaps[next].start..<(gaps[next].start + gaps[next].count)
    }
    guard next > 0 else { return place..<(place + count) }
    let gap = gaps[next - 1]
    let start = gap.start + gap.count + place - gap.place
    return start..<(start + count)
  }
}
