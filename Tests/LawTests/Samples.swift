import PluginKit

/// A program that sends back what it gets.
private let echo = Option(
  "command",
  .list([
    .text("sh"), .text("-c"),
    .text(
      #"echo '{"protocol": 1, "name": "echo", "version": "1", "summary": "Does nothing."}'; exec cat"#
    ),
  ]))

/// Options for stages that can't run without any.
let stageOptions: [String: [Option]] = [
  "exec": [echo],
  "page": [Option("size", .text("a5"))],
  "scale": [Option("by", .number(1.5))],
  "stretch": [Option("x", .number(3)), Option("y", .number(0.5))],
  "text": [Option("family", .text("DejaVu Serif")), Option("scale", .number(1.5))],
]

/// Options with which a stage changes nothing.
let neutralOptions: [String: [Option]] = [
  "exec": [echo],
  "style": [],
  "translate": [],
  "rotate": [Option("angle", .number(0))],
  "scale": [Option("by", .number(1))],
  "stretch": [Option("x", .number(1))],
]

/// Valid files of each format, short, with much of what the format has.
let importerSamples: [String: [String]] = [
  "csv": [
    "x,y,group\n1,2,a\n3,4.5,a\n\n-5e1,\"6\",b\n7,8,b\n",
    "\u{FEFF}name;lon;lat\r\nq;1,5;2,5\r\nq;3,25;-4\r\n",
  ],
  "json": [
    "[[1,2],[3,4.5],[-5e1,6]]",
    "{\"paths\":[{\"points\":[[0,0],[1,2]]},{\"points\":[{\"x\":3,\"y\":4},{\"x\":5,\"y\":6}]}]}",
    """
    {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"é"},
    "geometry":{"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,0]],[[2,1],[3,1],[3,2],[2,1]]]}}]}
    """,
  ],
  "svg": [
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="50mm" viewBox="0 0 200 100">
      <title>A &amp; b</title>
      <g id="a" class="x y" transform="translate(10 20) rotate(30)" stroke="#f00" opacity=".5">
        <path d="M10 10h5v-5l1e1.5-.5.5Q1 2 3 4T5 6C1 2 3 4 5 6S7 8 9 10A5 6 30 01 7 8z"/>
        <rect x="1" y="2" width="30" height="20" rx="3" style="fill:none;stroke-width:2px"/>
      </g>
      <circle cx="5" cy="5" r="3"/><ellipse cx="1" cy="2" rx="3" ry="4"/>
      <polyline points="0,0 5,5 10,0"/><polygon points="0 0 5 5 10 0"/>
      <line x1="0" y1="0" x2="9" y2="9" stroke-dasharray="3 1" stroke="currentColor"/>
      <text x="9 12" y="30" dx="0 1" rotate="5" font-family="DejaVu Sans" letter-spacing="1">ab
        <tspan font-weight="bold" text-decoration="underline" baseline-shift="sub">c &amp; d</tspan></text>
      <path id="p" d="M9 9Q50 50 90 9"/>
      <text font-family="DejaVu Sans" textLength="50"><textPath href="#p" startOffset="5">on it</textPath></text>
    </svg>
    """
  ],
]

/// Options under which a format keeps what it needs to give the same file again.
let roundTripOptions: [String: [Option]] = [:]

/// Importers that don't read all that their format's exporter writes, with the reason.
let partialImporters = [
  "svg": "moves that draw nothing are written and not read; see RoundTripTests for all else"
]
