import CPluginABI
import NumberText
import PathModel

/// The parts of a drawing that are lent where they lie, and never changed by the other side.
struct LentParts {
  let verbs: [Verb]
  let records: [PathRecord]
  let clipPaths: [strokemill_clip_path]

  init(of drawing: borrowing Drawing) {
    verbs = drawing.verbs
    records = drawing.records
    clipPaths = drawing.clipPaths.map { path in
      strokemill_clip_path(
        first_verb: path.firstVerb, verb_count: path.verbCount, first_point: path.firstPoint,
        point_count: path.pointCount,
        rule: UInt32(path.rule == .evenodd ? STROKEMILL_EVENODD : STROKEMILL_NONZERO),
        clip: path.clip.index)
    }
  }

  /// Calls `body` with a table of these parts, and of points and widths that lie elsewhere.
  func lend<Result>(
    points: UnsafeBufferPointer<Point>, widths: UnsafeBufferPointer<Double>, hasWidths: Bool,
    tables: strokemill_bytes, _ body: (inout strokemill_drawing) -> Result
  ) -> Result {
    var table = unsafe strokemill_drawing()
    unsafe table.struct_size = MemoryLayout<strokemill_drawing>.size
    unsafe table.points = UnsafeRawPointer(points.baseAddress)?
      .assumingMemoryBound(to: strokemill_point.self)
    unsafe table.point_count = points.count
    unsafe table.widths = widths.baseAddress
    unsafe table.width_count = widths.count
    unsafe table.tables = tables
    unsafe table.has_widths = hasWidths ? 1 : 0
    return unsafe verbs.withUnsafeBytes { verbs in
      unsafe records.withUnsafeBytes { records in
        unsafe clipPaths.withUnsafeBufferPointer { clipPaths in
          unsafe table.verbs = verbs.baseAddress?.assumingMemoryBound(to: UInt8.self)
          unsafe table.verb_count = verbs.count
          unsafe table.paths = records.baseAddress?.assumingMemoryBound(to: strokemill_path.self)
          unsafe table.path_count = records.count / MemoryLayout<strokemill_path>.stride
          unsafe table.clip_paths = clipPaths.baseAddress
          unsafe table.clip_path_count = clipPaths.count
          return unsafe body(&table)
        }
      }
    }
  }
}

extension Drawing {
  /// Calls `body` with a table of this whole drawing.
  borrowing func lend<Result>(_ body: (inout strokemill_drawing) -> Result) -> Result {
    let tables = TablesForm(of: self).written()
    let parts = LentParts(of: self)
    let hasWidths = hasWidths
    return unsafe points.withUnsafeBufferPointer { points in
      unsafe widths.withUnsafeBufferPointer { widths in
        unsafe tables.lend { tables in
          unsafe parts.lend(
            points: points, widths: widths, hasWidths: hasWidths, tables: tables, body)
        }
      }
    }
  }

  /// Calls `body` with a table of this whole drawing whose points and widths may be changed where
  /// they lie.
  mutating func lendMutably<Result>(
    _ body: (
      inout strokemill_drawing, UnsafeMutablePointer<strokemill_point>?,
      UnsafeMutablePointer<Double>?
    ) -> Result
  ) -> Result {
    let tables = TablesForm(of: self).written()
    let parts = LentParts(of: self)
    let hasWidths = hasWidths
    return withMutableGeometry { points, widths in
      unsafe points.withUnsafeMutableBufferPointer { points in
        unsafe widths.withUnsafeMutableBufferPointer { widths in
          unsafe tables.lend { tables in
            unsafe parts.lend(
              points: UnsafeBufferPointer(points), widths: UnsafeBufferPointer(widths),
              hasWidths: hasWidths, tables: tables
            ) { table in
              let points = unsafe UnsafeMutableRawPointer(points.baseAddress)?
                .assumingMemoryBound(to: strokemill_point.self)
              return unsafe body(&table, points, widths.isEmpty ? nil : widths.baseAddress)
            }
          }
        }
      }
    }
  }
}
