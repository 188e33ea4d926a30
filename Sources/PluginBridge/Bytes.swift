import CPluginABI
import NumberText
import PluginKit
import StrictJSON

extension strokemill_bytes {
  /// These bytes as JSON.
  func parsed(_ what: String) throws(TableFault) -> JSONNode {
    let buffer = try unsafe buffer(what)
    do {
      return try unsafe JSONNode(parsing: buffer.span)
    } catch {
      throw TableFault("\(what) can't be read: \(error.description)")
    }
  }

  /// These bytes as a buffer, which is valid as long as they are.
  func buffer(_ what: String) throws(TableFault) -> UnsafeBufferPointer<UInt8> {
    // A size beyond Int's range comes in as a negative number.
    guard unsafe count == 0 || (count > 0 && base != nil) else {
      throw TableFault("\(what) of \(unsafe count) bytes at no address")
    }
    return unsafe UnsafeBufferPointer(start: base, count: count)
  }

  /// These bytes as a text, what isn't UTF-8 replaced.
  var text: String {
    guard let buffer = try? unsafe buffer("a text") else { return "" }
    return unsafe String(decoding: buffer, as: UTF8.self)
  }

  /// No bytes.
  static var empty: strokemill_bytes { unsafe strokemill_bytes(base: nil, count: 0) }
}

extension ByteSink {
  /// Lends what was written.
  borrowing func lend<Result>(_ body: (strokemill_bytes) -> Result) -> Result {
    unsafe withUnsafeBytes { bytes in
      unsafe body(
        strokemill_bytes(
          base: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count: bytes.count))
    }
  }

  /// Copies what was written into memory that is never freed.
  borrowing func leaked() -> strokemill_bytes {
    unsafe withUnsafeBytes { bytes in
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
      unsafe copy.copyMemory(from: bytes)
      return unsafe strokemill_bytes(
        base: copy.bindMemory(to: UInt8.self).baseAddress, count: bytes.count)
    }
  }
}

/// Writes one JSON text.
func json(_ write: (inout JSONWriter) -> Void) -> ByteSink {
  var writer = JSONWriter()
  write(&writer)
  return writer.finish()
}
