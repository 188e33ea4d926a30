import JSONFormat
import PathModel
import PluginKit
import Testing

@Suite struct GeoJSONTests {
  /// Geometries with y upward, and the paths with y downward.
  @Test(
    arguments: [
      (#"{"type":"Point","coordinates":[1,2]}"#, ["M1 -2 L1 -2"]),
      (#"{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}"#, ["M1 -2 L1 -2 M3 -4 L3 -4"]),
      (#"{"type":"LineString","coordinates":[[0,0],[3,4]]}"#, ["M0 0 L3 -4"]),
      (
        #"{"type":"MultiLineString","coordinates":[[[0,0],[3,4]],[[5,5],[6,6]]]}"#,
        ["M0 0 L3 -4 M5 -5 L6 -6"]
      ),
      (
        #"{"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,0]],[[1,1],[2,1],[2,2],[1,1]]]}"#,
        ["M0 0 L9 0 L9 -9 Z M1 -1 L2 -1 L2 -2 Z"]
      ),
      (
        #"{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]],[[[5,5],[6,5],[6,6],[5,5]]]]}"#,
        ["M0 0 L1 0 L1 -1 Z M5 -5 L6 -5 L6 -6 Z"]
      ),
      (
        #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},{"type":"LineString","coordinates":[[0,0],[1,1]]}]}"#,
        ["M1 -2 L1 -2", "M0 0 L1 -1"]
      ),
      // The type may stand last.
      (#"{"coordinates":[[0,0],[3,4]],"type":"LineString"}"#, ["M0 0 L3 -4"]),
      (
        #"{"geometry":{"coordinates":[[[0,0],[1,0],[1,1],[0,0]]],"type":"Polygon"},"type":"Feature"}"#,
        ["M0 0 L1 0 L1 -1 Z"]
      ),
      // Nothing to draw is fine.
      (#"{"type":"LineString","coordinates":[]}"#, []),
      (#"{"type":"Polygon","coordinates":[[]]}"#, []),
      (#"{"type":"Point","coordinates":[]}"#, []),
      (#"{"type":"Feature","geometry":null,"properties":null}"#, []),
      (#"{"type":"FeatureCollection","features":[],"bbox":[0,0,1,1],"crs":{"a":[{}]}}"#, []),
      // A list of features.
      (#"[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}}]"#, ["M1 -2 L1 -2"]),
    ] as [(String, [String])])
  func readsGeometries(text: String, paths: [String]) throws {
    let drawing = try read(text)
    #expect(drawing.pathTexts == paths)
    #expect(drawing.invariantViolation() == nil)
  }

  @Test func keepsHolesByTheEvenOddRule() throws {
    let drawing = try read(
      #"{"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,0]],[[1,1],[2,1],[2,2],[1,1]]]}"#)
    #expect(drawing.style(ofPath: 0).fillRule == .evenodd)
    #expect(drawing.style(ofPath: 0).stroke == .color(.black))
  }

  private let features = #"""
    {"type": "FeatureCollection", "name": "roads", "features": [
      {"type": "Feature", "id": 7, "properties": {"a": [1, {"b": 2}], "Name": "A", "kind": "x"},
       "geometry": {"type": "LineString", "coordinates": [[0,0],[1,0]]}},
      {"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[0,0],[2,0]]},
       "properties": {"label": "no", "name": "B", "kind": 4}},
      {"type": "Feature", "id": "q", "properties": {"name": "A", "kind": "x"},
       "geometry": {"type": "LineString", "coordinates": [[0,0],[3,0]]}},
      {"type": "Feature", "properties": {"name": null},
       "geometry": {"type": "LineString", "coordinates": [[0,0],[4,0]]}}
    ]}
    """#

  @Test func namesGroupsByProperties() throws {
    let drawing = try read(features)
    #expect(drawing.document.attributes.title == "roads")
    #expect(drawing.groups.map(\.attributes.label) == [nil, "A", "B"])
    #expect(drawing.pathTexts == ["M0 0 L4 0", "M0 0 L1 0", "M0 0 L3 0", "M0 0 L2 0"])
    #expect(drawing.records.map(\.info.group.index) == [0, 1, 1, 2])
    #expect(drawing.attributes(ofPath: 1).id == "7")
    #expect(drawing.attributes(ofPath: 2).id == "q")
    #expect(drawing.records.map(\.info.line) == [9, 3, 7, 4])
    #expect(drawing.invariantViolation() == nil)
  }

  @Test func namesGroupsByTheGivenProperty() throws {
    var importer = JSONImporter()
    importer.group = "kind"
    let drawing = try read(features, importer)
    #expect(drawing.groups.map(\.attributes.label) == [nil, "x", "4"])
  }

  @Test func flipsUnlessTold() throws {
    var importer = JSONImporter()
    importer.flipY = false
    let text = #"{"type":"LineString","coordinates":[[0,0],[3,4,5]]}"#
    #expect(try read(text, importer).pathTexts == ["M0 0 L3 4"])
    #expect(try read(Array(text.utf8)).diagnostics.map(\.code) == ["json.third-coordinate"])
  }

  /// Text, code, column.
  @Test(arguments: [
    (#"{"type":"Polygone","coordinates":[]}"#, "json.geojson", 9),
    (#"{"coordinates":[1,2]}"#, "json.geojson", 1),
    (#"{"type":"Point"}"#, "json.geojson", 1),
    (#"{"type":"Feature"}"#, "json.geojson", 1),
    (#"{"type":"Feature","coordinates":[1,2]}"#, "json.geojson", 1),
    (#"{"type":"Point","coordinates":[1]}"#, "json.bad-point", 31),
    (#"{"type":"Point","coordinates":[[1,2]]}"#, "json.unexpected", 32),
    (#"{"type":"LineString","coordinates":[1,2]}"#, "json.unexpected", 37),
    (#"{"type":"Polygon","coordinates":[[0,0],[1,1]]}"#, "json.unexpected", 35),
    (#"{"type":"LineString","coordinates":null}"#, "json.unexpected", 36),
    (#"{"type":"FeatureCollection","features":[3]}"#, "json.unexpected", 41),
    (#"{"type":"LineString","coordinates":[[0,0],[1,"2"]]}"#, "json.unexpected", 46),
  ])
  func refuses(text: String, code: String, column: Int) throws {
    let error = try #require(fault(text))
    #expect(error.code.rawValue == code, "\(error.message)")
    #expect(error.place?.column == column, "\(error.message)")
  }

  @Test func survivesNestedCollections() {
    let deep = String(repeating: #"{"type":"GeometryCollection","geometries":["#, count: 100_000)
    #expect(fault(deep)?.code == "json.too-deep")
  }
}
