import PathModel
import StrictJSON

extension DrawingAssembly {
  /// What a value is meant to be, told from its first few bytes.
  enum Shape {
    /// `[x, y]` or `{"x": …, "y": …}`.
    case point
    /// A list of points.
    case points
    /// A list of lists of points.
    case paths
    /// A list of objects that are paths or GeoJSON.
    case objects
    /// An object with `points`.
    case path
    /// An object with `paths`, or the drawing form.
    case drawing
    /// A GeoJSON object.
    case geographic
    /// An array with nothing in it but empty arrays.
    case empty
    /// None of these.
    case other
  }

  /// Reads the whole text.
  mutating func readDocument(_ reader: inout JSONReader) throws(JSONError) {
    _ = try reader.peek()
    var ahead = reader.reader(at: reader.offset)
    switch try Self.shape(&ahead, level: 0) {
    case .points: try readBarePath(&reader)
    case .paths, .objects:
      try reader.beginArray()
      while try reader.nextElement() { try readListed(&reader) }
    case .path: try readPath(&reader)
    case .drawing: try readDrawing(&reader)
    case .geographic:
      isGeographic = true
      try readGeographic(&reader)
    case .empty: try reader.skipValue()
    case .point, .other:
      // What isn't even JSON is told as that.
      let start = reader.offset
      try reader.skipValue()
      throw reader.error(
        "json.unknown-form",
        "found no points here; expected a list of points [[x, y], …], an object with 'points' or "
          + "'paths', the drawing form, or GeoJSON", at: start)
    }
  }

  /// Reads an element of a list of paths: a list of points, or an object.
  private mutating func readListed(_ reader: inout JSONReader) throws(JSONError) {
    if try reader.peek() == .array {
      try readBarePath(&reader)
      return
    }
    var ahead = reader.reader(at: reader.offset)
    if try Self.shape(&ahead, level: 0) == .geographic {
      isGeographic = true
      try readGeographic(&reader)
    } else {
      try readPath(&reader)
    }
  }

  /// Looks at a value as far as needed.
  private static func shape(_ reader: inout JSONReader, level: Int) throws(JSONError) -> Shape {
    switch try reader.peek() {
    case .object:
      try reader.beginObject()
      while let key = try reader.nextKey() {
        switch key.name {
        case "x", "y": return .point
        case "points": return .path
        case "paths", "strokemill", "canvas", "document", "styles", "groups", "gradients",
          "patterns", "clips":
          return .drawing
        case "features", "geometry", "geometries", "coordinates": return .geographic
        case "type":
          guard try reader.peek() == .string else {
            try reader.skipValue()
            continue
          }
          if GeographicType(rawValue: try reader.readString()) != nil { return .geographic }
        default: try reader.skipValue()
        }
      }
      return .other
    case .array:
      // Nothing that is read nests deeper.
      guard level < 3 else { return .other }
      try reader.beginArray()
      while try reader.nextElement() {
        if try reader.peek() == .number { return .point }
        switch try shape(&reader, level: level + 1) {
        case .point: return .points
        case .points: return .paths
        case .path, .geographic: return .objects
        case .empty: continue
        case .paths, .objects, .drawing, .other: return .other
        }
      }
      return .empty
    default: return .other
    }
  }

  /// Reads an object with `paths`: the drawing form, or less than that.
  mutating func readDrawing(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key.name {
      case "strokemill":
        let start = reader.offset
        let number = try reader.readInteger()
        guard number == DrawingForm.version else {
          throw reader.error(
            "json.unknown-version",
            "this is version \(number) of the drawing form; version \(DrawingForm.version) is the "
              + "one that can be read", at: start)
        }
        version = number
      case "$schema": _ = try reader.readString()
      case "name", "title":
        tables.document.attributes.title = try reader.readString()
      case "paths":
        try reader.beginArray()
        while try reader.nextElement() {
          if try reader.peek() == .array {
            try readBarePath(&reader)
          } else {
            try readPath(&reader)
          }
        }
      case "points": throw bothError(reader, key)
      case "groups" where !groupRows.isEmpty:
        throw reader.error(
          "json.mixed-groups",
          "paths refer to groups by name here, so a list 'groups' can't stand beside them; use one "
            + "of the two", at: key.offset)
      case "canvas", "document", "styles", "groups", "gradients", "patterns":
        tables.isUsed = true
        try tables.read(key.name, try reader.readTree(after: &place))
      case "clips":
        tables.isUsed = true
        try readClips(&reader)
      default: try skipUnknown(key, known: DrawingForm.members, &reader)
      }
    }
  }

  func bothError(_ reader: borrowing JSONReader, _ key: JSONKey) -> JSONError {
    reader.error(
      "json.points-and-paths", "an object holds either 'points' or 'paths', not both",
      at: key.offset)
  }
}
