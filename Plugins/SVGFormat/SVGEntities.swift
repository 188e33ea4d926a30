import CLibXML2

/// The general entities that a document declares, such as Illustrator's `ns_svg`, and a budget for
/// what they expand to.
///
/// libxml2 asks for an entity by name and parses its content in place; each time counts against
/// the budget, nested ones too, so that no document grows much beyond its own size.
@safe struct SVGEntities {
  /// Why an entity isn't given.
  enum Refusal {
    case unknown, external, overBudget
  }

  static let countLimit = 5_000
  static let depthLimit = 20

  private var rows: [String: UnsafeMutablePointer<xmlEntity>] = unsafe [:]
  /// How many bytes all uses may expand to, with 64 for each use.
  let allowance: Int
  private var budget: Int

  /// - Parameter size: How large the document is; what its entities expand to may be as large
  ///   again, and at least 1 MB.
  init(documentSize size: Int) {
    allowance = max(size, 1 << 20)
    budget = allowance
  }

  var count: Int { unsafe rows.count }

  /// Keeps an entity; the first declaration of a name counts, as XML says.
  mutating func declare(_ name: String, content: [UInt8]?) {
    guard unsafe rows[name] == nil else { return }
    let entity = UnsafeMutablePointer<xmlEntity>.allocate(capacity: 1)
    unsafe entity.initialize(to: xmlEntity())
    unsafe entity.pointee.type = XML_ENTITY_DECL
    unsafe entity.pointee.name = UnsafePointer(copy(Array(name.utf8)))
    unsafe entity.pointee.etype =
      content == nil ? XML_EXTERNAL_GENERAL_PARSED_ENTITY : XML_INTERNAL_GENERAL_ENTITY
    if let content {
      unsafe entity.pointee.content = copy(content)
      // libxml2 would put its own copy there, which no one frees.
      unsafe entity.pointee.orig = entity.pointee.content
      unsafe entity.pointee.length = Int32(clamping: content.count)
      // Marked as checked, so that libxml2 doesn't expand it to check it; the lowest bit says
      // whether there is markup in it.
      unsafe entity.pointee.checked = content.contains(0x3C) ? 3 : 2
    }
    unsafe rows[name] = entity
  }

  private func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<UInt8> {
    let text = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 1)
    for i in bytes.indices { unsafe text[i] = bytes[i] }
    unsafe text[bytes.count] = 0
    return unsafe text
  }

  /// Gives an entity for one use.
  mutating func entity(
    named name: String
  ) -> Result<xmlEntityPtr, RefusalError> {
    guard let entity = unsafe rows[name] else { return unsafe .failure(RefusalError(.unknown)) }
    guard unsafe entity.pointee.etype == XML_INTERNAL_GENERAL_ENTITY else {
      return unsafe .failure(RefusalError(.external))
    }
    unsafe budget -= Int(entity.pointee.length) + 64
    guard budget >= 0 else { return unsafe .failure(RefusalError(.overBudget)) }
    return unsafe .success(entity)
  }

  /// Writes an attribute's value with its references replaced. libxml2 leaves them in values, and
  /// writes `&` itself as `&#38;`.
  mutating func expand(
    _ value: UnsafeBufferPointer<UInt8>, into result: inout [UInt8], depth: Int = 0
  ) -> RefusalError? {
    guard depth <= SVGEntities.depthLimit else { return RefusalError(.overBudget) }
    var i = 0
    while i < value.count {
      let byte = unsafe value[i]
      guard byte == UInt8(ascii: "&") else {
        result.append(byte)
        i += 1
        continue
      }
      var end = i + 1
      while end < value.count, unsafe value[end] != UInt8(ascii: ";") { end += 1 }
      let name = unsafe String(decoding: value[(i + 1)..<end], as: UTF8.self)
      i = end + 1
      if let scalar = SVGEntities.character(name) {
        result.append(contentsOf: Array(String(Character(scalar)).utf8))
        continue
      }
      switch unsafe entity(named: name) {
      case .failure(let refusal): return refusal
      case .success(let entity):
        guard let content = unsafe entity.pointee.content else { continue }
        let text = unsafe UnsafeBufferPointer(
          start: UnsafePointer(content), count: Int(entity.pointee.length))
        if let refusal = unsafe expand(text, into: &result, depth: depth + 1) { return refusal }
      }
    }
    return nil
  }

  /// The character of a numeric or a predefined reference.
  private static func character(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.utf8.first == UInt8(ascii: "#"), name.utf8.count <= 10 else { return nil }
      let digits = name.dropFirst()
      let code =
        digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
      return code.flatMap { Unicode.Scalar($0) }
    }
  }

  /// Frees the entities.
  mutating func free() {
    while let (_, entity) = unsafe rows.popFirst() {
      unsafe entity.pointee.name?.deallocate()
      unsafe entity.pointee.content?.deallocate()
      unsafe entity.deallocate()
    }
  }

  struct RefusalError: Error {
    var refusal: Refusal
    init(_ refusal: Refusal) { self.refusal = refusal }
  }
}
