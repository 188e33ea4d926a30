import PluginKit

/// A question that offers the word that was perhaps meant.
func suggestion(for word: String, among words: [String]) -> String? {
  closest(to: word, among: words).map { "; did you mean '\($0)'?" }
}
