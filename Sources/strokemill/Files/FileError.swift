import ChildProcesses
import Glibc
import PluginKit

/// Something that the system refused.
struct FileError: Error {
  /// A sentence for a person, without the file's name.
  var message: String
  /// The stable code.
  var code: String

  /// What is said of it: of the file that it's told of, or of something else, such as an output of that.
  func diagnostic(of subject: String? = nil) -> Diagnostic {
    Diagnostic(
      .error, Diagnostic.Code(rawValue: code), subject.map { "\($0) \(message)" } ?? message)
  }

  /// What the last failed call left in `errno`, in words.
  static func last(_ doing: String, code: String) -> FileError {
    FileError(message: "\(doing): \(reason(errno))", code: code)
  }

  private static func reason(_ number: Int32) -> String {
    switch number {
    case ENOENT: return "no such file or directory"
    case EACCES, EPERM: return "permission denied"
    case EISDIR: return "is a directory"
    case ENOTDIR: return "a part of the path isn't a directory"
    case ELOOP: return "too many symbolic links, or links in a circle"
    case ENOSPC, EDQUOT: return "no space left on the device"
    case EROFS: return "the file system is read-only"
    case EBADF: return "it's closed"
    case EPIPE: return "nobody reads it any more"
    case EFBIG: return "a file may not be as large here"
    case ENAMETOOLONG: return "the name is too long"
    default: return systemMessage(number)
    }
  }
}
