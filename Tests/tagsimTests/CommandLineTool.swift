import Foundation
import OrderedCollections
import TagRuntime
import Testing

/// The built programs as their users start them: a process with arguments, files and an exit code.
enum CommandLineTool {
  struct Result {
    var code: Int32
    var output: String
    var complaint: String
    /// Both streams as they came, before they are read as text.
    var bytes: [UInt8]

    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// What it printed, read as JSON.
    var json: Value { get throws { try JSONReader.read(Array(output.utf8)) } }
  }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// How many scenarios the package ships.
  static var shippedScenarioCount: Int {
    let folder = root.appendingPathComponent("Scenarios").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.count { $0.hasSuffix(".scenario") }
  }

  static func path(_ name: String) -> String { root.appendingPathComponent(name).path }

  /// The words of a command line; those in single quotes are one.
  static func words(of line: String) -> [String] {
    line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap {
      $0.offset.isMultiple(of: 2)
        ? $0.element.split(separator: " ").map(String.init) : [String($0.element)]
    }
  }

  private final class Marker {}

  /// A program, which is built beside the tests.
  static func executable(_ name: String = "tagsim") throws -> URL {
    let places = [
      Bundle(for: Marker.self).bundleURL.deletingLastPathComponent(), Bundle.main.bundleURL,
      URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(),
    ]
    let candidates = places.map { $0.appendingPathComponent(name) }
    let found = candidates.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    }
    return try #require(found, "\(name) is not among \(candidates.map(\.path))")
  }

  /// Runs the program to its end, without a terminal.
  ///
  /// - Parameter input: the file that it finds on standard input; nil is none.
  static func run(
    _ arguments: [String], in folder: URL = root, environment: [String: String] = [:],
    input: URL? = nil, program: URL? = nil
  ) throws -> Result {
    let scratch = try ScratchFolder()
    let process = Process()
    process.executableURL = try program ?? executable()
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // Files hold any amount of output; a pipe that nobody empties stops the program.
    let (output, complaint) = (try scratch.file("out"), try scratch.file("err"))
    process.standardInput = try input.map { try FileHandle(forReadingFrom: $0) } ?? .nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: complaint)
    try process.run()
    process.waitUntilExit()
    let (out, err) = (try Data(contentsOf: output), try Data(contentsOf: complaint))
    return Result(
      code: process.terminationStatus, output: String(decoding: out, as: UTF8.self),
      complaint: String(decoding: err, as: UTF8.self), bytes: [UInt8](out + err))
  }

  /// Runs the program to its end, which has a code, a word on standard error and one on standard
  /// output.
  @discardableResult
  static func run(
    _ arguments: [String], code: Int32, says complaint: String = "", prints output: String = "",
    in folder: URL = root, environment: [String: String] = [:], input: URL? = nil,
    program: URL? = nil, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> Result {
    let result = try run(
      arguments, in: folder, environment: environment, input: input, program: program)
    let isAsExpected =
      result.code == code && (complaint.isEmpty || result.complaint.contains(complaint))
      && (output.isEmpty || result.output.contains(output))
    #expect(
      isAsExpected, "\(arguments): \(result.code)\n\(result.output)\(result.complaint)",
      sourceLocation: sourceLocation)
    return result
  }

  /// Runs a command line; words with blanks stand in single quotes.
  @discardableResult
  static func run(
    _ line: String, code: Int32 = 0, says complaint: String = "", prints output: String = "",
    in folder: URL = root, environment: [String: String] = [:], input: URL? = nil,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> Result {
    try run(
      words(of: line), code: code, says: complaint, prints: output,
      in: folder, environment: environment, input: input, sourceLocation: sourceLocation)
  }

  /// Runs a script of a shell, to which the program is `$0`.
  static func shell(
    _ script: String, _ arguments: String..., in folder: URL = root, program: String = "/bin/sh"
  ) throws -> Result {
    try run(
      ["-c", script, try executable().path] + arguments, in: folder,
      program: URL(fileURLWithPath: program))
  }

  /// Starts the program, and gives what it prints as it comes.
  static func start(
    _ line: String, in folder: URL = root, environment: [String: String] = [:],
    errors: Any? = FileHandle.nullDevice, input: Any? = FileHandle.nullDevice
  ) throws -> (process: Process, output: FileHandle) {
    let (process, output) = (Process(), Pipe())
    process.executableURL = try executable()
    process.arguments = words(of: line)
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    (process.standardError, process.standardInput) = (errors, input)
    try process.run()
    return (process, output.fileHandleForReading)
  }
}

extension ScratchFolder {
  /// Runs a command line here.
  @discardableResult
  func run(
    _ line: String, code: Int32 = 0, says complaint: String = "", prints output: String = "",
    input: URL? = nil, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> CommandLineTool.Result {
    try CommandLineTool.run(
      line, code: code, says: complaint, prints: output, in: url, input: input,
      sourceLocation: sourceLocation)
  }

  @discardableResult
  func run(
    _ arguments: [String], code: Int32, says complaint: String = "", prints output: String = "",
    input: URL? = nil, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> CommandLineTool.Result {
    try CommandLineTool.run(
      arguments, code: code, says: complaint, prints: output, in: url, input: input,
      sourceLocation: sourceLocation)
  }
}
