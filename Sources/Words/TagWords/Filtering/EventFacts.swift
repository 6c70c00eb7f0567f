import TagRuntime
package import TagSimulation

/// The facts of an event row for search and filters; equal rows are stored once.
package struct EventFacts: Sendable, Hashable {
  /// The maximum number of characters retained of a row's whole text.
  package static let textLimit = 2_000

  package struct Leaf: Sendable, Hashable {
    /// The path of the value in the data layer.
    package var path: String
    package var value: String
  }

  package let name: String
  /// The name of the event; under v5, the long name.
  package let event: String?
  package let tags: [String]
  /// The type of the row: "event", "data", "launch", "network" …
  package let type: String
  package let screen: String?
  package let leaves: [Leaf]
  /// The source of the push or of a container.
  package let source: String?
  /// The flags that are true of the row.
  package let flags: Set<FilterFlag>
  /// The whole text of the row.
  package let text: String

  /// Reads the facts of a row.
  ///
  /// - Complexity: O(n) in the size of the pushed values.
  package init(_ row: EventRow) {
    name = row.shortName
    let update = row.update
    event = row.eventName
    tags = (update?.firings ?? []).flatMap { $0.tags.filter(\.didFire).map(\.name) }
    type = row.typeWord
    screen = row.screenName
    let pushed =
      update.map { DataLayer.leaves(of: $0.firebase?.logged.parameters ?? $0.update) } ?? []
    leaves = pushed.filter { $0.path != "event" }
      .map { Leaf(path: $0.path, value: ValueConversion.text($0.value)) }
    source = row.sourceWord
    flags = row.filterFlags
    let words = [name, row.summary] + tags + leaves.map { "\($0.path)=\($0.value)" }
    text = String(words.joined(separator: " ").prefix(Self.textLimit))
  }

  /// Returns the facts for a filter, with those that depend on the position of the row.
  ///
  /// - Parameters:
  ///   - number: the number of the row.
  ///   - time: the time of the row, on the phone's clock.
  ///   - hits: the hits that its tags made.
  ///   - isMarked: whether the user marked it.
  package func facts(
    number: Int, time: @escaping @Sendable () -> String, hits: [Int64], isMarked: Bool
  ) -> RowFacts {
    RowFacts(
      text: { self.text },
      values: { field in
        switch field {
        case .event: event.map { [.text($0)] } ?? []
        case .tag: tags.map { .text($0) }
        case .type: [.text(type)]
        case .screen: screen.map { [.text($0)] } ?? []
        case .key: leaves.map { .text($0.path) }
        case .value: leaves.map { .text($0.value) }
        case .row: [.number(number)]
        case .time: [.text(time())]
        case .hit: hits.map { .number(Double($0)) }
        case .source: source.map { [.text($0)] } ?? []
        default: []
        }
      },
      named: { family, name in
        guard family == .push else { return [] }
        return leaves.filter { $0.path == name }.map { .text($0.value) }
      },
      has: { $0 == .marked ? isMarked : flags.contains($0) })
  }
}

extension EventRow {
  /// The name of its event; under v5, the long one.
  package var eventName: String? { update?.firebase?.logged.longName ?? update?.event }

  fileprivate var typeWord: String {
    if let update { return update.event == nil && update.firebase == nil ? "data" : "event" }
    let words = name.drop { $0 == "<" }.prefix { $0 != " " && $0 != ">" }
    return String(words)
  }

  fileprivate var screenName: String? {
    switch kind {
    case .update(_, .screen(let name)), .screenSeen(let name): name.isEmpty ? nil : name
    default: nil
    }
  }

  /// The source of the push or of a container.
  fileprivate var sourceWord: String? {
    switch kind {
    case .update(_, .nested(let who)): who
    case .update(_, let cause): cause.word
    case .containerAvailable(let source, _, _, _): source.rawValue
    case .refreshed(let kind, _, _): kind.rawValue
    case .screenSeen: "screen"
    case .tapped: "tap"
    default: nil
    }
  }

  fileprivate var filterFlags: Set<FilterFlag> {
    var flags: Set<FilterFlag> = []
    if (firedCount ?? 0) > 0 { flags.insert(.fired) }
    if needsALook { flags.insert(.failed) }
    if late > 0 { flags.insert(.late) }
    if isOfWorld { flags.insert(.world) }
    switch kind {
    case .dispatched(_, _, let sent, let lost):
      if sent > 0 { flags.insert(.sent) }
      if lost > 0 { flags.insert(.lost) }
    case .reinstalled(let lost): if lost > 0 { flags.insert(.lost) }
    case .update(let update, _):
      let isEmpty = !DataLayer.leaves(of: update.update).contains { $0.path != "event" }
      if update.rejection == nil, !isEmpty { flags.insert(.changed) }
    default: break
    }
    return flags
  }
}

extension EventRow.Cause {
  fileprivate var wording: (word: String, origin: String) {
    switch self {
    case .launch: ("launch", "by the app at launch")
    case .phase(let name): (name, "by the app, on \(name)")
    case .container: ("container", "by the app when it got the container")
    case .screen(let name): ("screen", "by screen \"\(name)\"")
    case .tap(let title): ("tap", "by button \"\(title)\"")
    case .push: ("push", "by hand")
    case .nested(let who): ("nested", "by \(who)")
    case .experiment: ("experiment", "by an experiment of the container")
    case .restored: ("restored", "by an earlier launch, with a lifetime")
    case .automatic: ("automatic", "by Firebase itself")
    }
  }

  /// The kind of the cause in one word, without its name.
  package var word: String { wording.word }
}

extension EventRow.Cause {
  /// Whether the app, its user or a tag did something, as opposed to what happens by itself.
  package var isActed: Bool {
    switch self {
    case .screen, .tap, .push, .nested: true
    case .launch, .phase, .container, .experiment, .restored, .automatic: false
    }
  }
}

extension EventRow {
  /// The origin of an update: "by screen "Cart""; nil for any other row.
  package var pusher: String? {
    if case .update(_, let cause) = kind { cause.wording.origin } else { nil }
  }

  /// The cause of an update in a few words, without a name that the row has: "screen opened".
  package var causeWords: String? {
    guard case .update(_, let cause) = kind else { return nil }
    return switch cause {
    case .launch: "at launch"
    case .phase(let name): "on " + name
    case .container: "with the container"
    case .screen: "screen opened"
    case .tap: "button pressed"
    case .push: "by hand"
    case .nested(let who): "by " + who
    case .experiment: "experiment"
    case .restored: "restored"
    case .automatic: "by Firebase"
    }
  }
}
