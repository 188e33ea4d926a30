import PathModel
import PluginKit
import StrictJSON

/// The types of GeoJSON objects (RFC 7946).
enum GeographicType: String, CaseIterable {
  case point = "Point"
  case multiPoint = "MultiPoint"
  case lineString = "LineString"
  case multiLineString = "MultiLineString"
  case polygon = "Polygon"
  case multiPolygon = "MultiPolygon"
  case geometryCollection = "GeometryCollection"
  case feature = "Feature"
  case featureCollection = "FeatureCollection"

  var hasCoordinates: Bool {
    switch self {
    case .geometryCollection, .feature, .featureCollection: false
    default: true
    }
  }
}

extension DrawingAssembly {
  /// The properties that name a feature's group when nothing is said, best first.
  private static let usualNames = ["name", "title", "label"]

  /// Reads a GeoJSON object with all inside it.
  ///
  /// A geometry becomes one path: a polygon's holes and the parts of a multi-geometry are subpaths.
  /// Members that the standard doesn't know are allowed by it and say nothing of the picture.
  ///
  /// - Parameters:
  ///   - reader: Where the object begins.
  ///   - isOutermost: Whether it's the whole document.
  /// - Throws: When it isn't GeoJSON.
  mutating func readGeographic(
    _ reader: inout JSONReader, isOutermost: Bool = true
  ) throws(JSONError) {
    guard try reader.peek() == .object else { throw reader.unexpected("a GeoJSON object") }
    let start = reader.offset
    let line = line(at: start, reader)
    let firstRecord = records.count
    var type: GeographicType?
    var later: Int?
    var hasGeometry = false
    var label: String?
    var id: String?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key.name {
      case "type": type = try readType(&reader)
      case "coordinates":
        hasGeometry = true
        if let type {
          try readCoordinates(&reader, type, at: start, line: line)
        } else {
          // Only the type tells what the numbers mean: come back when it's known.
          _ = try reader.peek()
          later = reader.offset
          try reader.skipValue()
        }
      case "geometry":
        hasGeometry = true
        if try reader.peek() == .null {
          try reader.readNull()
        } else {
          try readGeographic(&reader, isOutermost: false)
        }
      case "geometries", "features":
        hasGeometry = true
        try reader.beginArray()
        while try reader.nextElement() { try readGeographic(&reader, isOutermost: false) }
      case "properties": label = try readProperties(&reader)
      case "id": id = try readName(&reader)
      case "name" where isOutermost:
        tables.document.attributes.title = try readName(&reader)
      default: try reader.skipValue()
      }
    }
    guard let type else {
      throw reader.error("json.geojson", "this GeoJSON object has no 'type'", at: start)
    }
    guard hasGeometry else {
      let member =
        switch type {
        case .feature: "geometry"
        case .featureCollection: "features"
        case .geometryCollection: "geometries"
        default: "coordinates"
        }
      throw reader.error(
        "json.geojson", "this \(type.rawValue) has no '\(member)'", at: start)
    }
    if let later {
      var again = reader.reader(at: later)
      try readCoordinates(&again, type, at: start, line: line)
    }
    if let label, records.count > firstRecord {
      let group = group(labelled: label)
      for index in firstRecord..<records.count { records[index].info.group = group }
    }
    if let id, records.count == firstRecord + 1 {
      records[firstRecord].info.attributes = attributesRow(Attributes(id: id))
    }
  }

  private func readType(_ reader: inout JSONReader) throws(JSONError) -> GeographicType {
    _ = try reader.peek()
    let start = reader.offset
    let name = try reader.readString()
    guard let type = GeographicType(rawValue: name) else {
      let hint =
        closest(to: name, among: GeographicType.allCases.map(\.rawValue))
        .map { "; did you mean '\($0)'?" } ?? ""
      throw reader.error("json.geojson", "GeoJSON has no type '\(name)'\(hint)", at: start)
    }
    return type
  }

  /// Reads properties and returns what names the feature's group.
  private func readProperties(_ reader: inout JSONReader) throws(JSONError) -> String? {
    guard try reader.peek() == .object else {
      try reader.readNull()
      return nil
    }
    var best = Int.max
    var label: String?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let rank =
        if let groupProperty {
          key.name == groupProperty ? 0 : nil as Int?
        } else {
          Self.usualNames.firstIndex(of: key.name.lowercased())
        }
      guard let rank, rank < best, let name = try readName(&reader) else {
        if rank == nil || rank.map({ $0 >= best }) == true { try reader.skipValue() }
        continue
      }
      best = rank
      label = name
    }
    return label
  }

  /// Reads a string, or a number as it's written; nil for anything else, which is read over.
  private func readName(_ reader: inout JSONReader) throws(JSONError) -> String? {
    switch try reader.peek() {
    case .string:
      let text = try reader.readString()
      return text.isEmpty ? nil : text
    case .number:
      let start = reader.offset
      _ = try reader.readNumber()
      var text: [UInt8] = []
      for index in start..<reader.offset { text.append(reader.bytes[index]) }
      return String(decoding: text, as: UTF8.self)
    default:
      try reader.skipValue()
      return nil
    }
  }

  // MARK: Coordinates

  private mutating func readCoordinates(
    _ reader: inout JSONReader, _ type: GeographicType, at offset: Int, line: UInt32
  ) throws(JSONError) {
    guard type.hasCoordinates else {
      throw reader.error("json.geojson", "a \(type.rawValue) has no 'coordinates'", at: offset)
    }
    guard try reader.peek() == .array else { throw reader.unexpected("'[' of coordinates") }
    let (firstVerb, firstPoint) = (verbs.count, points.count)
    switch type {
    case .point: try readDot(&reader)
    case .multiPoint:
      try forEach(&reader) { (all, reader) throws(JSONError) in
        try all.readDot(&reader)
      }
    case .lineString: try readLine(&reader, closed: false)
    case .multiLineString:
      try forEach(&reader) { (all, reader) throws(JSONError) in
        try all.readLine(&reader, closed: false)
      }
    case .polygon: try readRings(&reader)
    case .multiPolygon:
      try forEach(&reader) { (all, reader) throws(JSONError) in
        try all.readRings(&reader)
      }
    case .geometryCollection, .feature, .featureCollection: break
    }
    let isArea = type == .polygon || type == .multiPolygon
    endPath(
      firstVerb: firstVerb, firstPoint: firstPoint, offset: offset,
      info: PathInfo(style: isArea ? Self.polygonStyle : Self.penStyle, line: line))
  }

  private mutating func forEach(
    _ reader: inout JSONReader,
    _ body: (inout DrawingAssembly, inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    try reader.beginArray()
    while try reader.nextElement() { try body(&self, &reader) }
  }

  private mutating func readDot(_ reader: inout JSONReader) throws(JSONError) {
    try checkLimit(reader)
    _ = try reader.peek()
    let first = points.count
    // An empty list of coordinates is a geometry without points.
    var ahead = reader.reader(at: reader.offset)
    try ahead.beginArray()
    guard try ahead.nextElement() else { return try reader.skipValue() }
    try readPosition(&reader)
    endSubpath(first: first, closed: false)
  }

  private mutating func readLine(_ reader: inout JSONReader, closed: Bool) throws(JSONError) {
    let first = points.count
    try reader.beginArray()
    while try reader.nextElement() {
      try checkLimit(reader)
      guard try reader.peek() == .array else { throw reader.unexpected("a position, [x, y]") }
      try readPosition(&reader)
    }
    endSubpath(first: first, closed: closed)
  }

  private mutating func readRings(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginArray()
    while try reader.nextElement() { try readLine(&reader, closed: true) }
  }
}
