package import PhoneLog
import TagRuntime

/// Where a log or a capture shows something of a phone.
package struct PhoneSource: Sendable, Hashable {
  /// What the number counts.
  package enum Unit: String, Sendable, Hashable {
    /// Lines of a log.
    case line
    /// Requests of a capture.
    case request
  }

  /// What the number counts.
  package let unit: Unit
  /// The number of the line or the request, from 1.
  package let number: Int
  /// The time that it has, as it is written there: "12:18:21.050"; nil where it has none.
  package let time: String?
  /// How the line begins; empty for a request.
  package let text: String

  package init(unit: Unit, number: Int, time: String?, text: String) {
    (self.unit, self.number, self.time, self.text) = (unit, number, time, text)
  }

  /// "line 11"
  package var words: String { "\(unit.rawValue) \(number)" }
}

extension PhoneRecord.Event {
  /// Where the log shows it first.
  package var source: PhoneSource {
    PhoneSource(unit: .line, number: line, time: time?.clockText, text: text)
  }
}

extension PhoneRecord.Hit {
  /// Where the log shows it first.
  package var source: PhoneSource {
    PhoneSource(unit: .line, number: line, time: time?.clockText, text: text)
  }
}

/// Something that a phone did, as a line of the scenario language.
package struct PhoneAct: Sendable, Hashable {
  /// The line.
  package let line: String
  /// The number of the event or the hit that it plays; nil for what only leads there, such as a
  /// wait.
  package let number: Int?
  /// Where the phone shows it; nil for a wait.
  package let source: PhoneSource?

  package init(_ line: String, number: Int? = nil, source: PhoneSource? = nil) {
    (self.line, self.number, self.source) = (line, number, source)
  }
}

/// What a phone did, held against what the container says that it should do.
package struct PhoneMatch: Sendable, Hashable {
  /// How the two stand to each other.
  package enum State: String, Sendable, Hashable, CaseIterable {
    /// A tag must do it, and the phone did.
    case seen
    /// A tag must do it, and the log does not have it.
    case missing
    /// The log has it, and no tag does it.
    case surplus
    /// A tag must do it, and the log may still show it.
    case awaited
    /// A tag must do it, and a log cannot show it.
    case hidden

    /// In words.
    package var words: String {
      switch self {
      case .seen: "seen on the phone"
      case .missing: "expected, not seen"
      case .surplus: "seen, not expected"
      case .awaited: "not seen yet"
      case .hidden: "cannot be seen in this log"
      }
    }

    /// In one or two words.
    package var short: String {
      switch self {
      case .seen: "seen"
      case .missing: "not seen"
      case .surplus: "not expected"
      case .awaited: "not yet"
      case .hidden: "hidden"
      }
    }

    /// A sign for it that needs no colour.
    package var sign: String {
      switch self {
      case .seen: "+"
      case .missing: "!"
      case .surplus: "?"
      case .awaited: "…"
      case .hidden: "·"
      }
    }
  }

  /// How they stand to each other.
  package var state: State
  /// What it is: "hit screen Home", "event listening", "pixel", "function Log".
  package let what: String
  /// The tag that does it; nil where none does.
  package var tag: String?
  /// The number of the phone's event at which the tag fires; nil where that is not known.
  package var event: Int?
  /// The number of the event or the hit whose act sets it off, or came last before it.
  package var act: Int?
  /// The number of the hit in the world that is played beside the phone; nil where none was made.
  package var hit: Int64?
  /// Where the phone shows it; nil where it does not.
  package var source: PhoneSource?
  /// Fields in which the phone and the container differ: "cd is Home, expected Start".
  package var differences: [String]
  /// Why it is so, and what to look at; nil where nothing is to be said.
  package var reason: String?

  package init(
    _ state: State, _ what: String, tag: String? = nil, event: Int? = nil, act: Int? = nil,
    hit: Int64? = nil, source: PhoneSource? = nil, differences: [String] = [],
    reason: String? = nil
  ) {
    (self.state, self.what, self.tag, self.event, self.act) = (state, what, tag, event, act)
    (self.hit, self.source, self.differences, self.reason) = (hit, source, differences, reason)
  }

  /// The line of the log that shows it; nil where none does.
  package var line: Int? { source.flatMap { $0.unit == .line ? $0.number : nil } }

  /// What differs, and why it is so.
  package var remarks: [String] {
    (differences.isEmpty ? [] : ["differs: " + differences.joined(separator: "; ")])
      + (reason.map { [$0] } ?? [])
  }
}

/// How many things of a phone stand in which state, as a line.
package struct PhoneSum: Sendable, Hashable {
  /// Events that the phone logged.
  package var events = 0
  /// Hits that it made.
  package var hits = 0
  /// How many of what tags do, and of what none does, are in which state.
  package var counts: [PhoneMatch.State: Int] = [:]
  /// What is wrong in the log.
  package var findings = 0
  /// Lines of the phone that could not be played.
  package var unplayed = 0
  /// Whether more may come.
  package var isOpen = true

  package init() {}

  /// The line: "phone: 3 events, 2 hits   + 1 seen   ! 1 not seen".
  package var words: String {
    let parts = PhoneMatch.State.allCases.compactMap { state -> String? in
      counts[state].flatMap { $0 > 0 ? "   \(state.sign) \($0) \(state.short)" : nil }
    }
    return "phone: \(Counted.text(events, "event")), \(Counted.text(hits, "hit"))" + parts.joined()
      + (findings > 0 ? "   " + Counted.text(findings, "finding") : "")
      + (unplayed > 0 ? "   \(unplayed) not played" : "") + (isOpen ? "" : "   the log has ended")
  }
}
