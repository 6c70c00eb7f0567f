import Foundation
import Testing

@testable import tagsim

/// The demo that is compiled in is the one that is shipped.
struct DemoFilesTests {
  private static let names: [(path: String, constant: String, doc: String)] = [
    ("demo.scenario", "demoScenario", "The scenario of the demo."),
    ("apps/shop.app", "shopApp", "The app of the demo."),
    ("containers/GTM-AB12.plist", "defaultContainer", "The container in the app's bundle."),
    ("containers/GTM-AB12-v7.json", "savedContainer", "The container that the phone saved."),
    ("containers/GTM-AB12-v8.json", "publishedContainer", "The container on the server."),
  ]

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test(arguments: names.map(\.path))
  func compiledInAsShipped(_ path: String) throws {
    let shipped = try String(
      contentsOf: Self.root.appendingPathComponent("Scenarios/\(path)"), encoding: .utf8)
    let builtIn = try String(decoding: DemoFiles().bytes(of: path), as: UTF8.self)
    if shipped != builtIn, ProcessInfo.processInfo.environment["TAGSIM_RECORD"] == "1" {
      try record(path, shipped)
    }
    #expect(builtIn == shipped, "record it anew with TAGSIM_RECORD=1 swift test")
  }

  private func record(_ path: String, _ text: String) throws {
    let name = try #require(Self.names.first { $0.path == path })
    let type = name.constant.prefix(1).uppercased() + name.constant.dropFirst()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    " + $0 }
    let source = """
      extension DemoFiles {
        /// \(name.doc)
        static let \(name.constant) = #\"\"\"
      \(lines.joined(separator: "\n"))
          \"\"\"#
      }

      """
    let file = Self.root.appendingPathComponent("Sources/tagsim/Demo/DemoFiles+\(type).swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
  }
}
