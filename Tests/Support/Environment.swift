import Glibc

/// The value of an environment variable, nil when it isn't set or empty.
public func environment(_ name: String) -> String? {
  guard let value = unsafe getenv(name) else { return nil }
  let text = unsafe String(cString: value)
  return text.isEmpty ? nil : text
}

/// All environment variables that this process was started with.
///
/// They come from the process file system: the C library's `environ` is a mutable global, which
/// Swift 6 doesn't let anyone read.
func environmentVariables() -> [String: String] {
  var variables: [String: String] = [:]
  for entry in (try? readFile("/proc/self/environ"))?.split(separator: 0) ?? [] {
    guard let equals = entry.firstIndex(of: UInt8(ascii: "=")) else { continue }
    let name = String(decoding: entry[..<equals], as: UTF8.self)
    variables[name] = String(decoding: entry[(equals + 1)...], as: UTF8.self)
  }
  return variables
}
