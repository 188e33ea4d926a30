package import PathModel
import PluginKit
package import StrictJSON

// Reading values out of a tree, with the member's name for messages.

extension JSONNode {
  private func expected(_ what: String, _ name: String) -> JSONError {
    error("json.wrong-kind", "'\(name)' takes \(what), not \(kind)")
  }

  package func elements(_ name: String) throws(JSONError) -> [JSONNode] {
    guard let array else { throw expected("a list", name) }
    return array
  }

  package func text(_ name: String) throws(JSONError) -> String {
    guard let string else { throw expected("a text", name) }
    return string
  }

  package func truth(_ name: String) throws(JSONError) -> Bool {
    guard let bool else { throw expected("true or false", name) }
    return bool
  }

  package func amount(_ name: String, in range: ClosedRange<Double>? = nil) throws(JSONError)
    -> Double
  {
    guard let number else { throw expected("a number", name) }
    if let range, !range.contains(number) {
      let words =
        range.upperBound < .greatestFiniteMagnitude
        ? "from \(ParameterValue.number(range.lowerBound).text) to "
          + "\(ParameterValue.number(range.upperBound).text)"
        : "\(ParameterValue.number(range.lowerBound).text) or more"
      throw error(
        "json.out-of-range", "'\(name)' must be \(words), not \(ParameterValue.number(number).text)"
      )
    }
    return number
  }

  package func row(_ name: String) throws(JSONError) -> UInt32 {
    guard let integer, let row = UInt32(exactly: integer), row < .max - 1 else {
      throw error("json.no-such-row", "'\(name)' takes the number of a row, counted from 0")
    }
    return row
  }

  package func numbers(_ name: String, count: Int? = nil) throws(JSONError) -> [Double] {
    var numbers: [Double] = []
    for element in try elements(name) { numbers.append(try element.amount(name)) }
    if let count, numbers.count != count {
      throw error("json.wrong-count", "'\(name)' takes \(count) numbers, not \(numbers.count)")
    }
    return numbers
  }

  package func point(_ name: String) throws(JSONError) -> Point {
    let numbers = try numbers(name, count: 2)
    return Point(numbers[0], numbers[1])
  }

  package func rectangle(_ name: String) throws(JSONError) -> Rect {
    let n = try numbers(name, count: 4)
    return Rect(minX: n[0], minY: n[1], maxX: n[2], maxY: n[3])
  }

  package func affine(_ name: String) throws(JSONError) -> Affine {
    let n = try numbers(name, count: 6)
    return Affine(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
  }

  package func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(JSONError) -> Choice where Choice.RawValue == String {
    let word = try text(name)
    guard let choice = Choice(rawValue: word) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw error("json.unknown-word", "'\(name)' takes one of \(words), not '\(word)'")
    }
    return choice
  }

  package func length(_ name: String) throws(JSONError) -> Length {
    let text = try text(name)
    guard let length = Length(text: text), length.pixels != nil else {
      throw error(
        "json.bad-length",
        "'\(name)' takes a number with an absolute unit such as '100mm', not "
          + "'\(text)'")
    }
    return length
  }

  /// A colour as text, with an opacity beside it.
  package func color(_ name: String, alpha: JSONNode?) throws(JSONError) -> Color {
    let text = try text(name)
    guard var color = Color(hex: text) else {
      throw error("json.bad-color", "'\(name)' takes a colour such as '#ff8800', not '\(text)'")
    }
    if let alpha { color.alpha = try alpha.amount("alpha", in: 0...1) }
    return color
  }

  /// A colour by itself: a text, or `{"color": …, "alpha": …}`.
  package func color(_ name: String) throws(JSONError) -> Color {
    if kind == .string { return try color(name, alpha: nil) }
    var color = Color.black
    let alpha = self["alpha"]
    try forEachMember(name, needs: ["color"], known: ["alpha"]) {
      (member, node) throws(JSONError) in
      if member == "color" { color = try node.color("color", alpha: alpha) }
    }
    return color
  }

  /// Goes through the members of an object; an unknown name is an error, unless it begins with `x-`.
  package func forEachMember(
    _ name: String, needs: [String] = [], known: [String] = [],
    _ body: (String, JSONNode) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard let object else { throw expected("an object", name) }
    for member in object {
      if needs.contains(member.name) || known.contains(member.name) {
        try body(member.name, member.value)
      } else if !member.name.hasPrefix("x-") {
        let hint =
          closest(to: member.name, among: needs + known).map { "; did you mean '\($0)'?" }
          ?? "; it has " + (needs + known).joined(separator: ", ")
        throw JSONError(
          code: "json.unknown-member", message: "'\(name)' has no member '\(member.name)'\(hint)",
          line: member.position.line, column: member.position.column)
      }
    }
    for need in needs where self[need] == nil {
      throw error("json.missing-member", "'\(name)' needs a member '\(need)'")
    }
  }
}
