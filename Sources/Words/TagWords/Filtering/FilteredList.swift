import TagRuntime

/// A list that can be filtered. The tables here define the fields and flags of each list; filters
/// are read, completed and rejected with them.
package enum FilteredList: String, Sendable, Hashable, CaseIterable {
  case events
  /// The values of the data layer.
  case data
  case values
  case tags
  /// All tags that fired.
  case firings
  /// Hits in any state.
  case hits
  case log
  /// The calls to Braze.
  case calls

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

  /// The families of fields that the data names.
  package var families: [FilterFamily] {
    switch self {
    case .events: [.push]
    case .hits: [.hit]
    default: []
    }
  }
}

/// The fields of rows, by the words that select them in filters.
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

  /// The order for `<` and `>`.
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

/// Families of fields that are not listed, because the data names them: `hit.cd`, `push.sku`.
package enum FilterFamily: String, Sendable, Hashable, CaseIterable {
  /// A field of a hit, by its code on the wire without the `&`.
  case hit
  case push
}

package enum FilterFlag: String, Sendable, Hashable, CaseIterable {
  case fired
  /// Something went wrong.
  case failed
  /// A hit reached the collector, late or not.
  case sent
  /// A hit reached the collector after the cutoff of its day.
  case late
  case lost
  /// A hit waits on the phone.
  case waits
  /// The collector accepted a hit, and it is in no report.
  case unreported
  case changed
  /// The world caused it, not the app.
  case world
  case marked
  /// No container has it.
  case missing
  /// A blocking rule prevented it from firing.
  case blocked
  /// It can never fire.
  case never
  /// The app's logger printed it.
  case printed
}

/// The order of a field for `<` and `>`.
enum FilterOrder: Sendable, Hashable {
  case numbers
  case durations
  case times
  case none
}

/// A value of a row's field.
package enum FilterValue: Sendable, Hashable {
  case text(String)
  case number(Double)
  case duration(Duration)

  package static func number(_ number: Int) -> FilterValue { .number(Double(number)) }

  var text: String {
    switch self {
    case .text(let text): text
    case .number(let number): NumberText.short(number)
    case .duration(let duration): DurationText.text(duration)
    }
  }
}

/// The facts of a row, computed only when a filter needs them.
package struct RowFacts: Sendable {
  /// Returns the text of the row, in which words are searched.
  package let text: @Sendable () -> String
  package let values: @Sendable (FilterField) -> [FilterValue]
  /// Returns the values of a field that the data names.
  package let named: @Sendable (FilterFamily, String) -> [FilterValue]
  /// Whether a flag is true of the row.
  package let has: @Sendable (FilterFlag) -> Bool

  /// Creates facts from functions; a fact that is left out has no values.
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
