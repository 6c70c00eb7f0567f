import OrderedCollections
import TagRuntime
import TagSimulation
import TagWords

/// Hits that differ between the runs, in their content or in their outcome.
extension RunComparison {
  /// The maximum number of hits checked that were made before the first difference.
  static let earlierHits = 500

  /// Finds the hits of a pair that differ in their content, or that only one run made.
  ///
  /// - Complexity: O(n) in the fields of the hits.
  package func hits(ofPair place: Int) -> [HitDifference] {
    let pair = pair(at: place)
    let made = [
      event(ofPair: place, in: .a)?.madeHits() ?? [],
      event(ofPair: place, in: .b)?.madeHits(ids) ?? [],
    ]
    var names = OrderedSet(made[0].map(\.maker))
    names.formUnion(made[1].map(\.maker))
    return names.flatMap { name -> [HitDifference] in
      let own = made.map { $0.filter { $0.maker == name } }
      return (0..<max(own[0].count, own[1].count)).compactMap { index in
        let hits = own.map { $0.indices.contains(index) ? $0[index] : nil }
        return difference(hits[0], hits[1], place, pair.number)
      }
    }
  }

  private func difference(
    _ a: MadeHit?, _ b: MadeHit?, _ place: Int, _ number: String
  ) -> HitDifference? {
    guard let title = (a ?? b)?.title else { return nil }
    var difference = HitDifference(
      pair: place, number: number, title: title, maker: (a ?? b)?.maker.tag ?? "",
      a: a.map { text(of: $0, .a, place) }, b: b.map { text(of: $0, .b, place) })
    guard let a, let b else {
      difference.madeIn = a == nil ? .b : .a
      return difference
    }
    if a.says(like: b) { return nil }
    let names = a.fields.keys.elements + b.fields.keys.filter { a.fields[$0] == nil }
    difference.fields = names.filter { a.fields[$0] != b.fields[$0] }.map { name in
      HitDifference.Field(name: name, a: a.fields[name], b: b.fields[name])
    }
    return difference
  }

  private func text(of hit: MadeHit, _ side: ComparedSide, _ place: Int) -> String {
    guard let id = hit.id else { return "lost, never stored" }
    let fate = fate(of: id, madeAt: pair(at: place).row(in: side) ?? 0, in: side)
    return "hit \(id), \(fate.text)"
  }

  // MARK: Outcomes

  /// The state of a hit at the end of the comparison.
  struct Fate: Hashable {
    var kind: HitFate.Kind
    /// The number of the row that sent it; 0 while it waits, or if the row is not known.
    var row = 0

    var text: String { row == 0 ? kind.short : "\(kind.short) at #\(row)" }
  }

  /// Returns the state of a hit that a row made.
  private func fate(of id: Int64, madeAt row: Int, in side: ComparedSide) -> Fate {
    let timeline = timeline(of: side)
    let firings = timeline.firings
    var place = max(firings.dropped, firings.first(fromRow: row))
    while place < firings.count, firings[place].row == row {
      if firings[place].hit == id { return fate(of: firings[place], in: side) }
      place += 1
    }
    guard let story = timeline.live.world.hit(id) else { return Fate(kind: .reported) }
    return Fate(kind: story.fate.kind)
  }

  private func fate(of firing: FiringIndex.Firing, in side: ComparedSide) -> Fate {
    if firing.left > lastRow(upTo: pairCount - 1, in: side) { return Fate(kind: .waits) }
    return Fate(kind: firing.fate, row: firing.left)
  }

  /// Whether hits had the same outcome: the same row sent them, or both wait.
  private func isSame(_ a: Fate, _ b: Fate) -> Bool {
    guard a.kind == b.kind else { return false }
    if a.row == 0 || b.row == 0 { return a.row == b.row }
    return pairPlace(ofRow: a.row, in: .a) == pairPlace(ofRow: b.row, in: .b)
  }

  /// Finds the hits of tags in some pairs that both runs made with different outcomes, and counts
  /// those with the same.
  ///
  /// - Complexity: O(n log n) in the pairs and in the hits.
  func fates(ofPairs pairs: Range<Int>) -> (differing: [HitDifference], same: Int) {
    var found: (differing: [HitDifference], same: Int) = ([], 0)
    for place in pairs {
      let pair = pair(at: place)
      guard let rowA = pair.a, let rowB = pair.b else { continue }
      let known = pair.parts.contains(.hits) ? hits(ofPair: place).map(\.title) : []
      compareFates(rowA, rowB, place, leavingOut: known, &found)
    }
    return found
  }

  /// Does the same for hits made before the first difference that had not been sent by then.
  func earlierFates() -> (differing: [HitDifference], same: Int) {
    var found: (differing: [HitDifference], same: Int) = ([], 0)
    let firings = a.firings
    let end = firings.first(fromRow: sharedPairs + 1)
    var rows: OrderedSet<Int> = []
    for place in max(firings.dropped, end - Self.earlierHits)..<max(firings.dropped, end) {
      let firing = firings[place]
      if firing.hit != nil, firing.left == 0 || firing.left > sharedPairs {
        rows.append(firing.row)
      }
    }
    for row in rows { compareFates(row, row, row - 1, leavingOut: [], &found) }
    return found
  }

  private func compareFates(
    _ rowA: Int, _ rowB: Int, _ place: Int, leavingOut known: [String],
    _ found: inout (differing: [HitDifference], same: Int)
  ) {
    let fired = [(rowA, ComparedSide.a), (rowB, .b)].map { row, side in
      firings(ofRow: row, in: side)
    }
    for (name, one) in fired[0].elements {
      guard let other = fired[1][name], let idA = one.hit, let idB = other.hit else { continue }
      let fates = [fate(of: one, in: .a), fate(of: other, in: .b)]
      if isSame(fates[0], fates[1]) {
        found.same += 1
        continue
      }
      let title = title(ofHit: idA, madeAt: rowA)
      // A difference in content is reported together with the state.
      if known.contains(title) { continue }
      found.differing.append(
        HitDifference(
          pair: place, number: pair(at: place).number, title: title,
          a: "hit \(idA), \(fates[0].text)", b: "hit \(idB), \(fates[1].text)"))
    }
  }

  private func firings(
    ofRow row: Int, in side: ComparedSide
  ) -> OrderedDictionary<String, FiringIndex.Firing> {
    let index = timeline(of: side).firings
    var firings: OrderedDictionary<String, FiringIndex.Firing> = [:]
    var place = max(index.dropped, index.first(fromRow: row))
    while place < index.count, index[place].row == row {
      if index[place].hit != nil { firings[index.name(of: index[place])] = index[place] }
      place += 1
    }
    return firings
  }

  private func title(ofHit id: Int64, madeAt row: Int) -> String {
    a.row(at: row).event.madeHits().first { $0.id == id }?.title ?? "hit \(id)"
  }
}
