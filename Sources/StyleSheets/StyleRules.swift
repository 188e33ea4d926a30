/// The rules of all sheets of a document, by what their subjects have to be.
struct StyleRules {
  struct Rule {
    var declarations: Range<Int>
    var hasImportant: Bool
  }

  var selectors = Selectors()
  var rules: [Rule] = []
  var declarations = Declarations()
  /// The selectors by the id, the class or the name of their subject, and all others.
  var byID = Buckets()
  var byClass = Buckets()
  var byName = Buckets()
  var others: [Int] = []
  /// Whether some declaration sets a variable.
  var setsVariables = false

  /// Adds a rule for selectors that have been read and the declarations that were read last.
  mutating func add(_ rows: Range<Int>, declarationsFrom first: Int) {
    let range = first..<declarations.entries.count
    guard !range.isEmpty else { return }
    var rule = Rule(declarations: range, hasImportant: false)
    for i in range {
      if declarations.entries[i].isImportant { rule.hasImportant = true }
      if declarations.entries[i].isVariable { setsVariables = true }
    }
    for row in rows {
      selectors.selectors[row].rule = rules.count
      file(row)
    }
    rules.append(rule)
  }

  private mutating func file(_ selector: Int) {
    let subject = selectors.compounds[selectors.selectors[selector].compounds.lowerBound]
    var key: (name: StyleName, rank: Int)?
    for i in subject.tests {
      switch selectors.tests[i] {
      case .id(let name): key = (name, 3)
      case .className(let name) where (key?.rank ?? 0) < 2: key = (name, 2)
      case .name(let name) where (key?.rank ?? 0) < 1: key = (name, 1)
      case .never: return
      default: break
      }
    }
    switch key?.rank {
    case 3: byID.add(selector, for: key?.name ?? .empty)
    case 2: byClass.add(selector, for: key?.name ?? .empty)
    case 1: byName.add(selector, for: key?.name ?? .empty)
    default: others.append(selector)
    }
  }
}

/// Selectors by a name.
struct Buckets {
  private var heads: [Int32] = []
  private var rows: [(selector: Int, next: Int32)] = []

  mutating func add(_ selector: Int, for name: StyleName) {
    while heads.count <= name.number { heads.append(-1) }
    rows.append((selector, heads[name.number]))
    heads[name.number] = Int32(truncatingIfNeeded: rows.count - 1)
  }

  /// The first entry of a name, -1 when there is none.
  func first(_ name: StyleName) -> Int {
    name.number < heads.count ? Int(heads[name.number]) : -1
  }

  /// The entry behind another, -1 when there is none.
  func next(_ entry: Int) -> Int { Int(rows[entry].next) }

  /// The selector of an entry.
  func selector(_ entry: Int) -> Int { rows[entry].selector }
}
