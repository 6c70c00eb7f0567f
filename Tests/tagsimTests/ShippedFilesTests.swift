import CommandKit
import Foundation
import Testing

@testable import tagsim

/// What is compiled in is what is shipped.
struct ShippedFilesTests {
  private static let folder = CommandLineTool.root.appendingPathComponent("Scenarios")

  @Test func everyFileIsCompiledInAsItIs() throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
      .filter { $0.contains(".") }.sorted()
    #expect(ShippedFiles.all.map(\.path) == names)
    for name in names {
      let shipped = try Data(contentsOf: Self.folder.appendingPathComponent(name))
      #expect(try ShippedFiles().bytes(of: name) == Array(shipped), "\(name)")
    }
  }

  @Test func anotherFileIsNotThere() {
    #expect(throws: CommandFailure.self) { try ShippedFiles().bytes(of: "other.scenario") }
  }
}
