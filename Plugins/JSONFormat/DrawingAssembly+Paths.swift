import JSONForms
import PathModel
import StrictJSON

extension DrawingAssembly {
  /// Reads a list of points as a path of its own, drawn with the pen.
  mutating func readBarePath(_ reader: inout JSONReader) throws(JSONError) {
    _ = try reader.peek()
    let offset = reader.offset
    let (firstVerb, firstPoint) = (verbs.count, points.count)
    let line = line(at: offset, reader)
    try readPoints(&reader)
    endSubpath(first: firstPoint, closed: closed)
    endPath(
      firstVerb: firstVerb, firstPoint: firstPoint, offset: offset,
      info: PathInfo(style: Self.penStyle, line: line))
  }

  /// Reads a list of points and appends them.
  mutating func readPoints(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginArray()
    while try reader.nextElement() {
      try checkLimit(reader)
      switch try reader.peek() {
      case .array: try readPosition(&reader)
      case .object: try readNamedPosition(&reader)
      default: throw reader.unexpected("a point, [x, y]")
      }
    }
  }

  /// Reads `[x, y]`; numbers beyond are counted.
  @inline(__always)
  mutating func readPosition(_ reader: inout JSONReader) throws(JSONError) {
    let start = reader.offset
    try reader.beginArray()
    guard try reader.nextElement() else { throw tooFew(reader, start) }
    let x = try reader.readNumber()
    guard try reader.nextElement() else { throw tooFew(reader, start) }
    let y = try reader.readNumber()
    if try reader.nextElement() {
      try skipExtra(&reader, start)
    }
    points.append(Point(x: x, y: y))
  }

  private func tooFew(_ reader: borrowing JSONReader, _ start: Int) -> JSONError {
    reader.error("json.bad-point", "a point needs two numbers, [x, y]", at: start)
  }

  private mutating func skipExtra(_ reader: inout JSONReader, _ start: Int) throws(JSONError) {
    repeat { _ = try reader.readNumber() } while try reader.nextElement()
    if extraCoordinates.count == 0 { extraCoordinates.place = reader.location(of: start) }
    extraCoordinates.count += 1
  }

  /// Reads `{"x": …, "y": …}`.
  private mutating func readNamedPosition(_ reader: inout JSONReader) throws(JSONError) {
    let start = reader.offset
    var x: Double?
    var y: Double?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key.name {
      case "x": x = try reader.readNumber()
      case "y": y = try reader.readNumber()
      default: try skipUnknown(key, known: ["x", "y"], &reader)
      }
    }
    guard let x, let y else {
      throw reader.error(
        "json.bad-point", "this point has no '\(x == nil ? "x" : "y")'", at: start)
    }
    points.append(Point(x: x, y: y))
  }

  // MARK: Objects

  private static let pathMembers = [
    "id", "classes", "label", "name", "title", "description", "more", "group", "style", "clip",
    "key", "line", "verbs", "points", "widths", "closed",
  ]

  /// Reads an object with `points` and what else says something of the path.
  mutating func readPath(_ reader: inout JSONReader) throws(JSONError) {
    guard try reader.peek() == .object else {
      throw reader.unexpected("a path, {\"points\": …} or a list of points")
    }
    let offset = reader.offset
    let (firstVerb, firstPoint) = (verbs.count, points.count)
    var info = PathInfo(style: Self.penStyle)
    let ownLine = line(at: offset, reader)
    var givenLine: UInt32?
    var set = Attributes()
    var geometry = Geometry(isBare: version == nil)
    var key: PathKey?
    try reader.beginObject()
    while let member = try reader.nextKey() {
      switch member.name {
      case "points":
        try readPoints(&reader)
        geometry.hasPoints = true
      case "verbs":
        _ = try reader.peek()
        geometry.verbs = (try reader.readString(), member.offset)
      case "widths": try readWidths(&reader, &geometry, member.offset)
      case "closed": geometry.closed = (try reader.readBool(), member.offset)
      case "group":
        if try reader.peek() == .string {
          if tables.hasGroupList {
            throw reader.error(
              "json.mixed-groups",
              "'groups' is given, so a path refers to its group by number, counted from 0")
          }
          info.group = group(labelled: try reader.readString())
        } else {
          info.group = GroupID(try readRow(&reader))
        }
      case "style": info.style = StyleID(try readRow(&reader))
      case "clip": info.clip = ClipID(try readRow(&reader))
      case "key": key = try readKey(&reader)
      case "line": givenLine = try readRow(&reader)
      case "paths": throw bothError(reader, member)
      default:
        if Self.pathMembers.contains(member.name) {
          let tree = try reader.readTree(after: &place)
          try set.read(member.name == "name" ? "label" : member.name, tree)
        } else {
          try skipUnknown(member, known: Self.pathMembers, &reader)
        }
      }
    }
    guard geometry.hasPoints else {
      throw reader.error("json.no-points", "this path has no 'points'", at: offset)
    }
    try endGeometry(geometry, firstPoint: firstPoint, reader)
    // With a key it was written by a program, which gives the line of its own source if it knows it.
    info.line = givenLine ?? (key == nil ? ownLine : 0)
    info.attributes = attributesRow(set)
    if let key, verbs.count > firstVerb { keys.append((records.count, key)) }
    endPath(firstVerb: firstVerb, firstPoint: firstPoint, offset: offset, info: info)
  }

  /// What an object has said of its geometry.
  struct Geometry {
    /// Whether the option to close paths concerns it.
    var isBare = true
    var hasPoints = false
    var verbs: (text: String, offset: Int)?
    var widths: (values: [Double], offset: Int)?
    var closed: (value: Bool, offset: Int)?
  }

  mutating func readWidths(
    _ reader: inout JSONReader, _ geometry: inout Geometry, _ offset: Int
  ) throws(JSONError) {
    var values: [Double] = []
    try reader.beginArray()
    while try reader.nextElement() {
      _ = try reader.peek()
      let start = reader.offset
      let width = try reader.readNumber()
      if width < 0 {
        throw reader.error("json.bad-width", "a width can't be negative", at: start)
      }
      values.append(width)
    }
    geometry.widths = (values, offset)
  }

  /// Turns points and verbs that have been read into subpaths.
  mutating func endGeometry(
    _ geometry: Geometry, firstPoint: Int, _ reader: borrowing JSONReader
  ) throws(JSONError) {
    let count = points.count - firstPoint
    if let (values, offset) = geometry.widths, values.count != count {
      throw reader.error(
        "json.bad-width",
        "\(values.count) widths stand beside \(count) points; give each point one",
        at: offset)
    }
    var change = 0
    if let (text, offset) = geometry.verbs {
      if let closed = geometry.closed {
        throw reader.error(
          "json.closed-twice", "'verbs' says already what is closed; remove 'closed'",
          at: closed.offset)
      }
      try appendVerbs(text, pointCount: count, offset, reader)
    } else {
      change = endSubpath(
        first: firstPoint, closed: geometry.closed?.value ?? (closed && geometry.isBare))
    }
    if var values = geometry.widths?.values, count > 0 {
      if change > 0 { values.append(values[0]) }
      if change < 0 { values.removeLast() }
      widths.append(contentsOf: repeatElement(.nan, count: firstPoint - widths.count))
      widths.append(contentsOf: values)
    }
  }

  /// Checks verbs, a letter each, and appends them.
  private mutating func appendVerbs(
    _ text: String, pointCount: Int, _ offset: Int, _ reader: borrowing JSONReader
  ) throws(JSONError) {
    var needed = 0
    var isOpen = false
    for (index, letter) in text.utf8.enumerated() {
      guard let verb = Verb(letter: letter) else {
        throw reader.error(
          "json.bad-verbs",
          "letter \(index + 1) of 'verbs' isn't one of M (move), L (line), Q (quad), C (cubic), Z "
            + "(close)", at: offset)
      }
      if verb != .move && !isOpen {
        throw reader.error(
          "json.bad-verbs",
          "letter \(index + 1) of 'verbs' must be M: a subpath begins with a move", at: offset)
      }
      isOpen = verb != .close
      needed += verb.pointCount
      verbs.append(verb)
    }
    if needed != pointCount {
      throw reader.error(
        "json.bad-verbs", "'verbs' takes \(needed) points, but 'points' has \(pointCount)",
        at: offset)
    }
    try checkLimit(reader)
  }

  /// Reads the number of a row in a table, or of a line.
  func readRow(_ reader: inout JSONReader) throws(JSONError) -> UInt32 {
    _ = try reader.peek()
    let start = reader.offset
    let number = try reader.readInteger()
    // The largest rows stand for "none".
    guard let row = UInt32(exactly: number), row < .max - 1 else {
      throw reader.error(
        "json.no-such-row", "expected a number from 0 up, found \(number)", at: start)
    }
    return row
  }

  private func readKey(_ reader: inout JSONReader) throws(JSONError) -> PathKey {
    _ = try reader.peek()
    let start = reader.offset
    let text = try reader.readString()
    guard text.utf8.count == 16, let value = UInt64(text, radix: 16), !text.hasPrefix("+") else {
      throw reader.error("json.bad-key", "a key is 16 hexadecimal digits", at: start)
    }
    return PathKey(value)
  }

  // MARK: Clips

  /// Reads the list of clips. Their geometry goes into the same arrays as that of the paths.
  mutating func readClips(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginArray()
    while try reader.nextElement() {
      _ = try reader.peek()
      let offset = reader.offset
      let firstPath = clipPaths.count
      var clip = Clip(firstPath: UInt32(firstPath), pathCount: 0)
      try reader.beginObject()
      while let key = try reader.nextKey() {
        switch key.name {
        case "id": clip.id = try reader.readString()
        case "parent":
          clip.parent = ClipID(try readEarlierClip(&reader))
        case "paths":
          try reader.beginArray()
          while try reader.nextElement() { try readClipPath(&reader) }
        default: try skipUnknown(key, known: ["id", "parent", "paths"], &reader)
        }
      }
      clip.pathCount = UInt32(clipPaths.count - firstPath)
      if tables.clips.count >= Int(Int32.max) {
        throw reader.error("json.too-many-clips", "there are too many clips", at: offset)
      }
      tables.clips.append(clip)
    }
  }

  private func readEarlierClip(_ reader: inout JSONReader) throws(JSONError) -> UInt32 {
    _ = try reader.peek()
    let start = reader.offset
    let row = try readRow(&reader)
    if row >= tables.clips.count {
      throw reader.error(
        "json.no-such-row",
        "a clip refers to clips that stand before it, counted from 0; \(row) "
          + "isn't one", at: start)
    }
    return row
  }

  private mutating func readClipPath(_ reader: inout JSONReader) throws(JSONError) {
    _ = try reader.peek()
    let offset = reader.offset
    let (firstVerb, firstPoint) = (verbs.count, points.count)
    var rule = FillRule.nonzero
    var clip = ClipID.none
    var geometry = Geometry(isBare: false)
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key.name {
      case "points":
        try readPoints(&reader)
        geometry.hasPoints = true
      case "verbs": geometry.verbs = (try reader.readString(), key.offset)
      case "fillRule":
        rule = try reader.readTree(after: &place).choice("fillRule")
      case "clip": clip = ClipID(try readEarlierClip(&reader))
      default:
        try skipUnknown(key, known: ["points", "verbs", "fillRule", "clip"], &reader)
      }
    }
    guard geometry.hasPoints else {
      throw reader.error("json.no-points", "this path has no 'points'", at: offset)
    }
    try endGeometry(geometry, firstPoint: firstPoint, reader)
    guard verbs.count > firstVerb else { return }
    clipPaths.append(
      ClipPath(
        firstVerb: UInt32(firstVerb), verbCount: UInt32(verbs.count - firstVerb),
        firstPoint: UInt32(firstPoint), pointCount: UInt32(points.count - firstPoint), rule: rule,
        clip: clip))
  }
}

extension Verb {
  /// The letter of the drawing form.
  var letter: UInt8 {
    switch self {
    case .move: UInt8(ascii: "M")
    case .line: UInt8(ascii: "L")
    case .quad: UInt8(ascii: "Q")
    case .cubic: UInt8(ascii: "C")
    case .close: UInt8(ascii: "Z")
    }
  }

  /// The verb that a letter of the drawing form stands for.
  init?(letter: UInt8) {
    guard let verb = Verb.allCases.first(where: { $0.letter == letter }) else { return nil }
    self = verb
  }
}
