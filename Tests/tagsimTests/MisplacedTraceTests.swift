import Foundation
import Testing

@testable import tagsim

/// A trace that is given where another kind of file is needed is told by its kind.
struct MisplacedTraceTests {
  @Test(arguments: ["inspect", "lint", "compile", "fmt", "import"])
  func isNamed(_ command: String) throws {
    let scratch = try ScratchFolder()
    let trace = scratch.path("a b.trace")
    try Data("{\"trace\": \"tagsim\", \"version\": 1}\n".utf8).write(
      to: URL(fileURLWithPath: trace))
    let output = command == "compile" ? ["-o", "out"] : []
    let result = try scratch.run([command, "a b.trace"] + output, code: 6, says: "is a trace")
    #expect(result.complaint.contains("'tagsim 'a b.trace'' opens it"), "\(result.complaint)")
  }
}
