/// The folders that plug-ins are looked for in when nobody names any.
public enum PluginSearchPath {
  /// The folders, first those that the user chose: `STROKEMILL_PLUGIN_PATH` (folders joined by colons),
  /// `$XDG_DATA_HOME/strokemill/plugins` (`~/.local/share` without it), and `lib/strokemill/plugins` beside
  /// the `bin` that the tool lies in. They need not exist.
  ///
  /// The current folder is never among them: a path that isn't absolute is left out.
  /// - Parameters:
  ///   - environment: The value of a variable of the environment, nil where it isn't set.
  ///   - executable: The absolute path of the tool, without symbolic links.
  /// - Returns: Absolute paths, each once.
  public static func folders(
    environment: (String) -> String?, executable: String?
  ) -> [String] {
    var folders = (environment("STROKEMILL_PLUGIN_PATH") ?? "").split(separator: ":").map(
      String.init)
    if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") {
      folders.append("\(data)/strokemill/plugins")
    } else if let home = environment("HOME") {
      folders.append("\(home)/.local/share/strokemill/plugins")
    }
    if let executable {
      let parts = executable.split(separator: "/", omittingEmptySubsequences: false)
      if parts.count >= 3, parts[parts.count - 2] == "bin" {
        folders.append(parts.dropLast(2).joined(separator: "/") + "/lib/strokemill/plugins")
      }
    }
    var seen: Set<String> = []
    return folders.filter { $0.hasPrefix("/") && seen.insert($0).inserted }
  }
}
