package import PathModel
package import StrictJSON

// A text in its JSON form, as a member of its group: what is at its default is left out.

extension JSONWriter {
  package mutating func value(_ text: Text) {
    beginObject()
    var scalars = String.UnicodeScalarView()
    for character in text.characters {
      if let scalar = Unicode.Scalar(character) { scalars.append(scalar) }
    }
    member("words", String(scalars))
    member("spanOf", integers: text.spanOf.map { Int($0) })
    key("spans")
    beginArray()
    for span in text.spans { value(span) }
    end()
    if !text.positions.isEmpty {
      key("positions")
      beginArray()
      for position in text.positions { value(position) }
      end()
    }
    if !text.fittings.isEmpty {
      key("fittings")
      beginArray()
      for fitting in text.fittings {
        beginObject()
        member("range", fitting.range)
        member("length", number: fitting.length)
        member("stretches", isTrue: fitting.stretches)
        end()
      }
      end()
    }
    if !text.alongs.isEmpty {
      key("alongs")
      beginArray()
      for along in text.alongs {
        beginObject()
        member("range", along.range)
        member("span", row: UInt32(truncatingIfNeeded: along.span))
        member("path", along.path)
        member("start", along.start, unless: 0)
        member("reversed", isTrue: along.isReversed)
        end()
      }
      end()
    }
    member("vertical", isTrue: text.isVertical)
    member("transform", text.transform)
    member("kept", isTrue: text.isKept)
    member("fontFolders", texts: text.fontFolders)
    member("parts", integers: text.parts.flatMap { [$0.span, Int($0.lines.rawValue)] })
    key("outline")
    beginObject()
    member("points", integers: [text.outline.pointCount])
    member("verbs", integers: [Int(text.outline.verbHash)])
    member("corners", integers: text.outline.corners)
    member("cornerPoints", numbers: text.outline.cornerPoints.flatMap { [$0.x, $0.y] })
    member("mean", text.outline.mean)
    member("weightedMean", text.outline.weightedMean)
    end()
    end()
  }

  private mutating func value(_ span: Text.Span) {
    let usual = Text.Span()
    beginObject()
    if let parent = span.parent { member("parent", row: UInt32(truncatingIfNeeded: parent)) }
    member("families", texts: span.families)
    member("size", number: span.size)
    member("weight", span.weight, unless: usual.weight)
    member("slant", span.slant, unless: usual.slant)
    member("width", span.width, unless: usual.width)
    if span.language != usual.language { member("language", span.language) }
    if !span.features.isEmpty {
      key("features")
      beginArray()
      for feature in span.features {
        beginArray()
        value(feature.letters)
        value(Int(feature.value))
        end()
      }
      end()
    }
    member("smallCapitals", isTrue: span.hasSmallCapitals)
    member("letterSpacing", span.letterSpacing, unless: 0)
    member("wordSpacing", span.wordSpacing, unless: 0)
    member("anchor", span.anchor, unless: usual.anchor)
    member("rightToLeft", isTrue: span.isRightToLeft)
    member("bidi", span.bidi, unless: usual.bidi)
    member("dominantBaseline", span.dominantBaseline, unless: usual.dominantBaseline)
    if let baseline = span.alignmentBaseline { member("alignmentBaseline", baseline.rawValue) }
    member("rise", span.rise, unless: 0)
    if !span.lines.isEmpty { member("lines", integers: [Int(span.lines.rawValue)]) }
    member("hidden", isTrue: span.isHidden)
    end()
  }

  private mutating func value(_ position: Text.Position) {
    beginObject()
    if let x = position.x { member("x", number: x) }
    if let y = position.y { member("y", number: y) }
    member("dx", position.dx, unless: 0)
    member("dy", position.dy, unless: 0)
    if let rotation = position.rotation { member("rotation", number: rotation) }
    end()
  }

  private mutating func member(_ name: String, isTrue: Bool) {
    guard isTrue else { return }
    key(name)
    value(true)
  }

  private mutating func member(_ name: String, _ range: Range<Int>) {
    member(name, integers: [range.lowerBound, range.upperBound])
  }

  private mutating func member(_ name: String, integers: [Int]) {
    key(name)
    beginArray()
    for number in integers { value(number) }
    end()
  }

  private mutating func member(_ name: String, texts: [String]) {
    if texts.isEmpty { return }
    key(name)
    beginArray()
    for text in texts { value(text) }
    end()
  }
}

extension Text {
  package init(_ node: JSONNode) throws(JSONError) {
    var text = Text()
    try node.forEachMember(
      "text",
      needs: ["words", "spanOf", "spans", "parts", "outline"],
      known: [
        "positions", "fittings", "alongs", "vertical", "transform", "kept", "fontFolders",
      ]
    ) { (name, value) throws(JSONError) in
      switch name {
      case "words": text.characters = try value.text(name).unicodeScalars.map(\.value)
      case "spanOf":
        for number in try value.integers(name) { text.spanOf.append(UInt32(number)) }
      case "spans":
        for element in try value.elements(name) { text.spans.append(try Span(element)) }
      case "positions":
        for element in try value.elements(name) { text.positions.append(try Position(element)) }
      case "fittings":
        for element in try value.elements(name) { text.fittings.append(try Fitting(element)) }
      case "alongs":
        for element in try value.elements(name) { text.alongs.append(try Along(element)) }
      case "vertical": text.isVertical = try value.truth(name)
      case "transform": text.transform = try value.affine(name)
      case "kept": text.isKept = try value.truth(name)
      case "fontFolders":
        for element in try value.elements(name) { text.fontFolders.append(try element.text(name)) }
      case "parts":
        for (span, lines) in try value.pairs(name, of: try value.integers(name)) {
          text.parts.append(Part(span: span, lines: try value.lines(name, lines)))
        }
      default: text.outline = try Outline(value)
      }
    }
    self = text
  }
}

extension Text.Span {
  fileprivate init(_ node: JSONNode) throws(JSONError) {
    self.init()
    var span = self
    try node.forEachMember(
      "span", needs: ["size"],
      known: [
        "parent", "families", "weight", "slant", "width", "language", "features", "smallCapitals",
        "letterSpacing", "wordSpacing", "anchor", "rightToLeft", "bidi", "dominantBaseline",
        "alignmentBaseline", "rise", "lines", "hidden",
      ]
    ) { (name, value) throws(JSONError) in
      switch name {
      case "parent": span.parent = Int(try value.row(name))
      case "families":
        for element in try value.elements(name) { span.families.append(try element.text(name)) }
      case "size": span.size = try value.amount(name, in: 0 ... .greatestFiniteMagnitude)
      case "weight": span.weight = try value.amount(name, in: 1...1000)
      case "slant": span.slant = try value.choice(name)
      case "width": span.width = try value.amount(name, in: 1...1000)
      case "language": span.language = try value.text(name)
      case "features":
        for element in try value.elements(name) {
          let pair = try element.elements(name)
          guard pair.count == 2,
            let feature = Text.Feature(try pair[0].text(name), try pair[1].row(name))
          else {
            throw element.error("json.bad-feature", "'features' takes pairs such as [\"liga\", 0]")
          }
          span.features.append(feature)
        }
      case "smallCapitals": span.hasSmallCapitals = try value.truth(name)
      case "letterSpacing": span.letterSpacing = try value.amount(name)
      case "wordSpacing": span.wordSpacing = try value.amount(name)
      case "anchor": span.anchor = try value.choice(name)
      case "rightToLeft": span.isRightToLeft = try value.truth(name)
      case "bidi": span.bidi = try value.choice(name)
      case "dominantBaseline": span.dominantBaseline = try value.choice(name)
      case "alignmentBaseline":
        let baseline: Text.Baseline = try value.choice(name)
        span.alignmentBaseline = baseline
      case "rise": span.rise = try value.amount(name)
      case "lines": span.lines = try value.lines(name, try value.integers(name, 1)[0])
      default: span.isHidden = try value.truth(name)
      }
    }
    self = span
  }
}

extension Text.Position {
  fileprivate init(_ node: JSONNode) throws(JSONError) {
    self.init()
    var position = self
    try node.forEachMember("position", known: ["x", "y", "dx", "dy", "rotation"]) {
      (name, value) throws(JSONError) in
      let number = try value.amount(name)
      switch name {
      case "x": position.x = number
      case "y": position.y = number
      case "dx": position.dx = number
      case "dy": position.dy = number
      default: position.rotation = number
      }
    }
    self = position
  }
}

extension Text.Fitting {
  fileprivate init(_ node: JSONNode) throws(JSONError) {
    self.init(range: 0..<0, length: 0, stretches: false)
    var fitting = self
    try node.forEachMember("fitting", needs: ["range", "length"], known: ["stretches"]) {
      (name, value) throws(JSONError) in
      switch name {
      case "range": fitting.range = try value.range(name)
      case "length": fitting.length = try value.amount(name, in: 0 ... .greatestFiniteMagnitude)
      default: fitting.stretches = try value.truth(name)
      }
    }
    self = fitting
  }
}

extension Text.Along {
  fileprivate init(_ node: JSONNode) throws(JSONError) {
    self.init(range: 0..<0, span: 0, path: "")
    var along = self
    try node.forEachMember(
      "along", needs: ["range", "span", "path"], known: ["start", "reversed"]
    ) { (name, value) throws(JSONError) in
      switch name {
      case "range": along.range = try value.range(name)
      case "span": along.span = Int(try value.row(name))
      case "path": along.path = try value.text(name)
      case "start": along.start = try value.amount(name)
      default: along.isReversed = try value.truth(name)
      }
    }
    self = along
  }
}

extension Text.Outline {
  fileprivate init(_ node: JSONNode) throws(JSONError) {
    self.init()
    var outline = self
    try node.forEachMember(
      "outline", needs: ["points", "verbs", "corners", "cornerPoints", "mean", "weightedMean"]
    ) { (name, value) throws(JSONError) in
      switch name {
      case "points": outline.pointCount = try value.integers(name, 1)[0]
      case "verbs": outline.verbHash = UInt32(try value.integers(name, 1)[0])
      case "corners": outline.corners = try value.integers(name)
      case "cornerPoints":
        for (x, y) in try value.pairs(name, of: try value.numbers(name)) {
          outline.cornerPoints.append(Point(x, y))
        }
      case "mean": outline.mean = try value.point(name)
      default: outline.weightedMean = try value.point(name)
      }
    }
    self = outline
  }
}

extension JSONNode {
  /// Whole numbers from 0 to 2³² - 1.
  fileprivate func integers(_ name: String, _ count: Int? = nil) throws(JSONError) -> [Int] {
    var numbers: [Int] = []
    for element in try elements(name) {
      guard let number = element.integer, let small = UInt32(exactly: number) else {
        throw element.error("json.wrong-kind", "'\(name)' takes whole numbers")
      }
      numbers.append(Int(small))
    }
    if let count, numbers.count != count {
      throw error("json.wrong-count", "'\(name)' takes \(count) numbers, not \(numbers.count)")
    }
    return numbers
  }

  fileprivate func pairs<Number>(
    _ name: String, of numbers: [Number]
  ) throws(JSONError) -> [(Number, Number)] {
    guard numbers.count.isMultiple(of: 2) else {
      throw error(
        "json.wrong-count", "'\(name)' takes pairs of numbers, not \(numbers.count) numbers")
    }
    return stride(from: 0, to: numbers.count, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
  }

  fileprivate func lines(_ name: String, _ bits: Int) throws(JSONError) -> Text.Lines {
    guard (0...7).contains(bits) else {
      throw error(
        "json.out-of-range",
        "'\(name)' adds up 1 for under a text, 2 for over and 4 for through it, to 7, not \(bits)")
    }
    return Text.Lines(rawValue: UInt8(truncatingIfNeeded: bits))
  }

  fileprivate func range(_ name: String) throws(JSONError) -> Range<Int> {
    let numbers = try integers(name, 2)
    guard numbers[0] <= numbers[1] else {
      throw error("json.out-of-range", "'\(name)' takes where it begins and where it ends")
    }
    return numbers[0]..<numbers[1]
  }
}
