/// A text that a person wrote and that a problem can lie in: a pipeline file, or one argument of the
/// command line.
public struct SourceText: Hashable, Sendable {
  /// Where a text comes from.
  public enum Kind: Hashable, Sendable {
    /// A file.
    case file
    /// The value of an option on the command line.
    case argument
  }

  /// What the text is called in messages: a file's name as it was given, or an option such as `-s`.
  public var name: String
  /// The text, UTF-8 if all is well.
  public var bytes: [UInt8]
  /// Where it comes from.
  public var kind: Kind
  /// The folder that a file lies in, as the system has its name; nil for the current one.
  public var folder: [UInt8]?
  /// What tells a file from all others, whatever it's called, such as its path without links and
  /// detours; nil where nothing does.
  public var identity: [UInt8]?

  /// Makes a text of a file's bytes.
  /// - Parameters:
  ///   - name: The file's name as it was given.
  ///   - bytes: What it holds.
  ///   - folder: The folder that it lies in, which relative file names in it begin at; nil for the
  ///     current one.
  ///   - identity: What tells the file from all others.
  public init(
    file name: String, bytes: [UInt8], folder: [UInt8]? = nil, identity: [UInt8]? = nil
  ) {
    self.name = name
    self.bytes = bytes
    self.folder = folder
    self.identity = identity
    kind = .file
  }

  /// Makes a text of an option's value.
  /// - Parameters:
  ///   - text: The value.
  ///   - option: The option as it was written, such as `-s` or `--set`.
  public init(argument text: String, of option: String) {
    name = option
    bytes = Array(text.utf8)
    kind = .argument
  }

  /// The text as a string; bytes that aren't UTF-8 are replaced.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}
