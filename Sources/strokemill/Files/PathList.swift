/// Many names in little memory: the bytes of all of them one after another, and the folders that they lie in
/// once.
///
/// A name of ten letters takes some thirty bytes, where an array of its own takes a hundred.
struct PathList: RandomAccessCollection, Sendable {
  /// What comes before the last component of names, the slash included.
  private var folders = SharedBytes()
  private var folderNumbers: [Int] = []
  private var names: [UInt8] = []
  /// Where each last component ends.
  private var ends: [Int] = []

  var startIndex: Int { 0 }
  var endIndex: Int { ends.count }

  subscript(row: Int) -> Path {
    let start = row == 0 ? 0 : ends[row - 1]
    return Path(bytes: folders[folderNumbers[row]] + names[start..<ends[row]])
  }

  /// Makes room for so many names.
  mutating func reserve(_ count: Int) {
    folderNumbers.reserveCapacity(count)
    ends.reserveCapacity(count)
  }

  /// Adds a name.
  mutating func append(_ path: Path) {
    let start = path.bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    folderNumbers.append(folders.number(of: path.bytes[..<start]))
    names += path.bytes[start...]
    ends.append(names.count)
  }
}
