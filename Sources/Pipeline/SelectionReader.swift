import PathModel
import PluginKit
import StrictJSON

/// Reads `select` objects.
struct SelectionReader {
  static let keys = [
    "layer", "id", "class", "stroke", "stroke-width", "fill", "closed", "text", "length", "area",
    "not", "any",
  ]
  static let paintWords = ["none", "currentColor", "gradient", "pattern", "*"]

  let source: Int

  /// Reads an object of conditions; nil after a report.
  func read(_ node: JSONNode, _ log: inout ProblemLog) -> Selection? {
    conditions(node, "select", &log).map { Selection(condition: $0, source: node.value) }
  }

  private func conditions(
    _ node: JSONNode, _ key: String, _ log: inout ProblemLog
  ) -> Selection.Condition? {
    guard let members = node.object else {
      report("'\(key)' takes an object of conditions, not \(node.article)", node, &log)
      return nil
    }
    var all: [Selection.Condition] = []
    var isFine = true
    for member in members where !member.name.hasPrefix("x-") {
      if let condition = condition(member, &log) {
        all.append(condition)
      } else {
        isFine = false
      }
    }
    return isFine ? .all(of: all) : nil
  }

  private func condition(
    _ member: JSONMember, _ log: inout ProblemLog
  ) -> Selection.Condition? {
    let node = member.value
    switch member.name {
    case "layer": return names(member, &log).map { .name(.layer, $0) }
    case "id": return names(member, &log).map { .name(.id, $0) }
    case "class": return names(member, &log).map { .name(.cssClass, $0) }
    case "stroke": return paints(member, &log).map { .stroke($0) }
    case "fill": return paints(member, &log).map { .fill($0) }
    case "closed": return flag(member, &log).map { .closed($0) }
    case "text": return flag(member, &log).map { .text($0) }
    case "stroke-width": return bound(member, isArea: false, &log).map { .strokeWidth($0) }
    case "length": return bound(member, isArea: false, &log).map { .length($0) }
    case "area": return bound(member, isArea: true, &log).map { .area($0) }
    case "not": return conditions(node, "not", &log).map { .none(of: $0) }
    case "any":
      guard let elements = node.array, !elements.isEmpty else {
        report(
          "'any' takes a list of objects with conditions, not "
            + (node.array == nil ? node.article : "an empty one"), node, &log)
        return nil
      }
      let all = elements.map { conditions($0, "any", &log) }
      let read = all.compactMap(\.self)
      return read.count == all.count ? .any(of: read) : nil
    default:
      let hint =
        closest(to: member.name, among: SelectionReader.keys).map { "; did you mean '\($0)'?" }
        ?? "; it knows " + SelectionReader.keys.joined(separator: ", ")
      log.report(
        "pipeline.unknown-key", "'select' has no '\(member.name)'" + hint,
        at: log.span(of: member.position, in: source))
      return nil
    }
  }

  private func flag(_ member: JSONMember, _ log: inout ProblemLog) -> Bool? {
    if let flag = member.value.bool { return flag }
    report(
      "'\(member.name)' takes true or false, not \(member.value.article)", member.value, &log)
    return nil
  }

  private func texts(
    _ member: JSONMember, _ what: String, _ log: inout ProblemLog
  ) -> [(String, JSONNode)]? {
    let nodes = member.value.array ?? [member.value]
    var texts: [(String, JSONNode)] = []
    for node in nodes {
      guard let text = node.string else {
        report("'\(member.name)' takes \(what) or a list of them, not \(node.article)", node, &log)
        return nil
      }
      texts.append((text, node))
    }
    guard !texts.isEmpty else {
      report(
        "'\(member.name)' takes \(what) or a list of them; this list is empty", member.value, &log)
      return nil
    }
    return texts
  }

  private func names(
    _ member: JSONMember, _ log: inout ProblemLog
  ) -> [NamePattern]? {
    texts(member, "a name ('*' stands for any characters)", &log)?.map { NamePattern($0.0) }
  }

  private func paints(
    _ member: JSONMember, _ log: inout ProblemLog
  ) -> [Selection.PaintPattern]? {
    guard let texts = texts(member, "a colour", &log) else { return nil }
    var patterns: [Selection.PaintPattern] = []
    for (text, node) in texts {
      switch text {
      case "*": patterns.append(.any)
      case "none": patterns.append(.none)
      case "currentColor", "currentcolor": patterns.append(.currentColor)
      case "gradient": patterns.append(.gradient)
      case "pattern": patterns.append(.pattern)
      default:
        guard let color = Color(css: text) else {
          report(
            "'\(member.name)' takes \(ParameterInfo.Kind.color.words), or "
              + SelectionReader.paintWords.joined(separator: ", ") + "; not \"\(text)\"", node, &log
          )
          return nil
        }
        patterns.append(.color(color))
      }
    }
    return patterns
  }

  // MARK: Lengths and areas

  private func bound(
    _ member: JSONMember, isArea: Bool, _ log: inout ProblemLog
  ) -> Selection.Bound? {
    let node = member.value
    let example = isArea ? "20mm2" : "10mm"
    let expected =
      "'\(member.name)' takes a comparison like \"<\(example)\", or { \"min\": …, \"max\": … }"
    if let members = node.object {
      var bound = Selection.Bound()
      for part in members where !part.name.hasPrefix("x-") {
        guard part.name == "min" || part.name == "max" else {
          log.report(
            "pipeline.unknown-key", "'\(member.name)' has no '\(part.name)'; it knows min, max",
            at: log.span(of: part.position, in: source))
          return nil
        }
        let value: Length? =
          if let number = part.value.number {
            Length(number)
          } else {
            part.value.string.flatMap { Selection.measure($0, isArea: isArea) }
          }
        guard let value else {
          report(
            "'\(part.name)' takes a number or a text like \"\(example)\", not "
              + part.value.article, part.value, &log)
          return nil
        }
        let end = Selection.Bound.End(value: value, isIncluded: true)
        if part.name == "min" { bound.minimum = end } else { bound.maximum = end }
      }
      guard bound.minimum != nil || bound.maximum != nil else {
        report(expected + "; this object is empty", node, &log)
        return nil
      }
      return bound
    }
    guard let text = node.string, let bound = Selection.bound(text, isArea: isArea) else {
      report(expected + ", not \(node.article)", node, &log)
      return nil
    }
    return bound
  }

  private func report(_ message: String, _ node: JSONNode, _ log: inout ProblemLog) {
    log.report("pipeline.bad-select", message, at: log.span(of: node.position, in: source))
  }
}

extension Selection {
  /// Reads `<10mm`, `<=10mm`, `>10mm`, `>=10mm`.
  static func bound(_ text: String, isArea: Bool) -> Bound? {
    let sign = text.prefix { $0 == "<" || $0 == ">" || $0 == "=" }
    let rest = text.dropFirst(sign.count).drop { $0 == " " }
    guard let value = measure(String(rest), isArea: isArea) else { return nil }
    return switch sign {
    case "<": Bound(maximum: Bound.End(value: value, isIncluded: false))
    case "<=": Bound(maximum: Bound.End(value: value, isIncluded: true))
    case ">": Bound(minimum: Bound.End(value: value, isIncluded: false))
    case ">=": Bound(minimum: Bound.End(value: value, isIncluded: true))
    default: nil
    }
  }

  /// Reads a length, or an area: a number whose unit, if any, is followed by `2` or `²`.
  static func measure(_ text: String, isArea: Bool) -> Length? {
    guard isArea else { return Length(text: text) }
    if let number = Length(text: text), number.unit == .canvas { return number }
    guard let last = text.last, last == "2" || last == "²" else { return nil }
    guard let side = Length(text: String(text.dropLast())), side.unit != .canvas else { return nil }
    return side
  }
}
