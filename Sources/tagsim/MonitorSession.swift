import ContainerFormats
import NcursesTerminal
import ScenarioEngine
import TagMonitor
import TagRuntime
import TerminalKit

/// Runs the monitor on a terminal: the one place where it meets a clock, files and a screen.
struct MonitorSession {
  /// How often the screen is drawn while the clock runs.
  private static let frameMilliseconds = 50
  /// How many events are taken before the screen is drawn.
  private static let burstLimit = 1000

  var monitor: Monitor
  let loader: ScenarioLoader
  let scenarioPath: String

  /// Shows the monitor until the user leaves; false where the program was told to end.
  mutating func run(on terminal: any Terminal) -> Bool {
    defer { terminal.close() }
    let clock = ContinuousClock()
    var last = clock.now
    _ = monitor.handle(.resized(terminal.size))
    terminal.show(monitor.frame(size: terminal.size))
    while true {
      let wait = monitor.wantsTime ? Self.frameMilliseconds : -1
      var event = terminal.nextEvent(timeoutMilliseconds: wait)
      let now = clock.now
      monitor.advance(by: now - last)
      last = now
      var taken = 0
      while let next = event {
        if let isLeft = obey(monitor.handle(next)) { return isLeft }
        taken += 1
        event = taken < Self.burstLimit ? terminal.nextEvent(timeoutMilliseconds: 0) : nil
      }
      terminal.show(monitor.frame(size: terminal.size))
    }
  }

  /// Does what the monitor wants; true when the user leaves, false when the program is to end.
  private mutating func obey(_ effects: [MonitorEffect]) -> Bool? {
    for effect in effects {
      switch effect {
      case .quit: return true
      case .interrupt: return false
      case .load(let path): load(path)
      }
    }
    return nil
  }

  private mutating func load(_ path: String) {
    let place = loader.resolved(path, besides: scenarioPath)
    do throws(CommandFailure) {
      monitor.loaded(try loader.container(place), path: path)
    } catch {
      monitor.failedToLoad(error.lines.joined(separator: " "))
    }
  }
}
