// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "spiral",
  products: [
    // What strokemill loads: libspiral.so.
    .library(name: "spiral", type: .dynamic, targets: ["SpiralEntry"])
  ],
  dependencies: [
    // Outside of this repository: .package(url: "…", from: "…")
    .package(name: "strokemill", path: "../../..")
  ],
  targets: [
    // What the plug-in does. It imports PluginKit and no more, and has no unsafe code.
    .target(
      name: "Spiral", dependencies: [.product(name: "PluginKit", package: "strokemill")]),
    // The few lines that make a library to load of it.
    .target(
      name: "SpiralEntry",
      dependencies: ["Spiral", .product(name: "PluginBridge", package: "strokemill")]),
    .testTarget(
      name: "SpiralTests",
      dependencies: ["Spiral", .product(name: "PluginTesting", package: "strokemill")]),
  ]
)
