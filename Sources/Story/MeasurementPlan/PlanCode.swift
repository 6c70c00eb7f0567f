/// The kinds of findings about a plan. The number of a code never changes its meaning; a retired
/// code leaves a gap.
package enum PlanCode: Int, Sendable, Hashable, CaseIterable {
  case unplanned = 1
  case neverPushed = 2
  case otherSpelling = 3
  case unheard = 4
  case waitsForUnplanned = 5
  case unread = 6
  case readsUnplanned = 7
  case comparesWrongly = 8

  case missing = 10
  case neverGiven = 11
  case additional = 12
  case otherKey = 13
  case wrongType = 14
  case valueNotAllowed = 15
  case patternNotMet = 16
  case outOfBounds = 17

  case unreadable = 20
  case doubtful = 21

  /// The code in its written form: "P07".
  package var id: String { "P" + (rawValue < 10 ? "0" : "") + String(rawValue) }

  /// Reads the code from a text such as "P07", "p7" or "P7"; nil for anything else.
  package init?(_ text: String) {
    guard let first = text.first, "pP".contains(first), text.count <= 4,
      let number = Int(text.dropFirst()), number > 0
    else { return nil }
    self.init(rawValue: number)
  }

  /// Whether its findings alone do not fail the check.
  package var isWarning: Bool { self == .neverGiven || self == .doubtful }

  /// What it is about, in a few words.
  package var title: String { entry.title }

  /// What it means, in sentences.
  package var meaning: String { entry.meaning }

  /// What to do about it.
  package var help: String { entry.help }

  /// The page of the code.
  package var page: [String] {
    ["\(id) (\(isWarning ? "warning" : "deviation")): \(title)", "", meaning, "", help]
  }

  private var entry: (title: String, meaning: String, help: String) {
    switch self {
    case .unplanned:
      (
        "the plan does not name it",
        "An event, a screen or a user property occurs that no row of the plan names. Events of "
          + "the SDK itself, such as first_open and gtm.load, need no row.",
        "Add a row to the plan, or remove the event from the app."
      )
    case .neverPushed:
      (
        "the app never pushes it",
        "The plan has a row for it, and no code of the app pushes, logs or sets it. Only "
          + "descriptions of apps show this: a run or a log may simply not get there.",
        "Push it in the app, or mark its row as ignored or as one for another platform."
      )
    case .otherSpelling:
      (
        "its name is spelled differently",
        "The plan has the same name with other capitals, blanks, hyphens, underscores or a slip. "
          + "For the SDK these are two names.",
        "Use the spelling of the plan in the app and in the container, or correct the plan."
      )
    case .unheard:
      (
        "no rule listens for a planned event",
        "No rule with tags waits for the event by its name, so no tag was made for it. A rule "
          + "for every event does not count.",
        "Add a rule and a tag for the event, or remove its row."
      )
    case .waitsForUnplanned:
      (
        "a rule waits for an event that is not planned",
        "The rule fires tags at an event that no row of the plan names.",
        "Add the event to the plan, or remove the rule."
      )
    case .unread:
      (
        "no variable reads a planned parameter",
        "The app is meant to push it, but nothing in the container reads it, so no tag can send "
          + "it. This counts for the first generation (v3): in v5, Firebase gets every parameter.",
        "Add a variable that reads it, or remove it from the plan."
      )
    case .readsUnplanned:
      (
        "a variable reads a key that is not planned",
        "A rule or a tag depends on a key, a parameter or a user property that the plan does not "
          + "have, so nobody has agreed to push it.",
        "Add it to the plan, or remove the variable."
      )
    case .comparesWrongly:
      (
        "a condition does not fit the plan",
        "A rule compares the parameter with a value that the plan does not allow or that its type "
          + "never has, or as a number although the plan says it is text.",
        "Correct the condition, or the plan."
      )
    case .missing:
      (
        "a required parameter is missing",
        "The plan says that the parameter is required, and the event does not carry it. In v3, "
          + "values of earlier pushes do not count: they may be of another event.",
        "Send the parameter with the event, or mark it as optional."
      )
    case .neverGiven:
      (
        "the app never sends a planned parameter with its event",
        "The plan does not say whether the parameter is required, and no place in the app sends "
          + "it with its event.",
        "Send it, or mark it as optional in the plan."
      )
    case .additional:
      (
        "the event carries a parameter that is not planned",
        "No row of the event names the parameter.",
        "Add the parameter to the plan, or remove it from the event."
      )
    case .otherKey:
      (
        "a parameter is spelled differently",
        "The event has a parameter whose name differs from the planned one only in capitals, "
          + "blanks, hyphens or underscores.",
        "Use the spelling of the plan."
      )
    case .wrongType:
      (
        "a value is of another type",
        "The plan gives the parameter another type. In v5 a boolean may be 1 or 0 and a whole "
          + "number a double; in a log, only a text that cannot be read as the type counts.",
        "Send a value of the planned type, or correct the plan."
      )
    case .valueNotAllowed:
      (
        "a value is not one of those allowed",
        "The plan lists the values that the parameter may have, and this is another one.",
        "Send one of the values, or add this one to the plan."
      )
    case .patternNotMet:
      (
        "a value does not match the pattern",
        "The plan gives a pattern that is found in every allowed value, and not in this one.",
        "Correct the value, or the pattern in the plan."
      )
    case .outOfBounds:
      (
        "a value is out of bounds",
        "The plan limits the number, the length of the text or the elements of the list.",
        "Correct the value, or the limits in the plan."
      )
    case .unreadable:
      (
        "a row of the plan cannot be read",
        "What the row says cannot be used, so nothing is checked against it.",
        "Correct the cell that the finding names."
      )
    case .doubtful:
      (
        "the plan contradicts itself or Firebase's limits",
        "Rows are doubled or say different things, or a name, a length or a number is not one "
          + "that Firebase accepts.",
        "Correct the rows that the finding names."
      )
    }
  }
}
