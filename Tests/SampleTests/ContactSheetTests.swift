import TestSupport
import Testing

/// The page that `convert --report report.html` writes, as a browser shows it.
@Suite struct ContactSheetTests {
  private func sheet(_ folder: TemporaryDirectory) throws -> String {
    let bad = try folder.write("bad <b>.csv", "0,0\n1,\"<script>alert(1)</script>\"\n")
    let lossy = try folder.write(
      "lossy.svg",
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="60" height="40">
        <path d="M5 5h50v30h-50z" fill="#c33"/><image width="9" height="9" href="cat.png"/>
      </svg>
      """)
    // All in one folder, since their order by name is that of their paths.
    let house = try folder.write("house.svg", readText(Samples.drawing("house.svg")))
    let pin = try folder.write("icon-pin.svg", readText(Samples.drawing("icon-pin.svg")))
    let page = folder.file("report.html")
    let result = try runProcess([
      Locations.tool, "convert", house, bad, lossy, pin, "-o", folder.file("out/"), "-p",
      "preset:pencil", "--quiet",
      "--report", page,
    ])
    #expect(result.status == 1, "\(result.errorText)")
    return page
  }

  /// Nothing is fetched, and what files are called or hold is never run.
  @Test func itStandsAlone() throws {
    let folder = try TemporaryDirectory()
    let text = try readText(sheet(folder))
    #expect(text.split(separator: "<article").count == 5)
    #expect(text.split(separator: "<script").count == 2)
    #expect(!text.contains("://"))
    #expect(text.contains("bad &lt;b&gt;.csv"))
    #expect(
      text.split(separator: "<img alt=\"before\" src=\"data:image/svg+xml;base64,").count == 4)
    #expect(text.split(separator: "<img alt=\"after\" src=\"data:image/svg+xml;base64,").count == 4)
  }

  /// Buttons, search and order do what they say, and every picture can be drawn.
  @Test(.requires(.chromium)) func itIsClicked() throws {
    let folder = try TemporaryDirectory()
    let answer = try Browser.answer(
      of: sheet(folder), width: 1200,
      script: """
        const files = () => [...document.querySelectorAll("article")];
        const seen = () => files().filter(file => file.getBoundingClientRect().height > 0)
          .map(file => file.dataset.name.split("/").pop()).join(",");
        const steps = [seen()];
        const click = words => {
          const button = [...document.querySelectorAll("button")].find(b => b.textContent === words);
          button.click();
          steps.push(button.getAttribute("aria-pressed") + " " + seen());
        };
        const choose = (id, value, name) => {
          const element = document.getElementById(id);
          element.value = value;
          element.dispatchEvent(new window.Event(name));
          steps.push(seen());
        };
        click("failed 1");
        click("with losses 1");
        click("done 2");
        click("all 4");
        choose("sort", "name", "change");
        choose("sort", "bytes", "change");
        choose("sort", "losses", "change");
        choose("sort", "number", "change");
        choose("find", "ICON", "input");
        click("done 2");
        const images = [...document.querySelectorAll("img")];
        steps.push(images.length + " " + images.filter(image => image.naturalWidth > 0).length);
        return steps.join("|");
        """)
    let all = "house.svg,bad <b>.csv,lossy.svg,icon-pin.svg"
    #expect(
      answer.replacing("&lt;", with: "<").replacing("&gt;", with: ">").split(separator: "|").map(
        String.init) == [
          all, "true bad <b>.csv", "true lossy.svg", "true house.svg,icon-pin.svg", "true \(all)",
          "bad <b>.csv,house.svg,icon-pin.svg,lossy.svg",
          "house.svg,icon-pin.svg,lossy.svg,bad <b>.csv",
          "lossy.svg,house.svg,bad <b>.csv,icon-pin.svg", all, "icon-pin.svg", "true icon-pin.svg",
          "6 6",
        ])
  }

  /// JUnit's XML is well formed and says what failed, whatever names and files hold.
  @Test(.requires(.xmllint)) func junitIsValid() throws {
    let folder = try TemporaryDirectory()
    try folder.write("a\u{1}&\"<.csv", "0,0\n1,\u{2}<&]]>\n")
    try folder.write("good.csv", "0,0\n9,9\n")
    let report = folder.file("report.xml")
    let result = try runProcess(
      [
        "bash", "-c",
        "'\(Locations.tool)' convert *.csv --to svg --seed 1,2 -o 'out/{stem}-{seed}.svg' --report \"$1\"",
        "-", report,
      ], directory: folder.path)
    #expect(result.status == 1, "\(result.errorText)")
    // What CI services read: https://github.com/testmoapp/junitxml
    let schema = try folder.write(
      "junit.rng",
      """
      <grammar xmlns="http://relaxng.org/ns/structure/1.0"
          datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">
        <define name="counts">
          <attribute name="name"/><attribute name="tests"><data type="nonNegativeInteger"/></attribute>
          <attribute name="failures"><data type="nonNegativeInteger"/></attribute>
          <attribute name="errors"><data type="nonNegativeInteger"/></attribute>
          <attribute name="time"><data type="decimal"/></attribute>
        </define>
        <start>
          <element name="testsuites"><ref name="counts"/>
            <element name="testsuite"><ref name="counts"/>
              <attribute name="skipped"><data type="nonNegativeInteger"/></attribute>
              <zeroOrMore><element name="testcase">
                <attribute name="classname"/><attribute name="name"/>
                <attribute name="time"><data type="decimal"/></attribute>
                <optional><choice>
                  <element name="failure"><attribute name="type"/><attribute name="message"/><text/></element>
                  <element name="skipped"><attribute name="message"/></element>
                </choice></optional>
                <optional><element name="system-out"><text/></element></optional>
              </element></zeroOrMore>
            </element>
          </element>
        </start>
      </grammar>
      """)
    let judged = try runProcess(["xmllint", "--noout", "--relaxng", schema, report])
    #expect(judged.status == 0, "\(judged.errorText)")
    let counts = try runProcess([
      "xmllint", "--xpath",
      "concat(/*/@tests, ' ', /*/@failures, ' ', count(//testcase), ' ', count(//failure))", report,
    ])
    #expect(counts.outputText == "4 2 4 2\n")
  }
}
