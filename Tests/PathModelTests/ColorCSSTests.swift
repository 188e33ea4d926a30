import PathModel
import Testing

/// CSS's colour notations, one spelling a line.
@Suite struct ColorCSSTests {
  static let spellings: [(String, String, Double)] = [
    ("#f80", "#ff8800", 1.0), ("#F80F", "#ff8800", 1), ("#12aBcD", "#12abcd", 1),
    ("#00000000", "#000000", 0), ("#0008", "#000000", 8.0 / 15),
    ("#ffffff80", "#ffffff", 128.0 / 255),
    ("red", "#ff0000", 1), ("  DarkSlateGrey\n", "#2f4f4f", 1), ("RebeccaPurple", "#663399", 1),
    ("lightgoldenrodyellow", "#fafad2", 1), ("transparent", "#000000", 0),
    ("rgb(255,128,0)", "#ff8000", 1), ("RGB( 255 , 128 , 0 )", "#ff8000", 1),
    ("rgb(100%,50%,0%)", "#ff8000", 1), ("rgb(12.5 12.4 -3)", "#0d0c00", 1),
    ("rgb(300,-20,256)", "#ff00ff", 1), ("rgb(110%, 0%, -1%)", "#ff0000", 1),
    ("rgb(1e2 0 0)", "#640000", 1), ("rgba(1,2,3,.5)", "#010203", 0.5),
    ("rgba(1,2,3,50%)", "#010203", 0.5), ("rgb(1 2 3 / 25%)", "#010203", 0.25),
    ("rgb(1 2 3/4)", "#010203", 1), ("rgba(1,2,3,-1)", "#010203", 0),
    ("hsl(0,100%,50%)", "#ff0000", 1), ("hsl(120, 100%, 25%)", "#008000", 1),
    ("hsl(-120,100%,50%)", "#0000ff", 1), ("hsl(480deg 100% 50%)", "#00ff00", 1),
    ("hsl(.5turn 100% 50%)", "#00ffff", 1), ("hsl(200grad 100% 50%)", "#00ffff", 1),
    ("hsla(60,100%,50%,.2)", "#ffff00", 0.2), ("hsl(30,120%,50%)", "#ff8000", 1),
    ("hsl(210,50%,40%)", "#336699", 1), ("hsl(9,0%,100%)", "#ffffff", 1),
  ]

  @Test(arguments: spellings) func reads(_ text: String, _ hex: String, _ alpha: Double) {
    let color = Color(css: text)
    #expect(color?.hex == hex)
    #expect(color?.alpha == alpha)
  }

  @Test(arguments: [
    "", " ", "#", "#12", "#12345", "#1234567", "#123456789", "#ggg", "# fff", "fff", "rede", "re d",
    "none", "currentColor", "rgb", "rgb(", "rgb()", "rgb(1,2)", "rgb(1,2,3", "rgb(1,2,3) x",
    "rgb(1,2 3)", "rgb(1,50%,3)", "rgb(1,2,3,4,5)", "rgb(1px,2,3)", "rgb (1,2,3)", "rgb(nan,0,0)",
    "rgb(1e999,0,0)", "rgb(1,2,3/1)", "hsl(1,2,3)", "hsl(10%,10%,10%)", "hsl(1deg,2deg,3deg)",
    "hsb(1,2%,3%)", "url(#a)", "réd",
  ]) func refuses(_ text: String) {
    #expect(Color(css: text) == nil)
  }

  @Test func writesWhatItReads() {
    for color in [
      Color(red: 1, green: 2, blue: 3), Color(red: 255, green: 0, blue: 9, alpha: 0.25),
      Color(red: 7, green: 7, blue: 7, alpha: 0),
    ] {
      #expect(Color(css: color.css) == color)
    }
  }
}
