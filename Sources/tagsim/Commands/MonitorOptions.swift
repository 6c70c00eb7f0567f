import ArgumentParser
import Foundation
import NcursesTerminal
import ScenarioEngine
import TagMonitor
import TerminalKit

/// What the commands with a screen have in common.
struct MonitorOptions: ParsableArguments {
  /// How borders and signs are drawn.
  enum BorderOption: String, ExpressibleByArgument, CaseIterable {
    case utf8
    case ascii
    case none

    var borders: Borders {
      switch self {
      case .utf8: .utf8
      case .ascii: .ascii
      case .none: .none
      }
    }
  }

  @Option(help: "A container file of any format that replaces the published container.")
  var container: String?

  @Option(help: "Borders and signs: utf8, ascii or none.")
  var borders: BorderOption?

  @Flag(help: "No colours; NO_COLOR, TAGSIM_NO_COLOR and TERM=dumb do the same.")
  var noColor = false

  @Flag(help: "Leave the mouse to the terminal.")
  var noMouse = false

  /// A scenario, a container to be tried, or the demo where no file is named.
  func load(_ file: String?) throws(CommandFailure) -> Opened {
    guard let file else { return try Opened(demoWith: container) }
    return try Opened(file, containerOverride: container)
  }

  /// The monitor on what was opened, at its start.
  func monitor(on opened: Opened, borders natural: Borders) -> Monitor {
    let run = ScenarioRun(opened.loaded.scenario, inputs: opened.loaded.inputs)
    var monitor = Monitor(run, borders: borders?.borders ?? natural)
    if let trial = opened.trial {
      monitor.openPhone(besides: trial.hasRules ? nil : "values")
      monitor.show(hint: trial.hint)
    }
    return monitor
  }

  /// Opens the monitor on the terminal until the user leaves.
  ///
  /// - Parameter device: the file of the phone's disk; nil for none.
  func show(
    _ opened: Opened, device: DeviceFile? = nil, start: (inout Monitor) -> Void
  ) throws {
    let environment = ProcessInfo.processInfo.environment
    let isPlain =
      noColor || ["NO_COLOR", "TAGSIM_NO_COLOR"].contains { environment[$0]?.isEmpty == false }
      || environment["TERM"] == "dumb"
    let terminal = try open(isPlain: isPlain)
    let natural: Borders = NcursesTerminal.usesUTF8() ? .utf8 : .ascii
    var opened = opened
    device?.insert(into: &opened.loaded)
    var monitor = monitor(on: opened, borders: natural)
    start(&monitor)
    var session = MonitorSession(
      monitor: monitor, loader: opened.loader, scenarioPath: opened.scenarioPath, device: device)
    let isLeft = session.run(on: terminal)
    if let unsaved = session.unsaved { throw unsaved }
    try device?.close()
    if !isLeft { throw CommandFailure([], code: .interrupted) }
  }

  private func open(isPlain: Bool) throws(CommandFailure) -> NcursesTerminal {
    do throws(TerminalError) {
      return try NcursesTerminal(colour: !isPlain, mouse: !noMouse)
    } catch {
      throw CommandFailure(
        ["\(error)", "without a terminal use: tagsim run FILE, or tagsim render FILE"],
        code: .usage)
    }
  }
}
