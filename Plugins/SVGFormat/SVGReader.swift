import PathModel
import PluginKit

/// Where a shape's coordinates must stay: beyond it products overflow.
let coordinateLimit = 1e100

/// Reads one document: what libxml2's events do to the drawing.
///
/// Elements are handled as they come and nothing of the document is kept but the open elements, so
/// that memory goes with the drawing and not with the file. What can be referred to before it's
/// there (gradients) is settled at the end.
final class SVGReader {
  let limits: Limits
  var drawing = Drawing()
  var log = DiagnosticLog()
  /// What stops the reading; nothing is done after it.
  var failure: ComponentError?

  /// The open elements, the root first.
  var open: [OpenElement] = []
  var hasRoot = false
  var elementCount = 0
  /// Whether elements without a namespace count as SVG's: when the root has none.
  var isNamespaceless = false
  /// How many pixels of 1/96 inch a canvas unit is, for strokes that don't scale.
  var pixelsPerUnit = 1.0
  var servers = SVGPaintServers()
  /// The attributes of the element that begins.
  var attributes: [SVGAttribute] = []
  /// Its attributes that are kept as they are: `role`, `aria-…`, `data-…`.
  var kept: [NamedValue] = []
  /// The text of the innermost element whose text is wanted.
  var text: [UInt8] = []
  var wantsText = false
  /// The connection to the parser while it runs.
  var parser = SVGParser()

  init(limits: Limits) { self.limits = limits }

  func fail(_ code: Diagnostic.Code, _ message: String, at place: Diagnostic.Place?) {
    if failure == nil { failure = ComponentError(code, message, at: place) }
  }
}

/// An element that has begun and not ended.
struct OpenElement {
  var element: SVGElement
  /// Whether its children are painted.
  var isDrawn: Bool
  var properties: SVGProperties
  /// Maps its user space to the canvas.
  var transform: Affine
  var viewport: Viewport
  var group: GroupID
  /// The names of the group or path that it has become, complete when it ends.
  var names = Attributes()
  var path: Int?
  /// The gradient whose stops are its children.
  var gradient: Int?
  /// For `switch`: whether a child has been chosen.
  var hasChosen = false
  /// For a nested `svg`: what cuts its content, and the first point that is its content.
  var cut: (box: Rect, firstPoint: Int)?
  var place: Diagnostic.Place?
}

/// An attribute of the element that begins; its bytes belong to the parser.
@safe struct SVGAttribute {
  var name: SVGAttributeName
  let bytes: UnsafeBufferPointer<UInt8>
  /// Where in the document the value begins; nil when it was put together from entities.
  var offset: Int?

  /// The value.
  var value: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      // The parser keeps the bytes until the element's handler has returned, and no attribute
      // outlives that.
      let span = unsafe Span(_unsafeElements: bytes)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }
}
