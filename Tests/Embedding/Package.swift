// swift-tools-version: 6.2
import PackageDescription

let products = ["ScenarioEngine", "ContainerFormats", "TagRuntime", "TagSimulation"]

let package = Package(
  name: "Embedding",
  dependencies: [.package(name: "tagsim", path: "../..")],
  targets: [
    .executableTarget(
      name: "Embedding",
      dependencies: products.map { .product(name: $0, package: "tagsim") },
      path: "Sources")
  ],
  swiftLanguageModes: [.v6]
)
