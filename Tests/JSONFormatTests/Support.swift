import JSONFormat
import NumberText
import PathModel
import PluginKit

/// Reads bytes and gives the drawing with what was said of it.
func read(
  _ bytes: [UInt8], _ importer: JSONImporter = JSONImporter()
) throws(ComponentError) -> (drawing: Drawing, diagnostics: [Diagnostic]) {
  var drawing = Drawing()
  var context = Context()
  try importer.read(bytes.span, into: &drawing, &context)
  return (drawing, context.diagnostics.entries)
}

func read(
  _ text: String, _ importer: JSONImporter = JSONImporter()
) throws(ComponentError) -> Drawing {
  try read(Array(text.utf8), importer).drawing
}

/// What the importer says of a text that it refuses.
func fault(_ text: String, _ importer: JSONImporter = JSONImporter()) -> Diagnostic? {
  do throws(ComponentError) {
    _ = try read(text, importer)
    return nil
  } catch {
    return error.diagnostic
  }
}

func write(_ drawing: borrowing Drawing) throws -> String {
  var sink = ByteSink()
  var context = Context()
  try JSONExporter().write(drawing, to: &sink, &context)
  return String(decoding: sink.takeBytes(), as: UTF8.self)
}
