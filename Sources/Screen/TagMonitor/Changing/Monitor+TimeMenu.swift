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

  /// The times of interest, each with its line: what happens next by itself, soonest first.
  var timeChoices: [MenuChoice] {
    let agenda = DeviceAgenda(context)
    var choices: [(line: String, shown: String, words: String)] = []
    func add(_ line: String, _ shown: String, _ words: String) {
      // What happens at one moment is one line.
      if choices.last?.line == line {
        choices[choices.count - 1].words += "; " + words
      } else {
        choices.append((line, shown, words))
      }
    }
    let moment = "wait " + DurationText.text(Self.moment)
    let why = agenda.noDispatch.map { ", " + $0 } ?? ""
    add(moment, moment, "\(Self.moment.shortText) pass\(why)")
    for entry in agenda.entries {
      let left = entry.left
      add("wait " + DurationText.text(left.roundedUp), "in " + left.shortText, entry.words)
    }
    if let (line, words) = reportEnd { add(line, line, words) }
    if actedWorld.isRunning, !actedWorld.isSuspended {
      add("dispatch", "dispatch", "send the waiting hits now")
      if !view.isFirebase { add("refresh", "refresh", "ask for the published container now") }
    }
    add("wait ", "wait …", "type a duration")
    add("at ", "at …", "type a time of day")
    return choices.map { line, shown, words in
      MenuChoice(title: display.borders.cell(shown, Self.lineColumns) + " " + words, line: line)
    }
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

  /// Lets the time of a menu line pass, or opens the prompt to complete the line.
  mutating func passTime(_ choice: MenuChoice) {
    guard !choice.line.hasSuffix(" ") else { return startTyping(choice.line) }
    perform(line: choice.line)
  }

  mutating func openTimeMenu() {
    let lines = timeChoices.map { choice in
      OpenMenu.Line(choice.title, does: { $0.passTime(choice) })
    }
    let device = OpenMenu.Line(
      "the device, its containers and timers", does: { $0.move(to: .device) })
    open(OpenMenu("Let time pass", asks: "time", lines + [device]))
  }
}

extension Duration {
  /// The next whole millisecond, which is the precision of the language.
  fileprivate var roundedUp: Duration {
    let whole = Duration.milliseconds(wholeMilliseconds)
    return whole < self ? whole + .milliseconds(1) : whole
  }
}
