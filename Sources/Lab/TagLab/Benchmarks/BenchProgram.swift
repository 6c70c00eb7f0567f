import ArgumentParser
import CommandKit
import Foundation
import OrderedCollections
import TagBench
import TagRuntime

/// A build of tagsim-lab that is started to measure itself, or of a tagsim that still has `bench`.
struct BenchProgram {
  /// The most output that is read, more than any listing or measurement has.
  private static let outputLimit = 1 << 20

  /// The path as the user wrote it.
  let path: String
  /// Whether its rounds have a hundredth of the size.
  let isSmall: Bool

  static func this(isSmall: Bool) throws(CommandFailure) -> BenchProgram {
    let files = FileManager.default
    let candidates = [
      try? files.destinationOfSymbolicLink(atPath: "/proc/self/exe"), Bundle.main.executablePath,
      CommandLine.arguments.first,
    ]
    guard let path = candidates.compactMap({ $0 }).first(where: files.isExecutableFile) else {
      throw CommandFailure(
        "this program cannot find its own file: start it by its path", code: .internalError)
    }
    return BenchProgram(path: path, isSmall: isSmall)
  }

  func workloads() throws(CommandFailure) -> [String] {
    let answer = try run(["bench", "--list", "--json"])
    guard answer.code == 0, let names = answer.document.flatMap(WorkloadMeasurement.names) else {
      throw CommandFailure(
        "\(path) has no command 'bench': name a build of tagsim-lab, or an older one of tagsim "
          + "that has it", code: .usage)
    }
    return names
  }

  func measure(_ workload: String, repeats: Int) throws(CommandFailure) -> WorkloadMeasurement {
    let answer = try run(
      ["bench", workload, "--json", "--repeats", "\(repeats)"] + (isSmall ? ["--small"] : []))
    if answer.code == 0, let read = answer.document.flatMap(WorkloadMeasurement.read),
      let measurement = read.first(where: { $0.workload == workload })
    {
      return measurement
    }
    switch answer.code {
    case ExitCode.interrupted.rawValue: throw CommandFailure([], code: .interrupted)
    case ExitCode.mismatch.rawValue:
      throw CommandFailure("\(path): \(answer.complaint)", code: .mismatch)
    default:
      throw CommandFailure(
        "\(path) did not measure \(workload) and ended with \(answer.code): \(answer.complaint)",
        code: .internalError)
    }
  }

  /// The answer of a program: its exit code and the lines of both its streams.
  private struct Answer {
    var code: Int32
    var lines: [Substring]

    /// The line that is a JSON document.
    var document: Value? {
      lines.lazy.filter { $0.hasPrefix("{") }.compactMap {
        try? JSONReader.read(Array($0.utf8))
      }.first
    }

    /// The last line that is not a document.
    var complaint: String {
      let said = lines.last { !$0.hasPrefix("{") && !$0.isEmpty } ?? "it printed nothing"
      return said.hasPrefix("tagsim: ") ? String(said.dropFirst("tagsim: ".count)) : String(said)
    }
  }

  private func run(_ arguments: [String]) throws(CommandFailure) -> Answer {
    let files = FileManager.default
    var isFolder: ObjCBool = false
    guard files.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw CommandFailure(
        "\(path): there is no such file: check the name and the folder", code: .badInput)
    }
    guard !isFolder.boolValue, files.isExecutableFile(atPath: path) else {
      throw CommandFailure("\(path): is not a program that can be started", code: .badInput)
    }
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    do {
      try process.run()
    } catch {
      throw CommandFailure("\(path): is not a program that can be started", code: .badInput)
    }
    BenchInterruption.runs(child: process.processIdentifier)
    defer { BenchInterruption.runs(child: 0) }
    let output = read(pipe.fileHandleForReading, of: process)
    process.waitUntilExit()
    let text = String(decoding: output, as: UTF8.self)
    return Answer(code: process.terminationStatus, lines: text.split(separator: "\n"))
  }

  /// Reads all output of a program, and ends a program with too much output.
  private func read(_ file: FileHandle, of process: Process) -> [UInt8] {
    var output: [UInt8] = []
    while let data = try? file.read(upToCount: 1 << 16), !data.isEmpty {
      output += data
      if output.count > Self.outputLimit {
        process.terminate()
        break
      }
    }
    return output
  }
}
