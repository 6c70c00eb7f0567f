import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

extension Monitor {
  /// The first line: which container, how old, the network, the app, the clock, the mode.
  func statusLine(columns: Int) -> Line {
    let isWide = columns >= Layout.fourPaneColumns
    var parts = [isWide ? "SDK v3" : "v3", containerText(isWide: isWide)]
    parts.append("NET " + networkText(isWide: isWide))
    parts.append("APP " + appText(isWide: isWide))
    let clock = isWide ? view.clock.weekdayTimeText : view.clock.timeText
    let mode = isPlaying ? "PLAYING" : "PAUSED"
    parts.append("\(clock) \(speed.text) \(mode)")
    return Line(" " + parts.joined(separator: " | "), .reverse)
  }

  private func networkText(isWide: Bool) -> String {
    let simulation = view.simulation
    let since = (simulation.now.wall - simulation.world.networkChanged).shortText
    switch simulation.world.network {
    case .online: return isWide ? "online" : "on"
    case .offline: return isWide ? "OFFLINE \(since)" : "OFF"
    case let condition:
      let words = condition.words.uppercased()
      return isWide ? words + " " + since : words
    }
  }

  private func containerText(isWide: Bool) -> String {
    let simulation = view.simulation
    let id = simulation.world.app.containerID
    guard let container = simulation.container else { return "\(id) not open" }
    var text = id
    if !container.version.isEmpty { text += " v\(container.version)" }
    text += " " + (container.source == .none ? "EMPTY" : container.source.rawValue.uppercased())
    if let wait = simulation.untilOpenTimeout() { text += " opening, \(wait.shortText) left" }
    if let age = container.age(at: simulation.now.wall) {
      text += (isWide ? " age " : " ") + age.shortText
      if age >= (simulation.runtime?.settings ?? Settings()).refreshPeriod {
        text += isWide ? " STALE (>12h)" : " STALE"
      }
    }
    return text
  }

  private func appText(isWide: Bool) -> String {
    guard view.simulation.isRunning else { return "not running" }
    if !isWide { return view.simulation.isSuspended ? "bg" : "fg" }
    return view.simulation.isSuspended ? "background" : "foreground"
  }
}
