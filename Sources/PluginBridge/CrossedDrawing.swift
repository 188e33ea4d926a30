import CPluginABI
import LargeMemory
import PathModel
import StrictJSON

/// A drawing that came through a table, copied out of the arrays of whoever lent it.
///
/// An array that is nil is where it was when it had been lent to the other side before: that left it
/// alone, changed it in place, or gave as many elements, which were copied there.
/// Counts, addresses, verbs and the form of the tables are checked here; whether all of it together
/// is a drawing, `Drawing.invariantViolation()` says.
struct CrossedDrawing {
  var verbs: [Verb]?
  var points: [Point]?
  var widths: [Double]?
  var records: [PathRecord]?
  var clipPaths: [ClipPath]?
  var tables: TablesForm
  var hasWidths: Bool
  /// Whether the points are known to be finite numbers: they were looked at while they were copied.
  private(set) var arePointsFinite = false

  /// Whether nothing but points and widths can have changed, in place.
  var isMovedInPlace: Bool {
    verbs == nil && points == nil && widths == nil && records == nil && clipPaths == nil
      && tables.isEmpty
  }

  /// Copies a drawing.
  /// - Parameters:
  ///   - drawing: The drawing; all that it points to is there for the time of the call.
  ///   - lent: What the other side had been lent, if anything.
  ///   - home: Where lent points and widths lie that may be changed: as many others are copied there.
  ///   - spare: Memory for the points.
  /// - Throws: When it can't be used.
  init(
    copying drawing: UnsafePointer<strokemill_drawing>,
    unlessIn lent: UnsafePointer<strokemill_drawing>?, home: LentPlaces? = nil,
    into spare: consuming [Point] = []
  ) throws(TableFault) {
    let size = unsafe drawing.pointee.struct_size
    let known = unsafe MemoryLayout<strokemill_drawing>.size
    guard size == known else {
      throw TableFault("a drawing of \(size) bytes, where the interface has \(known)")
    }
    let d = unsafe drawing.pointee
    let hasWidths = unsafe d.has_widths
    let l = unsafe lent?.pointee
    if unsafe isOther(d.verbs, d.verb_count, l?.verbs, l?.verb_count) {
      verbs = try unsafe copiedVerbs(d.verbs, d.verb_count)
    }
    if unsafe isOther(d.points, d.point_count, l?.points, l?.point_count) {
      if unsafe d.point_count == l?.point_count, let home = unsafe home?.points {
        arePointsFinite = try unsafe copyPoints(d.points, d.point_count, to: home)
      } else {
        points = try unsafe copied(d.points, d.point_count, into: spare, "points")
      }
    }
    if unsafe isOther(d.widths, d.width_count, l?.widths, l?.width_count) {
      if unsafe d.width_count == l?.width_count, let home = unsafe home?.widths {
        try unsafe check(d.widths, d.width_count, "widths")
        if let base = unsafe d.widths { unsafe home.update(from: base, count: d.width_count) }
      } else {
        widths = try unsafe copied(d.widths, d.width_count, into: [Double](), "widths")
      }
    }
    if unsafe isOther(d.paths, d.path_count, l?.paths, l?.path_count) {
      records = try unsafe copied(d.paths, d.path_count, into: [PathRecord](), "paths")
    }
    if unsafe isOther(d.clip_paths, d.clip_path_count, l?.clip_paths, l?.clip_path_count) {
      clipPaths = try unsafe copiedClipPaths(d.clip_paths, d.clip_path_count)
    }
    let json = try unsafe d.tables.buffer("'tables'")
    do {
      tables = try unsafe TablesForm(json.span)
    } catch {
      throw TableFault("'tables' can't be read: \(error.description)")
    }
    guard hasWidths <= 1 else {
      throw TableFault("'has_widths' is \(hasWidths), not 0 or 1")
    }
    self.hasWidths = hasWidths == 1
    if unsafe self.hasWidths && d.width_count == 0 && d.point_count > 0 {
      throw TableFault("'has_widths' is 1, but there are no widths")
    }
  }
}

/// Where a drawing's points and widths lie that are lent to be changed.
@safe struct LentPlaces {
  var points: UnsafeMutablePointer<strokemill_point>?
  var widths: UnsafeMutablePointer<Double>?
}

extension Drawing {
  /// Puts a drawing together of what came and, where that left something out, of what was lent. The
  /// caller asks `invariantViolation()` before it goes on.
  init(_ crossed: consuming CrossedDrawing, over lent: borrowing Drawing) {
    let hasWidths = crossed.hasWidths
    self.init(
      verbs: crossed.verbs ?? lent.verbs, points: crossed.points ?? lent.points,
      widths: crossed.widths ?? lent.widths, records: crossed.records ?? lent.records,
      clipPaths: crossed.clipPaths ?? lent.clipPaths,
      styles: crossed.tables.styles ?? lent.styles,
      attributes: crossed.tables.attributes ?? lent.attributes)
    groups = crossed.tables.groups ?? lent.groups
    gradients = crossed.tables.gradients ?? lent.gradients
    patterns = crossed.tables.patterns ?? lent.patterns
    clips = crossed.tables.clips ?? lent.clips
    canvas = crossed.tables.canvas ?? lent.canvas
    document = crossed.tables.document ?? lent.document
    // Without points and paths there is nothing to look at: it only notes that widths are kept. (A path that
    // has none isn't checked yet.)
    if hasWidths && points.isEmpty && records.isEmpty { makeWidths() }
  }
}

/// Whether an array isn't the one that was lent. Without elements it doesn't matter where it lies.
private func isOther<Element>(
  _ base: UnsafePointer<Element>?, _ count: Int, _ lent: UnsafePointer<Element>?, _ lentCount: Int?
) -> Bool {
  guard count == lentCount else { return true }
  return unsafe count != 0 && base != lent
}

// MARK: Copying checked arrays

/// Checks that there can be so many elements at an address.
private func check<Element>(
  _ base: UnsafePointer<Element>?, _ count: Int, _ what: String
) throws(TableFault) {
  // Rows and places in arrays are 32-bit numbers.
  guard count >= 0 && count < Int(UInt32.max) else {
    throw TableFault("more \(what) than there can be")
  }
  guard count > 0 else { return }
  guard let base = unsafe base else { throw TableFault("\(count) \(what) at no address") }
  guard UInt(bitPattern: base) % UInt(MemoryLayout<Element>.alignment) == 0 else {
    throw TableFault("\(what) at an odd address")
  }
}

/// Copies elements whose bytes are the same on both sides and all valid, whatever they are:
/// `Tests/CPluginABITests` holds that they are.
private func copied<Foreign, Own: BitwiseCopyable>(
  _ base: UnsafePointer<Foreign>?, _ count: Int, into spare: consuming [Own], _ what: String
) throws(TableFault) -> [Own] {
  try unsafe check(base, count, what)
  guard let base = unsafe base, count > 0 else { return [] }
  if spare.isEmpty && spare.capacity >= count {
    unsafe spare.append(
      contentsOf: UnsafeBufferPointer(
        start: UnsafeRawPointer(base).assumingMemoryBound(to: Own.self), count: count))
    return spare
  }
  // Uninitialized memory is written once, instead of being zeroed first.
  return unsafe [Own](unsafeUninitializedCapacity: count) { buffer, initialized in
    if let target = UnsafeMutableRawPointer(buffer.baseAddress) {
      let size = count * MemoryLayout<Own>.stride
      unsafe LargeMemory.expectGrowth(target, size)
      unsafe target.copyMemory(from: base, byteCount: size)
      initialized = count
    }
  }
}

/// Copies points over others and tells whether all are finite numbers.
///
/// The hottest loop of a stage behind a table: on raw memory, and in one pass, as it takes as long to
/// read millions of points as to copy them.
private func copyPoints(
  _ base: UnsafePointer<strokemill_point>?, _ count: Int,
  to target: UnsafeMutablePointer<strokemill_point>
) throws(TableFault) -> Bool {
  try unsafe check(base, count, "points")
  guard let base = unsafe base else { return true }
  let source = unsafe UnsafeRawPointer(base)
  let target = UnsafeMutableRawPointer(target)
  // A finite number times zero is zero; anything else poisons the sums.
  var sums = SIMD8<Double>.zero
  let step = MemoryLayout<SIMD8<Double>>.size
  let size = count * MemoryLayout<strokemill_point>.stride
  var place = 0
  while place &+ step <= size {
    let numbers = unsafe source.loadUnaligned(fromByteOffset: place, as: SIMD8<Double>.self)
    unsafe target.storeBytes(of: numbers, toByteOffset: place, as: SIMD8<Double>.self)
    sums += numbers * 0
    place &+= step
  }
  var sum = sums.sum()
  while place < size {
    let number = unsafe source.loadUnaligned(fromByteOffset: place, as: Double.self)
    unsafe target.storeBytes(of: number, toByteOffset: place, as: Double.self)
    sum += number * 0
    place &+= MemoryLayout<Double>.size
  }
  return sum == 0
}

private func copiedVerbs(
  _ base: UnsafePointer<UInt8>?, _ count: Int
) throws(TableFault) -> [Verb] {
  try unsafe check(base, count, "verbs")
  let bytes = unsafe UnsafeBufferPointer(start: base, count: base == nil ? 0 : count)
  // A byte that is no verb must never become a `Verb`. The greatest one tells of all of them, without a
  // branch a byte.
  var greatest: UInt8 = 0
  for i in 0..<bytes.count { unsafe greatest = max(greatest, bytes[i]) }
  guard Verb(rawValue: greatest) != nil else {
    let index = unsafe bytes.firstIndex(of: greatest) ?? 0
    throw TableFault("verb \(index) is \(greatest), where verbs are 0 to 4")
  }
  return try unsafe copied(base, count, into: [Verb](), "verbs")
}

private func copiedClipPaths(
  _ base: UnsafePointer<strokemill_clip_path>?, _ count: Int
) throws(TableFault) -> [ClipPath] {
  try unsafe check(base, count, "clip paths")
  guard let base = unsafe base else { return [] }
  var paths: [ClipPath] = []
  paths.reserveCapacity(count)
  for row in 0..<count {
    let path = unsafe base[row]
    guard path.rule <= 1 else {
      throw TableFault("clip path \(row) has the rule \(path.rule), where rules are 0 and 1")
    }
    paths.append(
      ClipPath(
        firstVerb: path.first_verb, verbCount: path.verb_count, firstPoint: path.first_point,
        pointCount: path.point_count, rule: path.rule == 1 ? .evenodd : .nonzero,
        clip: ClipID(path.clip)))
  }
  return paths
}
