import Foundation
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
  }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// How many scenarios the package ships.
  static var shippedScenarioCount: Int {
    let folder = root.appendingPathComponent("Scenarios").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.count { $0.hasSuffix(".scenario") }
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
}
