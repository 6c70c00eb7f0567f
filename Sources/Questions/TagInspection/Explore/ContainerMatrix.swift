package import OrderedCollections
package import TagRuntime

/// What fires when: the tags of a container as rows, the events that its rules listen for as
/// columns, and in each cell the outcome of the tag at the event.
///
/// Nothing is tried before it is asked for, and nothing twice: cells that send the same share a
/// trial. Rows follow the columns that fire them, so a well-made container is a diagonal.
package struct ContainerMatrix: Sendable {
  /// Events that no condition tells apart.
  package struct Column: Sendable, Hashable {
    /// The places of the events in the outlook, that with the shortest name first.
    package let events: [Int]
    /// The positions of the tags that may fire.
    package let tags: Set<Int>
  }

  /// A tag, or the tags of one trigger.
  package struct Row: Sendable, Hashable {
    package let name: String
    /// The positions of the tags, at least one.
    package let tags: [Int]
  }

  /// What is sent for a cell.
  package struct Push: Sendable, Hashable {
    package var event: String
    /// Whether only Firebase itself logs the event.
    package var isAutomatic: Bool
    /// The values that a rule of the tag requires: of the data layer, or parameters.
    package var keys: OrderedDictionary<String, Value> = [:]
    /// The user properties that it requires (v5).
    package var userProperties: OrderedDictionary<String, Value> = [:]
  }

  /// The outcome of a tag, the worst last.
  package enum Sign: Int, Sendable, Hashable, Comparable, CaseIterable {
    case quiet, fires
    /// It fires and does nothing.
    case idle

    package static func < (left: Sign, right: Sign) -> Bool { left.rawValue < right.rawValue }
  }

  /// What happened to all tags when something was sent.
  package struct Trial: Sendable {
    /// The outcome of each tag, in container order; empty if nothing can be sent now.
    package var signs: [Sign] = []
    /// The reasons, in the same order.
    package var tags: [TagExplanation] = []
    /// The reason why no tag could fire; "" if it could.
    package var reason = ""

    package init() {}
  }

  /// The columns, those with the most tags first.
  package let columns: [Column]
  private let rows: [Row]
  /// The rows with the tags of one trigger in one.
  private let groups: [Row]
  private let outlook: ContainerOutlook
  private let explorer: ContainerExplorer
  private var trials: [Push: Trial] = [:]
  /// The number of trials so far.
  package private(set) var trialCount = 0

  /// Lays out the tags and events of a container, and tries nothing.
  ///
  /// - Complexity: O(n) in the conditions about the name of the event, for each event.
  package init(of container: CompiledContainer, _ outlook: ContainerOutlook) {
    self.outlook = outlook
    explorer = ContainerExplorer(container)
    columns = Self.columns(explorer, outlook)
    let columns = columns
    func rank(_ tag: Int) -> Int {
      columns.firstIndex { $0.tags.contains(tag) }
        ?? columns.count + (outlook.tags[tag].never == nil ? 0 : 1)
    }
    let order = outlook.tags.indices.map { (rank($0), $0) }.sorted { $0 < $1 }.map(\.1)
    rows = order.map { Row(name: outlook.tags[$0].label, tags: [$0]) }
    var triggers: OrderedDictionary<[[Int]], [Int]> = [:]
    for tag in order {
      let trigger = [container.rulesAdding[tag], container.rulesRemoving[tag]]
      triggers[trigger, default: []].append(tag)
    }
    groups = triggers.values.map { tags in
      let first = outlook.tags[tags[0]]
      guard tags.count > 1 else { return Row(name: first.label, tags: tags) }
      let event = columns.first { $0.tags.contains(tags[0]) }?.events.first
      let name = first.trigger.isEmpty ? event.map { outlook.events[$0].head } : first.trigger
      return Row(name: "\(name ?? first.label), \(Counted.text(tags.count, "tag"))", tags: tags)
    }
  }

  private static func columns(
    _ explorer: ContainerExplorer, _ outlook: ContainerOutlook
  ) -> [Column] {
    struct Likeness: Hashable {
      let truths: [Bool?]
      let isAutomatic: Bool
      let isOther: Bool
    }
    let conditions = OrderedSet(
      explorer.rules.flatMap { $0.positive + $0.negative }.filter(explorer.isAboutEvent))
    let anyEvent = ContainerTrial().other.name
    var alike: OrderedDictionary<Likeness, [Int]> = [:]
    for (place, event) in outlook.events.enumerated()
    where event.tags.contains(where: { outlook.tags[$0].never == nil }) {
      let likeness = Likeness(
        truths: conditions.map { explorer.isTrue($0, of: .string(event.name)) },
        isAutomatic: event.isAutomatic, isOther: event.name == anyEvent)
      alike[likeness, default: []].append(place)
    }
    let (named, other) = (alike.filter { !$0.key.isOther }, alike.filter(\.key.isOther))
    return (Array(named.values) + Array(other.values)).map { events in
      let sorted = events.sorted {
        (outlook.events[$0].head.count, $0) < (outlook.events[$1].head.count, $1)
      }
      return Column(events: sorted, tags: Set(outlook.events[sorted[0]].tags))
    }
  }

  // MARK: Narrowing

  /// Returns the rows and the columns that a text narrows them to: those whose names have it, with
  /// the columns that fire the rows, and the rows that the columns fire; all for an empty text.
  ///
  /// - Complexity: O(n) in the cells.
  package func table(isGrouped: Bool, with text: String) -> (rows: [Row], columns: [Int]) {
    let rows = isGrouped ? groups : rows
    let text = text.lowercased()
    guard !text.isEmpty else { return (rows, Array(columns.indices)) }
    let found = columns.indices.filter { place in
      columns[place].events.contains { has(text, outlook.events[$0].name) }
    }
    let named = rows.filter { row in
      has(text, row.name) || row.tags.contains { has(text, outlook.tags[$0].title) }
    }
    let listed = Set(named.map { $0.tags[0] })
    return (
      rows.filter { row in
        listed.contains(row.tags[0]) || found.contains { columns[$0].tags.contains(row.tags[0]) }
      },
      columns.indices.filter { place in
        found.contains(place) || !columns[place].tags.isDisjoint(with: listed)
      }
    )
  }

  private func has(_ text: String, _ name: String) -> Bool { name.lowercased().contains(text) }

  /// Returns the event at the head of a column: that with the shortest name, or the first that has
  /// a text.
  package func event(ofColumn place: Int, with text: String = "") -> Int {
    let text = text.lowercased()
    let events = columns[place].events
    return events.first { has(text, outlook.events[$0].name) && !text.isEmpty } ?? events[0]
  }

  // MARK: Cells

  /// Returns what is sent for a tag at an event: the values that its rule requires, where one can
  /// be true at an event of this name.
  ///
  /// - Complexity: O(n) in the conditions of the tag's rules.
  package func push(for tag: Int, at event: Int) -> Push {
    let heard = outlook.events[event]
    var push = Push(event: heard.name, isAutomatic: heard.isAutomatic)
    guard heard.tags.contains(tag) else { return push }
    let container = explorer.container
    func live(_ positions: [Int]) -> [CompiledRule] {
      positions.map { container.rules[$0] }.filter {
        container.contradiction(in: $0) == nil && explorer.holds($0, at: heard.name)
      }
    }
    // Of several rules, the one that depends least on what cannot be sent.
    let rules = live(container.rulesAdding[tag]).enumerated()
    guard
      let rule = rules.min(by: { (unknowns($0.1), $0.0) < (unknowns($1.1), $1.0) })?.element
    else { return push }
    let blocking = live(container.rulesRemoving[tag])
    let values = explorer.values(of: [rule], against: blocking)
    let keys = OrderedSet(([rule] + blocking).flatMap { explorer.tests(of: $0).map(\.key) })
    let prefix = ContainerExplorer.userPropertyPrefix
    for key in ContainerExplorer.withoutMaps(keys) {
      guard let value = values[key] else { continue }
      if explorer.isFirebase, key.hasPrefix(prefix) {
        push.userProperties[String(key.dropFirst(prefix.count))] = value
      } else if explorer.canBeGiven(key) {
        push.keys[key] = value
      }
    }
    return push
  }

  /// The number of conditions that no push decides.
  private func unknowns(_ rule: CompiledRule) -> Int {
    let conditions = rule.positive + rule.negative
    return conditions.count { !explorer.isAboutEvent($0) } - explorer.tests(of: rule).count
  }

  /// Tries what is sent for cells, as far as it was not tried yet.
  ///
  /// - Parameters:
  ///   - pushes: what is sent.
  ///   - limit: the maximum number of trials.
  ///   - play: sends it, and returns the outcome.
  /// - Returns: whether all of it is tried.
  package mutating func tryOut(
    _ pushes: some Sequence<Push>, upTo limit: Int, _ play: (Push) -> Trial
  ) -> Bool {
    let end = trialCount + limit
    for push in pushes where trials[push] == nil {
      guard trialCount < end else { return false }
      trials[push] = play(push)
      trialCount += 1
    }
    return true
  }

  /// Forgets all trials: the world has changed.
  package mutating func forget() { trials = [:] }

  /// Returns the outcome of what is sent; nil if it was not tried yet.
  package func trial(of push: Push) -> Trial? { trials[push] }

  /// Returns the worst outcome of a row at an event; nil if it was not tried yet, or cannot be.
  package func sign(of row: Row, at event: Int) -> Sign? {
    guard let signs = trials[push(for: row.tags[0], at: event)]?.signs, !signs.isEmpty else {
      return nil
    }
    return row.tags.map { signs[$0] }.max()
  }
}
