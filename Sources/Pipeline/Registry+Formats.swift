public import PluginKit

// How a file's name or its first bytes tell its format.

extension Registry {
  /// The exporter that a file's name asks for.
  public struct Output: Sendable {
    /// The exporter.
    public let entry: ComponentEntry
    /// Whether the name asks for gzip: `.svgz`, `.svg.gz`.
    public let isCompressed: Bool
  }

  /// The importer for a file's name by its extension, in any case; `.gz` and a `z` at the end of a
  /// known extension (`.svgz`) stand for a compressed file of the format before them.
  public func importer(forFile name: String) -> ComponentEntry? {
    find(importers, name)?.entry
  }

  /// The exporter for a file's name by its extension, as for `importer(forFile:)`.
  public func exporter(forFile name: String) -> Output? { find(exporters, name) }

  /// The first importer that recognises a file by its first bytes (up to 4,096 are looked at).
  public func importer(recognizing bytes: Span<UInt8>) -> ComponentEntry? {
    let start = bytes.extracting(first: min(bytes.count, 4096))
    for entry in importers {
      if case .importer(_, let recognizes, _) = entry.role, recognizes(start) { return entry }
    }
    return nil
  }

  private func find(_ entries: [ComponentEntry], _ name: String) -> Output? {
    let bytes = name.utf8
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes.index(after: $0) }
    let file = bytes[(start ?? bytes.startIndex)...]
    guard let dot = file.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let last = name[bytes.index(after: dot)...].lowercased()
    if last == "gz", let before = file[..<dot].lastIndex(of: UInt8(ascii: ".")) {
      let inner = name[bytes.index(after: before)..<dot].lowercased()
      return entries.first { $0.extensions.contains(inner) }
        .map { Output(entry: $0, isCompressed: true) }
    }
    let inner = last.hasSuffix("z") ? String(last.dropLast()) : nil
    if let inner, let entry = entries.first(where: { $0.extensions.contains(inner) }) {
      return Output(entry: entry, isCompressed: true)
    }
    return entries.first { $0.extensions.contains(last) }
      .map { Output(entry: $0, isCompressed: false) }
  }
}

extension ComponentEntry {
  /// The file name extensions of an importer or an exporter, without the dot; none for a stage.
  public var extensions: [String] {
    switch role {
    case .importer(let extensions, _, _), .exporter(let extensions, _): extensions
    case .stage: []
    }
  }
}
