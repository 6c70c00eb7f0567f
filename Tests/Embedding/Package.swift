// swift-tools-version: 6.2
import PackageDescription

let products = ["ScenarioEngine", "ScenarioFolders"]
let runtime: Target.Dependency = .product(name: "TagRuntime", package: "tagsim")

let package = Package(
  name: "Embedding",
  dependencies: [.package(name: "tagsim", path: "../..")],
  targets: [
    .executableTarget(
      name: "Embedding",
      dependencies: products.map { .product(name: $0, package: "tagsim") }),
    // The runtime alone, without Foundation, as a program with a small footprint takes it.
    .executableTarget(name: "RuntimeAlone", dependencies: [runtime]),
    // The program of the article on hosting the runtime.
    .executableTarget(
      name: "Hosting",
      dependencies: [runtime, .product(name: "ContainerFormats", package: "tagsim")]),
    // Scenarios as tests.
    .testTarget(
      name: "EmbeddingTests",
      dependencies: [.product(name: "TagsimTesting", package: "tagsim")]),
  ],
  swiftLanguageModes: [.v6]
)
