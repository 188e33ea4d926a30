import Glibc

/// What a finished process left.
public struct ProcessResult: Sendable {
  /// Its exit status; 128 + the signal's number when a signal ended it, as a shell says it.
  public let status: Int32
  /// How many seconds it took, from its start.
  public let seconds: Double
  /// How many seconds processors worked for it and for what it started.
  public let processorSeconds: Double
  /// Its standard output.
  public let output: [UInt8]
  /// Its standard error.
  public let errors: [UInt8]

  /// Standard output as text.
  public var outputText: String { String(decoding: output, as: UTF8.self) }
  /// Standard error as text.
  public var errorText: String { String(decoding: errors, as: UTF8.self) }
}

/// A process that could not be started or didn't end in time.
public struct ProcessError: Error, CustomStringConvertible {
  /// What happened, with the command.
  public let description: String
}

/// Runs a program to its end and returns what it wrote.
///
/// Input and outputs are files, not pipes: a process can then write any amount without anyone having
/// to read at the same time.
///
/// - Parameters:
///   - command: The program, looked up in `PATH` unless it has a slash, and its arguments.
///   - input: What it reads on standard input.
///   - directory: Where it runs; the current folder when nil.
///   - changes: Variables to set or, with nil, to remove; the others are passed on.
///   - timeout: Seconds after which it and its children are killed and an error is thrown; ten times as many
///     where a sanitizer watches.
/// - Returns: Its exit status and what it wrote.
/// - Throws: `ProcessError` when it doesn't start or doesn't end, `FileError` for the files around it.
public func runProcess(
  _ command: [String], input: [UInt8] = [], directory: String? = nil,
  environment changes: [String: String?] = [:], timeout: Double = 60
) throws -> ProcessResult {
  let inputFile = try anonymousFile(holding: input)
  defer { close(inputFile) }
  let outputFile = try anonymousFile()
  defer { close(outputFile) }
  let errorFile = try anonymousFile()
  defer { close(errorFile) }

  var actions = unsafe posix_spawn_file_actions_t()
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  for (target, file) in [(0, inputFile), (1, outputFile), (2, errorFile)] as [(Int32, Int32)] {
    unsafe posix_spawn_file_actions_adddup2(&actions, file, target)
  }

  // A group of its own, so that a timeout also ends what it started. No signal is blocked, as the threads that tests
  // run on have it, and none ignored, as what nohup or a shell's `&` has started has it: a tool that keeps to that
  // would wait for ever in tests that interrupt it.
  var attributes = posix_spawnattr_t()
  unsafe posix_spawnattr_init(&attributes)
  defer { unsafe posix_spawnattr_destroy(&attributes) }
  unsafe posix_spawnattr_setflags(
    &attributes,
    Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
  unsafe posix_spawnattr_setpgroup(&attributes, 0)
  var noSignals = sigset_t()
  unsafe sigemptyset(&noSignals)
  unsafe posix_spawnattr_setsigmask(&attributes, &noSignals)
  var allSignals = sigset_t()
  unsafe sigfillset(&allSignals)
  unsafe posix_spawnattr_setsigdefault(&attributes, &allSignals)

  var variables = environmentVariables()
  // Plug-ins that this user has installed take no part in tests.
  variables["STROKEMILL_PLUGIN_PATH"] = nil
  variables["XDG_DATA_HOME"] = "\(temporaryFolder)/no-such-folder"
  for (name, value) in changes { variables[name] = value }
  // The C library's call for it isn't visible to Swift; env does the same before it becomes the program.
  let line = directory.map { ["env", "--chdir=\($0)"] + command } ?? command
  var arguments = unsafe line.map { unsafe strdup($0) } + [nil]
  var settings = unsafe variables.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
  defer { unsafe (arguments + settings).forEach { unsafe free($0) } }

  var child: pid_t = 0
  let code = unsafe posix_spawnp(
    &child, line[0], &actions, &attributes, &arguments, &settings)
  guard code == 0 else {
    throw ProcessError(
      description: unsafe "can't start \(command[0]): \(String(cString: strerror(code)))")
  }
  let start = ContinuousClock.now
  let (status, processorSeconds) = try wait(for: child, command: command, timeout: timeout)
  return ProcessResult(
    status: status, seconds: (ContinuousClock.now - start) / .seconds(1),
    processorSeconds: processorSeconds, output: try content(of: outputFile),
    errors: try content(of: errorFile))
}

/// Runs a program like `runProcess` and says how much memory it held at most, in bytes.
///
/// GNU time starts it: Linux counts into a process's peak what its memory was before it became the program, which
/// is that of the process that started it. A test process can be larger than what it measures; time is small.
///
/// - Throws: Like `runProcess`; and `ProcessError` when time didn't say what it saw.
public func runMeasured(
  _ command: [String], timeout: Double = 60
) throws -> (result: ProcessResult, memory: Int) {
  let folder = try TemporaryDirectory()
  let report = folder.file("memory")
  let measure = ["/usr/bin/time", "--quiet", "--format=%M", "--output=\(report)"]
  let result = try runProcess(measure + command, timeout: timeout)
  // In kibibytes.
  guard let kibibytes = Int(try readText(report).prefix { $0.isNumber }) else {
    throw ProcessError(description: "no memory was measured: \(command.joined(separator: " "))")
  }
  return (result, kibibytes * 1024)
}

/// Waits for a child process and returns its status as a shell would show it, and for how long processors
/// worked for it.
private func wait(
  for child: pid_t, command: [String], timeout: Double
) throws -> (status: Int32, processorSeconds: Double) {
  var status: Int32 = 0
  var usage = rusage()
  var waited = 0.0
  var pause = 0.0005
  while true {
    let ended = unsafe wait4(child, &status, WNOHANG, &usage)
    if ended == child { break }
    if ended < 0 && errno != EINTR {
      throw ProcessError(description: "lost the process \(command.joined(separator: " "))")
    }
    if waited > timeout * (Locations.isSanitized ? 10 : 1) {
      kill(-child, SIGKILL)
      unsafe waitpid(child, &status, 0)
      throw ProcessError(
        description: "not done after \(timeout) s, killed: \(command.joined(separator: " "))")
    }
    usleep(UInt32(pause * 1_000_000))
    waited += pause
    pause = min(pause * 1.5, 0.02)
  }
  let signal = status & 0x7f
  let seconds = [usage.ru_utime, usage.ru_stime].reduce(0) {
    $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000
  }
  return (signal == 0 ? (status >> 8) & 0xff : 128 + signal, seconds)
}

/// A file without a name, at its beginning.
private func anonymousFile(holding content: [UInt8] = []) throws -> Int32 {
  var template = Array("\(temporaryFolder)/strokemill-test-XXXXXX".utf8CString)
  let file = unsafe mkstemp(&template)
  guard file >= 0 else {
    throw FileError(action: "make a file in", path: temporaryFolder, code: errno)
  }
  unsafe unlink(template)
  _ = fcntl(file, F_SETFD, FD_CLOEXEC)
  var rest = content[...]
  while !rest.isEmpty {
    let count = unsafe rest.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
    guard count > 0 else { throw FileError(action: "write", path: "a temporary file", code: errno) }
    rest = rest.dropFirst(count)
  }
  lseek(file, 0, SEEK_SET)
  return file
}

/// Everything in an open file.
private func content(of file: Int32) throws -> [UInt8] {
  let size = Int(lseek(file, 0, SEEK_END))
  lseek(file, 0, SEEK_SET)
  var content = [UInt8](repeating: 0, count: size)
  var filled = 0
  while filled < size {
    let count = unsafe content.withUnsafeMutableBytes {
      unsafe read(file, $0.baseAddress?.advanced(by: filled), size - filled)
    }
    guard count > 0 else { throw FileError(action: "read", path: "a temporary file", code: errno) }
    filled += count
  }
  return content
}
