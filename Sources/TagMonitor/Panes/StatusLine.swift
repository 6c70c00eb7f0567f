import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// The first line: which container, how old, the network, the app, the clock, the mode.
struct StatusLine: ScreenPart {
  let context: ScreenContext
  let isPlaying: Bool
  let speed: Speed

  func line(columns: Int) -> Line {
    let isWide = columns >= Layout.fourPaneColumns
    let texts = Wording.allCases.filter { isWide || $0.isForNarrow }.map { self.text($0) }
    let text = texts.first { TextWidth.columns(of: $0) <= columns } ?? texts.last ?? ""
    return Line(text, .selection)
  }

  /// How much the status line says; what does not fit is said shorter.
  private enum Wording: CaseIterable {
    case long
    /// As the short one, but what stands still is told in full.
    case medium
    case short
    /// Without what is seen elsewhere: the strip has the opener's time, the title of every pane
    /// that time stands still.
    case shortest

    var isForNarrow: Bool { self == .short || self == .shortest }
  }

  private func text(_ wording: Wording) -> String {
    let isLong = wording == .long
    var parts = [(isLong ? "SDK " : "") + view.sdkText, containerText(wording)]
    if wording == .shortest { parts.removeFirst() }
    if view.simulation.runtime?.refreshMode == .defaultContainer {
      parts.append(isLong ? "REFRESH MODE default-container" : "DEFAULT ONLY")
    }
    if let firebase = view.firebaseOfStep {
      if firebase.isDebugging { parts.append(isLong ? "DEBUG MODE" : "DEBUG") }
      if !firebase.isCollecting { parts.append(isLong ? "COLLECTION OFF" : "NO COLLECTION") }
    }
    parts.append("NET " + networkText(isWide: isLong))
    parts.append(appText(wording))
    let clock = isLong ? view.clock.weekdayTimeText : view.clock.timeText
    let mode = isPlaying ? "PLAYING" : "PAUSED"
    let isPlain = wording == .shortest && speed == Speed()
    parts.append("\(clock) " + (isPlain ? "" : speed.text + " ") + mode)
    return " " + parts.joined(separator: " | ")
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

  private func containerText(_ wording: Wording) -> String {
    let simulation = view.simulation
    let isLong = wording == .long
    let id = simulation.world.app.containerID
    let others = (simulation.runtime?.containerStatuses ?? []).count { $0.id != id }
    let more = others > 0 ? " +\(others)" : ""
    guard let container = simulation.container else { return "\(id) not open" + more }
    var text = id
    if !container.version.isEmpty { text += " v\(container.version)" }
    text += " " + (container.source == .none ? "EMPTY" : container.source.rawValue.uppercased())
    // While its preview is loaded what is in use is not yet what the link shows.
    if container.isPreviewed, container.source != .preview { text += " PREVIEW?" }
    if let age = container.age(at: simulation.now.wall) {
      text += (isLong ? " age " : " ") + age.shortText
      if age >= (simulation.runtime?.settings ?? Settings()).refreshPeriod {
        text += isLong ? " STALE (>12h)" : " STALE"
      }
    }
    if container.isOpening, wording != .shortest {
      let left = simulation.untilOpenTimeout().map { " \($0.preciseText) left" } ?? ""
      text += ", opening" + left
    }
    return text + more
  }

  private func appText(_ wording: Wording) -> String {
    let simulation = view.simulation
    let isLong = wording == .long
    guard simulation.isRunning else { return "APP not running" }
    if let frozen = simulation.frozen {
      let time = (simulation.now.instant - frozen.since).shortText
      let acts = simulation.waitingActs
      let wait = acts == 1 ? "waits" : "wait"
      switch wording {
      case .long, .medium:
        return "MAIN THREAD FROZEN \(time), \(Counted.text(acts, "act")) \(wait)"
      case .short: return "FROZEN \(time), \(Counted.text(acts, "act")) \(wait)"
      case .shortest: return "FROZEN \(time), \(acts) \(wait)"
      }
    }
    if isLong { return simulation.isInBackground ? "APP background" : "APP foreground" }
    return simulation.isInBackground ? "APP bg" : "APP fg"
  }
}
