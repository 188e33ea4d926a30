import CPluginABI
import NumberText
import PathModel
import PluginBridge
import PluginKit
import PluginTesting
import Testing

/// What breaks the interface's rules ends the run with an error that names the plug-in, and never gets
/// any farther.
@Suite struct LyingPluginTests {
  /// Runs a stage that answers with a drawing that was good until `lie` changed it.
  private func message(
    _ lie: @escaping (inout strokemill_drawing) -> Void
  ) throws -> String {
    try answer { run, host in
      guard var drawing = run.pointee.drawing?.pointee else { return -1 }
      lie(&drawing)
      host.pointee.accept(host.pointee.context, &drawing)
      return STROKEMILL_DONE
    }
  }

  private func answer(_ run: @escaping ForeignPlugin.Run) throws -> String {
    var plugin = ForeignPlugin()
    plugin.run = run
    let apply = try plugin.loaded().stage()
    var drawing = Drawing(paths: ["M0 0 C1 2 3 4 5 6", "M1 1 L2 2 Z"])
    drawing.makeWidths()
    var context = Context()
    do {
      try apply(&drawing, &context)
      #expect(drawing.invariantViolation() == nil)
      return "accepted"
    } catch {
      #expect(error.diagnostic.code.rawValue.hasPrefix("plugin."))
      #expect(error.diagnostic.message.hasPrefix("the stage 'lie' of the plug-in 'liar' "))
      #expect(drawing.invariantViolation() == nil)
      return error.diagnostic.message
    }
  }

  @Test func arrays() throws {
    #expect(try message { _ in } == "accepted")
    let verbs = leaked(bytes: [0, 3, 0, 9, 4])
    #expect(try message { $0.verbs = verbs.base }.contains("verb 3 is 9"))
    #expect(try message { $0.verbs = nil }.contains("5 verbs at no address"))
    #expect(try message { $0.point_count = .max }.contains("more points than there can be"))
    #expect(
      try message { $0.verb_count = -1 }.contains("more verbs than there can be"))
    #expect(
      try message {
        $0.points = UnsafePointer(
          bitPattern: UInt(bitPattern: $0.points) + 4)
      }.contains("points at an odd address"))
    #expect(try message { $0.width_count = 1 }.contains("1 widths stand beside 6 points"))
    #expect(try message { $0.struct_size = 8 }.contains("a drawing of 8 bytes"))
    #expect(try message { $0.has_widths = 2 }.contains("'has_widths' is 2"))
    #expect(try message { $0.width_count = 0 }.contains("there are no widths"))
  }

  /// Widths are made of the styles, which are only known to be there once all is checked.
  @Test func pathsWithoutPoints() throws {
    let paths = UnsafeMutablePointer<strokemill_path>.allocate(capacity: 1)
    paths.initialize(to: strokemill_path())
    paths.pointee.style = 99
    let message = try message { drawing in
      drawing.paths = UnsafePointer(paths)
      drawing.path_count = 1
      drawing.point_count = 0
      drawing.width_count = 0
      drawing.has_widths = 1
    }
    #expect(message.contains("path 0 is empty"), "\(message)")
  }

  /// What a stage left in place before it failed is no drawing.
  @Test func aFailureBesideBadNumbers() throws {
    let message = try answer { run, host in
      run.pointee.mutable_points[1].x = .nan
      return STROKEMILL_FAILED
    }
    #expect(message.contains("failed without saying why"))
  }

  @Test func records() throws {
    func record(_ change: @escaping (inout strokemill_path) -> Void) throws -> String {
      try message { drawing in
        let paths = UnsafeMutablePointer<strokemill_path>.allocate(capacity: 2)
        paths.initialize(from: drawing.paths, count: 2)
        change(&(paths[1]))
        drawing.paths = UnsafePointer(paths)
      }
    }
    #expect(try record { $0.line = 7 } == "accepted")
    #expect(try record { $0.first_verb = .max }.contains("path 1 lies outside the arrays"))
    #expect(try record { $0.point_count = .max }.contains("path 1 lies outside the arrays"))
    #expect(try record { $0.point_count = 1 }.contains("path 1 has 1 points where its verbs take"))
    #expect(try record { $0.verb_count = 0 }.contains("path 1 is empty"))
    #expect(try record { $0.first_verb = 1 }.contains("path 1 goes on with a cubic"))
    #expect(try record { $0.style = 1 }.contains("path 1 has no such style"))
    #expect(try record { $0.group = 9 }.contains("path 1 has no such group"))
    #expect(try record { $0.clip = 0 }.contains("path 1 has no such clip"))
    #expect(try record { $0.attributes = 1 }.contains("path 1 has no such attributes"))
  }

  @Test(arguments: [
    ("[]", "'tables' can't be read"),
    ("{\"styles\": 3}", "'tables' can't be read"),
    ("{\"styles\": []}", "path 0 has no such style"),
    ("{\"styles\": [{\"strokeWidth\": -1}]}", "'strokeWidth' must be 0 or more, not -1"),
    ("{\"styles\": [{\"fill\": {\"gradient\": 0}}]}", "style 0 has no such gradient"),
    ("{\"styles\": [{\"fill\": {\"pattern\": 4000000000}}]}", "style 0 has no such pattern"),
    ("{\"groups\": []}", "row 0 of the groups isn't the root"),
    ("{\"groups\": [{}, {\"parent\": 2}]}", "group 1 stands before its parent 2"),
    ("{\"groups\": [{\"clip\": 0}]}", "group 0 has no such clip"),
    ("{\"clips\": [{\"firstPath\": 1, \"pathCount\": 4294967293}]}", "clip 0 has no such paths"),
    ("{\"attributes\": [{\"id\": \"a\"}]}", "row 0 of the attributes isn't empty"),
    ("{\"patterns\": [{\"tile\": [0, 0, 1, 1], \"content\": 7}]}", "pattern 0 has no such group"),
    ("{\"canvas\": {\"box\": [0, 0, 0, 1]}}", "must be [left, top, right, bottom] with an extent"),
    (
      "{\"gradients\": [{\"linear\": {\"from\": [0, 0], \"to\": [1, 1]}, \"stops\": []}]}",
      "no stops"
    ),
  ])
  func tables(json: String, words: String) throws {
    let message = try message { $0.tables = leaked(json) }
    #expect(message.contains(words), "\(message)")
  }

  @Test func textThatIsNotUTF8() throws {
    let bytes = Array("{\"document\": {\"title\": \"".utf8) + [0xC3, 0x28] + Array("\"}}".utf8)
    let tables = leaked(bytes: bytes)
    #expect(try message { $0.tables = tables }.contains("'tables' can't be read"))
    #expect(
      try answer { _, host in
        host.pointee.diagnose(host.pointee.context, tables)
        return STROKEMILL_DONE
      }.contains("a diagnostic can't be read"))
  }

  @Test func numbersInPlace() throws {
    func moved(_ value: Double, width: Double = 1) throws -> String {
      try answer { run, _ in
        run.pointee.mutable_points[2].y = value
        run.pointee.mutable_widths[3] = width
        return STROKEMILL_DONE
      }
    }
    #expect(try moved(7) == "accepted")
    #expect(try moved(.nan).contains("point 2 is (3.0, nan)"))
    #expect(try moved(-.infinity).contains("point 2 is (3.0, -inf)"))
    #expect(try moved(1, width: -2).contains("a width is negative"))
    #expect(try moved(1, width: .nan).contains("a width isn't a finite number"))
  }

  /// Points of its own, as many as were lent, are copied to where those lie, and looked at meanwhile.
  @Test func asManyNumbersElsewhere() throws {
    for place in 0..<12 {
      for value in [-7, Double.nan, .infinity] {
        let message = try message { drawing in
          let copy = UnsafeMutablePointer<Double>.allocate(capacity: 13)
          for i in 0..<12 { copy[i + 1] = i == place ? value : Double(i) }
          // Such an address is allowed, and no wider number's.
          drawing.points = UnsafeRawPointer(copy + 1).assumingMemoryBound(to: strokemill_point.self)
        }
        if value == -7 {
          #expect(message == "accepted")
        } else {
          #expect(message.contains("point \(place / 2) is ("), "\(message)")
        }
      }
    }
    for (width, words) in [
      (2, "accepted"), (-2, "negative"), (.nan, "finite"), (.infinity, "finite"),
    ] {
      let message = try message { drawing in
        let copy = UnsafeMutablePointer<Double>.allocate(capacity: 6)
        copy.initialize(repeating: width, count: 6)
        drawing.widths = UnsafePointer(copy)
      }
      #expect(message.contains(words), "\(message)")
    }
  }

  @Test func calls() throws {
    func call(
      _ status: Int32 = STROKEMILL_DONE, _ body: @escaping (strokemill_host) -> Void = { _ in }
    ) throws -> String {
      try answer { _, host in
        body(host.pointee)
        return status
      }
    }
    #expect(try call(77).contains("the status 77, which doesn't exist"))
    #expect(try call(STROKEMILL_FAILED).contains("failed without saying why"))
    #expect(try call(STROKEMILL_HOST_TOO_OLD).contains("needs a newer strokemill"))
    #expect(try call { $0.accept($0.context, nil) }.contains("a drawing at no address"))
    #expect(
      try call { $0.write($0.context, leaked("x")) }.contains("bytes where none are asked"))
    #expect(
      try call { $0.diagnose($0.context, leaked("{}")) }.contains("no member 'severity'"))
    #expect(
      try call {
        $0.diagnose(
          $0.context,
          leaked(
            #"{"severity": "loss", "code": "a.b", "message": "", "count": 9223372036854775807}"#))
      }.contains("'count' takes a whole number"))
    // Said again and again, counts must not overflow.
    #expect(
      try call { host in
        for _ in 0..<9 {
          host.diagnose(
            host.context,
            leaked(#"{"severity": "loss", "code": "a.b", "message": "", "count": 2147483647}"#))
        }
      } == "accepted")
  }

  @Test func twoDrawings() throws {
    #expect(
      try answer { run, host in
        for _ in 0..<2 { host.pointee.accept(host.pointee.context, run.pointee.drawing) }
        return STROKEMILL_DONE
      }.contains("two drawings"))
  }

  @Test func anImporterWithoutADrawing() throws {
    let plugin = try ForeignPlugin(
      descriptor: #"{"role": "importer", "name": "lie", "summary": "Lies.", "extensions": ["l"]}"#
    ).loaded()
    guard case .importer(let extensions, let recognizes, let make) = plugin.components[0].role
    else {
      Issue.record("no importer")
      return
    }
    let none: [UInt8] = []
    #expect(extensions == ["l"] && !recognizes(none.span))
    var drawing = Drawing()
    var context = Context()
    let read = try make([])
    do {
      try read(none.span, &drawing, &context)
      Issue.record("no error")
    } catch {
      #expect(error.diagnostic.message.contains("no drawing"))
    }
  }

  /// An importer in C gets keys and the pen for nothing.
  @Test func anImporterThatLeavesOutWhatItMay() throws {
    var plugin = ForeignPlugin(
      descriptor: #"{"role": "importer", "name": "two", "summary": "Reads.", "extensions": ["l"]}"#)
    plugin.run = { _, host in
      let verbs: [UInt8] = [0, 1]
      let points = [strokemill_point(x: 1, y: 2), strokemill_point(x: 3, y: 4)]
      var path = strokemill_path()
      path.verb_count = 2
      path.point_count = 2
      path.clip = STROKEMILL_NONE
      path.origin = STROKEMILL_NONE
      var drawing = strokemill_drawing()
      drawing.struct_size = MemoryLayout<strokemill_drawing>.size
      verbs.withUnsafeBufferPointer { verbs in
        points.withUnsafeBufferPointer { points in
          withUnsafePointer(to: path) { path in
            drawing.verbs = verbs.baseAddress
            drawing.verb_count = 2
            drawing.points = points.baseAddress
            drawing.point_count = 2
            drawing.paths = path
            drawing.path_count = 1
            host.pointee.accept(host.pointee.context, &drawing)
          }
        }
      }
      return STROKEMILL_DONE
    }
    guard case .importer(_, _, let make) = try plugin.loaded().components[0].role else { return }
    var drawing = Drawing()
    var context = Context()
    let none: [UInt8] = []
    try make([])(none.span, &drawing, &context)
    let expected = Drawing(paths: ["M1 2 L3 4"])
    #expect(drawing.difference(from: expected) == nil)
  }

  // MARK: Anything at all

  /// Answers made at random of good ones: each is refused with the plug-in's name or is a drawing.
  @Test func answersMadeAtRandom() throws {
    var accepted = 0
    var refused: Set<String> = []
    for seed in 0..<1500 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var drawings = SeededDrawings(seed: seed)
      let other = drawings.next()
      let tables = written(other, seed)
      var plugin = ForeignPlugin()
      plugin.run = { run, host in
        damagedAnswer(&random, run.pointee.drawing, other, tables) { drawing in
          host.pointee.accept(host.pointee.context, &drawing)
        }
        return STROKEMILL_DONE
      }
      let apply = try plugin.loaded().stage()
      var drawing = drawings.next()
      var context = Context()
      do {
        try apply(&drawing, &context)
        accepted += 1
        let violation = drawing.invariantViolation()
        #expect(violation == nil, "seed \(seed)")
      } catch {
        #expect(error.diagnostic.message.contains("'liar'"))
        refused.insert(String(error.diagnostic.message.dropFirst(70).prefix(40)))
      }
    }
    // The check is worth something only when it's met at many places.
    #expect(accepted > 100)
    #expect(refused.count > 12, "\(refused.sorted())")
  }

  /// The tables of a drawing as they cross, damaged by the seed.
  private func written(_ drawing: Drawing, _ seed: UInt64) -> [UInt8] {
    var json: [UInt8] = []
    var plugin = ForeignPlugin()
    plugin.run = { run, _ in
      if let tables = run.pointee.drawing?.pointee.tables {
        json = Array(UnsafeBufferPointer(start: tables.base, count: tables.count))
      }
      return STROKEMILL_DONE
    }
    var copy = drawing
    var context = Context()
    try? plugin.loaded().stage()(&copy, &context)
    return seed % 3 == 0 ? damagedCopy(of: json, seed: seed) : json
  }
}

/// Calls `body` with a drawing's arrays, each of them now and then that of the drawing that was lent, or
/// damaged.
private func damagedAnswer(
  _ random: inout SeededGenerator, _ lent: UnsafePointer<strokemill_drawing>?, _ other: Drawing,
  _ tables: [UInt8], _ body: (inout strokemill_drawing) -> Void
) {
  guard let lent = lent?.pointee else { return }
  func chance(_ p: Double) -> Bool { random.unit() < p }
  func small() -> UInt32 {
    chance(0.1) ? .max - UInt32(random.next() % 3) : UInt32(random.next() % 9)
  }
  var verbs = other.verbs.map(\.rawValue)
  var points = other.points.map { strokemill_point(x: $0.x, y: $0.y) }
  var widths = other.widths
  var paths = other.records.map { r in
    strokemill_path(
      first_verb: r.firstVerb, verb_count: r.verbCount, first_point: r.firstPoint,
      point_count: r.pointCount, group: r.info.group.index, style: r.info.style.index,
      clip: r.info.clip.index, attributes: r.info.attributes.index, key: r.info.key.value,
      line: r.info.line, origin: r.info.origin)
  }
  var clips = other.clipPaths.map { c in
    strokemill_clip_path(
      first_verb: c.firstVerb, verb_count: c.verbCount, first_point: c.firstPoint,
      point_count: c.pointCount, rule: c.rule == .evenodd ? 1 : 0, clip: c.clip.index)
  }
  func row<T>(_ array: [T]) -> Int { Int(random.next() % UInt64(max(array.count, 1))) }
  switch random.next() % 9 {
  case 0 where !verbs.isEmpty: verbs[row(verbs)] = UInt8(random.next() % 7)
  case 1 where !points.isEmpty: points[row(points)].x = [.nan, .infinity, 0][row([0, 1, 2])]
  case 2 where !widths.isEmpty: widths[row(widths)] = [.nan, -1, 0][row([0, 1, 2])]
  case 3 where !paths.isEmpty:
    let i = row(paths)
    switch random.next() % 8 {
    case 0: paths[i].first_verb = small()
    case 1: paths[i].verb_count = small()
    case 2: paths[i].first_point = small()
    case 3: paths[i].point_count = small()
    case 4: paths[i].group = small()
    case 5: paths[i].style = small()
    case 6: paths[i].clip = small()
    default: paths[i].attributes = small()
    }
  case 4 where !clips.isEmpty:
    let i = row(clips)
    switch random.next() % 4 {
    case 0: clips[i].rule = small()
    case 1: clips[i].verb_count = small()
    case 2: clips[i].first_point = small()
    default: clips[i].clip = small()
    }
  default: break
  }
  verbs.withUnsafeBufferPointer { verbs in
    points.withUnsafeBufferPointer { points in
      widths.withUnsafeBufferPointer { widths in
        paths.withUnsafeBufferPointer { paths in
          clips.withUnsafeBufferPointer { clips in
            tables.withUnsafeBufferPointer { tables in
              var d = lent
              // Counts only shrink: what nobody can check is that memory is there.
              func count(_ whole: Int) -> Int {
                chance(0.05) && whole > 0 ? Int(random.next() % UInt64(whole)) : whole
              }
              if !chance(0.1) {
                (d.verbs, d.verb_count) = (verbs.baseAddress, count(verbs.count))
              }
              if !chance(0.1) {
                (d.points, d.point_count) = (points.baseAddress, count(points.count))
              }
              if !chance(0.1) {
                (d.widths, d.width_count) = (widths.baseAddress, count(widths.count))
              }
              if !chance(0.1) {
                (d.paths, d.path_count) = (paths.baseAddress, count(paths.count))
              }
              if !chance(0.1) {
                (d.clip_paths, d.clip_path_count) = (clips.baseAddress, count(clips.count))
              }
              if !chance(0.1) {
                d.tables = strokemill_bytes(
                  base: tables.baseAddress, count: count(tables.count))
              }
              d.has_widths = chance(0.05) ? small() : widths.isEmpty ? 0 : 1
              body(&d)
            }
          }
        }
      }
    }
  }
}
