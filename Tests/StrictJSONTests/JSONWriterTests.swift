import NumberText
import StrictJSON
import Testing

@Suite struct JSONWriterTests {
  private func text(
    _ form: JSONWriter.Form = .compact, _ body: (inout JSONWriter) -> Void
  ) -> String {
    var writer = JSONWriter(form: form)
    body(&writer)
    let sink = writer.finish()
    return String(decoding: sink.takeBytes(), as: UTF8.self)
  }

  private func sample(_ writer: inout JSONWriter, inner: JSONWriter.Form? = nil) {
    writer.beginObject()
    writer.key("name")
    writer.value("a\"\\\n\t\u{1}\u{7F}é\u{2028}")
    writer.key("points")
    writer.beginArray()
    for x in [0.1, -0.0, 1e21] {
      writer.beginArray(inner)
      writer.value(x)
      writer.value(3)
      writer.end()
    }
    writer.end()
    writer.key("none")
    writer.beginArray()
    writer.end()
    writer.key("rest")
    writer.beginObject(inner)
    writer.key("t")
    writer.value(true)
    writer.key("n")
    writer.null()
    writer.key("inf")
    writer.value(Double.infinity)
    writer.end()
    writer.end()
  }

  @Test func writesTheCompactForm() {
    #expect(
      text { sample(&$0) }
        == #"{"name":"a\"\\\n\t\u0001\u007fé"# + "\u{2028}"
        + #"","points":[[0.1,3],[-0,3],[1e21,3]],"none":[],"rest":{"t":true,"n":null,"inf":null}}"#)
  }

  @Test func writesTheIndentedForm() {
    #expect(
      text(.indented) { sample(&$0, inner: .spaced) }
        == #"""
        {
          "name": "a\"\\\n\t\u0001\u007fé\#u{2028}",
          "points": [
            [0.1, 3],
            [-0, 3],
            [1e21, 3]
          ],
          "none": [],
          "rest": {"t": true, "n": null, "inf": null}
        }

        """#)
  }

  @Test func closesWhatIsOpen() {
    #expect(
      text { writer in
        writer.beginArray()
        writer.beginObject()
      } == "[{}]")
  }

  @Test func readsBackTheTree() throws {
    let source = #"{"a":[1,2.5,"x",null,true,{"b":{}}],"c":-1e-7,"d":9007199254740993}"#
    let node = try JSONNode(parsing: source)
    #expect(text { $0.value(node.value) } == source)
  }
}
