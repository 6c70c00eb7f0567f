import Foundation

/// The built `tagsim-lab`.
enum Lab {
  static func program() throws -> URL { try CommandLineTool.executable("tagsim-lab") }

  static func run(_ arguments: [String]) throws -> CommandLineTool.Result {
    try CommandLineTool.run(arguments, program: try program())
  }
}
