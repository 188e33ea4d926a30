import PathModel

/// A `text` element: its words and how they're set, and what its elements are.
struct SVGText {
  /// What an element of the text is beside how it's set.
  struct Source {
    let element: SVGElementID
    let computed: SVGComputed
  }

  var text = Text()
  /// One a row of the text's spans.
  var sources: [Source] = []
}
