import JSONForms
import PathModel
import StrictJSON

/// The small parts of the drawing form: everything but the paths.
struct DrawingTables {
  var canvas: Canvas?
  var document = DocumentInfo()
  var styles: [Style] = []
  var groups: [Group] = []
  var gradients: [Gradient] = []
  var patterns: [Pattern] = []
  var clips: [Clip] = []
  /// Whether the file has any of it, so that it must be checked as a whole.
  var isUsed = false
  /// Whether groups are given as a list.
  var hasGroupList = false

  /// Reads one of the members of the drawing form.
  mutating func read(_ name: String, _ node: JSONNode) throws(JSONError) {
    switch name {
    case "canvas": canvas = try Canvas(node)
    case "document": document = try DocumentInfo(node)
    case "styles":
      for row in try node.elements("styles") { styles.append(try Style(row)) }
    case "groups":
      hasGroupList = true
      for row in try node.elements("groups") { groups.append(try Group(row)) }
    case "gradients":
      for row in try node.elements("gradients") { gradients.append(try Gradient(row)) }
    case "patterns":
      for row in try node.elements("patterns") { patterns.append(try Pattern(row)) }
    default: break
    }
  }
}
