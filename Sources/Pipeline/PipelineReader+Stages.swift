import PluginKit
import StrictJSON

extension PipelineReader {
  /// A stage entry as it was written.
  private struct Entry {
    var component: Draft.Component?
    var id: (name: String, span: SourceSpan)?
    var selection: Selection?
    var isEnabled: Bool?
    var places: [Place] = []
  }

  /// Where a stage goes that doesn't stand at the end.
  private struct Place {
    var isBefore: Bool
    var target: String
    var keySpan: SourceSpan
    var span: SourceSpan
  }

  /// Reads an entry of `stages`, or the full form of `-s`.
  mutating func readStage(_ entry: JSONNode, _ source: Int) {
    let node = replaced(entry, source)
    switch node.value {
    case .string(let name):
      let span = log.span(of: node.position, in: source)
      draft.stages.append(Draft.Stage(component: Draft.Component(name: name, span: span)))
    case .object(let members): readStage(members, node, source)
    default:
      report(
        "pipeline.wrong-type",
        "a stage is a name or an object like { \"NAME\": { … } }, not \(node.article)", node, source
      )
    }
  }

  private mutating func readStage(_ members: [JSONMember], _ node: JSONNode, _ source: Int) {
    let entry = readEntry(members, source)
    if let id = entry.id?.name, draft.inherited.contains(id),
      let row = draft.stages.firstIndex(where: { $0.id == id })
    {
      change(row, by: entry, node, source)
      return
    }
    guard let component = entry.component else {
      // Of an id that can't be one it was told what is wrong with it.
      if entry.id == nil && members.contains(where: { $0.name == "id" }) { return }
      if let id = entry.id, !draft.inherited.isEmpty {
        let known = draft.stages.compactMap(\.id)
        log.report(
          "pipeline.unknown-stage-id",
          "no stage of what this extends has the id '\(id.name)'"
            + (closest(to: id.name, among: known).map { "; did you mean '\($0)'?" }
              ?? "; there are " + known.joined(separator: ", ")),
          at: id.span)
      } else {
        report(
          "pipeline.no-stage-name",
          "this entry names no stage; write { \"NAME\": { … } }", node, source)
      }
      return
    }
    var stage = Draft.Stage(
      component: component, id: entry.id?.name, selection: entry.selection,
      isEnabled: entry.isEnabled ?? true)
    let row = row(for: &stage, entry.places)
    draft.stages.insert(stage, at: row)
  }

  private mutating func readEntry(_ members: [JSONMember], _ source: Int) -> Entry {
    var entry = Entry()
    for member in members where !member.name.hasPrefix("x-") {
      let value = member.value
      switch member.name {
      case "id": entry.id = readID(value, source)
      case "select":
        entry.selection = SelectionReader(source: source).read(value, &log)
      case "enabled":
        if let flag = value.bool {
          entry.isEnabled = flag
        } else {
          wrongType("enabled", "true or false", value, source)
        }
      case "before", "after":
        guard let target = value.string else {
          wrongType(member.name, "a stage's id or name", value, source)
          continue
        }
        entry.places.append(
          Place(
            isBefore: member.name == "before", target: target,
            keySpan: log.span(of: member.position, in: source),
            span: log.span(of: value.position, in: source)))
      default:
        let span = log.span(of: member.position, in: source)
        if let first = entry.component {
          // Two unknown names: the one that isn't a stage is most likely a misspelt reserved key.
          let near = closest(to: member.name, among: ComponentEntry.reservedNames)
          let isStage = registry.stage(named: member.name) != nil
          let hint =
            near.map { !isStage ? "; did you mean '\($0)'?" : "" } ?? ""
          log.report(
            "pipeline.unknown-key",
            "a stage entry names one stage, here '\(first.name)'; beside it stand only 'id', "
              + "'select', 'enabled', 'before' and 'after', not '\(member.name)'" + hint, at: span)
          continue
        }
        entry.component = Draft.Component(
          name: member.name, span: span, settings: readSettings(value, member.name, source))
      }
    }
    return entry
  }

  private mutating func readID(
    _ node: JSONNode, _ source: Int
  ) -> (name: String, span: SourceSpan)? {
    guard let id = node.string else {
      wrongType("id", "a name", node, source)
      return nil
    }
    let span = log.span(of: node.position, in: source)
    let isName =
      !id.isEmpty
      && id.utf8.allSatisfy { byte in
        ComponentEntry.isNameByte(byte) || byte == UInt8(ascii: "_")
          || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
      }
    guard isName, !PipelineReader.sections.contains(id) else {
      log.report(
        "pipeline.bad-id",
        "an id is made of letters, digits, '-' and '_', and isn't 'import', 'export' or 'limits'; "
          + "found '\(id)'", at: span)
      return nil
    }
    guard draft.claim(id: id) else {
      log.report(
        "pipeline.duplicate-id", "another stage has the id '\(id)' already", at: span)
      return nil
    }
    return (id, span)
  }

  // MARK: Over other files

  /// Changes a stage of what this extends: what isn't said stays.
  private mutating func change(
    _ row: Int, by entry: Entry, _ node: JSONNode, _ source: Int
  ) {
    for place in entry.places {
      log.report(
        "pipeline.misplaced-stage",
        "the stage '\(draft.stages[row].id ?? "")' is there already and stays in its place; 'before' "
          + "and 'after' are for new stages", at: place.keySpan)
    }
    if let component = entry.component {
      let name = draft.stages[row].component.name
      guard component.name == name else {
        log.report(
          "pipeline.other-stage",
          "the stage '\(draft.stages[row].id ?? "")' of what this extends is '\(name)', not "
            + "'\(component.name)'; switch it off with \"enabled\": false and add yours under "
            + "another id", at: component.span)
        return
      }
      // Where it was spoken of last is where a fault of all parameters together lies.
      draft.stages[row].component.span = component.span
      merge(component, registry.stage(named: name), into: &draft.stages[row].component)
    }
    if let selection = entry.selection { draft.stages[row].selection = selection }
    if let isEnabled = entry.isEnabled { draft.stages[row].isEnabled = isEnabled }
    if entry.component == nil && entry.selection == nil && entry.isEnabled == nil
      && entry.places.isEmpty
    {
      report(
        "pipeline.no-stage-name",
        "this entry changes nothing; give the stage with its parameters, 'enabled' or 'select'",
        node, source)
    }
  }

  /// The place of a new stage in the list.
  private mutating func row(for stage: inout Draft.Stage, _ places: [Place]) -> Int {
    let end = draft.stages.count
    guard let place = places.first else { return end }
    if places.count > 1 {
      log.report(
        "pipeline.misplaced-stage", "a stage goes 'before' one or 'after' one, not both",
        at: places[1].keySpan)
    }
    let rows = draft.rows(named: place.target)
    guard let row = onlyRow(rows, named: place.target, at: place.span) else { return end }
    if place.isBefore { return row }
    // Those that were put after the same one stay in their order.
    stage.anchor = place.target
    var next = row + 1
    while next < end, draft.stages[next].anchor == place.target { next += 1 }
    return next
  }

  /// The one stage of a name or id; nil after a report when there are none or several.
  mutating func onlyRow(_ rows: [Int], named name: String, at span: SourceSpan) -> Int? {
    guard let row = rows.first else {
      let known = draft.stages.map { $0.id ?? $0.component.name }
      let hint =
        closest(to: name, among: known).map { "; did you mean '\($0)'?" }
        ?? (known.isEmpty ? "; there are no stages" : "")
      log.report(
        "pipeline.unknown-stage-id",
        "no stage of this pipeline has the id or the name '\(name)'" + hint, at: span)
      return nil
    }
    guard rows.count == 1 else {
      log.report(
        "pipeline.ambiguous-stage",
        "\(rows.count) stages are named '\(name)'; give the one you mean an \"id\" and name "
          + "that", at: span)
      return nil
    }
    return row
  }
}
