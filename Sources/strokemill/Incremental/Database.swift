import CSQLite

/// A database file, of which one thread at a time makes use.
@safe final class Database {
  private let handle: OpaquePointer

  /// Opens a database.
  /// - Parameters:
  ///   - path: The file.
  ///   - makes: Whether it's made where there is none.
  /// - Throws: When it can't be opened.
  init(_ path: Path, makes: Bool) throws(FileError) {
    var handle: OpaquePointer?
    let flags = makes ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
    let status = unsafe path.withCString { name in
      unsafe sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
    }
    guard let handle = unsafe handle else {
      throw FileError(message: "can't be opened: there is no memory", code: "journal.unusable")
    }
    unsafe self.handle = handle
    try check(status)
    // Another run writes only for moments.
    unsafe sqlite3_busy_timeout(handle, 20_000)
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// Runs statements that have no result.
  func run(_ text: String) throws(FileError) {
    try check(unsafe sqlite3_exec(handle, text, nil, nil, nil))
  }

  /// Does all of something or nothing.
  func transaction(_ body: () throws(FileError) -> Void) throws(FileError) {
    try run("BEGIN IMMEDIATE")
    do throws(FileError) {
      try body()
      try run("COMMIT")
    } catch {
      try? run("ROLLBACK")
      throw error
    }
  }

  /// Prepares a statement to be run many times.
  func statement(_ text: String) throws(FileError) -> Statement {
    var statement: OpaquePointer?
    try check(unsafe sqlite3_prepare_v2(handle, text, -1, &statement, nil))
    guard let statement = unsafe statement else {
      throw FileError(message: "can't be used", code: "journal.unusable")
    }
    return unsafe Statement(statement, self)
  }

  fileprivate func check(_ status: Int32) throws(FileError) {
    guard ![SQLITE_OK, SQLITE_ROW, SQLITE_DONE].contains(status) else { return }
    let reason = unsafe sqlite3_errmsg(handle).map { unsafe String(cString: $0) } ?? "\(status)"
    // SQLITE_ERROR: it has other tables or columns, so that another program, or another version, made it.
    let isStrange = [SQLITE_NOTADB, SQLITE_CORRUPT, SQLITE_ERROR].contains(status & 0xFF)
    let advice = isStrange ? "; remove it, and everything is made anew" : ""
    throw FileError(message: "can't be used: \(reason)\(advice)", code: "journal.unusable")
  }

  /// A statement of a database.
  @safe final class Statement {
    private let handle: OpaquePointer
    private let database: Database

    fileprivate init(_ handle: OpaquePointer, _ database: Database) {
      unsafe self.handle = handle
      self.database = database
    }

    deinit { unsafe sqlite3_finalize(handle) }

    /// Begins anew with these values; nil is NULL.
    func bind(_ values: [[UInt8]?]) throws(FileError) {
      unsafe sqlite3_reset(handle)
      for (row, value) in values.enumerated() {
        let column = Int32(row + 1)
        guard let value else {
          try database.check(unsafe sqlite3_bind_null(handle, column))
          continue
        }
        let status = unsafe value.withUnsafeBytes { bytes in
          unsafe strokemill_bind_copy(handle, column, bytes.baseAddress, Int32(bytes.count))
        }
        try database.check(status)
      }
    }

    /// Goes to the next row; false when there is none.
    func step() throws(FileError) -> Bool {
      let status = unsafe sqlite3_step(handle)
      try database.check(status)
      if status != SQLITE_ROW { unsafe sqlite3_reset(handle) }
      return status == SQLITE_ROW
    }

    /// Lets go of the row: as long as one is held, nobody else can write.
    func reset() { unsafe sqlite3_reset(handle) }

    /// Runs it to its end with these values.
    func run(_ values: [[UInt8]?]) throws(FileError) {
      try bind(values)
      while try step() {}
    }

    /// The bytes in a column of the row, from 0; nil for NULL.
    func bytes(_ column: Int32) -> [UInt8]? {
      guard unsafe sqlite3_column_type(handle, column) != SQLITE_NULL else { return nil }
      let count = Int(unsafe sqlite3_column_bytes(handle, column))
      guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
      return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }
  }
}
