extension Skeleton {
  /// A stage in Swift: a package with a library to load, and tests.
  /// - Parameters:
  ///   - names: The plug-in's names.
  ///   - package: The folder of strokemill's package.
  /// - Returns: Its files.
  static func swift(_ names: Names, package: String) -> Skeleton {
    let (name, type) = (names.name, names.type)
    return Skeleton(
      title: "Swift",
      files: [
        File(path: "Package.swift", text: manifest(names, package: package)),
        File(path: "Sources/\(type)Plugin/\(type)Stage.swift", text: stage(names)),
        File(
          path: "Sources/\(type)Plugin/\(type)Plugin.swift",
          text: """
            public import PluginKit

            /// All that this plug-in brings.
            public let plugin = Plugin(
              name: "\(name)", version: "0.1.0", components: [.stage(\(type)Stage.self)])

            """),
        File(
          path: "Sources/\(type)Entry/Entry.swift",
          text: """
            import \(type)Plugin
            import PluginBridge

            private let table = ExportedPlugin(plugin)

            /// What strokemill calls. Its name is that of the library, lib\(name).so: letters and digits.
            @c(strokemill_plugin_\(names.letters))
            public func entry() -> UnsafeRawPointer { table.entry }

            """),
        File(path: "Tests/\(type)PluginTests/\(type)StageTests.swift", text: tests(names)),
        File(path: ".gitignore", text: ".build/\n"),
        File(
          path: "README.md",
          text: """
            # \(name)

            A plug-in for strokemill in Swift: the stage `\(name)` moves every point to the right.

                swift test                              # the laws of all stages, and what is its own
                swift build -c release --product \(name)  # .build/release/lib\(name).so

            Use it:

                strokemill convert in.svg -o out.svg --plugin .build/release/lib\(name).so -s \(name):by=2mm

            For good, put the library where strokemill finds it by itself:

                install -D -m 644 .build/release/lib\(name).so -t ~/.local/share/strokemill/plugins

            | folder | what lies there |
            |---|---|
            | `Sources/\(type)Plugin` | what the plug-in does; it imports PluginKit, and has no unsafe code |
            | `Sources/\(type)Entry` | the function that strokemill calls |
            | `Tests` | PluginTesting's checks, which every built-in stage passes too, and your own |

            `Package.swift` says where strokemill's own package lies; `STROKEMILL_PACKAGE=FOLDER swift build` says it anew.

            """),
      ],
      next: [
        "swift test", "swift build -c release --product \(name)",
        "strokemill show \(name) --plugin .build/release/lib\(name).so",
      ])
  }

  private static func manifest(_ names: Names, package: String) -> String {
    let (name, type) = (names.name, names.type)
    let shownPackage = package.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      /// Where strokemill's own package lies.
      let strokemill = Context.environment["STROKEMILL_PACKAGE"] ?? "\(shownPackage)"

      let settings: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]

      let package = Package(
        name: "\(name)",
        products: [
          // What strokemill loads: lib\(name).so.
          .library(name: "\(name)", type: .dynamic, targets: ["\(type)Entry"])
        ],
        dependencies: [.package(name: "strokemill", path: strokemill)],
        targets: [
          .target(
            name: "\(type)Plugin", dependencies: [.product(name: "PluginKit", package: "strokemill")],
            swiftSettings: settings),
          .target(
            name: "\(type)Entry",
            dependencies: ["\(type)Plugin", .product(name: "PluginBridge", package: "strokemill")],
            swiftSettings: settings),
          .testTarget(
            name: "\(type)PluginTests",
            dependencies: ["\(type)Plugin", .product(name: "PluginTesting", package: "strokemill")],
            swiftSettings: settings),
        ]
      )

      """
  }

  private static func stage(_ names: Names) -> String {
    let (name, type) = (names.name, names.type)
    return #"""
      import PathModel
      import PluginKit

      /// Moves every point to the right.
      struct \#(type)Stage: Stage {
        static let name = "\#(name)"
        static let summary = "Moves every point to the right."

        // What can be set, a line each: strokemill makes help, checks and completions of it.
        static let parameters: [Parameter<\#(type)Stage>] = [
          Parameter("by", \.by, help: "How far; negative is to the left.")
        ]

        var by = Length(10)

        // What no single parameter's range can say; it's checked before anything is read.
        func problems() -> [String] {
          by.unit == .sw ? ["'by' can't be in stroke widths; use a number or mm"] : []
        }

        func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
          if by.unit == .percent && drawing.canvas == nil {
            throw ComponentError("\#(name).no-page", "'by' in % needs a page; use a number or mm")
          }
          let distance = by.resolved(canvas: drawing.canvas)
          drawing.withMutablePoints { points in
            for i in points.indices { points[i].x += distance }
          }
        }
      }

      """#
  }

  private static func tests(_ names: Names) -> String {
    let type = names.type
    return #"""
      import PathModel
      import PluginKit
      import PluginTesting
      import Testing

      @testable import \#(type)Plugin

      @Suite struct \#(type)StageTests {
        // The laws of all stages: every drawing copes, same seed same bytes, nothing changes with by=0.

        @Test func declarations() {
          #expect(plugin.components.flatMap { checkDeclaration($0) } == [])
        }

        @Test func stageKeepsTheLaws() {
          #expect(checkStage(\#(type)Stage.self, neutral: [Option("by", .number(0))]) == [])
        }

        /// Behind a table, as strokemill has it once it's loaded, it's the same.
        @Test func behindATable() throws {
          #expect(try checkBehindTable(plugin) == [])
        }

        // What is this stage's own.

        @Test func movesToTheRight() throws {
          var drawing = Drawing(paths: ["M0 0 L10 5"])
          var context = Context()
          var stage = \#(type)Stage()
          stage.by = Length(2.5)
          try stage.apply(to: &drawing, &context)
          #expect(drawing.pathTexts == ["M2.5 0 L12.5 5"])
        }

        @Test func refusesStrokeWidths() {
          var stage = \#(type)Stage()
          stage.by = Length(1, .sw)
          #expect(stage.problems() != [])
        }
      }

      """#
  }
}
