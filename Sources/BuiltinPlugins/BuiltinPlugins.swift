import Appearance
import CSVFormat
import Curves
import EPSFormat
import Exec
import HandDrawn
import Hatch
import JSONFormat
import Layout
import Lettering
import Pen
public import PluginKit
import SVGFormat
import Sketch

/// Everything that is built in: the whole list, a line a plug-in, in alphabetical order.
public let builtinPlugins: [Plugin] = [
  .appearance,
  .csvFormat,
  .curves,
  .epsFormat,
  .exec,
  .handDrawn,
  .hatch,
  .jsonFormat,
  .layout,
  .lettering,
  .pen,
  .sketch,
  .svgFormat,
]

/// The JSON Schema of the JSON form of a drawing, which tools and editors check files against.
public let drawingSchema = DrawingForm.schema
