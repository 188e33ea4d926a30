import CSVFormat
import NumberText
import PathModel
import PluginKit

/// What came of reading a text.
struct Reading {
  var drawing = Drawing()
  var error: Diagnostic?
  var diagnostics: [Diagnostic] = []

  /// The error's code and place, such as `csv.not-a-number 3:1`, or the paths.
  var outcome: [String] {
    if let error {
      let place = error.place.map { "\($0.line):\($0.column)" } ?? "nowhere"
      return ["\(error.code.rawValue) \(place)"]
    }
    return drawing.pathTexts
  }

  /// The labels of the paths' groups, empty at the root.
  var labels: [String] {
    drawing.records.map { drawing.groups[Int($0.info.group.index)].attributes.label ?? "" }
  }
}

/// Reads bytes as CSV; options are `name=value` pairs separated by blanks, as on a command line.
func read(_ bytes: [UInt8], _ options: String = "", limits: Limits = Limits()) throws -> Reading {
  let importer = try CSVImporter.configured(arguments(options, CSVImporter.parameters.map(\.info)))
  var context = Context(limits: limits)
  var reading = Reading()
  do throws(ComponentError) {
    try importer.read(bytes.span, into: &reading.drawing, &context)
  } catch {
    reading.error = error.diagnostic
  }
  reading.diagnostics = context.diagnostics.entries
  return reading
}

/// Reads a text as CSV.
func read(_ text: String, _ options: String = "", limits: Limits = Limits()) throws -> Reading {
  try read(Array(text.utf8), options, limits: limits)
}

/// Writes a drawing as CSV.
func write(
  _ drawing: Drawing, _ options: String = ""
) throws -> (text: String, losses: [Diagnostic]) {
  let exporter = try CSVExporter.configured(arguments(options, CSVExporter.parameters.map(\.info)))
  var context = Context()
  var sink = ByteSink()
  try exporter.write(drawing, to: &sink, &context)
  return (String(decoding: sink.takeBytes(), as: UTF8.self), context.diagnostics.entries)
}

private func arguments(_ options: String, _ parameters: [ParameterInfo]) -> [Option] {
  options.split(separator: " ").map { pair in
    let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
    let info = parameters.first { $0.name == parts[0] }
    let value = parts.count > 1 ? parts[1] : ""
    return Option(parts[0], info?.value(fromArgument: value) ?? .text(value))
  }
}
