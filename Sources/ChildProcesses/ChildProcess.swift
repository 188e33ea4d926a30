import CChildProcess
import Glibc
public import NumberText

/// What stops a child process from answering.
public enum ChildFault: Error, Hashable {
  /// It didn't answer in time.
  case late
  /// It ended, or closed its output; how, to follow "it", and whether it says that all is well.
  case ended(String, isFine: Bool = false)
  /// Its answer has more bytes than are allowed.
  case tooLong
  /// It answered before it had read all.
  case early
  /// It wrote more than one answer.
  case tooMuch
}

/// Why a program can't be started: the number of the system's error.
public struct StartFault: Error, Hashable {
  /// The number.
  public var code: Int32
}

/// A program that was started and answers what is sent to it.
///
/// One thread uses it at a time. It's ended, with all that it started, when nobody needs it any more.
public final class ChildProcess: @unchecked Sendable {
  /// How long it may take to end when its input does, in milliseconds.
  private static let patience: Int32 = 1000
  /// How long it may take to end when it has closed its output.
  private static let shortPatience: Int32 = 200
  /// After how many milliseconds of silence it's asked for whether it's still there.
  private static let silence = 500

  private var child: strokemill_child
  private var isRunning = false
  private var readsErrors = true
  /// Whether its input can't be written any more.
  private var isInputClosed = false
  private var errorText = ErrorText()
  /// Whether it has answered a request, so that it may be in another state than a fresh one.
  public private(set) var hasWorked = false
  /// Its status as waitpid(2) gives it, once it has ended; nil when that isn't known.
  public private(set) var endStatus: Int32?

  /// Starts a program.
  /// - Parameters:
  ///   - command: The program and its arguments, at least one.
  ///   - folder: Where it runs, as the system has its name; nil for the current folder.
  /// - Throws: When it can't be started.
  public init(_ command: [String], folder: [UInt8]?) throws(StartFault) {
    child = strokemill_child()
    // The system's texts end at a zero byte, so nothing can follow one.
    guard command.allSatisfy({ !$0.utf8.contains(0) }), folder?.contains(0) != true else {
      throw StartFault(code: EINVAL)
    }
    // C takes a list of pointers to texts that end with a zero.
    var texts: [UnsafePointer<CChar>?] = unsafe command.map {
      unsafe UnsafePointer(strdup($0))
    }
    defer {
      while let text = unsafe texts.popLast() {
        unsafe free(UnsafeMutableRawPointer(mutating: text))
      }
    }
    unsafe texts.append(nil)
    let path = folder.map { $0.map { CChar(bitPattern: $0) } + [0] }
    let code =
      if let path {
        unsafe strokemill_start_child(texts, path, &child)
      } else {
        unsafe strokemill_start_child(texts, nil, &child)
      }
    guard code == 0 else { throw StartFault(code: code) }
    isRunning = true
  }

  deinit { end(after: ChildProcess.patience) }

  /// Ends it, if it hasn't ended.
  /// - Parameter milliseconds: How long it may take to end by itself.
  /// - Returns: Its status as waitpid(2) gives it.
  @discardableResult
  public func end(after milliseconds: Int32 = 0) -> Int32 {
    guard isRunning else { return 0 }
    isRunning = false
    closeInput()
    for file in [child.output, child.errors] { close(file) }
    let status = strokemill_end_child(child.id, milliseconds)
    if status >= 0 { endStatus = status }
    return status
  }

  /// Ends its input, after which it should end by itself; nothing more can be sent.
  public func closeInput() {
    guard child.input >= 0 else { return }
    close(child.input)
    child.input = -1
    isInputClosed = true
  }

  /// What it wrote to its standard error since this was last asked for.
  public func takeErrors() -> ErrorText {
    if isRunning { readErrors() }
    defer { errorText = ErrorText() }
    return errorText
  }

  /// Checks that it waits for a line.
  /// - Throws: When it ended, or wrote something of its own accord.
  public func expectWaiting() throws(ChildFault) {
    if isInputClosed { throw ending() }
    var entry = pollfd(fd: child.output, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&entry, 1, 0) != 0 else { return }
    if entry.revents & Int16(POLLIN) != 0 { throw .tooMuch }
    readErrors()
    throw ending()
  }

  /// Sends a line and receives the line that answers it.
  /// - Parameters:
  ///   - request: The line with its end; nothing at all to receive a line that needs no request.
  ///   - limit: How many bytes the answer may have.
  ///   - deadline: When it must be there.
  /// - Returns: The answer without its end.
  /// - Throws: When there is none. Then the process is of no more use.
  public func answer(
    to request: borrowing ByteSink, limit: Int, before deadline: ContinuousClock.Instant
  ) throws(ChildFault) -> ByteSink {
    // Its end counts, too.
    let limit = min(limit, Int.max - 1) + 1
    var answer = try exchange(request.span, limit: limit, before: deadline) {
      (answer, known) throws(ChildFault) in
      guard let end = answer.newline(from: known) else { return false }
      guard end == answer.count - 1 else { throw .tooMuch }
      return true
    }
    answer.truncate(to: answer.count - 1)
    return answer
  }

  /// Sends a request and receives its answer.
  ///
  /// Both go on at the same time, so that neither side waits for the other to read.
  /// - Parameters:
  ///   - request: What is sent; may be nothing.
  ///   - limit: How many bytes the answer may have.
  ///   - deadline: When it must be there.
  ///   - isWhole: Whether what came so far is all of the answer; also gets how much of that it has seen before.
  /// - Returns: The answer.
  /// - Throws: When there is none. Then the process is of no more use.
  public func exchange(
    _ request: Span<UInt8>, limit: Int, before deadline: ContinuousClock.Instant,
    isWhole: (_ answer: borrowing ByteSink, _ known: Int) throws(ChildFault) -> Bool
  ) throws(ChildFault) -> ByteSink {
    var answer = ByteSink(limit: .max)
    var sent = 0
    let all = request.count
    while true {
      let writes = sent < all
      var entries = [
        pollfd(fd: child.output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: readsErrors ? child.errors : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: writes ? child.input : -1, events: Int16(POLLOUT), revents: 0),
      ]
      let left = deadline - .now
      guard left > .zero else { throw .late }
      // Rounded up, so that it doesn't turn around within the last millisecond.
      let wait = min(left / .milliseconds(1) + 1, Double(ChildProcess.silence))
      let ready = unsafe poll(&entries, 3, Int32(wait))
      // A child of its own may hold its pipes open and will never answer.
      if ready == 0, strokemill_has_ended(child.id) != 0, !hasOutput {
        readErrors()
        throw ending()
      }
      guard ready >= 0 else {
        if errno == EINTR { continue }
        throw .ended("can't be talked to: \(systemMessage(errno))")
      }
      if entries[1].revents != 0 { readErrors() }
      if entries[0].revents != 0 {
        let known = answer.count
        guard receive(into: &answer) else {
          readErrors()
          throw ending()
        }
        // There is no memory for more of it.
        if answer.isFull { throw .tooLong }
        if try isWhole(answer, known) {
          guard sent == all else { throw .early }
          guard answer.count <= limit else { throw .tooLong }
          if all > 0 { hasWorked = true }
          // What it said before it answered belongs to this answer.
          readErrors()
          return answer
        }
        guard answer.count <= limit else { throw .tooLong }
      }
      if writes && entries[2].revents != 0 { sent += send(request, from: sent) }
    }
  }

  /// A line, or why there is none.
  public enum Attempt: ~Copyable {
    /// The line without its end.
    case line(ByteSink)
    /// Why there is none.
    case fault(ChildFault)
  }

  /// What comes of `answer(to:limit:before:)` in so many seconds.
  public func attempt(
    _ request: borrowing ByteSink, limit: Int, seconds: Double
  ) -> Attempt {
    do {
      return .line(
        try answer(to: request, limit: limit, before: .now + .milliseconds(1) * (seconds * 1000)))
    } catch {
      return .fault(error)
    }
  }

  /// How it ended.
  private func ending() -> ChildFault {
    let status = end(after: ChildProcess.shortPatience)
    // Who started us may want nobody's status to be kept.
    guard status >= 0 else { return .ended("ended") }
    switch status & 0x7F {
    case 0: return .ended("ended with status \((status >> 8) & 0xFF)", isFine: status == 0)
    case SIGKILL: return .ended("closed its output, or was killed")
    case let signal:
      guard let name = unsafe strsignal(signal) else {
        return .ended("was ended by signal \(signal)")
      }
      return unsafe .ended("was ended by signal \(signal) (\(String(cString: name)))")
    }
  }

  // MARK: Pipes

  /// Whether there is something to read.
  private var hasOutput: Bool {
    var entry = pollfd(fd: child.output, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, 0) != 0
  }

  /// How much is read at once.
  private static let chunk = 1 << 18

  /// Receives what is there.
  /// - Returns: Whether more may come.
  private func receive(into answer: inout ByteSink) -> Bool {
    var isOpen = true
    unsafe answer.append(atMost: ChildProcess.chunk) { buffer in
      let n = unsafe read(child.output, buffer.baseAddress, buffer.count)
      if n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN) { isOpen = false }
      return n
    }
    return isOpen
  }

  /// Sends what the pipe takes.
  /// - Returns: How many bytes, all when nobody reads them: then the answer, or its lack, says the rest.
  private func send(_ request: Span<UInt8>, from start: Int) -> Int {
    unsafe request.withUnsafeBytes { bytes in
      let n = unsafe strokemill_write_pipe(
        child.input, bytes.baseAddress.map { unsafe $0 + start }, bytes.count - start)
      if n >= 0 { return n }
      if errno == EINTR || errno == EAGAIN { return 0 }
      // Else it would wait for the rest, and we for it.
      closeInput()
      return bytes.count - start
    }
  }

  /// Reads what was written to standard error, as far as it's there already.
  private func readErrors() {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    // One that writes without end must not keep us here.
    for _ in 0..<64 where isRunning && readsErrors {
      let n = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe read(child.errors, bytes.baseAddress, bytes.count)
      }
      if n > 0 {
        errorText.append(buffer.span.extracting(first: n))
      } else if n == 0 || (errno != EINTR && errno != EAGAIN) {
        readsErrors = false
      } else if errno == EAGAIN {
        return
      }
    }
  }
}

extension ByteSink {
  /// Where the first line break at or after a place stands.
  fileprivate borrowing func newline(from start: Int) -> Int? {
    unsafe withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let found = unsafe memchr(base + start, 0x0A, bytes.count - start)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}

/// The system's words for an error's number.
public func systemMessage(_ code: Int32) -> String {
  guard let text = unsafe strerror(code) else { return "error \(code)" }
  return unsafe String(cString: text)
}
