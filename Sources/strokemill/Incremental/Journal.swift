import PluginKit

/// What was made of what, so that it needn't be made again: a SQLite database beside the outputs.
///
/// Each row holds all that tells whether it still holds, so that none can be wrong: after a crash, or with two runs at
/// a time, at worst something is made once more.
final class Journal {
  /// The name of the file.
  static let name = ".strokemill.sqlite"

  /// What is known of an output.
  struct Entry: Sendable {
    /// The input, from the root of the file system.
    var input: [UInt8]
    /// What tells all that was done; nil while that isn't known to be complete.
    var recipe: [UInt8]?
    /// The hash of the input, and its stamp if it could be trusted.
    var inputHash: [UInt8]?
    var inputStamp: [UInt8]?
    /// The same of the output.
    var outputHash: [UInt8]?
    var outputStamp: [UInt8]?
    /// What was said when a task's outputs were made, as `SaidBefore` has it, beside the first of them.
    var said: [UInt8]?
  }

  /// The folder that it lies in, which names of outputs begin at.
  let folder: Path
  /// The file.
  let path: Path
  private let database: Database
  private let find: Database.Statement
  private let store: Database.Statement?

  /// Opens the journal of a folder.
  /// - Parameters:
  ///   - folder: The folder, which is there.
  ///   - isReadOnly: Whether nothing is going to be written.
  /// - Throws: When it can't be used.
  init(in folder: Path, isReadOnly: Bool) throws(FileError) {
    self.folder = folder
    path = folder.appending(Array(Journal.name.utf8))
    database = try Database(path, makes: !isReadOnly)
    if !isReadOnly {
      try database.run("PRAGMA synchronous = NORMAL")
      try database.transaction { [database] () throws(FileError) in
        try database.run(
          """
          CREATE TABLE IF NOT EXISTS outputs(
            output BLOB PRIMARY KEY, input BLOB NOT NULL, recipe BLOB, input_hash BLOB, input_stamp BLOB,
            output_hash BLOB, output_stamp BLOB, said BLOB) WITHOUT ROWID
          """)
      }
    }
    find = try database.statement(
      """
      SELECT input, recipe, input_hash, input_stamp, output_hash, output_stamp, said FROM outputs
      WHERE output = ?
      """)
    store =
      isReadOnly
      ? nil
      : try database.statement("INSERT OR REPLACE INTO outputs VALUES(?, ?, ?, ?, ?, ?, ?, ?)")
  }

  /// What an output is called in the journal.
  func key(of output: Path) -> [UInt8] {
    var bytes = output.bytes[...]
    let prefix = folder.endsWithSlash ? folder.bytes : folder.bytes + [UInt8(ascii: "/")]
    if bytes.starts(with: prefix) { bytes = bytes.dropFirst(prefix.count) }
    return Array(bytes)
  }

  /// The output of a key.
  func output(of key: [UInt8]) -> Path {
    key.first == UInt8(ascii: "/") ? Path(bytes: key) : folder.appending(key)
  }

  /// What is known of an output.
  func entry(_ key: [UInt8]) throws(FileError) -> Entry? {
    try find.bind([key])
    defer { find.reset() }
    guard try find.step() else { return nil }
    return Entry(
      input: find.bytes(0) ?? [], recipe: find.bytes(1), inputHash: find.bytes(2),
      inputStamp: find.bytes(3), outputHash: find.bytes(4), outputStamp: find.bytes(5),
      said: find.bytes(6))
  }

  /// Notes that outputs are going to be written: from now on they are known to be the tool's own.
  func claim(_ outputs: [(key: [UInt8], input: [UInt8])]) throws(FileError) {
    guard !outputs.isEmpty else { return }
    let claim = try database.statement("INSERT OR IGNORE INTO outputs(output, input) VALUES(?, ?)")
    try database.transaction { () throws(FileError) in
      for output in outputs { try claim.run([output.key, output.input]) }
    }
  }

  /// Keeps what is known of outputs now.
  func put(_ rows: [(key: [UInt8], entry: Entry)]) throws(FileError) {
    guard let store, !rows.isEmpty else { return }
    try database.transaction { () throws(FileError) in
      for (key, entry) in rows {
        try store.run([
          key, entry.input, entry.recipe, entry.inputHash, entry.inputStamp, entry.outputHash,
          entry.outputStamp, entry.said,
        ])
      }
    }
  }

  /// All outputs that it knows, in the order of their names, with their inputs.
  func all() throws(FileError) -> [(key: [UInt8], input: [UInt8])] {
    let statement = try database.statement("SELECT output, input FROM outputs ORDER BY output")
    var rows: [(key: [UInt8], input: [UInt8])] = []
    while try statement.step() { rows.append((statement.bytes(0) ?? [], statement.bytes(1) ?? [])) }
    return rows
  }

  /// Forgets outputs.
  func forget(_ keys: [[UInt8]]) throws(FileError) {
    guard !keys.isEmpty else { return }
    let statement = try database.statement("DELETE FROM outputs WHERE output = ?")
    try database.transaction { () throws(FileError) in
      for key in keys { try statement.run([key]) }
    }
  }
}
