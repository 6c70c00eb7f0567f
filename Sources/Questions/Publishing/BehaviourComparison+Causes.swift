import OrderedCollections
import ScenarioEngine
package import TagInspection
import TagRuntime

/// The changes by cause: one row for each, for every form of the report and for the screen.
extension BehaviourComparison {
  /// The most rows of a group.
  package static let causeLimit = 200
  /// The most events, rules or names that a row lists.
  private static let listLimit = 4

  /// What changes, by cause: where hits go, tags, values, what hits say, expectations; then what
  /// cannot be told, and remarks.
  ///
  /// - Complexity: O(n log n) in the changes.
  package var causes: [PublishedCause] {
    var groups = [destinationRows, tagRows, stateRows(.value, .values)]
    groups += [pushedRows + stateRows(.key, .data), fieldRows + madeRows, expectationRows]
    let idle = idleRules.listed(upTo: Self.listLimit)
    let unknown = untried + unknown + (idle.isEmpty ? [] : ["never true in these plays: " + idle])
    groups.append(unknown.map { PublishedCause(.unknown, .open, $0) })
    groups.append(known.map { PublishedCause(.played, .remark, $0) })
    return groups.flatMap { rows in
      guard rows.count > Self.causeLimit, let first = rows.first else { return rows }
      let rest = "and \(rows.count - Self.causeLimit) more, which are not listed"
      return rows.prefix(Self.causeLimit) + [PublishedCause(first.group, .remark, rest)]
    }
  }

  /// The changes of a kind, by tag, value or key.
  private func byKey(
    _ kind: Change.Kind, where isMeant: (Fact) -> Bool = { _ in true }
  ) -> [(key: String, changes: [Change])] {
    let own = changes.filter { $0.kind == kind && isMeant($0.fact) }
    return OrderedDictionary(grouping: own, by: \.fact.key).map { ($0.key, $0.value) }
  }

  private func titles(_ tags: [String]) -> String {
    tags.map { ledger.tags[$0]?.title ?? $0 }.listed(upTo: tags.count > 3 ? 2 : 3)
  }

  /// "openScreen, purchase and 2 more": an event with its value where `others` have the same name.
  private static func words(
    _ changes: [Change], besides others: [Change] = []
  ) -> String {
    let shared = Set(others.flatMap(\.labels).map(\.name))
    let labels = OrderedSet(changes.flatMap(\.labels))
    let names = labels.compactMap { label in
      label.name.map { name in
        name + (shared.contains(name) ? label.value.map { " · " + $0 } ?? "" : "")
      }
    }
    return names.isEmpty ? "other events" : Array(OrderedSet(names)).listed(upTo: listLimit)
  }

  // MARK: Where hits go

  private var destinationRows: [PublishedCause] {
    let targets = ledger.sides.map(\.destinations)
    let both = Array(targets[1].keys.filter { targets[0][$0] != nil })
    var moves: OrderedDictionary<[String], [String]> = [:]
    for tag in both {
      guard let was = targets[0][tag], let now = targets[1][tag] else { continue }
      let ends = [was.subtracting(now), now.subtracting(was)].map { $0.joined(separator: " and ") }
      if !ends.contains("") { moves[ends, default: []].append(tag) }
    }
    var rows = moves.elements.map { ends, tags in
      let isWhole = both.allSatisfy { tags.contains($0) || targets[0][$0] == ["Firebase"] }
      let text = "\(isWhole ? "all " : "")hits go to \(ends[1]) instead of \(ends[0])"
      return PublishedCause(
        .destinations, .differs, text, of: isWhole ? "" : titles(tags), count: tags.count,
        at: place(of: tags, where: { ["&tid", "url"].contains($0.field) }))
    }
    let moved = Set(moves.keys.joined().flatMap { $0.split(separator: " and ").map(String.init) })
    let ever = targets.map { OrderedSet($0.values.joined()) }
    for (side, sign) in [(0, PublishedCause.Sign.lost), (1, .new)] {
      for target in ever[side].subtracting(ever[1 - side])
      where !moved.contains(target) && target != "Firebase" {
        let tags = targets[side].elements.filter { $0.value.contains(target) }.map(\.key)
        let text =
          side == 0 ? "no hit goes to \(target) any more" : "hits go to \(target), which got none"
        rows.append(
          PublishedCause(
            .destinations, sign, text, of: titles(tags), count: tags.count, at: place(of: tags)))
      }
    }
    return rows
  }

  private func place(
    of tags: [String], where isMeant: (Fact) -> Bool = { _ in true }
  ) -> PublishedCause.Place? {
    changes.first { tags.contains($0.fact.key) && isMeant($0.fact) }?.fact.place
  }

  // MARK: Tags

  /// A row of tags; those that lose events come first, then those that gain some.
  private struct TagRow: Hashable {
    var order: Int
    var sign: PublishedCause.Sign
    var text: String
  }

  private var tagRows: [PublishedCause] {
    var rows: OrderedDictionary<TagRow, (tags: [String], place: PublishedCause.Place?)> = [:]
    for (tag, changes) in byKey(.tag) {
      for (row, first) in self.rows(of: tag, changes) {
        rows[row, default: ([], first?.fact.place)].tags.append(tag)
      }
    }
    return (0...2).flatMap { order in rows.elements.filter { $0.key.order == order } }.map { row in
      PublishedCause(
        .tags, row.key.sign, row.key.text, of: titles(row.value.tags), count: row.value.tags.count,
        at: row.value.place)
    }
  }

  private func rows(of tag: String, _ changes: [Change]) -> [(TagRow, Change?)] {
    let lost = changes.filter { $0.fact.side == .a }
    let gained = changes.filter { $0.fact.side == .b }
    let fires = ledger.sides.map { $0.fired.contains(tag) }
    // A tag that fires in both may do so at the same event.
    let isInBoth = fires == [true, true]
    let was = Self.words(lost, besides: gained.isEmpty && isInBoth ? lost : gained)
    let now = Self.words(gained, besides: lost.isEmpty && isInBoth ? gained : lost)
    let known = ledger.tags[tag]
    var rows: [(TagRow, Change?)] = []
    func add(_ order: Int, _ sign: PublishedCause.Sign, _ text: String, _ change: Change?) {
      rows.append((TagRow(order: order, sign: sign, text: text), change))
    }
    if known?.isRemoved == true, !lost.isEmpty {
      add(0, .lost, "removed: was on \(was)", lost.first)
    } else if known?.isNew == true, !gained.isEmpty {
      add(1, .new, "new: on \(now)", gained.first)
    } else if gained.isEmpty, !lost.isEmpty {
      let text = fires[1] ? "no longer on \(was)" : "no longer fires: was on \(was)"
      add(0, fires[1] ? .differs : .lost, text, lost.first)
    } else if lost.isEmpty, !gained.isEmpty {
      add(1, .new, fires[0] ? "now also on \(now)" : "now on \(now)", gained.first)
    } else if let first = gained.first {
      let why = first.reason.split(separator: ";").first.map { ": \($0)" } ?? ""
      let text = was == now ? "on other cases of \(now)\(why)" : "on \(now) instead of \(was)"
      add(2, .differs, text, first)
    }
    for change in changes where change.fact.side == nil {
      guard case .text(let was) = change.fact.values[0], case .text(let now) = change.fact.values[1]
      else { continue }
      let (isNew, isRemoved) = (known?.isNew == true, known?.isRemoved == true)
      let text =
        isNew ? "new: \(now)" : isRemoved ? "removed: was \(was)" : "\(now) instead of \(was)"
      add(isRemoved ? 0 : isNew ? 1 : 2, isRemoved ? .lost : isNew ? .new : .differs, text, change)
    }
    return rows
  }

  // MARK: Values

  private func stateRows(
    _ kind: Change.Kind, _ group: PublishedCause.Group
  ) -> [PublishedCause] {
    byKey(kind).map { name, changes in
      let fact = changes[0].fact
      let more = changes.count == 1 ? "" : ", and other values elsewhere"
      let (sign, text): (PublishedCause.Sign, String) =
        switch (fact.values[0], fact.values[1]) {
        case (.nothing, .text(let now)): (.new, "new: \(now)")
        case (.nothing, _): (.new, "new")
        case (.text(let was), .nothing): (.lost, "gone: was \(was)")
        case (_, .nothing): (.lost, "gone")
        case (.text(let was), .text(let now)): (.differs, "\(now) instead of \(was)")
        case (_, .text(let now)): (.differs, "now \(now)")
        case (_, .hidden): (.differs, "another value")
        }
      return PublishedCause(group, sign, text + more, of: name, at: fact.place)
    }
  }

  private var pushedRows: [PublishedCause] {
    changes.filter { $0.kind == .event && $0.fact.label.name != nil }.map { change in
      let isNew = change.fact.side == .b
      return PublishedCause(
        .data, isNew ? .new : .lost, isNew ? "now pushed" : "no longer pushed", of: change.subject,
        at: change.fact.place)
    }
  }

  // MARK: Hits

  /// What is said of a field of hits.
  private struct FieldWords: Hashable {
    /// "new", "no longer" or nothing.
    var kind: String
    var field: String
    var text: String
  }

  private var fieldRows: [PublishedCause] {
    var tags: OrderedDictionary<FieldWords, (tags: [String], place: PublishedCause.Place?)> = [:]
    for (maker, changes) in byKey(.hit, where: { $0.field != nil && $0.field != "&tid" }) {
      for (field, own) in OrderedDictionary(grouping: changes, by: { $0.fact.field ?? "" }) {
        guard let words = words(of: field, own.map(\.fact.values), maker) else { continue }
        tags[words, default: ([], own[0].fact.place)].tags.append(maker)
      }
    }
    let analytics = ledger.sides[0].analytics.intersection(ledger.sides[1].analytics)
    return OrderedDictionary(grouping: tags.elements, by: \.value.tags).map { makers, words in
      let isEvery = makers.count > 1 && Set(makers) == analytics
      let other = ledger.tags[makers[0]] == nil ? "events to Firebase" : titles(makers)
      return PublishedCause(
        .hits, .differs, Self.sentence(of: words.map(\.key)), of: isEvery ? "every hit" : other,
        count: isEvery ? 1 : makers.count, at: words[0].value.place)
    }
  }

  private func words(
    of field: String, _ values: [[ToldValue]], _ maker: String
  ) -> FieldWords? {
    let sources = ledger.tags[maker].map { meaning.sources(ofField: field, in: $0) } ?? [nil, nil]
    let isOne = Set(values).count == 1
    let prefix = "parameter."
    let name =
      field == "url" ? "the address" : String(field.dropFirst(field.hasPrefix(prefix) ? 10 : 0))
    func from(_ side: Int) -> String {
      if isOne, values[0][side] == .text("") { return " (empty)" }
      if let source = sources[side] { return " (\(source))" }
      if isOne, case .text(let text) = values[0][side] { return " (\(text.quoted))" }
      return ""
    }
    switch (values[0][0], values[0][1]) {
    case (.nothing, .nothing): return nil
    case (.nothing, _): return FieldWords(kind: "new ", field: name, text: from(1))
    case (_, .nothing): return FieldWords(kind: "no longer ", field: name, text: from(0))
    case (.text(let was), .text(let now)) where isOne && field != "url":
      let text = " is \(now.quoted) instead of \(was.quoted)"
      return FieldWords(kind: "", field: name, text: text)
    case (_, _):
      var text = " has another value" + (sources[1].map { " of \($0)" } ?? "")
      if let was = sources[0], let now = sources[1], was != now {
        text = " is \(now) instead of \(was)"
      }
      return FieldWords(kind: "", field: name, text: text)
    }
  }

  /// "new &cd1 (App ID), &ec, &ea (empty); &cd is "a" instead of "b"".
  private static func sentence(of words: [FieldWords]) -> String {
    let parts = ["new ", "no longer ", ""].map { kind in
      let own = words.filter { $0.kind == kind }
      let fields = own.enumerated().map { place, word in
        // Where several have the same, the last one says it.
        word.field + (place + 1 < own.count && own[place + 1].text == word.text ? "" : word.text)
      }
      return own.isEmpty ? "" : kind + fields.joined(separator: ", ")
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  private var madeRows: [PublishedCause] {
    byKey(.hit) { $0.side != nil }.flatMap { maker, changes in
      [ComparedSide.a, .b].compactMap { side -> PublishedCause? in
        let own = changes.filter { $0.fact.side == side }
        guard let first = own.first else { return nil }
        let isApp = ledger.tags[maker] == nil
        let verb = (side == .a ? "no longer " : "now ") + (isApp ? "gets " : "makes a hit on ")
        return PublishedCause(
          .hits, side == .a ? .lost : .new, verb + Self.words(own),
          of: isApp ? "Firebase" : titles([maker]), at: first.fact.place)
      }
    }
  }

  private var expectationRows: [PublishedCause] {
    changes.filter { $0.kind == .expectation }.map { change in
      PublishedCause(
        .expectations, change.words.hasSuffix("no longer holds") ? .lost : .new,
        change.words + (change.reason.isEmpty ? "" : ": " + change.reason))
    }
  }
}
