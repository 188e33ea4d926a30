/// The selectors of all sheets, compiled: what is tested, in flat arrays.
///
/// A selector (`g > rect.a:not(.b)`) is a row of compounds (`rect.a:not(.b)`, then `g`), the
/// subject first; a compound is a row of tests that one element has to pass.
struct Selectors {
  /// What one element has to be.
  enum Test: BitwiseCopyable {
    case name(StyleName)
    case namespace(StyleName)
    case id(StyleName)
    case className(StyleName)
    /// Passes an attribute's test, by its place in `attributes`.
    case attribute(Int)
    /// Matches none, or one, of a list of selectors.
    case notAny(Int)
    case any(Int)
    /// Is at a certain place among its siblings, by its place in `positions`.
    case position(Int)
    case isRoot
    case isEmpty
    case isLink
    /// Speaks a language, by its place in `texts`.
    case language(Int)
    /// What no element in a picture is: hovered, visited, a pseudo-element.
    case never
  }

  /// How a compound's element stands to that of the compound before it, which is nearer to the
  /// subject.
  enum Combinator: UInt8 {
    /// It is the subject.
    case none
    case ancestor, parent, earlierSibling, previousSibling
  }

  struct Compound {
    var tests: Range<Int>
    var combinator: Combinator
  }

  struct Selector {
    var compounds: Range<Int>
    var specificity: Specificity
    /// The rule that it selects for, -1 in a list inside of a selector.
    var rule: Int
  }

  struct AttributeTest {
    enum Operator { case exists, equals, includes, dashMatch, prefix, suffix, substring }
    enum Namespace: Hashable {
      case any
      case only(StyleName)
    }

    var name: StyleName
    var namespace: Namespace
    var test: Operator
    var value: [UInt8]
    /// Whether ASCII letters are compared without regard to case; the value is then lower case.
    var isFolded: Bool
    /// For a substring's search.
    var borders: [Int] = []
  }

  struct PositionTest {
    var pattern: NthPattern
    var isFromEnd: Bool
    /// What siblings are counted.
    enum Counted: Hashable {
      case all
      case ofSameType
      /// Those that match a list of selectors.
      case matching(Int)
    }
    var counted: Counted
  }

  var selectors: [Selector] = []
  var compounds: [Compound] = []
  var tests: [Test] = []
  var attributes: [AttributeTest] = []
  var positions: [PositionTest] = []
  /// The lists inside of selectors: which selectors are theirs.
  var lists: [Range<Int>] = []
  var texts: [[UInt8]] = []
  /// How many position tests count the siblings that match a list.
  var countedLists = 0

  /// How much there is of each array, to go back to when a rule turns out wrong.
  struct Mark {
    fileprivate var counts: [Int]
  }

  var mark: Mark {
    Mark(counts: [
      selectors.count, compounds.count, tests.count, attributes.count, positions.count,
      lists.count, texts.count, countedLists,
    ])
  }

  mutating func goBack(to mark: Mark) {
    selectors.removeSubrange(mark.counts[0]...)
    compounds.removeSubrange(mark.counts[1]...)
    tests.removeSubrange(mark.counts[2]...)
    attributes.removeSubrange(mark.counts[3]...)
    positions.removeSubrange(mark.counts[4]...)
    lists.removeSubrange(mark.counts[5]...)
    texts.removeSubrange(mark.counts[6]...)
    countedLists = mark.counts[7]
  }
}

/// How special a selector is: the number of its ids, then of classes and their like, then of names.
struct Specificity: Comparable, BitwiseCopyable {
  private var value: UInt64 = 0

  static let zero = Specificity()
  static let id = Specificity(value: 1 << 42)
  static let className = Specificity(value: 1 << 21)
  static let name = Specificity(value: 1)

  init() {}
  private init(value: UInt64) { self.value = value }

  /// Each number has 21 bits and stays at the largest rather than become the next.
  static func + (a: Specificity, b: Specificity) -> Specificity {
    var sum = Specificity()
    for shift in [0, 21, 42] as [UInt64] {
      let limit: UInt64 = 1 << 21 - 1
      let part = (a.value >> shift & limit) + (b.value >> shift & limit)
      sum.value |= min(part, limit) << shift
    }
    return sum
  }

  static func < (a: Specificity, b: Specificity) -> Bool { a.value < b.value }

  /// The three numbers.
  var parts: [Int] {
    [42, 21, 0].map { Int(truncatingIfNeeded: value >> UInt64($0) & (1 << 21 - 1)) }
  }
}
