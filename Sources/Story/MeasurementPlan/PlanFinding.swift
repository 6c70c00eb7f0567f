/// Where a source departs from the plan.
package struct PlanFinding: Sendable, Hashable {
  /// What follows from it: only a deviation ends with 1.
  package enum Level: String, Sendable, Hashable {
    case deviation
    case warning
  }

  /// What departs.
  package enum Source: String, Sendable, Hashable, CaseIterable {
    case plan
    case container
    case app
    case run
    case phone
  }

  /// The most places that a finding names, and values that make findings of their own.
  package static let placeLimit = 20
  package static let valueLimit = 8

  package var code: PlanCode
  package var source: Source
  package var level: Level
  /// The event or screen as the plan, or else the source, names it; empty for the whole plan.
  package var event: String
  /// The parameter as people write its path; empty for the event itself.
  package var parameter: String
  /// Where the plan says otherwise; nil for what it does not name.
  package var row: PlanPlace?
  /// What the plan says, and what was found instead, in words.
  package var expected: String
  package var got: String
  /// The first places that have it, each once.
  package var places: [PlanSighting.Place] = []
  /// How often it was found.
  package var count = 0

  package init(
    _ code: PlanCode, _ source: Source, _ level: Level? = nil, event: String,
    parameter: String = "", row: PlanPlace? = nil, expected: String = "", got: String = ""
  ) {
    (self.code, self.source, self.level) = (code, source, level ?? code.level)
    (self.event, self.parameter, self.row) = (event, parameter, row)
    (self.expected, self.got) = (expected, got)
  }

  /// The finding in one sentence, without its places.
  package var sentence: String {
    let name = "\"\(event)\""
    let key = "\"\(parameter)\""
    return switch code {
    case .unplanned: "\(name) is not in the plan"
    case .neverPushed: "\(name) is planned, but the app never \(expected)"
    case .otherSpelling:
      "\"\(got)\" is \"\(expected)\" in the plan: "
        + (PlanJudge.spelling(got) == PlanJudge.spelling(expected)
          ? "the same name, spelled differently" : "a slip, or another event")
    case .unheard: "\(name) is planned, but no rule listens for it"
    case .waitsForUnplanned: "\(got) waits for \(name), which is not in the plan"
    case .unread: "\(key) is planned\(of), but no variable reads it"
    case .readsUnplanned: "\(key) is read by \(got), but no event in the plan has it"
    case .comparesWrongly: "\(key)\(of) is \(expected) in the plan, but a rule requires: \(got)"
    case .missing: "\(name) has no \(key), which is required"
    case .neverGiven: "\(name) never carries \(key) in the app"
    case .additional: "\(name) carries \(key), which its plan does not have"
    case .otherKey:
      (event.isEmpty ? "" : "\(name): ")
        + "\"\(got)\" is \"\(expected)\" in the plan: the same name, spelled differently"
    case .wrongType, .valueNotAllowed, .patternNotMet, .outOfBounds:
      "\(key) of \(name) is \(got), but must be \(expected)"
    case .unreadable, .doubtful: got
    }
  }

  /// The finding in one sentence that quotes nothing of the plan.
  package var sentenceWithoutPlan: String {
    got.isEmpty || code == .unheard ? code.title : "\(code.title): \(got)"
  }

  private var of: String { event.isEmpty ? "" : " with \"\(event)\"" }
}

extension PlanFinding {
  /// The kind of the value that was found: different texts are the same fault of type.
  package var gotKind: String {
    guard code == .wrongType, let first = got.first else { return "" }
    return first.isNumber || first == "-" ? "0" : String(first)
  }
}

extension PlanCode {
  /// Whether other values are the same fault.
  package var isOneFault: Bool { self == .wrongType || self == .additional }

  package var level: PlanFinding.Level { isWarning ? .warning : .deviation }
}
