import JSONForms
public import NumberText
public import PathModel
public import PluginKit
import StrictJSON

/// Writes Strokemill's drawing form: all that a drawing holds, every double exact.
///
/// A line a path and a line a row of each table, so that two versions of a drawing compare well.
public struct JSONExporter: Exporter {
  /// The name.
  public static let name = "json"
  /// What it does.
  public static let summary = "Writes Strokemill's drawing form, which loses nothing."
  /// The file name extensions.
  public static let extensions = ["json"]

  /// Makes one.
  public init() {}

  /// Writes the drawing.
  ///
  /// - Parameters:
  ///   - drawing: The drawing.
  ///   - output: Where to write.
  ///   - context: What the run lends.
  /// - Throws: Never: the form carries all that a drawing holds.
  public func write(
    _ drawing: borrowing Drawing, to output: inout ByteSink, _ context: inout Context
  ) throws(ComponentError) {
    output.reserve(drawing.points.count * 20)
    var writer = JSONWriter(output, form: .indented)
    writer.beginObject()
    writer.key("strokemill")
    writer.value(DrawingForm.version)
    if let canvas = drawing.canvas {
      writer.key("canvas")
      writer.value(canvas)
    }
    if drawing.document != DocumentInfo() {
      writer.key("document")
      writer.value(drawing.document)
    }
    if !drawing.styles.isEmpty {
      writer.key("styles")
      writer.beginArray()
      for style in drawing.styles { writer.value(style) }
      writer.end()
    }
    if drawing.groups != [Group()] {
      writer.key("groups")
      writer.beginArray()
      for group in drawing.groups { writer.value(group) }
      writer.end()
    }
    if !drawing.gradients.isEmpty {
      writer.key("gradients")
      writer.beginArray()
      for gradient in drawing.gradients { writer.value(gradient) }
      writer.end()
    }
    if !drawing.patterns.isEmpty {
      writer.key("patterns")
      writer.beginArray()
      for pattern in drawing.patterns { writer.value(pattern) }
      writer.end()
    }
    if !drawing.clips.isEmpty {
      writer.key("clips")
      writer.beginArray()
      for clip in drawing.clips { writer.value(clip, of: drawing) }
      writer.end()
    }
    writer.key("paths")
    writer.beginArray()
    for index in 0..<drawing.pathCount { writer.path(index, of: drawing) }
    writer.end()
    writer.end()
    output = writer.finish()
  }
}
