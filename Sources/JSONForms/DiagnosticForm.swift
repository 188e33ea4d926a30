package import PluginKit
package import StrictJSON

extension JSONWriter {
  /// Writes a diagnostic.
  package mutating func value(_ diagnostic: Diagnostic) {
    beginObject()
    members(diagnostic)
    end()
  }

  /// Writes the members of a diagnostic, for an object that has more.
  package mutating func members(_ diagnostic: Diagnostic) {
    key("severity")
    value(diagnostic.severity.rawValue)
    key("code")
    value(diagnostic.code.rawValue)
    key("message")
    value(diagnostic.message)
    if let place = diagnostic.place {
      key("line")
      value(place.line)
      key("column")
      value(place.column)
    }
    if !diagnostic.kind.isEmpty {
      key("kind")
      value(diagnostic.kind)
    }
    if diagnostic.count != 1 {
      key("count")
      value(diagnostic.count)
    }
    if !diagnostic.morePlaces.isEmpty {
      key("more")
      beginArray()
      for place in diagnostic.morePlaces {
        beginArray()
        value(place.line)
        value(place.column)
        end()
      }
      end()
    }
  }

  /// Writes what is wrong with an option.
  package mutating func value(_ problem: OptionProblem) {
    beginObject()
    if let option = problem.option {
      key("option")
      value(option)
    }
    if problem.isName {
      key("isName")
      value(true)
    }
    key("message")
    value(problem.message)
    end()
  }
}

extension Diagnostic {
  /// Reads a diagnostic. Members that aren't known are ignored.
  package init(_ node: JSONNode) throws(JSONError) {
    guard node.object != nil else {
      throw node.error("form.not-an-object", "a diagnostic is an object, not \(node.kind)")
    }
    self.init(
      try node.needed("severity").choice("severity"),
      Code(rawValue: try node.needed("code").text("code")),
      try node.needed("message").text("message"))
    if let kind = node["kind"] { self.kind = try kind.text("kind") }
    // Counts are added up, so that they stay far from where sums overflow.
    if let count = node["count"] { self.count = try count.natural("count", upTo: 0x7FFF_FFFF) }
    if let line = node["line"] {
      place = Place(line: try line.natural("line", upTo: 1 << 53))
      if let column = node["column"] { place?.column = try column.natural("column", upTo: 1 << 53) }
    }
    if let more = node["more"] {
      for entry in try more.elements("more").prefix(DiagnosticLog.placesKept) {
        let numbers = try entry.elements("more")
        guard numbers.count == 2 else {
          throw entry.error("form.bad-place", "a place in 'more' is a line and a column")
        }
        morePlaces.append(
          Place(
            line: try numbers[0].natural("line", upTo: 1 << 53),
            column: try numbers[1].natural("column", upTo: 1 << 53)))
      }
    }
  }
}

extension OptionProblem {
  /// Reads what is wrong with an option. Members that aren't known are ignored.
  package init(_ node: JSONNode) throws(JSONError) {
    self.init(option: nil, try node.needed("message").text("message"))
    if let option = node["option"] { self.option = try option.text("option") }
    if let isName = node["isName"] { self.isName = try isName.truth("isName") }
  }
}

extension JSONNode {
  /// The member with this name, which must be there.
  package func needed(_ name: String) throws(JSONError) -> JSONNode {
    guard let node = self[name] else {
      throw error("form.missing-member", "there is no member '\(name)'")
    }
    return node
  }

  /// A whole number that isn't negative.
  package func natural(_ name: String, upTo most: Int) throws(JSONError) -> Int {
    guard let integer, (0...most).contains(integer) else {
      throw error("form.out-of-range", "'\(name)' takes a whole number from 0 to \(most)")
    }
    return integer
  }
}
