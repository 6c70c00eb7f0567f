import OrderedCollections
import TagRuntime
import TagSimulation

/// A tag that did not do the same in two runs.
package struct TagDifference: Sendable, Hashable {
  /// The place of the pair.
  package var pair: Int
  /// The number of the event, as it is told: "#12".
  package var number: String
  /// The public id of the container.
  package var container: String
  /// The name of the tag.
  package var name: String
  /// What it did in A, in words; nil where A has no such event.
  package var a: String?
  /// What it did in B, in words; nil where B has no such event.
  package var b: String?
  /// The only run in which it fired; nil where it did in both, or was refused.
  package var firedIn: ComparedSide?
}

/// A hit that is not the same in two runs.
package struct HitDifference: Sendable, Hashable {
  /// A field in which it differs.
  package struct Field: Sendable, Hashable {
    package var name: String
    /// What it says in A; nil where the hit does not have it.
    package var a: String?
    /// What it says in B; nil where the hit does not have it.
    package var b: String?
  }

  /// The place of the pair that made it.
  package var pair: Int
  /// The number of the event that made it.
  package var number: String
  /// What it is: "screen Cart".
  package var title: String
  /// The tag that makes it, or "the app".
  package var maker = ""
  /// Where it is in A, in words; nil where A did not make it.
  package var a: String?
  /// Where it is in B, in words; nil where B did not make it.
  package var b: String?
  /// The fields that differ.
  package var fields: [Field] = []
  /// The only run that made it; nil where both did.
  package var madeIn: ComparedSide?
}

/// A value, a key or a container that is not the same over some spans of
/// rows.
package struct StateDifference: Sendable, Hashable {
  /// The public id of the container that it is of; empty for a key of the data layer.
  package var container = ""
  /// Its name.
  package var name: String
  /// What it is in A; nil where A has nothing of the name.
  package var a: StateText?
  /// What it is in B; nil where B has nothing of the name.
  package var b: StateText?
  /// The places of the pairs after which it is so, in order.
  package var spans: [ClosedRange<Int>]

  /// Whether a run has nothing of the name.
  package func isMissing(in side: ComparedSide) -> Bool {
    (side == .a ? a : b)?.isMissing ?? true
  }
}

/// What an app reads, or a run has, under a name.
package struct StateText: Sendable, Hashable {
  /// As it reads.
  package var text: String
  /// What is wrong with it, behind it; empty for nothing.
  var remark = ""
  /// Whether the container has no such value, and the zero of the type is read.
  package var isMissing = false

  /// As it reads, with what is wrong with it.
  package var words: String { text + remark }
}

/// In what two rows differ that stand beside each other.
package struct RunDifference: Sendable, Hashable {
  /// The kinds.
  package enum Kind: Sendable, Hashable {
    /// A tag.
    case tag(TagDifference)
    /// A hit.
    case hit(HitDifference)
    /// What was pushed: the path, and the values in words.
    case pushed(String, a: String, b: String)
    /// Only one run has the row.
    case only(ComparedSide)
    /// What it came to.
    case words(a: String, b: String)
  }

  /// The place of the pair.
  package var pair: Int
  /// The number of the row, as it is told: "#12".
  package var number: String
  /// What the row is called.
  package var name: String
  /// Whether it is of how the world was set up.
  package var isSetup: Bool
  /// What differs.
  package var kind: Kind

  /// What differs, with the runs as A and B: "Ads conversion fires in B".
  package var words: String {
    switch kind {
    case .tag(let tag):
      tag.firedIn.map { "\(tag.name) fires in \($0.rawValue)" }
        ?? "\(tag.name): \(Self.shown(tag.a)) in A, \(Self.shown(tag.b)) in B"
    case .hit(let hit):
      if let side = hit.madeIn {
        "\(hit.title) is sent in \(side.rawValue) alone"
      } else if let field = hit.fields.first {
        "\(hit.title) says \(field.name) \(Self.shown(field.a)) in A, \(Self.shown(field.b)) in B"
      } else {
        "\(hit.title): \(Self.shown(hit.a)) in A, \(Self.shown(hit.b)) in B"
      }
    case .pushed(let path, let a, let b): "\(path) is \(a) in A, \(b) in B"
    case .only(let side): "only in \(side.rawValue)"
    case .words(let a, let b): "\(a) in A, \(b) in B"
    }
  }

  /// A value as it reads, or that there is none.
  private static func shown(_ text: String?) -> String { text ?? "nothing" }

  /// What differs in B, told to somebody who knows A: "#12: Ads conversion fires".
  package var sentence: String {
    let what: String
    switch kind {
    case .tag(let tag):
      switch tag.firedIn {
      case .b?: what = "\(tag.name) fires"
      case .a?: what = "\(tag.name) does not fire"
      case nil: what = "\(tag.name): \(Self.shown(tag.b)), not \(Self.shown(tag.a))"
      }
    case .hit(let hit):
      switch (hit.madeIn, hit.fields.first) {
      case (.b?, _): what = "\(hit.title) is made"
      case (.a?, _): what = "\(hit.title) is not made"
      case (nil, let field?):
        what =
          "\(hit.title) says \(field.name) \(Self.shown(field.b)), not \(Self.shown(field.a))"
      case (nil, nil): what = "\(hit.title): \(Self.shown(hit.b)), not \(Self.shown(hit.a))"
      }
    case .pushed(let path, let a, let b): what = "\(path) is \(b), not \(a)"
    case .only(.a): what = "\(name) is missing"
    case .only(.b): what = "\(name) is new"
    case .words(let a, let b): what = "\(b), not \(a)"
    }
    return "\(number): \(what)"
  }
}

extension RunComparison {
  /// What differs first in what was done or what the app did; where nothing does, what was set up
  /// differently first. Nil where nothing differs.
  package var firstDifference: RunDifference? {
    let differing = rest.indices.filter { !rest[$0].parts.isEmpty }
    let place = differing.first { !rest[$0].isSetup } ?? differing.first
    return place.flatMap { difference(ofPair: $0 + sharedPairs) }
  }

  /// The first difference of two runs, without comparing all of them where it comes early.
  ///
  /// - Complexity: O(n) in the rows up to it, and in the rows that are looked at first.
  package static func firstDifference(
    of first: ScenarioRun, with second: ScenarioRun
  ) -> RunDifference? {
    let early = RunComparison(first.timeline, second.timeline, limit: firstRows)
    if let difference = early.firstDifference, !difference.isSetup || !early.isCut {
      return difference
    }
    return early.isCut ? RunComparison(of: first, with: second).firstDifference : nil
  }

  /// What differs most at a pair; nil where nothing does.
  package func difference(ofPair place: Int) -> RunDifference? {
    let pair = pair(at: place)
    guard !pair.parts.isEmpty else { return nil }
    let event = event(ofPair: place, in: .a) ?? event(ofPair: place, in: .b)
    guard let kind = kind(ofPair: place) else { return nil }
    return RunDifference(
      pair: place, number: pair.number, name: event?.shortName ?? "", isSetup: pair.isSetup,
      kind: kind)
  }

  private func kind(ofPair place: Int) -> RunDifference.Kind? {
    let pair = pair(at: place)
    guard let a = event(ofPair: place, in: .a), let b = event(ofPair: place, in: .b) else {
      return .only(pair.a == nil ? .b : .a)
    }
    if pair.parts.contains(.tags), let tag = tags(ofPair: place).first { return .tag(tag) }
    if pair.parts.contains(.hits), let hit = hits(ofPair: place).first { return .hit(hit) }
    if pair.parts.contains(.pushed), let key = pushed(a, b) { return key }
    return .words(a: a.told, b: b.told)
  }

  private func pushed(_ a: EventRow, _ b: EventRow) -> RunDifference.Kind? {
    let (one, other) = (a.pushedTexts, b.pushedTexts)
    let path = (one.keys.elements + other.keys.elements).first { one[$0] != other[$0] }
    return path.map { .pushed($0, a: one[$0] ?? "not set", b: other[$0] ?? "not set") }
  }
}

extension EventRow {
  /// What it came to, in words.
  fileprivate var told: String {
    switch kind {
    case .update, .read, .firebaseTold, .containerAvailable: detail ?? shortName
    default: shortName + (detail.map { isOfWorld ? "" : " (\($0))" } ?? "")
    }
  }

  /// What was pushed, by its paths, as text.
  fileprivate var pushedTexts: OrderedDictionary<String, String> {
    OrderedDictionary(
      DataLayer.leaves(of: update?.update ?? [:]).map { ($0.path, $0.value.comparedText) },
      uniquingKeysWith: { first, _ in first })
  }
}

extension Value {
  /// The value as it reads; two that are not the same do not read the same.
  var comparedText: String { self == .absent ? "absent" : JSONWriter.write(self) }
}
