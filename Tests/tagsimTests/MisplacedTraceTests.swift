import Foundation
import Testing

@testable import tagsim

/// A trace that is given where another kind of file is needed is told by its kind.
struct MisplacedTraceTests {
  @Test(arguments: ["inspect", "lint", "compile", "fmt", "import"])
  func isNamed(_ command: String) throws {
    let scratch = try ScratchFolder()
    let trace = scratch.url.appendingPathComponent("a b.trace").path
    try Data("{\"trace\": \"tagsim\", \"version\": 1}\n".utf8).write(
      to: URL(fileURLWithPath: trace))
    let output = command == "compile" ? ["-o", "out"] : []
    let result = try CommandLineTool.run([command, "a b.trace"] + output, in: scratch.url)
    #expect(result.code == 6)
    #expect(result.complaint.contains("is a trace"), "\(result.complaint)")
    #expect(result.complaint.contains("'tagsim 'a b.trace'' opens it"), "\(result.complaint)")
  }
}
