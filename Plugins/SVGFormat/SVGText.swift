/// A `text` element's characters, and what its elements say of them.
struct SVGText {
  /// An element of the text, with what is the same for all characters right inside it.
  struct Span {
    let element: SVGElementID
    let computed: SVGComputed
    /// The element of the text around it.
    var parent: Int?
    /// How far its text stands above that of the outermost element.
    var rise = 0.0
    /// The lines along its text, each with the element that asks for it.
    var lines: [(line: SVGTextProperties.Decorations, span: Int)] = []

    var text: SVGTextProperties { computed.properties.text.value }
    var fontSize: Double { computed.properties.fontSize }
  }

  /// Where a character is put; what isn't said is NaN.
  struct Position {
    var x = Double.nan
    var y = Double.nan
    var dx = 0.0
    var dy = 0.0
    var rotation = Double.nan
  }

  /// A part of the text that is to have a given length.
  struct Fitting {
    var range: Range<Int>
    var length: Double
    /// Whether letters are stretched too.
    var stretches: Bool
  }

  /// A part of the text that runs along a path.
  struct Along {
    var range: Range<Int>
    var element: SVGElementID
    var span: Int
  }

  var characters: [UInt32] = []
  /// The row in `spans` of each character.
  var spanOf: [UInt32] = []
  var spans: [Span] = []
  /// One a character, or none at all.
  var positions: [Position] = []
  /// The innermost first.
  var fittings: [Fitting] = []
  var alongs: [Along] = []

  func position(_ i: Int) -> Position {
    positions.isEmpty ? Position() : positions[i]
  }

  /// Whether a character begins a part that is anchored by itself.
  func startsChunk(_ i: Int) -> Bool {
    if i == 0 || alongs.contains(where: { $0.range.lowerBound == i || $0.range.upperBound == i }) {
      return true
    }
    let position = position(i)
    return !position.x.isNaN || !position.y.isNaN
  }
}
