import PluginKit
import StrictJSON

// What the command line adds to a pipeline: -s, --from, --to, --set, --seed.

extension PipelineReader {
  /// Reads a stage in the short form, or in JSON.
  mutating func readStageArgument(_ source: Int) {
    if isJSON(source) {
      do {
        let bytes = log.sources[source].bytes
        readStage(try JSONNode(parsing: bytes.span, options: .handwritten), source)
      } catch {
        log.report(error, in: source)
      }
    } else if let component = readShortForm(source) {
      draft.stages.append(Draft.Stage(component: component))
    }
  }

  /// Reads a format with options in the short form, or in JSON.
  mutating func readFormatArgument(_ source: Int) -> Draft.Component? {
    guard isJSON(source) else { return readShortForm(source) }
    let root: JSONNode
    do {
      let bytes = log.sources[source].bytes
      root = try JSONNode(parsing: bytes.span, options: .handwritten)
    } catch {
      log.report(error, in: source)
      return nil
    }
    guard let members = root.object, let member = members.first, members.count == 1 else {
      report(
        "pipeline.wrong-type", "write one format, { \"NAME\": { … } }", root, source)
      return nil
    }
    let options = variables.replace(in: member.value, of: source, &log)
    return Draft.Component(
      name: member.name, span: log.span(of: member.position, in: source),
      settings: readSettings(options, member.name, source))
  }

  private func isJSON(_ source: Int) -> Bool {
    log.sources[source].bytes.first { $0 != UInt8(ascii: " ") && $0 != 0x0A && $0 != 0x09 }
      == UInt8(ascii: "{")
  }

  /// Reads `name:key=value,key=value`. A comma ends a value only where `key=` follows it.
  private mutating func readShortForm(_ source: Int) -> Draft.Component? {
    let bytes = log.sources[source].bytes
    let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
    let name = String(decoding: bytes[..<colon], as: UTF8.self)
    guard !name.isEmpty else {
      log.report(
        "pipeline.no-stage-name", "a name is missing; write NAME or NAME:PARAMETER=VALUE",
        at: SourceSpan(source: source, offset: 0, length: 1))
      return nil
    }
    var component = Draft.Component(
      name: name, span: SourceSpan(source: source, offset: 0, length: colon))
    var position = colon + 1
    while position <= bytes.count, colon < bytes.count {
      guard let key = PipelineReader.key(in: bytes, at: position) else {
        log.report(
          "pipeline.bad-setting",
          "write PARAMETER=VALUE after the ':', in lower-case letters; `strokemill show \(name)` "
            + "lists the parameters",
          at: SourceSpan(
            source: source, offset: position, length: bytes.count - position))
        return nil
      }
      let start = key.upperBound + 1
      var end = start
      while end < bytes.count,
        !(bytes[end] == UInt8(ascii: ",") && PipelineReader.key(in: bytes, at: end + 1) != nil)
      { end += 1 }
      component.settings.append(
        Draft.Setting(
          name: String(decoding: bytes[key], as: UTF8.self),
          nameSpan: SourceSpan(source: source, offset: key.lowerBound, length: key.count),
          value: .text(String(decoding: bytes[start..<end], as: UTF8.self)),
          valueSpan: SourceSpan(source: source, offset: start, length: end - start)))
      position = end + 1
      if end == bytes.count { break }
    }
    return component
  }

  /// The parameter name that begins at a place, after spaces, and that `=` follows.
  private static func key(in bytes: [UInt8], at position: Int) -> Range<Int>? {
    var start = position
    while start < bytes.count, bytes[start] == UInt8(ascii: " ") { start += 1 }
    var end = start
    while end < bytes.count,
      ComponentEntry.isNameByte(bytes[end]) || bytes[end] == UInt8(ascii: "_")
    {
      end += 1
    }
    return end > start && end < bytes.count && bytes[end] == UInt8(ascii: "=")
      ? start..<end : nil
  }

  /// Reads `--seed`.
  mutating func readSeedArgument(_ source: Int) {
    let text = log.sources[source].text
    guard let seed = Int(text), seed >= 0, !text.hasPrefix("+") else {
      log.report(
        "pipeline.bad-seed", PipelineReader.seedMessage("'\(text)'"), at: log.whole(source))
      return
    }
    draft.seed = UInt64(seed)
  }

  /// Reads and applies a `--limit`.
  mutating func readLimit(_ source: Int) {
    let bytes = log.sources[source].bytes
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else {
      log.report(
        "pipeline.bad-setting", "write NAME=NUMBER: the '=' is missing", at: log.whole(source))
      return
    }
    setLimit(
      Draft.Setting(
        name: String(decoding: bytes[..<equals], as: UTF8.self),
        nameSpan: SourceSpan(source: source, offset: 0, length: equals),
        value: .text(String(decoding: bytes[(equals + 1)...], as: UTF8.self)),
        valueSpan: SourceSpan(
          source: source, offset: equals + 1, length: bytes.count - equals - 1)))
  }

  // MARK: --set

  /// Reads and applies a `--set`.
  mutating func readSetting(_ source: Int) {
    let bytes = log.sources[source].bytes
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else {
      log.report(
        "pipeline.bad-setting", "write STAGE.PARAMETER=VALUE: the '=' is missing",
        at: log.whole(source))
      return
    }
    var parts: [(text: String, span: SourceSpan)] = []
    var start = 0
    for end in 0...equals where end == equals || bytes[end] == UInt8(ascii: ".") {
      parts.append(
        (
          String(decoding: bytes[start..<end], as: UTF8.self),
          SourceSpan(source: source, offset: start, length: end - start)
        ))
      start = end + 1
    }
    let value = Draft.Setting(
      name: parts[parts.count - 1].text, nameSpan: parts[parts.count - 1].span,
      value: .text(String(decoding: bytes[(equals + 1)...], as: UTF8.self)),
      valueSpan: SourceSpan(
        source: source, offset: equals + 1, length: bytes.count - equals - 1))
    switch (parts[0].text, parts.count) {
    case ("import", 3):
      set(value, parts[1], registry.importer(named: parts[1].text), &draft.imports)
    case ("export", 3):
      set(value, parts[1], registry.exporter(named: parts[1].text), &draft.exports)
    case ("limits", 2): setLimit(value)
    case (let first, 2) where !PipelineReader.sections.contains(first):
      setStage(value, parts[0])
    default:
      log.report(
        "pipeline.bad-setting",
        "write STAGE.PARAMETER=VALUE, import.FORMAT.OPTION=VALUE, export.FORMAT.OPTION=VALUE or "
          + "limits.NAME=VALUE",
        at: SourceSpan(source: source, offset: 0, length: equals))
    }
  }

  private func set(
    _ setting: Draft.Setting, _ format: (text: String, span: SourceSpan),
    _ entry: ComponentEntry?, _ formats: inout [Draft.Component]
  ) {
    let names = entry?.names(ofParameter: setting.name) ?? [setting.name]
    if let row = formats.firstIndex(where: { $0.name == format.text }) {
      formats[row].replace(setting, names: names)
    } else {
      formats.append(
        Draft.Component(name: format.text, span: format.span, settings: [setting]))
    }
  }

  /// Adds a format's options to those that were given for it before.
  func merge(
    _ format: Draft.Component, _ entry: ComponentEntry?, into formats: inout [Draft.Component]
  ) {
    guard let row = formats.firstIndex(where: { $0.name == format.name }) else {
      formats.append(format)
      return
    }
    merge(format, entry, into: &formats[row])
  }

  /// Adds settings to those that were made for the same component before. What stood there is replaced;
  /// what is given twice in the new ones stays, to be reported.
  func merge(
    _ component: Draft.Component, _ entry: ComponentEntry?, into other: inout Draft.Component
  ) {
    for setting in component.settings {
      let names = entry?.names(ofParameter: setting.name) ?? [setting.name]
      other.settings.removeAll { names.contains($0.name) }
    }
    other.settings += component.settings
  }

  private mutating func setLimit(_ setting: Draft.Setting) {
    guard let limit = Limits.named(setting.name) else {
      let known = Limits.named.map(\.name)
      let hint =
        closest(to: setting.name, among: known).map { "; did you mean '\($0)'?" }
        ?? "; there are " + known.joined(separator: ", ")
      log.report(
        "pipeline.unknown-key", "there is no limit '\(setting.name)'" + hint,
        at: setting.nameSpan)
      return
    }
    guard case .text(let text) = setting.value else { return }
    guard let number = Int(text), limit.range.contains(number) else {
      log.report("pipeline.bad-limit", limit.message("'\(text)'"), at: setting.valueSpan)
      return
    }
    draft.limits[keyPath: limit.property] = number
  }

  private mutating func setStage(
    _ setting: Draft.Setting, _ target: (text: String, span: SourceSpan)
  ) {
    let rows = draft.rows(named: target.text)
    guard let row = onlyRow(rows, named: target.text, at: target.span) else { return }
    let entry = registry.stage(named: draft.stages[row].component.name)
    let names = entry?.names(ofParameter: setting.name)
    if setting.name == "enabled", names == nil, case .text(let text) = setting.value {
      switch text {
      case "true", "yes", "on": draft.stages[row].isEnabled = true
      case "false", "no", "off": draft.stages[row].isEnabled = false
      default:
        log.report(
          "pipeline.bad-value", "'enabled' takes true or false, not '\(text)'",
          at: setting.valueSpan)
      }
      return
    }
    draft.stages[row].component.replace(setting, names: names ?? [setting.name])
  }
}

extension ComponentEntry {
  /// All names of the parameter that is called so; nil when there is none.
  func names(ofParameter name: String) -> [String]? {
    parameters.first { $0.name == name || $0.aliases.contains(name) }
      .map { [$0.name] + $0.aliases }
  }
}
