import CommandKit
import Foundation
import OrderedCollections
import ScenarioEngine
import TagRuntime

/// A trace that was opened: what was done is done again.
struct OpenedTrace: Sendable {
  /// What people call it.
  let name: String
  /// What was read.
  let trace: Trace
  /// The run at its end.
  @Boxed private(set) var run: ScenarioRun
  /// What is to be known of it, one sentence each.
  let remarks: [String]

  /// Does again what a trace tells.
  ///
  /// - Parameters:
  ///   - trace: what was read.
  ///   - name: what people call it.
  ///   - loaded: the scenario of which it tells.
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

  /// Whether a file is a trace. A pipe, which can be read once, is taken for none.
  static func isTrace(_ file: String) -> Bool {
    if StandardInput.isMeant(by: file) {
      return (try? StandardInput.bytes(limit: Trace.byteLimit)).map { Trace.isMeant(by: $0) }
        ?? false
    }
    // To look into a pipe would take from it what is to be read.
    let disk = DiskFiles(streams: [])
    guard disk.isPlain(file), let start = try? disk.start(of: file, count: Trace.wordRoom) else {
      return false
    }
    return Trace.isMeant(by: start)
  }

  /// Why a file is no scenario that could be played anew, where it is a trace; else nil.
  static func refusal(_ file: String) -> [LoadProblem]? {
    guard isTrace(file) else { return nil }
    return [
      LoadProblem(
        "\(file): is a trace, of what was played already: 'tagsim \(ShellText.path(file))' opens "
          + "it, and 'tagsim explain \(ShellText.path(file))' asks it")
    ]
  }

  /// Refuses a trace where another kind of file is needed.
  static func refuse(_ bytes: [UInt8], _ file: String) throws(CommandFailure) {
    guard Trace.isMeant(by: bytes) else { return }
    throw CommandFailure(
      "\(file): is a trace, and another file is needed: 'tagsim \(ShellText.path(file))' opens it",
      code: .badInput)
  }

  /// What is on a phone's disk before its scenario is not in a trace.
  static func refuseDevice(of trace: Trace, _ name: String) throws(CommandFailure) {
    guard let device = trace.play.device else { return }
    throw CommandFailure(
      "\(name): was made with --device \(device), whose disk is not in it: play it with that file",
      code: .badInput)
  }
}
