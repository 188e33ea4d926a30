import PathModel
import PluginKit
import StyleSheets

extension SVGReader {
  /// Reads all `style` elements, wherever they stand, and prepares what their selectors look at.
  func readSheets() {
    let elements = table.rows.indices.filter { table.rows[$0].kind == .style }
    if elements.isEmpty { return }
    var limits = StyleLimits()
    // As much as the work of reading the elements, and some more.
    limits.steps = 20_000_000 + 100 * table.rows.count
    styles.cascade = SVGStyles.empty.prepared(media: mediaEnvironment(), limits: limits)
    do throws(StyleLimitError) {
      for row in elements {
        let element = SVGElementID(UInt32(truncatingIfNeeded: row))
        guard isCSS(element) else { continue }
        let media = table.attribute(named: "media", of: element)
        let text = table.text(of: element)
        styles.add(sheetAt: styles.cascade.sheetBytes, in: element)
        if let media {
          try styles.cascade.read(sheet: text.span, media: media.value)
        } else {
          try styles.cascade.read(sheet: text.span)
        }
        reportNotices(nil)
      }
    } catch {
      return fail(error, at: .root)
    }
    styles.hasRules = styles.cascade.hasRules
    if styles.hasRules { addElements() }
  }

  /// Whether a `style` element holds CSS, and not a language that isn't known.
  private func isCSS(_ element: SVGElementID) -> Bool {
    guard let type = table.attribute(named: "type", of: element) else { return true }
    let name = type.value.text().lowercased().prefix { $0 != ";" }.split { $0 == " " }.joined()
    if name.isEmpty || name == "text/css" { return true }
    log.add(
      Diagnostic(
        .loss, "svg.css", "a style sheet isn't read: it is of the type \(quoted(type))",
        at: place(of: element), kind: "css"))
    return false
  }

  /// The size that queries of media are judged against: the root's, as its attributes say.
  private func mediaEnvironment() -> MediaEnvironment {
    var size = MediaEnvironment()
    if let box = table.attribute(.viewBox, of: .root).flatMap({ ViewBox($0.value) }) {
      size = MediaEnvironment(width: box.width, height: box.height)
    }
    func pixels(_ name: SVGAttributeName) -> Double? {
      table.attribute(name, of: .root).flatMap { SVGLength($0.value)?.absolute?.pixels }
    }
    size.width = pixels(.width) ?? size.width
    size.height = pixels(.height) ?? size.height
    return size
  }

  /// Tells the cascade of all elements.
  private func addElements() {
    let names = table.names
    // Found out when an attribute of that name is met: the names of other documents stand there, too.
    var answers = [Bool?](repeating: nil, count: names.count)
    func isAskedFor(_ name: Int) -> Bool {
      if let known = answers[name] { return known }
      let bytes = names[name].bytes
      let isAsked = styles.cascade.asksForAttribute(bytes.span)
      answers[name] = isAsked
      return isAsked
    }
    for row in table.rows.indices {
      let element = SVGElementID(UInt32(truncatingIfNeeded: row))
      let entry = table.rows[row]
      let name = names[Int(entry.name)]
      // In a document without namespaces SVG's elements are SVG's all the same.
      let address = (entry.kind == .foreign ? name.namespace : .svg).addressBytes
      styles.cascade.appendElement(
        name: name.bytes.span, namespace: address.span,
        parent: element == .root ? nil : Int(entry.parent))
      for i in table.attributeRange(of: element) {
        let attribute = table.attributes[i]
        let given = Int(attribute.name)
        let isID = attribute.known == .id
        let isClass = attribute.known == .class
        let isLink = attribute.known == .href && entry.kind == .a
        let isLanguage = names[given].isLanguage
        let isAsked = isAskedFor(given)
        guard isAsked || isID || isClass || isLink || isLanguage else { continue }
        let value = table.attribute(at: i, of: element)
        if isID { styles.cascade.setID(value.value) }
        if isClass { styles.cascade.setClasses(value.value) }
        if isLink { styles.cascade.setLink() }
        if isLanguage { styles.cascade.setLanguage(value.value) }
        if isAsked {
          let (bytes, address) = (names[given].bytes, names[given].namespace.addressBytes)
          styles.cascade.addAttribute(
            name: bytes.span, namespace: address.span, value: value.value)
        }
      }
    }
    for text in table.texts { styles.cascade.noteText(in: Int(text.owner)) }
  }

  // MARK: Reports

  /// Where something stands that the cascade names: in a sheet, or in an element's `style`. The place
  /// of the element's tag when it isn't in the document as it is.
  func place(of place: StylePlace, _ style: SVGAttribute?) -> Diagnostic.Place {
    if place.isInline, let style { return self.place(in: style, at: place.offset) }
    guard let (element, offset) = styles.sheet(at: place.offset) else {
      return self.place(of: .root)
    }
    return table.textOffset(offset, of: element).map { source.place(of: $0) }
      ?? self.place(of: element)
  }

  /// Reports what the cascade has to say about a sheet, or the attribute `style` of an element.
  func reportNotices(_ style: SVGAttribute?) {
    for notice in styles.cascade.takeNotices() {
      hasRemarks = true
      let place = place(of: notice.place, style)
      func add(_ code: Diagnostic.Code, _ message: String, loss kind: String? = nil) {
        log.add(
          Diagnostic(
            kind == nil ? .warning : .loss, code, message, at: place, kind: kind ?? "",
            count: notice.count))
      }
      let whose = style.map { "'style' of '\(table.name(of: $0.element))'" } ?? "a style sheet"
      switch notice.kind {
      case .badDeclaration:
        add("svg.bad-style", "a part of \(whose) is ignored: \(notice.message)")
      case .badRule:
        add("svg.bad-rule", "a rule of a style sheet is ignored: \(notice.message)")
      case .unknownSelector:
        add(
          "svg.unknown-selector",
          "a rule of a style sheet is ignored: its selector has \(notice.message), which isn't known"
        )
      case .badVariable:
        add("svg.bad-variable", "a variable in \(whose) has no value: \(notice.message)")
      case .unsupportedRule where notice.subject == "@font-face":
        // What is set in it says so.
        noteDocumentFont(at: notice.place)
      case .unsupportedRule where notice.subject == "@import":
        // The picture is the one that this file shows by itself.
        add(
          "svg.external-css",
          "\(notice.message) in \(whose): no other file is opened; put its rules into this one")
      case .unsupportedRule where notice.subject.hasSuffix("keyframes"):
        add(
          "svg.animation",
          "'\(notice.subject)' isn't played; the drawing is as it stands before any animation",
          loss: "animation")
      case .unsupportedRule, .unknownMedia:
        add("svg.css", "\(notice.message) in \(whose)", loss: "css")
      }
    }
  }

  /// The styles are more than may be.
  func fail(_ error: StyleLimitError, at element: SVGElementID) {
    if failure != nil { return }
    failure = ComponentError(
      "svg.too-much-css", error.message,
      at: error.place.map { place(of: $0, nil) } ?? place(of: element))
  }
}
