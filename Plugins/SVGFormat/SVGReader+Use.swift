import PathModel
import PluginKit

extension SVGReader {
  /// The walk comes to a `use`: it goes on where that refers to.
  func beginUse(_ element: SVGElementID, in parent: Frame) {
    let computed = compute(element, in: parent.computed)
    var space = parent.space
    space.fontSize = computed.properties.fontSize
    guard computed.properties.isDisplayed, mapOwnSpace(&space, of: element, computed),
      let target = target(of: element)
    else { return }
    shift(&space, by: element)
    guard space.transform.isFinite else { return }
    reportLostEffects(of: element, computed)
    // Only a `use` that says something itself needs a group.
    let hasGroup =
      computed.properties.opacity != 1 || computed.properties.clipPath != nil
      || table.firstChild(of: element) != nil
      || hasNames(element, isCopy: parent.isCopy)
    let group =
      hasGroup ? addGroup(of: element, computed, in: parent) : parent.group
    let frame = Frame(
      element: element, next: target, computed: computed, space: space, group: group,
      outerGroup: group, clipSpace: space)
    frame.hasGroup = hasGroup
    frame.isChoice = true
    frame.isUse = true
    frame.isCopy = true
    frame.context = context(ofUse: computed, in: parent.context)
    frame.firstPath = drawing.pathCount
    addWords(ofChildrenOf: element, to: frame)
    push(frame)
  }

  /// Moves a user space by `x` and `y` of a `use`.
  func shift(_ space: inout UserSpace, by use: SVGElementID) {
    let zero = SVGLength(0)
    let shift = Affine.translation(
      x: length(.x, .horizontal, of: use, in: space, default: zero),
      y: length(.y, .vertical, of: use, in: space, default: zero))
    space.transform = shift.then(space.transform)
  }

  /// What a `use` repeats; nil when that can't be drawn.
  func target(of element: SVGElementID) -> SVGElementID? {
    guard let href = table.attribute(.href, of: element) else {
      warn(
        "svg.missing-reference", "'use' has no 'href', so nothing is drawn for it", at: element)
      return nil
    }
    let text = href.value.trimmed.text()
    guard text.hasPrefix("#") else {
      lose(
        "use",
        "'use' of '\(String(text.unicodeScalars.prefix(60)))' isn't drawn: it stands in another file, which "
          + "is never opened", at: element)
      return nil
    }
    guard let target = self.element(ofReference: text) else {
      warn(
        "svg.missing-reference",
        "'use' refers to '\(text)', which isn't there; nothing is drawn for it", href)
      return nil
    }
    let first = frames.firstIndex { $0.element == target }
    if first != nil || target == element {
      let chain = frames[(first ?? frames.count)...].filter(\.isUse).map {
        reference(of: $0.element)
      }
      warn(
        "svg.cyclic-reference",
        "'use' of '\(text)' isn't drawn, since it would contain itself: "
          + ([text] + chain + [text]).joined(separator: " → "), href)
      return nil
    }
    return target
  }

  private func reference(of element: SVGElementID) -> String {
    table.attribute(.href, of: element)?.value.trimmed.text() ?? ""
  }

  /// The element that a reference such as `#a` means: the first of that id.
  func element(ofReference text: String) -> SVGElementID? {
    guard text.hasPrefix("#") else { return nil }
    return self.element(named: String(text.dropFirst()))
  }

  /// The element that a reference means by an id: the first of that id.
  func element(named name: String) -> SVGElementID? {
    guard let entry = ids[name] ?? ids[name.withoutPercentEncoding] else { return nil }
    if let shadowed = entry.shadowed {
      warn(
        "svg.shadowed-id",
        "the id '\(name)', which is referred to, stands here once more; the first element of that "
          + "id counts", at: shadowed)
    }
    return entry.element
  }

  /// Counts an element that is drawn for a reference, and tells whether it's one too many.
  func countCopy(of element: SVGElementID) -> Bool {
    // Its attributes are read again, which takes its time when they are long.
    countCopies(1 + table.attributeBytes(of: element) / 1000, of: element)
  }

  /// Counts what is drawn once more for a reference, and tells whether it's too much.
  func countCopies(_ count: Int, of element: SVGElementID) -> Bool {
    copyCount += count
    guard copyCount > limits.copies else { return true }
    let first = frames.first { $0.isUse || $0.marked != nil }?.element ?? element
    fail(
      "svg.too-many-copies",
      "what 'use' elements and other references repeat comes to more than \(limits.copies) elements, the "
        + "limit 'copies'",
      at: first)
    return false
  }
}

extension String {
  /// The text with `%41` and the like replaced by what they stand for.
  fileprivate var withoutPercentEncoding: String {
    guard utf8.contains(UInt8(ascii: "%")) else { return self }
    let bytes = Array(utf8)
    var result: [UInt8] = []
    var i = 0
    while i < bytes.count {
      if bytes[i] == UInt8(ascii: "%"), i + 2 < bytes.count,
        let code = UInt8(String(decoding: bytes[(i + 1)...(i + 2)], as: UTF8.self), radix: 16)
      {
        result.append(code)
        i += 3
      } else {
        result.append(bytes[i])
        i += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
