import Glibc
import PluginKit
import Synchronization

/// Takes records in from standard input. One thread at a time may.
final class RecordSource: Sendable {
  private struct State {
    var lines: LineReader
    var number = 0
    var fault: FileError?
  }

  private let state: Mutex<State>
  private let limits: Limits

  init(limits: Limits) {
    self.limits = limits
    state = Mutex(
      State(lines: LineReader(descriptor: STDIN_FILENO, limit: limits.inputBytes)))
  }

  /// Why not all could be read.
  var fault: FileError? { state.withLock { $0.fault } }

  /// The next record; nil at the end. Empty lines are none.
  func next() -> StreamRecord? {
    state.withLock { state in
      while true {
        do throws(FileError) {
          guard let line = try state.lines.next() else { return nil }
          state.number += 1
          switch line {
          case .tooLong:
            return StreamRecord(number: state.number, tooLongFor: limits.inputBytes)
          case .bytes(let bytes):
            if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
            return StreamRecord(number: state.number, line: bytes, depth: limits.depth)
          }
        } catch {
          state.fault = error
          return nil
        }
      }
    }
  }
}
