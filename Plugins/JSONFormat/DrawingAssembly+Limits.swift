import PathModel
import PluginKit
import StrictJSON

extension DrawingAssembly {
  /// Refuses what would take writers and stages much more time than reading it took.
  /// - Parameter drawing: A drawing that keeps its promise.
  /// - Throws: What is beyond which limit.
  func checkLimits(of drawing: borrowing Drawing) throws(JSONError) {
    if drawing.nestingDepth > limits.depth {
      throw JSONError(
        code: "json.too-deep",
        message:
          "groups, clips or elements of a text are nested more than \(limits.depth) deep, the "
          + "limit 'depth'",
        line: 1, column: 1)
    }
    if DrawingAssembly.repeatedPaths(of: drawing) > limits.copies {
      throw JSONError(
        code: "json.too-many-copies",
        message:
          "patterns that have their content in common repeat more than \(limits.copies) paths, the "
          + "limit 'copies'",
        line: 1, column: 1)
    }
  }

  /// How many paths lie in the contents of patterns, beyond the first pattern of each content.
  private static func repeatedPaths(of drawing: borrowing Drawing) -> Int {
    if drawing.patterns.count < 2 { return 0 }
    var counts = Array(repeating: 0, count: drawing.groups.count)
    for record in drawing.records { counts[Int(record.info.group.index)] += 1 }
    // What contains a group stands before it.
    for row in drawing.groups.indices.dropFirst().reversed() {
      counts[Int(drawing.groups[row].parent.index)] += counts[row]
    }
    var met: Set<GroupID> = []
    var repeated = 0
    for pattern in drawing.patterns where !met.insert(pattern.content).inserted {
      repeated += counts[Int(pattern.content.index)]
    }
    return repeated
  }
}
