/// The styles of one document: reads its sheets, is told its elements, and says which declarations
/// apply to each.
///
/// In this order: `read` every sheet; then, if `hasRules`, `appendElement` every element in document
/// order with what selectors may ask of it; then `find` the declarations of one element after the
/// other, in any order. A document without sheets needs no elements: `find` then serves `style`
/// attributes alone.
public struct StyleCascade: Sendable {
  /// A declaration that applies to an element.
  public struct Declaration: Sendable, BitwiseCopyable {
    /// The property, by its place in the list of those that are wanted.
    public var property: Int
    /// Where it stands.
    public var place: StylePlace
  }

  private enum Source: UInt8 { case sheet, inline, replaced }

  /// What applies to the element at hand, and where its value lies.
  private var found: [(declaration: Declaration, source: Source, value: Range<Int>)] = []
  /// The variables of that element.
  private var variables = VariableScope()

  private var environment: MediaEnvironment
  private var limits: StyleLimits
  private var names = NameTable()
  private var rules = StyleRules()
  private var tree = ElementTree()
  private var matcher: SelectorMatcher
  private var notices = NoticeList()
  /// How many bytes of sheets have been read: the offset of the next sheet's first byte in places.
  public private(set) var sheetBytes = 0
  /// The declarations of the `style` attribute at hand, and values with variables replaced.
  private var inline = Declarations()
  private var replaced: [UInt8] = []
  private var matched: [Match] = []
  /// The wanted properties' places in their list by the numbers of their names; -1 for others.
  private let wanted: [Int]
  /// The names of attributes that selectors ask for.
  private var asked: Set<StyleName> = []

  private struct Match {
    var specificity: Specificity
    var rule: Int
  }

  /// What a declaration costs that is handed out, in steps.
  private static let declarationSteps = 4

  /// Makes the styles of a document without sheets.
  /// - Parameters:
  ///   - properties: The properties that are wanted, in lower case; no others are handed out. Of
  ///     shorthands the longhands.
  ///   - media: What `@media` is judged against.
  ///   - limits: What the sheets may use.
  public init(
    properties: [String], media: MediaEnvironment = MediaEnvironment(),
    limits: StyleLimits = StyleLimits()
  ) {
    var wanted: [Int] = []
    for (row, property) in properties.enumerated() {
      let name = names.intern(Array(property.utf8).span)
      while wanted.count <= name.number { wanted.append(-1) }
      wanted[name.number] = row
    }
    self.wanted = wanted
    environment = media
    self.limits = limits
    matcher = SelectorMatcher(steps: limits.steps)
  }

  /// A copy, which had better not have read anything yet, for a document with sheets: making the names of
  /// properties anew takes longer.
  /// - Parameters:
  ///   - media: What `@media` is judged against.
  ///   - limits: What the sheets may use.
  /// - Returns: The copy.
  public func prepared(media: MediaEnvironment, limits: StyleLimits) -> StyleCascade {
    var cascade = self
    cascade.environment = media
    cascade.limits = limits
    cascade.matcher = SelectorMatcher(steps: limits.steps)
    return cascade
  }

  // MARK: Sheets

  /// Reads a style sheet; those that are read later win over those before.
  /// - Parameters:
  ///   - sheet: The sheet's UTF-8 bytes.
  ///   - media: What media it's for, as in an element's attribute `media`; empty for all.
  /// - Throws: `StyleLimitError` when a limit is passed.
  public mutating func read(
    sheet: Span<UInt8>, media: Span<UInt8> = Span()
  ) throws(StyleLimitError) {
    let base = sheetBytes
    guard sheet.count <= limits.bytes - sheetBytes else {
      throw StyleLimitError(
        message: "the style sheets are longer than \(limits.bytes) bytes",
        place: StylePlace(offset: base))
    }
    sheetBytes += sheet.count
    var query = MediaQuery(Tokenizer(media), environment: environment)
    guard query.applies() else {
      if let unknown = query.unknown {
        notices.add(
          .unknownMedia, unknown.name, at: StylePlace(offset: base),
          "'\(unknown.name)' in a sheet's media isn't known; the sheet is left out")
      }
      return
    }
    var reader = SheetReader(
      Tokenizer(sheet), base: base, environment: environment, limits: limits)
    try reader.read(into: &rules, &names, &notices)
    for test in rules.selectors.attributes { asked.insert(test.name) }
  }

  /// Whether a sheet has a rule that could apply to something.
  public var hasRules: Bool { !rules.rules.isEmpty }

  /// Takes what there is to say about what has been read since this was last called.
  public mutating func takeNotices() -> [StyleNotice] { notices.take() }

  // MARK: Elements

  /// Adds an element behind those that were added before; what is added next belongs to it.
  /// - Parameters:
  ///   - name: The local name.
  ///   - namespace: The namespace's address, empty for none.
  ///   - parent: The number of its parent, counted from 0 in the order of adding; nil for the root.
  public mutating func appendElement(
    name: Span<UInt8>, namespace: Span<UInt8>, parent: Int?
  ) {
    tree.append(name: names.intern(name), namespace: names.intern(namespace), parent: parent)
  }

  /// How many elements there are.
  public var elementCount: Int { tree.elements.count }

  /// Says what the last element's id is.
  public mutating func setID(_ id: Span<UInt8>) {
    guard elementCount > 0, let name = names.find(id) else { return }
    tree.setID(name)
  }

  /// Says what the last element's classes are: words between white space.
  public mutating func setClasses(_ text: Span<UInt8>) {
    guard elementCount > 0 else { return }
    var i = 0
    while i < text.count {
      while i < text.count, isSpace(text[i]) { i += 1 }
      let start = i
      while i < text.count, !isSpace(text[i]) { i += 1 }
      // Classes that no selector names are left out.
      if i > start, let name = names.find(text.extracting(start..<i)) { tree.addClass(name) }
    }
  }

  /// Whether selectors ask for an attribute of this local name.
  public func asksForAttribute(_ name: Span<UInt8>) -> Bool {
    names.find(name).map { asked.contains($0) } ?? false
  }

  /// Gives the last element an attribute; it's kept only if a selector asks for it.
  public mutating func addAttribute(
    name: Span<UInt8>, namespace: Span<UInt8> = Span(), value: Span<UInt8>
  ) {
    guard elementCount > 0, let name = names.find(name), asked.contains(name) else { return }
    tree.addAttribute(name, names.intern(namespace), value)
  }

  /// Says that the last element is a link, for `:link`.
  public mutating func setLink() { if elementCount > 0 { tree.setLink() } }

  /// Says what language the last element speaks, its children too, for `:lang(…)`.
  public mutating func setLanguage(_ language: Span<UInt8>) {
    if elementCount > 0 { tree.setLanguage(language) }
  }

  /// Says that there is text directly in an element, for `:empty`.
  public mutating func noteText(in element: Int) {
    if element >= 0, element < elementCount { tree.noteText(in: element) }
  }

  // MARK: Cascade

  /// Hands out the declarations that apply to an element: what comes later wins.
  ///
  /// All of them stand above presentation attributes. Shorthands have become their longhands,
  /// variables are replaced; a value whose variables can't be replaced is `unset`.
  ///
  /// - Parameters:
  ///   - element: The element's number; nil when there are no rules.
  ///   - style: The value of its attribute `style`.
  ///   - inherited: The variables of its parent.
  ///   - body: Takes a declaration and its value.
  /// - Returns: The variables of the element, for its children.
  /// - Throws: `StyleLimitError` when a limit is passed.
  public mutating func find(
    element: Int?, style: Span<UInt8> = Span(), inherited: VariableScope = VariableScope(),
    _ body: (Declaration, Span<UInt8>) -> Void
  ) throws(StyleLimitError) -> VariableScope {
    inline.removeAll()
    if !style.isEmpty {
      var reader = DeclarationReader(
        Tokenizer(style), isBlock: false, base: StylePlace(isInline: true, offset: 0))
      reader.read(into: &inline, &names, &notices)
    }
    // What most documents have: no sheets, no variables, nothing more important than the rest.
    if element == nil, inline.isPlain {
      var count = 0
      for entry in inline.entries where isWanted(entry.property) { count += 1 }
      try matcher.spend(count * StyleCascade.declarationSteps)
      for entry in inline.entries where isWanted(entry.property) {
        body(
          Declaration(property: wanted[entry.property.number], place: place(entry, .inline)),
          inline.text.span.extracting(entry.value))
      }
      return inherited
    }
    found.removeAll(keepingCapacity: true)
    matched.removeAll(keepingCapacity: true)
    if !replaced.isEmpty { replaced.removeAll(keepingCapacity: true) }
    variables = inherited
    if let element, element >= 0, element < elementCount { try match(element) }
    try setVariables()
    try addDeclarations()
    try matcher.spend(found.count * StyleCascade.declarationSteps)
    for row in found {
      switch row.source {
      case .sheet: body(row.declaration, rules.declarations.text.span.extracting(row.value))
      case .inline: body(row.declaration, inline.text.span.extracting(row.value))
      case .replaced: body(row.declaration, replaced.span.extracting(row.value))
      }
    }
    return variables
  }

  /// Collects the declarations that have been matched and read, in the order of the cascade.
  private mutating func addDeclarations() throws(StyleLimitError) {
    var hasImportant = false
    for match in matched {
      if rules.rules[match.rule].hasImportant { hasImportant = true }
      try addRule(match.rule, isImportant: false)
    }
    for entry in inline.entries where !entry.isImportant { try add(entry, .inline) }
    if hasImportant {
      for match in matched where rules.rules[match.rule].hasImportant {
        try addRule(match.rule, isImportant: true)
      }
    }
    for entry in inline.entries where entry.isImportant { try add(entry, .inline) }
  }

  /// Finds the rules that apply to an element, the one that wins last.
  private mutating func match(_ element: Int) throws(StyleLimitError) {
    let row = tree.elements[element]
    if row.id != .empty { try match(rules.byID.first(row.id), rules.byID, element) }
    for i in tree.classes(of: element) {
      try match(rules.byClass.first(tree.classes[i]), rules.byClass, element)
    }
    try match(rules.byName.first(row.name), rules.byName, element)
    for selector in rules.others { try match(selector, element) }
    if matched.count > 1 {
      matched.sort { a, b in
        a.specificity == b.specificity ? a.rule < b.rule : a.specificity < b.specificity
      }
    }
  }

  private mutating func match(
    _ first: Int, _ buckets: Buckets, _ element: Int
  ) throws(StyleLimitError) {
    var entry = first
    while entry >= 0 {
      try match(buckets.selector(entry), element)
      entry = buckets.next(entry)
    }
  }

  private mutating func match(_ selector: Int, _ element: Int) throws(StyleLimitError) {
    guard try matcher.matches(selector, element, rules.selectors, tree) else { return }
    let row = rules.selectors.selectors[selector]
    matched.append(Match(specificity: row.specificity, rule: row.rule))
  }

  private mutating func addRule(_ rule: Int, isImportant: Bool) throws(StyleLimitError) {
    let range = rules.rules[rule].declarations
    try matcher.spend(range.count)
    for i in range where rules.declarations.entries[i].isImportant == isImportant {
      try add(rules.declarations.entries[i], .sheet)
    }
  }

  private mutating func add(
    _ entry: ReadDeclaration, _ source: Source
  ) throws(StyleLimitError) {
    if entry.isVariable { return }
    let place = place(entry, source)
    if entry.usesVariables {
      try addReplaced(entry, source, place)
    } else {
      hand(out: entry.property, place, source, entry.value)
    }
  }

  private mutating func hand(
    out property: StyleName, _ place: StylePlace, _ source: Source, _ value: Range<Int>
  ) {
    guard isWanted(property) else { return }
    found.append((Declaration(property: wanted[property.number], place: place), source, value))
  }

  private func isWanted(_ property: StyleName) -> Bool {
    property.number < wanted.count && wanted[property.number] >= 0
  }

  // MARK: Variables

  private mutating func addReplaced(
    _ entry: ReadDeclaration, _ source: Source, _ place: StylePlace
  ) throws(StyleLimitError) {
    var list = Declarations()
    let text = text(entry, source)
    let scope = variables
    let result = try replace(text.span, into: &list.text, place) { scope.value(of: $0) }
    var plain = entry
    plain.usesVariables = false
    while let last = list.text.last, isSpace(last) { list.text.removeLast() }
    plain.value = 0..<list.text.count
    if !result || !list.add(plain) {
      list.removeAll()
      list.text.append(contentsOf: Array("unset".utf8))
      plain.value = 0..<list.text.count
      _ = list.add(plain)
    }
    let base = replaced.count
    replaced.append(contentsOf: list.text)
    for entry in list.entries {
      let value = (base + entry.value.lowerBound)..<(base + entry.value.upperBound)
      hand(out: entry.property, place, .replaced, value)
    }
  }

  private func text(_ entry: ReadDeclaration, _ source: Source) -> [UInt8] {
    Array(source == .inline ? inline.text[entry.value] : rules.declarations.text[entry.value])
  }

  /// Appends a value with its variables replaced; false when it's invalid.
  private mutating func replace(
    _ value: Span<UInt8>, into output: inout [UInt8], _ place: StylePlace,
    _ lookUp: (StyleName) -> [UInt8]?
  ) throws(StyleLimitError) -> Bool {
    let start = output.count
    try matcher.spend(1 + value.count + variables.depth)
    let result = VariableReferences.replace(
      in: value, &names, into: &output, limit: limits.valueBytes, lookUp)
    try matcher.spend(output.count - start)
    if result == .tooLong {
      notices.add(.badVariable, at: place, "a value becomes too long with its variables replaced")
    }
    return result == .value
  }

  /// Reckons the variables that the element at hand sets.
  private mutating func setVariables() throws(StyleLimitError) {
    let isSetInline = inline.entries.contains { $0.isVariable }
    guard isSetInline || rules.setsVariables && !matched.isEmpty else { return }
    // The last declaration of each, in the order of the cascade.
    var own: [(entry: ReadDeclaration, source: Source)] = []
    var rows: [StyleName: Int] = [:]
    for isImportant in [false, true] {
      for match in matched {
        let range = rules.rules[match.rule].declarations
        try matcher.spend(range.count)
        for i in range {
          set(rules.declarations.entries[i], .sheet, isImportant, &own, &rows)
        }
      }
      for entry in inline.entries { set(entry, .inline, isImportant, &own, &rows) }
    }
    guard !own.isEmpty else { return }
    let texts = own.map { text($0.entry, $0.source) }
    var references: [[Int]] = []
    for (row, text) in zip(own, texts) {
      var targets: [Int] = []
      if row.entry.usesVariables {
        try matcher.spend(text.count)
        VariableReferences.forEach(in: text.span, &names) { name in
          if let target = rows[name] { targets.append(target) }
        }
      }
      references.append(targets)
    }
    let order = VariableOrder(references: references)
    var values: [StyleName: [UInt8]?] = [:]
    if let first = order.circular.min() {
      let name = names.text(of: own[first].entry.property).text()
      notices.add(
        .badVariable, at: place(own[first].entry, own[first].source), "'\(name)' refers to itself")
    }
    for row in order.circular { values[own[row].entry.property] = .some(nil) }
    let inherited = variables
    for row in order.order {
      let (entry, source) = own[row]
      let text = texts[row]
      if text.span.isWord("inherit") || text.span.isWord("unset") || text.span.isWord("revert") {
        continue
      }
      guard !text.span.isWord("initial") else {
        values[entry.property] = .some(nil)
        continue
      }
      guard entry.usesVariables else {
        values[entry.property] = text
        continue
      }
      var output: [UInt8] = []
      let isValid = try replace(text.span, into: &output, place(entry, source)) { name in
        if let value = values[name] { return value }
        return inherited.value(of: name)
      }
      values[entry.property] = .some(isValid ? output : nil)
    }
    guard !values.isEmpty else { return }
    guard let scope = variables.setting(values) else {
      throw StyleLimitError(
        message: "variables are set on elements nested more than \(VariableScope.depthLimit) deep",
        place: place(own[0].entry, own[0].source))
    }
    variables = scope
  }

  private func place(_ entry: ReadDeclaration, _ source: Source) -> StylePlace {
    StylePlace(isInline: source == .inline, offset: entry.offset)
  }

  private func set(
    _ entry: ReadDeclaration, _ source: Source, _ isImportant: Bool,
    _ own: inout [(entry: ReadDeclaration, source: Source)], _ rows: inout [StyleName: Int]
  ) {
    guard entry.isVariable, entry.isImportant == isImportant else { return }
    if let row = rows[entry.property] {
      own[row] = (entry, source)
    } else {
      rows[entry.property] = own.count
      own.append((entry, source))
    }
  }
}
