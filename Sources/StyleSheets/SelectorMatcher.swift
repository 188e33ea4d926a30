/// Tells whether elements match selectors.
///
/// Selectors are followed from the subject to the left. Where a combinator leaves a choice the
/// nearest element is tried first, and only the last choice among ancestors and the last among
/// siblings is ever revised: a farther element leaves fewer choices to what stands left of it than
/// a nearer one, so no other has to be. One selector thus costs an element no more than the number
/// of the elements that it can look at, times its own length.
struct SelectorMatcher {
  /// What may still be spent.
  var steps: Int
  private let limit: Int
  private var all: SiblingPositions?
  private var byType: SiblingPositions?
  private var byList: [Int: SiblingPositions] = [:]

  init(steps: Int) {
    self.steps = steps
    limit = steps
  }

  @inline(__always) mutating func spend(_ count: Int = 1) throws(StyleLimitError) {
    steps -= count
    if steps < 0 { throw overspent }
  }

  private var overspent: StyleLimitError {
    StyleLimitError(
      message: "styling the document takes more than \(limit) steps; use simpler selectors, "
        + "fewer rules or fewer elements")
  }

  /// Whether an element matches a selector.
  mutating func matches(
    _ selector: Int, _ element: Int, _ selectors: Selectors, _ tree: ElementTree
  ) throws(StyleLimitError) -> Bool {
    let compounds = selectors.selectors[selector].compounds
    guard try passes(compounds.lowerBound, element, selectors, tree) else { return false }
    // The last choices that can be revised: which compound, and its element.
    var ancestor: (compound: Int, element: Int)?
    var sibling: (compound: Int, element: Int)?
    var compound = compounds.lowerBound
    var element = element
    while compound + 1 < compounds.upperBound {
      compound += 1
      let combinator = selectors.compounds[compound].combinator
      let isChoice = combinator == .ancestor || combinator == .earlierSibling
      if combinator == .ancestor || combinator == .parent {
        element = Int(tree.elements[element].parent)
        sibling = nil
      } else {
        element = Int(tree.elements[element].previous)
      }
      var isFound = false
      while element >= 0 {
        isFound = try passes(compound, element, selectors, tree)
        if isFound || !isChoice { break }
        element =
          combinator == .ancestor
          ? Int(tree.elements[element].parent) : Int(tree.elements[element].previous)
      }
      if isFound {
        if combinator == .ancestor { ancestor = (compound, element) }
        if combinator == .earlierSibling { sibling = (compound, element) }
        continue
      }
      // Nothing farther up can help when the choice of an ancestor fails.
      if combinator == .ancestor { return false }
      if combinator == .earlierSibling { sibling = nil }
      guard
        let choice = try revise(&sibling, &ancestor, selectors, tree)
      else { return false }
      (compound, element) = choice
    }
    return true
  }

  /// Makes the last choice anew: the next sibling that passes, else the next ancestor.
  private mutating func revise(
    _ sibling: inout (compound: Int, element: Int)?,
    _ ancestor: inout (compound: Int, element: Int)?,
    _ selectors: Selectors, _ tree: ElementTree
  ) throws(StyleLimitError) -> (compound: Int, element: Int)? {
    if let last = sibling {
      var element = Int(tree.elements[last.element].previous)
      while element >= 0 {
        if try passes(last.compound, element, selectors, tree) {
          sibling = (last.compound, element)
          return sibling
        }
        element = Int(tree.elements[element].previous)
      }
      sibling = nil
    }
    guard let last = ancestor else { return nil }
    var element = Int(tree.elements[last.element].parent)
    while element >= 0 {
      if try passes(last.compound, element, selectors, tree) {
        ancestor = (last.compound, element)
        return ancestor
      }
      element = Int(tree.elements[element].parent)
    }
    return nil
  }

  /// Whether an element passes all tests of a compound.
  private mutating func passes(
    _ compound: Int, _ element: Int, _ selectors: Selectors, _ tree: ElementTree
  ) throws(StyleLimitError) -> Bool {
    try spend()
    for i in selectors.compounds[compound].tests {
      guard try passes(selectors.tests[i], element, selectors, tree) else { return false }
    }
    return true
  }

  private mutating func passes(
    _ test: Selectors.Test, _ element: Int, _ selectors: Selectors, _ tree: ElementTree
  ) throws(StyleLimitError) -> Bool {
    let row = tree.elements[element]
    switch test {
    case .name(let name): return row.name == name
    case .namespace(let name): return row.namespace == name
    case .id(let name): return row.id == name
    case .className(let name):
      let classes = tree.classes(of: element)
      try spend(classes.count / 8)
      for i in classes where tree.classes[i] == name { return true }
      return false
    case .attribute(let test):
      let attributes = tree.attributes(of: element)
      for i in attributes {
        let attribute = tree.attributes[i]
        try spend(1 + attribute.value.count / 8)
        if selectors.attributes[test].passes(attribute, tree.text) { return true }
      }
      return false
    case .any(let list): return try matchesAny(list, element, selectors, tree)
    case .notAny(let list): return try !matchesAny(list, element, selectors, tree)
    case .position(let test):
      return try isAt(selectors.positions[test], element, selectors, tree)
    case .isRoot: return row.parent < 0
    case .isEmpty: return row.lastChild < 0 && !row.hasText
    case .isLink: return row.isLink
    case .language(let text):
      guard row.language >= 0 else { return false }
      return dashMatches(tree.languages[Int(row.language)], selectors.texts[text])
    case .never: return false
    }
  }

  /// Lists are nested no deeper than `SelectorReader.depthLimit`, and so is this.
  private mutating func matchesAny(
    _ list: Int, _ element: Int, _ selectors: Selectors, _ tree: ElementTree
  ) throws(StyleLimitError) -> Bool {
    for selector in selectors.lists[list] {
      if try matches(selector, element, selectors, tree) { return true }
    }
    return false
  }

  private mutating func isAt(
    _ test: Selectors.PositionTest, _ element: Int, _ selectors: Selectors, _ tree: ElementTree
  ) throws(StyleLimitError) -> Bool {
    let positions = try positions(test.counted, element, selectors, tree)
    return positions.map { test.pattern.contains(Int(test.isFromEnd ? $0.end : $0.start)) }
      ?? false
  }

  /// An element's positions; nil when it isn't counted.
  private mutating func positions(
    _ counted: Selectors.PositionTest.Counted, _ element: Int, _ selectors: Selectors,
    _ tree: ElementTree
  ) throws(StyleLimitError) -> (start: Int32, end: Int32)? {
    let count = tree.elements.count
    switch counted {
    case .all:
      var table = all.take() ?? SiblingPositions(count: count)
      defer { all = table }
      if !table.isKnown(element) {
        try table.number(tree.siblings(of: element)) { _ throws(StyleLimitError) in true }
      }
      return (table.fromStart[element], table.fromEnd[element])
    case .ofSameType:
      var table = byType.take() ?? SiblingPositions(count: count)
      defer { byType = table }
      if !table.isKnown(element) {
        try table.number(tree.siblings(of: element)) { (sibling) throws(StyleLimitError) in
          [tree.elements[sibling].name, tree.elements[sibling].namespace]
        }
      }
      return (table.fromStart[element], table.fromEnd[element])
    case .matching(let list):
      var table = byList.removeValue(forKey: list) ?? SiblingPositions(count: count)
      defer { byList[list] = table }
      if !table.isKnown(element) {
        try table.number(tree.siblings(of: element)) { (sibling) throws(StyleLimitError) in
          try matchesAny(list, sibling, selectors, tree) ? true : nil
        }
      }
      guard table.fromStart[element] > 0 else { return nil }
      return (table.fromStart[element], table.fromEnd[element])
    }
  }
}

extension Selectors.AttributeTest {
  /// Whether an attribute is the one that's asked for and has a value that passes.
  func passes(_ attribute: ElementTree.Attribute, _ text: [UInt8]) -> Bool {
    guard attribute.name == name else { return false }
    if case .only(let only) = namespace, attribute.namespace != only { return false }
    let found = text.span.extracting(attribute.value)
    let sought = value.span
    switch test {
    case .exists: return true
    case .equals: return found.count == sought.count && equals(found, 0, sought)
    case .dashMatch:
      guard found.count >= sought.count, equals(found, 0, sought) else { return false }
      return found.count == sought.count || found[sought.count] == UInt8(ascii: "-")
    // Nothing is part of nothing, as the specification has it.
    case .prefix: return !sought.isEmpty && equals(found, 0, sought)
    case .suffix: return !sought.isEmpty && equals(found, found.count - sought.count, sought)
    case .substring: return !sought.isEmpty && contains(found, sought)
    case .includes:
      guard !sought.isEmpty else { return false }
      var i = 0
      while i < found.count {
        while i < found.count, isSpace(found[i]) { i += 1 }
        let start = i
        while i < found.count, !isSpace(found[i]) { i += 1 }
        if i - start == sought.count, i > start, equals(found, start, sought) { return true }
      }
      return false
    }
  }

  /// Whether `sought` stands somewhere in `found`, in linear time (Knuth, Morris and Pratt).
  private func contains(_ found: Span<UInt8>, _ sought: Span<UInt8>) -> Bool {
    var matched = 0
    for i in found.indices {
      let byte = isFolded ? lowercase(found[i]) : found[i]
      while matched > 0, sought[matched] != byte { matched = borders[matched - 1] }
      if sought[matched] == byte { matched += 1 }
      if matched == sought.count { return true }
    }
    return false
  }

  /// Reckons the borders of the value: how long the longest part is that both begins and ends each
  /// of its beginnings.
  mutating func setBorders() {
    borders = [Int](repeating: 0, count: value.count)
    var length = 0
    for i in value.indices.dropFirst() {
      while length > 0, value[length] != value[i] { length = borders[length - 1] }
      if value[length] == value[i] { length += 1 }
      borders[i] = length
    }
  }

  /// Whether `sought` stands in `found` at a place.
  private func equals(_ found: Span<UInt8>, _ start: Int, _ sought: Span<UInt8>) -> Bool {
    guard start >= 0, sought.count <= found.count - start else { return false }
    for i in sought.indices {
      let byte = found[start + i]
      if (isFolded ? lowercase(byte) : byte) != sought[i] { return false }
    }
    return true
  }
}

/// Whether a language is the one that's sought or a kind of it: `de-CH` is `de`.
private func dashMatches(_ found: [UInt8], _ sought: [UInt8]) -> Bool {
  guard !sought.isEmpty, found.count >= sought.count else { return false }
  for i in sought.indices where found[i] != sought[i] { return false }
  return found.count == sought.count || found[sought.count] == UInt8(ascii: "-")
}
