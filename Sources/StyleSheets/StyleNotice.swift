/// Something that a style sheet or a `style` attribute says and that isn't followed.
public struct StyleNotice: Hashable, Sendable {
  /// What it is about.
  public enum Kind: Hashable, Sendable {
    /// A declaration that is none; it alone is left out.
    case badDeclaration
    /// A rule whose selector is wrong; it alone is left out.
    case badRule
    /// A rule with a selector that isn't known, such as `:has(…)`; it alone is left out.
    case unknownSelector
    /// An at-rule that isn't followed, such as `@import`, or rules inside of a rule.
    case unsupportedRule
    /// A `@media` rule, or a sheet's `media`, that asks for what isn't known.
    case unknownMedia
    /// Variables that refer to themselves or grow too long.
    case badVariable
  }

  /// What it is about.
  public var kind: Kind
  /// What the notices of one kind are told apart by: the at-rule, the pseudo-class; else empty.
  public var subject: String
  /// A sentence for a person.
  public var message: String
  /// Where it first occurred.
  public var place: StylePlace
  /// How often it occurred.
  public var count: Int
}

/// A place in what was read.
public struct StylePlace: Hashable, Sendable, BitwiseCopyable {
  /// Whether it's in the `style` attribute of the element at hand and not in a sheet.
  public var isInline: Bool
  /// How many bytes stand before it, in the attribute or in all sheets one after another.
  public var offset: Int

  init(isInline: Bool = false, offset: Int) {
    self.isInline = isInline
    self.offset = offset
  }
}

/// The notices since they were last taken, in the order in which they came up.
struct NoticeList: Sendable {
  private var entries: [StyleNotice] = []

  /// How many notices of a kind without a subject are kept one by one; the others are counted with
  /// the last of them.
  static let keptOneByOne = 10
  /// How many notices there may be; the others are counted with the last.
  static let limit = 100

  mutating func add(
    _ kind: StyleNotice.Kind, _ subject: String = "", at place: StylePlace,
    _ message: @autoclosure () -> String
  ) {
    var (seen, last) = (0, entries.count - 1)
    for row in entries.indices where entries[row].kind == kind && entries[row].subject == subject {
      (seen, last) = (seen + 1, row)
    }
    if entries.count == NoticeList.limit || seen == (subject.isEmpty ? NoticeList.keptOneByOne : 1)
    {
      entries[last].count += 1
      return
    }
    entries.append(
      StyleNotice(kind: kind, subject: subject, message: message(), place: place, count: 1))
  }

  /// Takes all notices out.
  mutating func take() -> [StyleNotice] {
    if entries.isEmpty { return [] }
    defer { entries.removeAll(keepingCapacity: true) }
    return entries
  }
}
