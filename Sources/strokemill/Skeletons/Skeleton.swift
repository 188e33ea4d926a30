import Glibc

/// The files of a new plug-in that works: its author changes what it does.
struct Skeleton {
  /// A language that there is a skeleton for.
  enum Language: String, CaseIterable {
    case swift, c, python
  }

  /// One file.
  struct File {
    /// Its path in the plug-in's folder.
    var path: String
    /// What is in it.
    var text: String
    /// Whether it can be run.
    var isExecutable = false
  }

  /// The names of a plug-in in all the forms that its files need.
  struct Names {
    /// The plug-in's and its stage's: lower case, hyphens.
    var name: String
    /// For types in Swift, such as `SwapXy`.
    var type: String {
      name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
    /// For functions, such as `swapxy`: the rule for the name of a library's entry.
    var letters: String { name.filter { $0 != "-" } }
  }

  /// How the language is called.
  var title: String
  /// The files.
  var files: [File]
  /// What its author does next, commands.
  var next: [String]

  /// Writes the files into a new folder.
  /// - Throws: When there is something of that name, or a file can't be written.
  func write(into folder: Path) throws(UsageError) {
    func fail(_ path: Path, _ error: FileError) -> UsageError {
      UsageError(message: "\(path.shown) \(error.message)")
    }
    guard FileKind(folder) == .missing, !FileKind.isLink(folder) else {
      throw UsageError(message: "\(folder.shown) is there already; nothing was written")
    }
    for file in files {
      let path = folder.appending(Array(file.path.utf8))
      do {
        try OutputFile.makeDirectory(path.directory)
        try OutputFile.write(Array(file.text.utf8).span, to: path)
      } catch {
        throw fail(path, error)
      }
      if file.isExecutable { Skeleton.makeExecutable(path) }
    }
  }

  /// Lets a file be run by those who may read it.
  private static func makeExecutable(_ path: Path) {
    unsafe path.withCString { name in
      var status = stat()
      guard unsafe stat(name, &status) == 0 else { return }
      let mode = status.st_mode & 0o777
      // `sh FILE` works without.
      _ = unsafe chmod(name, mode | (mode & 0o444) >> 2)
    }
  }
}
