import CZlib
import NumberText
import PluginKit

/// Packs and unpacks gzip (RFC 1952) through zlib.
enum Gzip {
  /// What is unpacked of a small file before its ratio counts.
  static let freeBytes = 16 << 20

  /// Whether bytes begin like a gzip file.
  static func recognizes(_ bytes: Span<UInt8>) -> Bool {
    bytes.count >= 2 && bytes[0] == 0x1F && bytes[1] == 0x8B
  }

  /// Unpacks a file of one or more members; zero bytes may follow the last, as tapes leave them.
  /// - Throws: When it's cut off or damaged, something else follows, or too much comes out.
  static func unpack(_ bytes: Span<UInt8>, limits: Limits) throws(ComponentError) -> [UInt8] {
    var stream = unsafe z_stream()
    // 15 bits of window, plus 16 for the gzip format alone.
    guard unsafe inflateInit2_(&stream, 31, zlibVersion(), streamSize) == Z_OK else {
      throw ComponentError(
        "input.gzip", "zlib can't be used here: out of memory or another version")
    }
    defer { unsafe inflateEnd(&stream) }
    var result: [UInt8] = []
    result.reserveCapacity(min(bytes.count * 4, limits.inputBytes))
    let chunk = 1 << 16
    var position = 0
    var memberEnded = false
    while true {
      if memberEnded {
        // What follows a member is another one, or nothing but zeros.
        guard position + 1 < bytes.count, bytes[position] == 0x1F, bytes[position + 1] == 0x8B
        else {
          for i in position..<bytes.count where bytes[i] != 0 {
            throw ComponentError(
              "input.gzip-trailing",
              "\(bytes.count - i) bytes follow the end of the gzip data at byte \(i + 1); "
                + "the file is damaged or was joined with another")
          }
          return result
        }
        unsafe inflateReset(&stream)
        memberEnded = false
      }
      let rest = bytes.extracting(position..<bytes.count)
      let before = result.count
      var status = Z_OK
      var taken = 0
      result.append(addingCapacity: chunk) { output in
        unsafe rest.withUnsafeBufferPointer { input in
          // zlib counts in 32 bits and doesn't write to its input.
          let given = min(input.count, 1 << 30)
          unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
          unsafe stream.avail_in = UInt32(given)
          unsafe output.withUnsafeMutableBufferPointer { buffer, count in
            unsafe stream.next_out = buffer.baseAddress
            unsafe stream.avail_out = UInt32(buffer.count)
            status = unsafe inflate(&stream, Z_NO_FLUSH)
            unsafe count = buffer.count - Int(stream.avail_out)
          }
          taken = unsafe given - Int(stream.avail_in)
        }
      }
      position += taken
      guard result.count <= limits.inputBytes else {
        throw ComponentError(
          "input.too-large",
          "more than \(limits.inputBytes) bytes come out of this gzip file; if it's meant to be so "
            + "large, raise the limit 'input-bytes'")
      }
      if result.count > freeBytes, result.count / limits.unpackingRatio > bytes.count {
        throw ComponentError(
          "input.gzip-bomb",
          "more than \(limits.unpackingRatio) bytes come out of each byte of this gzip file, which no "
            + "drawing needs; the limit is 'unpacking-ratio'")
      }
      switch status {
      case Z_STREAM_END: memberEnded = true
      case Z_OK where taken > 0 || result.count > before: break
      case Z_OK, Z_BUF_ERROR:
        throw ComponentError(
          "input.gzip-truncated", "the gzip file is cut off after \(bytes.count) bytes")
      default:
        throw ComponentError(
          "input.gzip-damaged", "the gzip data is damaged near byte \(position + 1)")
      }
    }
  }

  /// Packs bytes; the same bytes always give the same file: no time, no name.
  /// - Returns: The packed bytes, or nil when zlib can't be used.
  static func pack(_ bytes: Span<UInt8>) -> ByteSink? {
    var stream = unsafe z_stream()
    let level: Int32 = 9
    guard
      unsafe deflateInit2_(
        &stream, level, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, zlibVersion(), streamSize) == Z_OK
    else { return nil }
    defer { unsafe deflateEnd(&stream) }
    var sink = ByteSink(capacity: bytes.count / 4)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var position = 0
    while true {
      let rest = bytes.extracting(position..<bytes.count)
      var status = Z_OK
      var made = 0
      unsafe rest.withUnsafeBufferPointer { input in
        let given = min(input.count, 1 << 30)
        unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.avail_in = UInt32(given)
        unsafe buffer.withUnsafeMutableBufferPointer { output in
          unsafe stream.next_out = output.baseAddress
          unsafe stream.avail_out = UInt32(output.count)
          status = unsafe deflate(&stream, given == input.count ? Z_FINISH : Z_NO_FLUSH)
          made = unsafe output.count - Int(stream.avail_out)
        }
        position += unsafe given - Int(stream.avail_in)
      }
      sink.append(buffer.span.extracting(0..<made))
      if status == Z_STREAM_END { return sink }
      guard status == Z_OK || status == Z_BUF_ERROR else { return nil }
    }
  }

  private static var streamSize: Int32 { unsafe Int32(MemoryLayout<z_stream>.size) }
}
