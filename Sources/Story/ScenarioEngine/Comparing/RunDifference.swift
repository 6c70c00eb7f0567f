import OrderedCollections
import TagRuntime
import TagSimulation
import TagWords

/// A tag with different effects in two runs.
package struct TagDifference: Sendable, Hashable {
  package var pair: Int
  /// The number of the event as shown: "#12".
  package var number: String
  /// The public id of the container.
  package var container: String
  package var name: String
  /// Its effect in A, in words; nil if A has no such event.
  package var a: String?
  /// Its effect in B, in words; nil if B has no such event.
  package var b: String?
  /// The only run in which it fired; nil if it fired in both, or was refused.
  package var firedIn: ComparedSide?

  /// The tag with what it did in both runs: "Ads conversion: did not fire (A) → fired, hit 3 (B)".
  package var words: String {
    let none = "no such event"
    return "\(name): \(a ?? none) (A) → \(b ?? none) (B)"
  }
}

/// A hit that differs between two runs.
package struct HitDifference: Sendable, Hashable {
  package struct Field: Sendable, Hashable {
    package var name: String
    /// The value in A; nil if the hit does not have the field.
    package var a: String?
    /// The value in B; nil if the hit does not have the field.
    package var b: String?
  }

  /// The place of the pair that made the hit.
  package var pair: Int
  /// The number of the event that made the hit.
  package var number: String
  /// The readable title: "screen Cart".
  package var title: String
  /// The tag that made it, or "the app".
  package var maker = ""
  /// Its state in A, in words; nil if A did not make it.
  package var a: String?
  /// Its state in B, in words; nil if B did not make it.
  package var b: String?
  package var fields: [Field] = []
  /// The only run that made it; nil if both did.
  package var madeIn: ComparedSide?
}

/// A value, a key or a container that differs over some spans of rows.
package struct StateDifference: Sendable, Hashable {
  /// The public id of its container; empty for a key of the data layer.
  package var container = ""
  /// The name of the value, the key or the container.
  package var name: String
  /// The text in A; nil if A has nothing with the name.
  package var a: StateText?
  /// The text in B; nil if B has nothing with the name.
  package var b: StateText?
  /// The ranges of pairs with this difference, in order.
  package var spans: [ClosedRange<Int>]

  package func isMissing(in side: ComparedSide) -> Bool {
    (side == .a ? a : b)?.isMissing ?? true
  }
}

/// A value under a name, as an app reads it or a run has it.
package struct StateText: Sendable, Hashable {
  package var text: String
  /// A remark about a problem, to follow the text; empty if there is none.
  var remark = ""
  /// Whether the container has no such value, so that the app reads the zero of the type.
  package var isMissing = false

  /// The text with the remark.
  package var words: String { text + remark }
}

/// A difference between two aligned rows.
package struct RunDifference: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// A tag with different effects.
    case tag(TagDifference)
    case hit(HitDifference)
    /// A pushed value: the path, and the values in words.
    case pushed(String, a: String, b: String)
    case only(ComparedSide)
    /// The result of the row.
    case words(a: String, b: String)
  }

  package var pair: Int
  /// The number of the row as shown: "#12".
  package var number: String
  package var name: String
  /// Whether the row belongs to the setup of the world.
  package var isSetup: Bool
  package var kind: Kind

  /// The difference as a sentence about A and B: "Ads conversion fires in B".
  package var words: String {
    switch kind {
    case .tag(let tag):
      tag.firedIn.map { "\(tag.name) fires in \($0.rawValue)" }
        ?? "\(tag.name): \(Self.shown(tag.a)) in A, \(Self.shown(tag.b)) in B"
    case .hit(let hit):
      if let side = hit.madeIn {
        "\(hit.title) is sent only in \(side.rawValue)"
      } else if let field = hit.fields.first {
        "\(hit.title) has \(field.name) \(Self.shown(field.a)) in A, \(Self.shown(field.b)) in B"
      } else {
        "\(hit.title): \(Self.shown(hit.a)) in A, \(Self.shown(hit.b)) in B"
      }
    case .pushed(let path, let a, let b): "\(path) is \(a) in A, \(b) in B"
    case .only(let side): "only in \(side.rawValue)"
    case .words(let a, let b): "\(a) in A, \(b) in B"
    }
  }

  /// Returns a value as text, or says that there is none.
  private static func shown(_ text: String?) -> String { text ?? "nothing" }

  /// The difference in B, for a reader who knows A: "#12: Ads conversion fires".
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
          "\(hit.title) has \(field.name) \(Self.shown(field.b)), not \(Self.shown(field.a))"
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
  /// The first difference in the acts or the behaviour of the app; if there is none, the first
  /// difference of the setup. Nil if nothing differs.
  package var firstDifference: RunDifference? {
    let differing = rest.indices.filter { !rest[$0].parts.isEmpty }
    let place = differing.first { !rest[$0].isSetup } ?? differing.first
    return place.flatMap { difference(ofPair: $0 + sharedPairs) }
  }

  /// The first tag that fires in one of the runs only, at an event that both have; nil for none.
  ///
  /// - Complexity: O(n) in the rows that differ, and in the tags of those up to the first.
  package var firstFiredDifferently: TagDifference? {
    for (index, pair) in rest.enumerated() where pair.parts.contains(.tags) {
      guard pair.a != nil, pair.b != nil else { continue }
      if let tag = tags(ofPair: index + sharedPairs).first(where: { $0.firedIn != nil }) {
        return tag
      }
    }
    return nil
  }

  /// The first difference of two runs, without comparing all of them where it comes early.
  ///
  /// - Complexity: O(n) in the rows up to it, and in the rows that are compared first.
  package static func firstDifference(
    of first: ScenarioRun, with second: ScenarioRun
  ) -> RunDifference? {
    let early = RunComparison(first.timeline, second.timeline, limit: firstRows)
    if let difference = early.firstDifference, !difference.isSetup || !early.isCut {
      return difference
    }
    return early.isCut ? RunComparison(of: first, with: second).firstDifference : nil
  }

  /// Returns the most important difference at a pair; nil if nothing differs.
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
  fileprivate var told: String {
    switch kind {
    case .update, .read, .firebaseTold, .containerAvailable: detail ?? shortName
    default: shortName + (detail.map { isOfWorld ? "" : " (\($0))" } ?? "")
    }
  }

  fileprivate var pushedTexts: OrderedDictionary<String, String> {
    OrderedDictionary(
      DataLayer.leaves(of: update?.update ?? [:]).map { ($0.path, $0.value.comparedText) },
      uniquingKeysWith: { first, _ in first })
  }
}

extension Value {
  /// The value as text; two different values have different texts.
  var comparedText: String { self == .absent ? "absent" : JSONWriter.write(self) }
}
