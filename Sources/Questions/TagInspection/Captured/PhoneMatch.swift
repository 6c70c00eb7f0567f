package import PhoneLog
import TagRuntime

/// The place in a log or a capture that shows an action of a phone.
package struct PhoneSource: Sendable, Hashable {
  /// The things that the number counts.
  package enum Unit: String, Sendable, Hashable {
    case line
    case request
    /// A hit of a capture without lines and requests.
    case hit
  }

  /// The thing that the number counts.
  package let unit: Unit
  /// The number of the line, the request or the hit, from 1.
  package let number: Int
  /// The time as written there: "12:18:21.050"; nil if it has none.
  package let time: String?
  /// The beginning of the line; empty for a request.
  package let text: String

  package init(unit: Unit, number: Int, time: String?, text: String) {
    (self.unit, self.number, self.time, self.text) = (unit, number, time, text)
  }

  /// The place in words: "line 11".
  package var words: String { "\(unit.rawValue) \(number)" }
}

extension PhoneRecord.Event {
  /// The place where the log first shows it.
  package var source: PhoneSource {
    PhoneSource(
      unit: isOfRequest ? .request : .line, number: line, time: time?.clockText, text: text)
  }
}

extension PhoneRecord.Hit {
  /// The place where the log first shows it.
  package var source: PhoneSource {
    PhoneSource(unit: .line, number: line, time: time?.clockText, text: text)
  }

  /// Why it does not arrive; nil if nothing says so.
  package var lack: String? {
    PhoneHit.lack(stages, status: status, isOfAndroid: isOfAndroid)
  }
}

extension Capture.Hit {
  /// Why it does not arrive; nil if nothing says so.
  package var lack: String? {
    isArrived ? nil : PhoneHit.lack(stages, status: status, isOfAndroid: isOfAndroid)
  }
}

/// An action of a phone that was played in the world beside it.
package struct PhoneAct: Sendable, Hashable {
  /// The line in the scenario language.
  package let line: String
  /// The number of the event or the hit that it plays; nil for a preparation, such as a wait.
  package let number: Int?
  /// The place where the phone shows it; nil for a wait.
  package let source: PhoneSource?
  /// The numbers of the rows that it made, and that of its event.
  package let rows: Range<Int>
  package let event: Int?

  package init(
    _ line: String, number: Int? = nil, source: PhoneSource? = nil, rows: Range<Int> = 0..<0,
    event: Int? = nil
  ) {
    (self.line, self.number, self.source) = (line, number, source)
    (self.rows, self.event) = (rows, event)
  }
}

/// An action of a phone, compared with what the container requires.
package struct PhoneMatch: Sendable, Hashable {
  /// The results of the comparison.
  package enum State: String, Sendable, Hashable, CaseIterable {
    /// A tag must do it, and the phone did.
    case seen
    /// A tag must do it, and the phone did it with other values, or it was lost on its way.
    case differs
    /// A tag must do it, and the log does not have it.
    case missing
    /// The log has it, and no tag does it.
    case surplus
    /// A tag must do it, and the log may still show it later.
    case awaited
    /// A tag must do it, and a log cannot show it.
    case hidden

    package var words: String {
      switch self {
      case .seen: "seen on the phone"
      case .differs: "seen, but differs"
      case .missing: "expected, not seen"
      case .surplus: "seen, not expected"
      case .awaited: "not seen yet"
      case .hidden: "cannot be seen in this log"
      }
    }

    /// The answer in a word or two.
    package var short: String {
      switch self {
      case .seen: "as expected"
      case .differs: "differs"
      case .missing: "missing"
      case .surplus: "not expected"
      case .awaited: "not yet"
      case .hidden: "cannot be seen"
      }
    }

    /// A sign for the answer that works without colour.
    package var sign: String {
      switch self {
      case .seen: "✓"
      case .differs: "≠"
      case .missing: "!"
      case .surplus: "+"
      case .awaited: "…"
      case .hidden: "–"
      }
    }

    /// Whether the phone did not do what a tag must do, or something else.
    package var isFailed: Bool {
      switch self {
      case .missing, .differs, .surplus: true
      case .seen, .hidden, .awaited: false
      }
    }
  }

  /// The result of the comparison.
  package var state: State
  /// The action: "hit screen Home", "event listening", "pixel", "function Log".
  package let what: String
  /// The tag that does it; nil if no tag does.
  package var tag: String?
  /// The number of the phone's event at which the tag fires; nil if it is not known.
  package var event: Int?
  /// The number of the event or the hit whose act triggers it, or is the last before it.
  package var act: Int?
  /// The number of the hit in the world that is played beside the phone; nil if there is none.
  package var hit: Int64?
  /// The place where the phone shows it; nil if it does not.
  package var source: PhoneSource?
  /// The fields in which the phone and the container differ: "cd is Home, expected Start".
  package var differences: [String]
  /// The fields of its hit, if they were compared one by one.
  package var fields = PhoneFields()
  /// An explanation and what to check; nil if there is nothing to say.
  package var reason: String?

  package init(
    _ state: State, _ what: String, tag: String? = nil, event: Int? = nil, act: Int? = nil,
    hit: Int64? = nil, source: PhoneSource? = nil, differences: [String] = [],
    reason: String? = nil
  ) {
    (self.state, self.what, self.tag, self.event, self.act) = (state, what, tag, event, act)
    (self.hit, self.source, self.differences, self.reason) = (hit, source, differences, reason)
  }

  /// The line of the log that shows it; nil if no line does.
  package var line: Int? { source.flatMap { $0.unit == .line ? $0.number : nil } }

  /// The differences and their explanation.
  package var remarks: [String] {
    (differences.isEmpty ? [] : ["differs: " + differences.joined(separator: "; ")])
      + (reason.map { [$0] } ?? [])
  }
}

/// A field in which a hit of the phone differs from what the container makes.
package struct PhoneDifference: Sendable, Hashable {
  /// The code of the field, with its `&`.
  package let code: String
  /// The value that the phone sent, and that of the container; empty for none.
  package let sent: String
  package let made: String

  package init(_ code: String, sent: String, made: String) {
    (self.code, self.sent, self.made) = (code, sent, made)
  }
}

/// The codes of the fields of a hit, by what became of them in the comparison.
package struct PhoneFields: Sendable, Hashable {
  package var differing: [PhoneDifference] = []
  package var equal: [String] = []
  /// Those that the phone and its SDK add, which no container decides.
  package var added: [String] = []

  package init() {}
}

/// A line of an SDK in the log of a phone that names a fault.
package struct PhoneWarning: Sendable, Hashable {
  /// The first line that names it.
  package let source: PhoneSource
  /// A sentence that says what is wrong and what to do.
  package let sentence: String

  package init(_ sentence: String, at source: PhoneSource) {
    (self.sentence, self.source) = (sentence, source)
  }
}

/// The number of a phone's actions in each state.
package struct PhoneSum: Sendable, Hashable {
  package var events = 0
  package var hits = 0
  /// The number of actions in each state, with or without a tag.
  package var counts: [PhoneMatch.State: Int] = [:]
  package var warnings = 0
  /// The number of lines of the phone that could not be played.
  package var unplayed = 0
  /// Whether more may come.
  package var isOpen = true

  package init() {}
}
