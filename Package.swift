// swift-tools-version: 6.2
import Glibc
import PackageDescription

// Every target lives in the folder of its name: `Sources/<Name>` for the engine, `Plugins/<Name>`
// for formats and styles. A plug-in gets nothing that a plug-in from outside would not get.

/// What each plug-in may import beside what it names itself.
let pluginBase: [Target.Dependency] = ["PathModel", "PluginKit"]

/// A format or a family of stages: one folder, one target, one plug-in.
func plugin(_ name: String, _ more: Target.Dependency...) -> Target {
  .target(name: name, dependencies: pluginBase + more, path: "Plugins/\(name)")
}

let package = Package(
  name: "strokemill",
  products: [
    .executable(name: "strokemill", targets: ["strokemill"]),
    .library(name: "PluginKit", targets: ["PluginKit", "PathModel", "Geometry", "NumberText"]),
    .library(name: "PluginTesting", targets: ["PluginTesting"]),
    .library(name: "PluginBridge", targets: ["PluginBridge", "CPluginABI"]),
    .library(name: "Strokemill", targets: ["Pipeline", "BuiltinPlugins"]),
    // For the law tests alone.
    .library(name: "LoadableBuiltins", type: .dynamic, targets: ["LoadableBuiltins"]),
  ],
  targets: [
    // C and C++ from the system, one module each.
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // The C++ library's std::from_chars and std::to_chars, which Swift can't import by name.
    .target(name: "CCharConv"),
    // Processes, which Swift can start and end only in part.
    .target(name: "CChildProcess"),
    // What Linux can take from a process that reads files of strangers.
    .target(name: "CSandbox"),
    // HarfBuzz, fontconfig and FriBidi, which are opened when the first text is met.
    .target(name: "CFontLibraries"),

    // The engine, in order of dependency.
    .target(name: "LargeMemory"),
    .target(name: "NumberText", dependencies: ["CCharConv", "LargeMemory"]),
    .target(name: "PathModel", dependencies: ["LargeMemory"]),
    .target(name: "Geometry", dependencies: ["PathModel"]),
    // Programs that are started and answer: plug-ins of others, and workers of the tool's own.
    .target(name: "ChildProcesses", dependencies: ["CChildProcess", "NumberText"]),
    .target(name: "StrictJSON", dependencies: ["NumberText"]),
    .target(name: "StyleSheets", dependencies: ["NumberText"]),
    .target(name: "TextShaping", dependencies: ["CFontLibraries", "PathModel", "Geometry"]),
    .target(name: "PluginKit", dependencies: ["PathModel", "NumberText"]),
    .target(
      name: "PluginTesting",
      dependencies: ["PluginBridge", "PluginKit", "PathModel", "NumberText"]),
    // The JSON forms of a drawing's tables, of declarations, options and diagnostics: what a plug-in's
    // table, child processes and the JSON format share.
    .target(
      name: "JSONForms", dependencies: ["PluginKit", "PathModel", "StrictJSON", "NumberText"]),
    // What is said and cleared away when the process dies of a signal.
    .target(name: "CLastWords"),
    // The binary contract of plug-ins that are loaded: one C header.
    .target(name: "CPluginABI"),
    .target(
      name: "PluginBridge",
      dependencies: [
        "CPluginABI", "CLastWords", "PluginKit", "PathModel", "JSONForms", "StrictJSON",
        "NumberText", "LargeMemory",
      ]),
    .target(
      name: "Pipeline",
      dependencies: ["PluginKit", "PathModel", "Geometry", "StrictJSON", "NumberText", "CZlib"]),

    // Formats.
    plugin("CSVFormat", "Geometry", "NumberText"),
    plugin("JSONFormat", "JSONForms", "StrictJSON", "NumberText"),
    plugin(
      "SVGFormat", "Geometry", "NumberText", "CLibXML2", "LargeMemory", "StyleSheets",
      "TextShaping"),
    plugin("EPSFormat", "Geometry", "NumberText"),
    // Stages.
    plugin("Layout", "Geometry"),
    plugin("Appearance"),
    plugin("Curves", "Geometry"),
    plugin("Lettering", "TextShaping"),
    plugin("HandDrawn", "Geometry"),
    plugin("Hatch", "Geometry"),
    plugin("Pen", "Geometry"),
    plugin("Sketch", "HandDrawn", "Hatch"),
    // Programs of others as stages, over the drawing form.
    plugin("Exec", "ChildProcesses", "JSONFormat", "JSONForms", "StrictJSON", "NumberText"),

    // Pipeline files that the tool brings along, inside its own file: it runs without anything beside
    // it.
    .target(name: "Presets", resources: [.embedInCode("Files")]),

    // The list of what is built in, and the tool.
    .target(
      name: "BuiltinPlugins",
      dependencies: [
        "PluginKit", "CSVFormat", "JSONFormat", "SVGFormat", "EPSFormat", "Layout", "Appearance",
        "Curves", "HandDrawn", "Hatch", "Lettering", "Pen", "Sketch", "Exec",
      ]),
    .executableTarget(
      name: "strokemill",
      dependencies: [
        "Pipeline", "PluginBridge", "PluginKit", "PathModel", "Geometry", "StrictJSON",
        "JSONForms", "NumberText",
        "LargeMemory", "ChildProcesses", "CChildProcess", "CLastWords", "CSQLite", "CSandbox",
        "TextShaping", "BuiltinPlugins", "Exec", "Presets",
      ]),

    // What tests share: running the tool and the judges, comparing pictures. Optimized in debug builds too,
    // since comparing pictures pixel by pixel takes seconds otherwise. (No product contains it, so
    // that the flag doesn't keep anyone from depending on this package.)
    .target(
      name: "TestSupport", dependencies: ["CZlib"], path: "Tests/Support",
      swiftSettings: [.unsafeFlags(["-O"], .when(configuration: .debug))]),

    // What a plug-in's table costs; run by bench.py.
    .executableTarget(
      name: "TableBench", dependencies: ["Layout", "PluginBridge", "PluginKit", "PathModel"],
      path: "Tests/Benchmarks/Table"),
    // How fast drawings go to a child process and back; run by bench.py.
    .executableTarget(
      name: "ExecBench",
      dependencies: ["Exec", "JSONFormat", "StrictJSON", "NumberText", "PluginKit", "PathModel"],
      path: "Tests/Benchmarks/Exec"),

    // What readers are given by fuzzers and by tests.
    .target(
      name: "FuzzTargets", dependencies: ["BuiltinPlugins", "Pipeline", "PluginKit"],
      path: "Tests/Fuzz/Targets"),

    // Tests: one target for each target that has some.
    .testTarget(
      name: "FuzzTests",
      dependencies: ["FuzzTargets", "BuiltinPlugins", "Pipeline", "PluginKit", "TestSupport"]),
    .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"]),
    // What the tool makes of the samples, as renderers and validators from outside judge it.
    .testTarget(
      name: "SampleTests", dependencies: ["TestSupport", "strokemill", "StrictJSON", "NumberText"]),
    // Many files at a time: what is left when a run is killed or interrupted.
    .testTarget(
      name: "BulkTests", dependencies: ["TestSupport", "strokemill", "StrictJSON"],
      exclude: ["faults.c", "harm.c", "without-landlock.c"]),
    // What it makes of hostile and of real files, which lie beside the project.
    .testTarget(
      name: "CorpusTests", dependencies: ["CorpusJudging", "Pipeline", "TestSupport", "strokemill"]),
    .target(
      name: "CorpusJudging", dependencies: ["TestSupport", "StrictJSON"],
      path: "Tests/Corpus/Judging"),
    .executableTarget(
      name: "CorpusRunner", dependencies: ["CorpusJudging", "TestSupport", "Pipeline"],
      path: "Tests/Corpus/Runner"),
    // Beside its runner lie the documents that it runs.
    .testTarget(
      name: "CommandTests", dependencies: ["TestSupport", "strokemill"],
      path: "Tests/CommandTests/Runner"),
    .testTarget(
      name: "CSVFormatTests",
      dependencies: ["CSVFormat", "NumberText", "PathModel", "PluginKit", "TestSupport"]),
    .testTarget(name: "NumberTextTests", dependencies: ["NumberText", "CCharConv"]),
    .testTarget(
      name: "StrokemillTests",
      dependencies: ["strokemill", "Pipeline", "PluginKit", "NumberText"]),
    .testTarget(
      name: "PresetsTests",
      dependencies: ["Presets", "Pipeline", "BuiltinPlugins", "StrictJSON", "TestSupport"]),
    .testTarget(name: "PathModelTests", dependencies: ["PathModel"]),
    .testTarget(
      name: "StrictJSONTests", dependencies: ["StrictJSON", "NumberText", "TestSupport"]),
    .testTarget(
      name: "PluginTestingTests",
      dependencies: ["PluginTesting", "PluginKit", "PathModel", "NumberText"]),
    .testTarget(name: "StyleSheetsTests", dependencies: ["StyleSheets"]),
    .testTarget(
      name: "CFontLibrariesTests", dependencies: ["CFontLibraries", "TestSupport"],
      exclude: ["agreement.c"]),
    .testTarget(
      name: "TextShapingTests",
      dependencies: ["TextShaping", "PathModel", "TestSupport", "strokemill"]),
    // The laws of `PluginTesting`, for everything that is built in.
    .testTarget(
      name: "LawTests",
      dependencies: [
        "BuiltinPlugins", "PluginTesting", "PluginBridge", "PluginKit", "PathModel", "Pipeline",
        "NumberText", "StrictJSON", "TestSupport",
      ]),
    // Everything that is built in as a library to load, for the same laws through a real dlopen.
    .target(
      name: "LoadableBuiltins", dependencies: ["BuiltinPlugins", "PluginBridge", "PluginKit"],
      path: "Tests/LoadableBuiltins"),
    .testTarget(name: "LayoutTests", dependencies: ["Layout", "PluginKit", "PathModel"]),
    .testTarget(name: "CurvesTests", dependencies: ["Curves", "PluginKit", "PathModel"]),
    .testTarget(
      name: "LetteringTests",
      dependencies: [
        "Lettering", "SVGFormat", "TextShaping", "PluginKit", "PathModel", "Geometry",
        "TestSupport",
      ]),
    .testTarget(name: "AppearanceTests", dependencies: ["Appearance", "PluginKit", "PathModel"]),
    .testTarget(name: "PenTests", dependencies: ["Pen", "Geometry", "PluginKit", "PathModel"]),
    .testTarget(
      name: "HandDrawnTests",
      dependencies: ["HandDrawn", "Geometry", "PluginKit", "PathModel"]),
    .testTarget(
      name: "HatchTests", dependencies: ["Hatch", "Geometry", "PluginKit", "PathModel"]),
    .testTarget(
      name: "SketchTests",
      dependencies: ["Sketch", "HandDrawn", "Hatch", "PluginKit", "PathModel"]),
    .testTarget(
      name: "CPluginABITests", dependencies: ["CPluginABI", "PathModel", "TestSupport"],
      exclude: ["layout.c"]),
    .testTarget(
      name: "PluginBridgeTests",
      dependencies: [
        "PluginBridge", "CPluginABI", "PluginTesting", "PluginKit", "PathModel", "NumberText",
        "TestSupport", "strokemill",
      ],
      exclude: ["crash.c", "dying-rename.c", "two-names.c"]),
    .testTarget(
      name: "ExecTests",
      dependencies: [
        "Exec", "PluginTesting", "PluginKit", "PathModel", "NumberText", "TestSupport",
      ],
      exclude: ["liar.py"]),
    .testTarget(name: "PluginKitTests", dependencies: ["PluginKit", "PathModel"]),
    .testTarget(name: "GeometryTests", dependencies: ["Geometry", "PathModel", "PluginKit"]),
    .testTarget(
      name: "SVGFormatTests",
      dependencies: [
        "SVGFormat", "PluginKit", "PathModel", "Geometry", "NumberText", "TextShaping",
        "TestSupport",
      ]),
    .testTarget(
      name: "EPSFormatTests", dependencies: ["EPSFormat", "PluginKit", "PathModel", "NumberText"]),
    .testTarget(
      name: "PictureTests",
      dependencies: [
        "TestSupport", "SVGFormat", "EPSFormat", "PluginKit", "PathModel", "NumberText",
        "strokemill",
      ]),
    .testTarget(
      name: "JSONFormatTests",
      dependencies: [
        "JSONFormat", "StrictJSON", "PluginKit", "PathModel", "NumberText", "TestSupport",
      ]),
    .testTarget(
      name: "PipelineTests",
      dependencies: [
        "Pipeline", "BuiltinPlugins", "PluginKit", "PathModel", "NumberText", "StrictJSON",
        "TestSupport",
      ]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// `make fuzz` builds these; in a plain build libFuzzer isn't there. (The flag says that there is no
// main.)
if Context.environment["STROKEMILL_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "BridgeFuzz",
      dependencies: [
        "BuiltinPlugins", "CPluginABI", "NumberText", "PathModel", "PluginBridge", "PluginKit",
      ],
      path: "Tests/Fuzz/Bridge",
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
  package.targets.append(
    .executableTarget(
      name: "ReadersFuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Readers",
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
}

// `make install` puts the sources that plug-ins in Swift are built with under PREFIX/share/strokemill, without the
// folders of built-in plug-ins, the tool and the tests. There the package is what authors need.
func isThere(_ folder: String) -> Bool {
  access("\(Context.packageDirectory)/\(folder)", F_OK) == 0
}

if !isThere("Plugins") {
  package.targets.removeAll { $0.type == .test || !isThere($0.path ?? "Sources/\($0.name)") }
  let libraries = ["PluginKit", "PluginTesting", "PluginBridge"]
  package.products.removeAll { !libraries.contains($0.name) }
}

for target in package.targets where target.type != .system && target.type != .plugin {
  var settings = target.swiftSettings ?? []
  settings += [
    // `any P` is always written out: https://github.com/swiftlang/swift-evolution (SE-0335)
    .enableUpcomingFeature("ExistentialAny"),
    // An import is private to its file unless it says otherwise (SE-0409).
    .enableUpcomingFeature("InternalImportsByDefault"),
    // A member is only seen when its module is imported (SE-0444).
    .enableUpcomingFeature("MemberImportVisibility"),
    // Nothing hops threads by surprise (SE-0461).
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    // `PathView` is a borrowed, non-escapable view over spans; only PathModel spells lifetimes.
    .enableExperimentalFeature("Lifetimes"),
  ]
  // Every use of an unsafe construct is marked `unsafe` (SE-0458); but what plays a plug-in in C would be
  // so throughout.
  if !["PluginBridgeTests", "BridgeFuzz", "ReadersFuzz"].contains(target.name) {
    settings.append(.strictMemorySafety())
  }
  // `make` and CI set this. It's off in a plain build, so that a newer compiler's new warnings
  // never stop a user.
  if Context.environment["STROKEMILL_STRICT"] != nil {
    settings.append(.treatAllWarnings(as: .error))
  }
  target.swiftSettings = settings
}
