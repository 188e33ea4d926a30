extension Skeleton {
  /// A stage in Python: a program without packages, and a test.
  /// - Parameter names: The plug-in's names.
  /// - Returns: Its files.
  static func python(_ names: Names) -> Skeleton {
    let name = names.name
    return Skeleton(
      title: "Python",
      files: [
        File(path: "\(name).py", text: program(name), isExecutable: true),
        File(path: "test.sh", text: testScript(name, plugin: "./\(name).py"), isExecutable: true),
        File(
          path: "README.md",
          text: """
            # \(name)

            A plug-in for strokemill in Python, without any packages: the stage `\(name)` moves every point to the right.

                ./test.sh    # what it does, as a user sees it; needs strokemill in PATH

            Use it:

                strokemill convert in.svg -o out.svg --plugin ./\(name).py -s \(name):by=2mm

            For good, put it where strokemill finds it by itself:

                install -D -m 755 \(name).py -t ~/.local/share/strokemill/plugins

            `HELLO` says what can be set, `answer` does the work. To see what strokemill sends, write it to standard error.

            """),
      ],
      next: ["./test.sh", "strokemill show \(name) --plugin ./\(name).py"])
  }

  private static func program(_ name: String) -> String {
    """
    #!/usr/bin/env python3
    \"""A stage for strokemill: moves every point to the right.\"""
    import json
    import sys

    # The first line says what this is and what can be set: strokemill makes help, checks and completions of it.
    HELLO = {
        "protocol": 1,
        "name": "\(name)",
        "version": "0.1.0",
        "summary": "Moves every point to the right.",
        "parameters": [
            {"name": "by", "kind": "length", "default": 10, "help": "How far; negative is to the left."},
        ],
    }


    def answer(request):
        \"""One drawing in, one drawing out. The same request must always get the same answer.\"""
        drawing, by = request["drawing"], request["options"]["by"]
        # Checked by strokemill already, and in the drawing's units. What can't be known in them stays a text.
        if isinstance(by, str):
            return {"error": f"'by' can't be {by} here; use a number or mm", "code": "\(name).by"}
        for path in drawing["paths"]:
            for point in path["points"]:
                point[0] += by
        return {"drawing": drawing}


    def main():
        print(json.dumps(HELLO), flush=True)
        # Then a line for each line, until there are no more. Standard output is strokemill's: what a person should
        # see goes to standard error.
        for line in sys.stdin:
            print(json.dumps(answer(json.loads(line))), flush=True)


    if __name__ == "__main__":
        main()

    """
  }
}
