package import PathModel
package import StrictJSON

// Rows that the drawing form of the JSON format writes where they are used, and a plug-in's table as
// rows of their own.

extension Attributes {
  /// Reads an object with any of `members`.
  package init(_ node: JSONNode) throws(JSONError) {
    var set = Attributes()
    try node.forEachMember("attributes", known: Attributes.members) {
      (name, value) throws(JSONError) in
      try set.read(name, value)
    }
    self = set
  }
}

extension Clip {
  /// Reads a clip that names rows of the drawing's clip paths.
  package init(_ node: JSONNode) throws(JSONError) {
    var clip = Clip(firstPath: 0, pathCount: 0)
    try node.forEachMember("clip", needs: ["firstPath", "pathCount"], known: ["parent", "id"]) {
      (name, value) throws(JSONError) in
      switch name {
      case "firstPath": clip.firstPath = try value.row(name)
      case "pathCount": clip.pathCount = try value.row(name)
      case "parent": clip.parent = ClipID(try value.row(name))
      default: clip.id = try value.text(name)
      }
    }
    self = clip
  }
}

extension JSONWriter {
  /// Writes attributes as an object.
  package mutating func value(_ set: Attributes) {
    beginObject()
    members(set)
    end()
  }

  /// Writes a clip by rows of the drawing's clip paths.
  package mutating func value(_ clip: Clip) {
    beginObject()
    member("firstPath", row: clip.firstPath)
    member("pathCount", row: clip.pathCount)
    if let parent = clip.parent { member("parent", row: parent.index) }
    member("id", clip.id)
    end()
  }
}
