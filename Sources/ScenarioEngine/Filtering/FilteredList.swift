import TagRuntime

/// A list of rows that can be filtered, with what a filter can ask of its rows. What every list
/// knows stands in the tables here, by which filters are read, completed and refused.
package enum FilteredList: String, Sendable, Hashable, CaseIterable {
  /// The rows of the event list.
  case events
  /// The values of the data layer.
  case data
  /// What a container gives.
  case values
  /// The tags of one event.
  case tags
  /// All tags that fired.
  case firings
  /// Hits, wherever they are.
  case hits
  /// The lines of the log.
  case log
  /// The calls of Braze.
  case calls

  /// The fields that its rows may have.
  package var fields: [FilterField] {
    switch self {
    case .events: [.event, .tag, .type, .screen, .key, .value, .row, .time, .hit, .source]
    case .data: [.key, .value, .type, .row]
    case .values: [.key, .value, .type, .source, .container]
    case .tags: [.tag, .rule, .reason, .outcome, .hit, .container]
    case .firings: [.tag, .event, .row, .time, .hit, .outcome]
    case .hits: [.hit, .type, .name, .tag, .tracker, .queue, .state, .age, .tries, .time]
    case .log: [.text, .level, .source, .time]
    case .calls: [.call, .tag, .event, .row, .time, .outcome]
    }
  }

  /// The words that are said of its rows, or not.
  package var flags: [FilterFlag] {
    switch self {
    case .events: [.fired, .failed, .sent, .late, .lost, .changed, .world, .marked]
    case .data: [.changed]
    case .values: [.changed, .missing]
    case .tags: [.fired, .failed, .blocked, .never, .sent, .late, .lost, .waits, .unreported]
    case .firings: [.fired, .failed, .sent, .late, .lost, .waits, .unreported]
    case .hits: [.sent, .late, .lost, .waits, .unreported]
    case .log: [.printed, .failed]
    case .calls: [.failed]
    }
  }

  /// The families of fields whose names the data gives.
  package var families: [FilterFamily] {
    switch self {
    case .events: [.push]
    case .hits: [.hit]
    default: []
    }
  }
}

/// What a row has a value of, by the word that a filter asks for it.
package enum FilterField: String, Sendable, Hashable, CaseIterable {
  case event
  case tag
  case type
  case screen
  case key
  case value
  case row
  case time
  case hit
  case source
  case container
  case rule
  case reason
  case outcome
  case name
  case tracker
  case queue
  case state
  case age
  case tries
  case text
  case level
  case call

  /// What `<` and `>` compare.
  var order: FilterOrder {
    switch self {
    case .row, .hit, .tries, .call: .numbers
    case .age: .durations
    case .time: .times
    case .value: .numbers
    default: .none
    }
  }
}

/// Fields that are not listed, for the data names them: `hit.cd`, `push.sku`.
package enum FilterFamily: String, Sendable, Hashable, CaseIterable {
  /// A field of a hit, by its code on the wire without the `&`.
  case hit
  /// A value that was pushed, by its path.
  case push
}

/// What is said of a row, or not.
package enum FilterFlag: String, Sendable, Hashable, CaseIterable {
  /// A tag fired.
  case fired
  /// Something went wrong.
  case failed
  /// A hit reached the collector, late or not.
  case sent
  /// It did so after the cutoff of its day.
  case late
  /// A hit is nowhere.
  case lost
  /// A hit is on the phone.
  case waits
  /// The collector took a hit, and it is in no report.
  case unreported
  /// It is another than before.
  case changed
  /// The world did it, and not the app.
  case world
  /// It was marked.
  case marked
  /// No container has it.
  case missing
  /// A blocking rule kept it from firing.
  case blocked
  /// It can never fire.
  case never
  /// The app's logger printed it.
  case printed
}

/// What `<` and `>` compare of a field.
enum FilterOrder: Sendable, Hashable {
  case numbers
  case durations
  case times
  case none
}

/// A value of a row.
package enum FilterValue: Sendable, Hashable {
  case text(String)
  case number(Double)
  case duration(Duration)

  /// A whole number.
  package static func number(_ number: Int) -> FilterValue { .number(Double(number)) }

  /// The value as it reads.
  var text: String {
    switch self {
    case .text(let text): text
    case .number(let number): NumberText.short(number)
    case .duration(let duration): DurationText.text(duration)
    }
  }
}

/// What a row says, asked for only as far as a filter needs it.
package struct RowFacts: Sendable {
  /// The text of the row, in which words are looked for.
  package let text: @Sendable () -> String
  /// The values that it has of a field.
  package let values: @Sendable (FilterField) -> [FilterValue]
  /// The values that it has of a field that the data names.
  package let named: @Sendable (FilterFamily, String) -> [FilterValue]
  /// Whether something is said of it.
  package let has: @Sendable (FilterFlag) -> Bool

  /// Creates facts of what gives them; what is left out gives none.
  package init(
    text: @escaping @Sendable () -> String,
    values: @escaping @Sendable (FilterField) -> [FilterValue] = { _ in [] },
    named: @escaping @Sendable (FilterFamily, String) -> [FilterValue] = { _, _ in [] },
    has: @escaping @Sendable (FilterFlag) -> Bool = { _ in false }
  ) {
    self.text = text
    self.values = values
    self.named = named
    self.has = has
  }
}
