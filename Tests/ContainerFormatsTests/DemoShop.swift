import Foundation

/// The containers of the demo shop that the package ships.
enum DemoShop {
  static func bytes(_ name: String) throws -> [UInt8] {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return Array(try Data(contentsOf: root.appending(path: "Scenarios/containers/" + name)))
  }
}
