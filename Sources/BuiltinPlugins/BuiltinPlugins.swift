import CSVFormat
import JSONFormat
public import PluginKit
import SVGFormat

/// Everything that is built in: the whole list, a line a plug-in, in alphabetical order.
public let builtinPlugins: [Plugin] = [
  .csvFormat,
  .jsonFormat,
  .svgFormat,
]
