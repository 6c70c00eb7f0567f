import CommandKit
import ContainerFormats
import Foundation
import OrderedCollections
import ScenarioEngine
import TagRuntime

/// A trace that was opened, with its actions repeated.
struct OpenedTrace: Sendable {
  /// The trace's name for users.
  let name: String
  let trace: Trace
  @Boxed private(set) var run: ScenarioRun
  /// Remarks about the trace, one sentence each.
  let remarks: [String]

  /// Repeats the actions of a trace.
  ///
  /// - Parameters:
  ///   - trace: the trace that was read.
  ///   - name: the trace's name for users.
  ///   - loaded: the scenario of the trace.
  ///   - loader: the loader of its files.
  init(_ trace: Trace, named name: String, _ loaded: LoadedScenario, _ loader: ScenarioLoader) {
    (self.name, self.trace) = (name, trace)
    let start = ScenarioRun(loaded.scenario, inputs: loaded.inputs)
    let scenario = trace.play.scenario
    var lacks: [String] = []
    let replay = TraceReplay(of: trace, from: start) { path in
      do throws(LoadFailure) {
        return try loader.container(loader.resolved(path, besides: scenario))
      } catch {
        lacks += error.lines
        return nil
      }
    }
    run = replay.run
    remarks = replay.remarks(on: trace, file: name, build: ProgramVersion.build) + lacks
  }

  /// Whether a file is a trace. A pipe, which can be read only once, counts as not a trace.
  static func isTrace(_ file: String) -> Bool {
    if StandardInput.isMeant(by: file) {
      return (try? StandardInput.bytes(limit: Trace.byteLimit)).map { Trace.isMeant(by: $0) }
        ?? false
    }
    // Looking into a pipe would consume what is still to be read.
    let disk = DiskFiles(streams: [])
    guard disk.isPlain(file), let start = try? disk.start(of: file, count: Trace.wordRoom) else {
      return false
    }
    return Trace.isMeant(by: start)
  }

  /// The problem with playing a trace as a scenario; nil if the file is not a trace.
  static func refusal(_ file: String) -> [LoadProblem]? {
    guard isTrace(file) else { return nil }
    return [
      LoadProblem(
        "\(file): is a trace, already played: 'tagsim \(ShellText.path(file))' opens "
          + "it, and 'tagsim explain \(ShellText.path(file))' explains it")
    ]
  }

  /// Refuses a trace if another kind of file is needed.
  static func refuse(_ bytes: [UInt8], _ file: String) throws(CommandFailure) {
    guard Trace.isMeant(by: bytes) else { return }
    throw CommandFailure(
      "\(file): is a trace, but another kind of file is needed: 'tagsim \(ShellText.path(file))' "
        + "opens it",
      code: .badInput)
  }

  /// Refuses a trace of a phone with a saved disk: the disk's original content is not in the trace.
  static func refuseDevice(of trace: Trace, _ name: String) throws(CommandFailure) {
    guard let device = trace.play.device else { return }
    throw CommandFailure(
      "\(name): was made with --device \(device), which it does not include: play it with that "
        + "file",
      code: .badInput)
  }
}

extension DiskFiles {
  /// Returns the name for users and the bytes of a container file on the command line.
  func input(_ argument: String) throws(CommandFailure) -> (name: String, bytes: [UInt8]) {
    let name = StandardInput.path(argument)
    let bytes = try bytes(of: name, limit: ContainerLimits.bytes)
    try OpenedTrace.refuse(bytes, name)
    return (name, bytes)
  }
}
