import OrderedCollections
import TagSimulation

/// The passage of time, and the clock of the phone.
extension Form {
  static let timeVerbs: [Form] = [
    .verb(
      "wait DURATION", "Lets time pass; timers fire as usual.", "wait 30s"
    ) { reader throws(ScenarioError) in .wait(try reader.cursor.duration()) },
    .verb(
      "jump DURATION", "Skips time; each due timer fires at most once.", "jump 13h"
    ) { reader throws(ScenarioError) in
      .act(.jump(try reader.cursor.duration()))
    },
    .verb(
      "at HH:MM:SS | at DATE", "Lets time pass until the phone's clock shows this.", "at 03:59:30"
    ) { reader throws(ScenarioError) in .at(try reader.timeTarget()) },
    .verb(
      "clock HH:MM:SS | clock DATE",
      "Sets the phone's clock forward or back; no time passes, and timers do not move.",
      "clock 2014-02-27T23:58:40+01:00"
    ) { reader throws(ScenarioError) in .clock(try reader.timeTarget()) },
    .isOn("settle", "Whether pending work finishes after every statement.", example: "off") {
      .settle($0)
    },
  ]
}

extension StatementReader {
  mutating func timeTarget() throws(ScenarioError) -> TimeTarget {
    let expected = "a time such as 23:58:40 or 2014-03-01T23:58:40+01:00"
    let token = try cursor.next(expected)
    if let word = token.word {
      if let time = LocalTime(word) { return .local(time) }
      if let (wall, _) = CivilTime.parseISO(word) { return .full(wall) }
    }
    throw cursor.unexpected(token, expected)
  }
}
