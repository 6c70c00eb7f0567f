import CommandKit
import ContainerFormats
import Foundation
import OrderedCollections
import ScenarioEngine
import TagMonitor
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
    let scenario = trace.play.scenario
    var lacks: [String] = []
    func container(_ path: String) -> CompiledContainer? {
      do throws(LoadFailure) {
        return try loader.container(loader.resolved(path, besides: scenario))
      } catch {
        lacks += error.lines
        return nil
      }
    }
    var inputs = loaded.inputs
    inputs.readers = Monitor.rowReaders
    inputs.instead = trace.play.instead
    for copy in inputs.instead.values { inputs.containers[copy] = container(copy) }
    let start = ScenarioRun(loaded.scenario, inputs: inputs)
    let replay = TraceReplay(of: trace, from: start, container: container)
    run = replay.run
    remarks = replay.remarks(on: trace, file: name, build: ProgramVersion.build) + lacks
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
