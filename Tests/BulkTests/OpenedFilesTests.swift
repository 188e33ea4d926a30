import TestSupport
import Testing

/// Whether strace may look at other processes: some containers forbid it.
private let canTrace =
  (try? runProcess(["strace", "-qq", "-o", "/dev/null", "true"]))?.status == 0

/// What the system sees of a conversion: a drawing that names other files, here and elsewhere, makes the tool open
/// none of them, and no connection.
@Suite(.requires(.strace), .enabled(if: canTrace, "strace may not trace here"))
struct OpenedFilesTests {
  /// What lies beside the drawings and may never be touched.
  static let others = [
    "other.svg", "other.css", "other.ttf", "other.png", "other.dtd", "other.ent", "other.xml",
    "other.json", "other.csv",
  ]

  /// Drawings that refer to what isn't theirs, in every way that a format has.
  static let drawings: [(name: String, text: String)] = [
    (
      "references.svg",
      """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
        xmlns:xi="http://www.w3.org/2001/XInclude" viewBox="0 0 99 99" xml:base="http://127.0.0.1:9/">
        <xi:include href="other.svg"><xi:fallback/></xi:include><xi:include href="/etc/passwd" parse="text"/>
        <style>@import url(other.css); @import "http://127.0.0.1:9/other.css"; @charset "other.css";
          @font-face { font-family: x; src: url(other.ttf), url("http://127.0.0.1:9/other.ttf") }
          path { fill: url(other.svg#a); marker: url(other.svg#m); mask: url(other.svg#m) } @namespace url(other.xml);
        </style>
        <image href="other.png" width="9" height="9"/><image xlink:href="file:///etc/passwd" width="9" height="9"/>
        <use href="other.svg#a"/><use xlink:href="http://127.0.0.1:9/other.svg#a"/><use href="other.svg"/>
        <linearGradient id="g" href="other.svg#g"><stop/></linearGradient><pattern id="p" xlink:href="other.svg#p"/>
        <path d="M0 0h9v9z" clip-path="url(other.svg#c)" filter="url(other.svg#f)" stroke="url(#g)"/>
        <path d="M0 0h9v9z" style="fill: url('http://127.0.0.1:9/other.svg#a') red; cursor: url(other.png)"/>
        <a href="other.svg"><path d="M1 1h5"/></a><script href="other.svg">open("other.svg")</script>
        <foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="other.svg"/></foreignObject>
        <feImage href="other.png"/><font-face-uri xlink:href="other.ttf"/><mpath href="other.svg#a"/>
        <text y="9" font-family="x, other.ttf">a<textPath href="other.svg#a">b</textPath><tref xlink:href="other.svg"/></text>
      </svg>
      """
    ),
    (
      "doctype.svg",
      """
      <!DOCTYPE svg SYSTEM "other.dtd">
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>
      """
    ),
    (
      "public.svg",
      """
      <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://127.0.0.1:9/other.dtd">
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>
      """
    ),
    (
      "entity.svg",
      """
      <!DOCTYPE svg [<!ENTITY e SYSTEM "other.ent"><!ENTITY p SYSTEM "/etc/passwd">
        <!ENTITY h SYSTEM "http://127.0.0.1:9/other.ent"><!NOTATION n SYSTEM "other.xml">
        <!ENTITY u SYSTEM "other.png" NDATA n>]>
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/><title>&e;&p;&h;</title></svg>
      """
    ),
    (
      "unused.svg",
      """
      <!DOCTYPE svg [<!ENTITY e SYSTEM "other.ent"><!ENTITY f "x">]>
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>&f;</title><path d="M0 0h9v9z"/></svg>
      """
    ),
    (
      "attribute.svg",
      """
      <!DOCTYPE svg [<!ENTITY e SYSTEM "other.ent">]>
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path id="&e;" d="M0 0h9v9z"/></svg>
      """
    ),
    (
      "parameter.svg",
      """
      <!DOCTYPE svg [<!ENTITY % d SYSTEM "other.dtd"> %d; <!ENTITY % h SYSTEM "http://127.0.0.1:9/other.dtd"> %h;]>
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>
      """
    ),
    (
      "sheet.svg",
      """
      <?xml-stylesheet href="other.css" type="text/css"?><?xml-model href="other.xml"?>
      <?xml-stylesheet href="http://127.0.0.1:9/other.css" type="text/xsl"?>
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a other.xml">
        <path d="M0 0h9v9z"/></svg>
      """
    ),
    ("names.json", #"{"$ref": "other.json", "$schema": "other.json", "points": [[0, 0], [1, 2]]}"#),
    ("names.csv", "x,y,group\n0,0,other.csv\n1,2,=HYPERLINK(\"other.csv\")\n"),
  ]

  /// Texts in fonts of the same names, and paths, without a word of another file.
  private static let harmless = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 99"><text y="9" font-family="x">ab</text></svg>
    """

  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    for name in Self.others { try folder.write(name, "CANARY") }
  }

  /// Runs a conversion under strace.
  /// - Returns: The calls that name files or use the network, a line each.
  private func calls(_ input: String, _ options: [String]) throws -> [Substring] {
    let result = try runProcess(
      [
        "strace", "-f", "-qq", "-y", "-s", "4096", "-e", "trace=%file,%network", "-o", "log",
        Locations.tool, "convert", input, "-o", "out.svg", "--overwrite",
      ] + options, directory: folder.path)
    #expect((0...1).contains(result.status), "\(result.errorText)")
    #expect(!result.errorText.contains("CANARY") && !result.errorText.contains("root:"))
    if exists(folder.file("out.svg")) {
      let output = try readText(folder.file("out.svg"))
      #expect(!output.contains("CANARY") && !output.contains("root:"))
    }
    return try readText(folder.file("log")).split(separator: "\n")
  }

  /// The file that a call opens; nil for another call.
  private func opened(_ call: Substring) -> Substring? {
    guard call.contains(" open") || call.contains(" creat(") || call.contains(" execve") else {
      return nil
    }
    // Without the process's number; the name is the first in quotes.
    return call.split(separator: "\"", omittingEmptySubsequences: false).dropFirst().first
  }

  @Test(arguments: drawings.map(\.name), [[], ["--isolate"]] as [[String]])
  func opensNothingElse(_ name: String, _ options: [String]) throws {
    let drawing = try #require(Self.drawings.first { $0.name == name })
    try folder.write("harmless.svg", Self.harmless)
    try folder.write(name, drawing.text)
    // What libraries open at their start, and what text needs, both with the same folder around them.
    let allowed = Set(try calls("harmless.svg", options).compactMap(opened))
    #expect(allowed.contains("harmless.svg"))
    let calls = try calls(name, options)
    #expect(calls.compactMap(opened).contains { $0 == name })
    for call in calls {
      #expect(!call.contains("other.") && !call.contains("passwd"), "\(call)")
      for network in ["socket(", "connect(", "bind(", "sendto(", "sendmsg("] {
        #expect(!call.contains(" \(network)"), "\(call)")
      }
      guard let path = opened(call), path != name, !allowed.contains(path) else { continue }
      // A process has its own numbers; the font that is found last may be another one.
      let isOwn = ["/proc/self/", "/proc/thread-self/"].contains { path.hasPrefix($0) }
      let isFont = ["/usr/share/fonts/", "/usr/local/share/fonts", "/var/cache/fontconfig/"]
        .contains { path.hasPrefix($0) }
      #expect(isOwn || isFont || path.isEmpty, "\(call)")
    }
  }
}
