extension ComponentEntry {
  /// Names that mean something else in a pipeline file's stage entry.
  public static let reservedNames = ["id", "select", "enabled", "before", "after"]

  /// What speaks against a component's name, in words, or nil.
  ///
  /// A name is made of lower-case letters, digits and hyphens and begins with a letter; a leading `x-`
  /// is free for notes in pipeline files.
  public static func problem(withName name: String) -> String? {
    guard let first = name.utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first,
      name.utf8.allSatisfy(isNameByte), !name.hasPrefix("x-"), !reservedNames.contains(name)
    else {
      return "needs another name: lower-case letters, digits and hyphens, and none of "
        + reservedNames.joined(separator: ", ")
    }
    return nil
  }

  /// Whether a byte may stand in a name.
  public static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
