import JSONForms
import JSONFormat
import PathModel
import PluginKit
import StrictJSON

/// A program's answer: an object with `drawing` or `error` (and `code`), and with `diagnostics`.
///
/// Other members are ignored, so that a program may send back what it was sent.
struct Answer {
  private(set) var drawing: Drawing?
  private(set) var failure: ComponentError?
  private var diagnostics: [Diagnostic] = []

  /// Reads a line.
  /// - Throws: When it can't be used.
  init(_ line: Span<UInt8>, _ context: inout Context) throws(JSONError) {
    var reader = JSONReader(line, options: JSONOptions(maximumDepth: context.limits.depth))
    var place = JSONPosition.start
    var message: String?
    var code: Diagnostic.Code = "exec.error"
    guard try reader.peek() == .object else {
      throw reader.unexpected("an object, {\"drawing\": …}")
    }
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key.name {
      case "drawing" where try reader.peek() != .null:
        drawing = try DrawingForm.read(&reader, &context)
      case "error":
        let node = try reader.readTree(after: &place)
        if !node.isNull { message = try node.text("error") }
      case "code":
        let node = try reader.readTree(after: &place)
        if !node.isNull { code = try node.code() }
      case "diagnostics":
        for node in try reader.readTree(after: &place).elements("diagnostics") {
          var diagnostic = try Diagnostic(node)
          diagnostic.code = try node.needed("code").code()
          // It becomes part of a line for a terminal.
          diagnostic.kind = diagnostic.kind.onOneLine(limit: 40)
          diagnostics.append(diagnostic)
        }
      default: try reader.skipValue()
      }
    }
    try reader.finish()
    if let message {
      failure = ComponentError(code, message)
    } else if let row = diagnostics.firstIndex(where: { $0.severity == .error }) {
      var error = ComponentError(code, "")
      error.diagnostic = diagnostics.remove(at: row)
      failure = error
    }
    guard drawing != nil || failure != nil else {
      throw reader.error(
        "exec.bad-answer", "it has neither a member 'drawing' nor a member 'error'", at: 0)
    }
  }

  /// Passes on what the program says of the drawing.
  func report(to context: inout Context) {
    for diagnostic in diagnostics { context.report(diagnostic) }
  }
}

extension JSONNode {
  /// A code such as `shaky.too-long`.
  fileprivate func code() throws(JSONError) -> Diagnostic.Code {
    let text = try text("code")
    let isCode = text.utf8.allSatisfy {
      ComponentEntry.isNameByte($0) || $0 == UInt8(ascii: ".")
    }
    guard isCode && text.contains(".") else {
      throw error(
        "exec.bad-answer",
        "'code' takes a code such as 'shaky.too-long': lower-case letters, digits, '-' and a '.'")
    }
    return Diagnostic.Code(rawValue: text)
  }
}
