// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let collections: Target.Dependency = .product(
  name: "OrderedCollections", package: "swift-collections")

let heap: Target.Dependency = .product(name: "HeapModule", package: "swift-collections")

let package = Package(
  name: "tagsim",
  products: [
    .library(name: "TagRuntime", targets: ["TagRuntime"])
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0")
  ],
  targets: [
    .target(name: "TagRuntime", dependencies: [collections], swiftSettings: strict),
    .target(
      name: "TagSimulation", dependencies: ["TagRuntime", collections, heap],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
