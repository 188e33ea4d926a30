/// A property and its value, as a sheet or a `style` attribute gives it.
struct ReadDeclaration {
  var property: StyleName
  /// The value's bytes in the text of the list.
  var value: Range<Int>
  /// Where it stands in what was read.
  var offset: Int
  var isImportant = false
  /// Whether the property is a variable, `--name`.
  var isVariable = false
  /// Whether the value refers to variables.
  var usesVariables = false
}

/// Declarations and the text of their values: without comments, with escapes replaced where that's
/// safe, with everything closed that was left open.
struct Declarations {
  var entries: [ReadDeclaration] = []
  var text: [UInt8] = []

  /// Whether none of them is a variable, refers to one or is important.
  private(set) var isPlain = true

  /// Makes the list empty.
  mutating func removeAll() {
    isPlain = true
    // Emptying what is empty takes its time, too.
    if entries.isEmpty, text.isEmpty { return }
    entries.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
  }

  /// Adds a declaration; a shorthand becomes its longhands.
  /// - Returns: False when a shorthand's value is none that it takes.
  mutating func add(_ declaration: ReadDeclaration) -> Bool {
    if declaration.isImportant || declaration.isVariable || declaration.usesVariables {
      isPlain = false
    }
    if !declaration.usesVariables {
      if declaration.property == NameTable.marker {
        addEach(NameTable.markerLonghands, as: declaration)
        return true
      }
      if declaration.property == NameTable.font { return addFont(declaration) }
    }
    entries.append(declaration)
    return true
  }

  /// Adds the same value for several properties.
  mutating func addEach(_ properties: [StyleName], as declaration: ReadDeclaration) {
    for property in properties {
      var entry = declaration
      entry.property = property
      entries.append(entry)
    }
  }
}
