import OrderedCollections
package import TagRuntime

/// Every tag that fired so far, with the fates of its hits, and the totals of each tag.
///
/// It grows with the history, one firing at a time, so that reading a run of a million events is as
/// fast as reading a short one; only the last firings are stored, but the totals cover all.
package struct FiringIndex: Sendable {
  /// The minimum number of firings that are stored, once there are that many.
  package static let limit = 100_000

  package struct Firing: Sendable, Hashable {
    package var row: Int
    /// The place of the tag in `totals`.
    package var tag: Int
    package var kind: TagFate.Kind
    /// The first hit that it made; nil for none.
    package var hit: Int64?
    package var hits: Int
    /// The fate so far of the hit that came out worst.
    package var fate: HitFate.Kind
    /// The number of its hits with that fate.
    package var alike: Int
    /// The number of the row at which the last of these left; 0 while they wait.
    package var left: Int

    /// How it came out.
    package var mark: FateMark { max(kind.mark, hits > 0 ? fate.mark : .quiet) }
  }

  package struct Total: Sendable, Hashable {
    package var name: String
    /// The number of times it fired.
    package var fired = 0
    /// The number of events that its container evaluated.
    package var asked = 0
    package var hits = 0
    package var sent = 0
    /// The number of sent hits that were late.
    package var late = 0
    package var lost = 0
    /// The number of sent hits that are in no report.
    package var unreported = 0
    /// The number of times it fired without an effect.
    package var troubled = 0
    /// Its fate when it last fired.
    package var kind: TagFate.Kind?
    /// Whether none of its rules can ever hold, in every container that had it.
    package var isNever = true
  }

  /// The number of firings of a block; the limit is a multiple of it.
  private static let blockLength = 250

  /// The stored firings, oldest first, in blocks that copies share.
  private var kept: [[Firing]] = []
  /// The number of earlier firings that are not stored.
  package private(set) var dropped = 0
  /// The totals of each tag, in the order in which the tags appeared.
  private var tags: [Total] = []
  private var placeOfName: [String: Int] = [:]
  /// The containers that evaluated events, each with the number of them and the places of its tags.
  private var containers: [Met] = []
  /// The number of the firing of each hit that waits.
  private var waiting: [Int64: Int] = [:]
  /// The number of hits that the ledger has ended so far.
  private var ended = 0

  private struct Met: Sendable {
    var container: CompiledContainer
    var events = 0
    var places: [Int]
  }

  // MARK: Queries

  package var count: Int { dropped + keptCount }

  private var keptCount: Int {
    kept.last.map { (kept.count - 1) * Self.blockLength + $0.count } ?? 0
  }

  /// Returns a firing by its number, from `dropped`.
  ///
  /// - Complexity: O(1)
  package private(set) subscript(number: Int) -> Firing {
    get { kept[(number - dropped) / Self.blockLength][(number - dropped) % Self.blockLength] }
    _modify {
      let (block, slot) = (number - dropped).quotientAndRemainder(dividingBy: Self.blockLength)
      yield &kept[block][slot]
    }
  }

  /// Returns the number of the first firing at or after a row.
  ///
  /// - Complexity: O(log n)
  package func first(fromRow row: Int) -> Int {
    (dropped..<count).partitioningIndex { self[$0].row >= row }
  }

  package func name(of firing: Firing) -> String { tags[firing.tag].name }

  /// The container whose tag fired; nil if several that evaluated events have a tag of that name.
  package func container(of firing: Firing) -> CompiledContainer? {
    let having = containers.filter { $0.places.contains(firing.tag) }
    return having.count == 1 ? having[0].container : nil
  }

  /// The totals of each tag, those that fired most often first.
  ///
  /// - Complexity: O(n log n) in the tags.
  package var totals: [Total] {
    let all = told
    return all.indices.sorted { left, right in
      (all[right].fired, left) < (all[left].fired, right)
    }.map { all[$0] }
  }

  /// Returns the totals of a tag; nil for one whose container evaluated no event.
  package func total(of name: String) -> Total? {
    placeOfName[name].map { told[$0] }
  }

  private var told: [Total] {
    var all = tags
    for met in containers {
      for place in met.places { all[place].asked += met.events }
    }
    return all
  }

  // MARK: Growing

  /// Records the rows of a step, from a row number on; the world is as it is after them.
  ///
  /// - Complexity: O(n) in the rows, the tags that fired and the hits that ended.
  mutating func note(_ rows: [EventRow], from number: Int, _ world: Simulation) {
    for (place, event) in rows.enumerated() {
      guard let update = event.update, !update.firings.isEmpty else { continue }
      note(update, event, number + place, world)
    }
    // Hits leave with the dispatch of the step.
    let dispatch = rows.lastIndex { if case .dispatched = $0.kind { true } else { false } }
    noteEnded(world.world.ledger, number + (dispatch ?? max(0, rows.count - 1)))
  }

  private mutating func note(
    _ update: UpdateRecord, _ event: EventRow, _ row: Int, _ world: Simulation
  ) {
    for firing in update.firings { meet(world.runtime?.compiledContainer(firing.container)) }
    event.forEachTag { tag, _, made in
      guard tag.didFire else { return }
      let place = place(of: tag.name)
      tags[place].fired += 1
      tags[place].hits += made.count
      let kind = event.kind(of: tag)
      tags[place].kind = kind
      if kind.isTrouble { tags[place].troubled += 1 }
      let stored = made.compactMap { $0 }
      for hit in stored { waiting[hit] = count }
      let lost = made.count - stored.count
      tags[place].lost += lost
      keep(
        Firing(
          row: row, tag: place, kind: kind, hit: stored.first, hits: made.count,
          fate: lost > 0 ? .lost : .waits, alike: lost > 0 ? lost : made.count, left: 0))
    }
  }

  private mutating func place(of name: String) -> Int {
    if let place = placeOfName[name] { return place }
    placeOfName[name] = tags.count
    tags.append(Total(name: name))
    return tags.count - 1
  }

  private mutating func meet(_ container: CompiledContainer?) {
    guard let container else { return }
    if let index = containers.lastIndex(where: { $0.container === container }) {
      containers[index].events += 1
      return
    }
    var places: OrderedSet<Int> = []
    for (position, name) in container.tagNames.enumerated() {
      let place = place(of: name)
      places.append(place)
      let rules = container.rulesAdding[position]
      let isNever = rules.allSatisfy { container.contradiction(in: container.rules[$0]) != nil }
      if !isNever { tags[place].isNever = false }
    }
    containers.append(Met(container: container, events: 1, places: Array(places)))
  }

  private mutating func keep(_ firing: Firing) {
    if keptCount.isMultiple(of: Self.blockLength) { kept.append([]) }
    kept[kept.count - 1].append(firing)
    guard keptCount >= 2 * Self.limit else { return }
    // Dropped at once, so that the cost does not fall on every firing.
    kept.removeFirst(Self.limit / Self.blockLength)
    dropped += Self.limit
  }

  /// Records the fates of hits since the last row.
  private mutating func noteEnded(_ ledger: Ledger, _ row: Int) {
    let now = ledger.sent + ledger.lost
    guard now > ended else { return }
    for hit in ledger.ended.suffix(now - ended) {
      guard let id = hit.id, let number = waiting.removeValue(forKey: id), number >= dropped else {
        continue
      }
      let fate = hit.fate.kind
      let tag = self[number].tag
      self[number].meet(fate, at: row)
      if fate.isLost { tags[tag].lost += 1 } else { tags[tag].sent += 1 }
      if hit.isLate { tags[tag].late += 1 }
      if fate == .unreported { tags[tag].unreported += 1 }
    }
    ended = now
  }
}

extension FiringIndex.Firing {
  /// Notes the fate of one of its hits.
  fileprivate mutating func meet(_ met: HitFate.Kind, at row: Int) {
    guard met.mark >= fate.mark else { return }
    alike = met == fate ? alike + 1 : 1
    (fate, left) = (met, row)
  }
}

extension TagResult {
  /// The number of hits, or of events that it logged.
  package var hitCount: Int {
    switch self {
    case .hits(let hits): hits.count
    case .logged(let events, _): events.count
    case .wrote, .called, .nothingRan, .threw, .ignored, .refused: 0
    }
  }
}

extension Timeline {
  /// Returns the number of tags of a row that fired, but of which not what one would expect came.
  ///
  /// - Complexity: O(log n) in the firings.
  package func troubledTags(of row: Row) -> Int {
    let first = firings.first(fromRow: row.number)
    guard first < firings.count, firings[first].row == row.number else {
      return row.event.troubledTags
    }
    return (first..<firings.count).lazy.map { firings[$0] }.prefix { $0.row == row.number }
      .count { $0.mark > .well }
  }
}
