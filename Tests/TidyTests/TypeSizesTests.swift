import Foundation
import Testing

/// A large value is behind one reference, so that whoever passes it on copies little. `Boxed` does
/// that for a property.
@Suite struct TypeSizesTests {
  private static let limit = 512
  /// `run` and `open` have more options than other commands, and ArgumentParser keeps each in its
  /// place.
  private static let exceptions: Set<String> = ["$s6tagsim3RunVWV", "$s6tagsim4OpenVWV"]

  /// Where the program's own modules are; a symbol names its module after the length of its name.
  private static func prefixes() throws -> [String] {
    let modules = Set(try Repository().swiftFiles(under: "Sources").map(\.target))
    return modules.sorted().map { "$s\($0.utf8.count)\($0)" }
  }

  @Test func noTypeIsLarge() throws {
    let program = try #require(CommandLine.arguments.first)
    guard let sizes = try TypeSizes(ofProgram: program) else { return }
    let all = sizes.all(beginningWith: try Self.prefixes())
    #expect(all.count > 1000, "the types of \(program) are not found")
    let large = all.filter {
      $0.bytes > Self.limit && !Self.exceptions.contains($0.symbol)
    }.map { "\($0.symbol) has \($0.bytes) bytes" }
    #expect(large.sorted() == [])
  }
}
