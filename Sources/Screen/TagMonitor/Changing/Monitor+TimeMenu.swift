import OrderedCollections
import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

/// The menu of times: the steps of time, and their effects.
extension Monitor {
  private static let lineColumns = 14

  /// A short time, for events that are due at once.
  private static let moment = Duration.seconds(30)

  /// The times of interest, each with its line. The app and the SDK set the periods.
  var timeChoices: [MenuChoice] {
    let times: [(line: String, words: String)] =
      [("wait " + DurationText.text(Self.moment), "\(Self.moment.shortText) pass")]
      + periods.map { ("wait " + DurationText.text($0.period), $0.words) }
      + [reportEnd, nextByItself].compactMap { $0 }
      + [("wait ", "type a duration"), ("at ", "type a time of day")]
    return times.map { line, words in
      let shown = line.hasSuffix(" ") ? line + "…" : line
      return MenuChoice(title: borders.cell(shown, Self.lineColumns) + " " + words, line: line)
    }
  }

  /// The periods of the current SDK.
  private var periods: [(period: Duration, words: String)] {
    let simulation = actedWorld
    let settings = simulation.settings
    let refresh = (settings.refreshPeriod, "containers get stale: the SDK asks for a newer version")
    guard !view.isFirebase else {
      return [
        (settings.eventUpload, "Firebase uploads its waiting events"),
        (settings.sessionTimeout, "a session ends in the background"), refresh,
      ]
    }
    var dispatch = settings.dispatchInterval
    if let set = simulation.world.dispatchInterval { dispatch = set }
    if let runtime = simulation.runtime { dispatch = runtime.dispatchInterval.period }
    return [dispatch.map { ($0, "dispatch: the SDK sends waiting hits") }].compactMap { $0 }
      + [(settings.refreshTokenPeriod, "the app gets one more refresh"), refresh]
  }

  /// The last minute in which hits of yesterday count for their day, by the clock of the reports.
  private var reportEnd: (line: String, words: String)? {
    let simulation = actedWorld
    guard !view.isFirebase else { return nil }
    let minute = Duration.minutes(1)
    let now = simulation.trueTime
    let end = simulation.world.reportZone.next(ReportCutoff.time, notBefore: now + minute)
    let left = end - now - minute
    let then = simulation.world.zone.civil(at: simulation.now.wall + left)
    let close = simulation.world.zone.civil(at: simulation.now.wall + left + minute)
    let clock = close.timeText.split(separator: ":").prefix(2).joined(separator: ":")
    return ("at " + then.timeText, "one minute before the reports close, at \(clock)")
  }

  /// The next event that happens by itself.
  private var nextByItself: (line: String, words: String)? {
    DeviceAgenda(context).entries.first.map { entry in
      (
        "wait " + DurationText.text(entry.left.roundedUp),
        "next event: \(entry.title), \(entry.text)"
      )
    }
  }

  /// Lets the time of a menu line pass, or opens the prompt to complete the line.
  mutating func passTime(_ choice: MenuChoice) {
    guard !choice.line.hasSuffix(" ") else { return startTyping(choice.line) }
    perform(line: choice.line)
    guard message?.kind == .ok else { return }
    let made = run.rowsOfLastAct
    let shown = made.prefix(3).map(\.event.summary).joined(separator: "; ")
    let more = made.count > 3 ? " and \(made.count - 3) more" : ""
    message?.said =
      "\(choice.line): " + (made.isEmpty ? "nothing happened" : shown + more)
  }

  /// Opens the prompt with the beginning of a line.
  mutating func startTyping(_ line: String) {
    overlay = .prompt(TextField(text: line, history: history))
  }
}

extension Duration {
  /// The next whole millisecond, which is the precision of the language.
  fileprivate var roundedUp: Duration {
    let whole = Duration.milliseconds(wholeMilliseconds)
    return whole < self ? whole + .milliseconds(1) : whole
  }
}
