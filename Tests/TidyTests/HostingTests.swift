import Foundation
import Testing

/// The article on hosting the runtime is the program that `.ci/campaign embed` builds and runs.
@Suite struct HostingTests {
  private static let article = "Sources/Truth/TagRuntime/TagRuntime.docc/HostingTheRuntime.md"
  private static let program = "Tests/Embedding/Sources/Hosting/main.swift"
  /// What somebody is ready to read.
  private static let mostLines = 60

  private static func text(of path: String) throws -> String {
    try #require(try Repository().files().first { $0.path == path }).text
  }

  /// The blocks of Swift, one after the other.
  private static func blocks(of page: String) -> [String] {
    page.components(separatedBy: "\n```swift\n").dropFirst().map { rest in
      rest.components(separatedBy: "\n```\n")[0] + "\n"
    }
  }

  @Test func theBlocksAreTheProgram() throws {
    let blocks = Self.blocks(of: try Self.text(of: Self.article))
    #expect(blocks.count > 4)
    #expect(blocks.joined(separator: "\n") == (try Self.text(of: Self.program)))
  }

  @Test func theHostIsShort() throws {
    let host = Self.blocks(of: try Self.text(of: Self.article)).filter {
      $0.contains("struct Host") || $0.contains("extension Host")
    }
    let lines = host.joined().split(separator: "\n")
    #expect(lines.count > Self.mostLines / 2 && lines.count <= Self.mostLines)
  }
}
