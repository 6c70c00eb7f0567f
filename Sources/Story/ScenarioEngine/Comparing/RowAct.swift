import OrderedCollections
import TagRuntime
import TagSimulation
import TagWords

extension EventRow {
  /// The act of the row, whatever its result: rows of two runs with equal acts are the same.
  var act: String {
    switch kind {
    case .launched: "launch"
    case .containerAvailable(_, _, _, let id): "container " + (id ?? "")
    case .refreshed(let kind, _, let id): "refresh \(kind.rawValue) \(id ?? "")"
    case .refreshRefused(_, let id): "refresh refused " + (id ?? "")
    case .openRefused(let id, _): "open refused " + id
    case .link: "link"
    // What it was called when digests of traces were made of it.
    case .linkOpened: "universal link"
    case .update(let update, let cause): Self.act(of: update, cause)
    case .dispatched(let queue, _, _, _): "dispatch " + queue.rawValue
    case .dispatchCompleted: "completion"
    case .backgroundTaskEnded: "task ends"
    case .optedOut(let isOut): isOut ? "opt-out" : "opt-in"
    case .upgraded: "upgrade"
    case .publishedUnreadable(let id), .published(_, let id): "publish " + (id ?? "")
    case .read(let reading): "read \(reading.kind.rawValue) \(reading.key)"
    case .clockSet: "clock"
    case .firebaseTold(let what, _): "told " + what
    case .jumped: "jump"
    default: plainName
    }
  }

  private static func act(of update: UpdateRecord, _ cause: Cause) -> String {
    let what = update.event ?? "data " + update.update.keys.joined(separator: " ")
    return switch cause {
    case .launch: "launch pushes " + what
    case .phase(let name): name + " pushes " + what
    case .container: "container pushes " + what
    case .screen(let name): "screen \(name) pushes \(what)"
    case .tap(let title): "tap \(title) pushes \(what)"
    case .push: "push " + what
    case .nested(let who): "\(who) pushes \(what)"
    case .experiment: "experiment pushes " + what
    case .restored: "restored " + what
    case .automatic: "automatic " + what
    }
  }

  /// Whether another row is the same event from elsewhere, such as a screen that was viewed in one
  /// run and pushed by hand in the other. In runs of two generations it may also have another name:
  /// then the same act caused both, or both are the same step of a container on its way.
  func isLike(_ other: EventRow, acrossGenerations: Bool) -> Bool {
    guard wall - other.wall <= Self.likeTime, other.wall - wall <= Self.likeTime else {
      return false
    }
    guard case .update(let update, let cause) = kind,
      case .update(let another, let otherCause) = other.kind
    else {
      let words = [act, other.act].map { $0.prefix { $0 != " " } }
      return acrossGenerations && isSetup && other.isSetup && words[0] == words[1]
    }
    if update.event != another.event { return acrossGenerations && cause == otherCause }
    return update.event != nil && cause.word != otherCause.word
  }

  /// The maximum time between two rows of different acts that are the same event.
  private static let likeTime = Duration.seconds(60)

  /// Whether it belongs to the setup of the world, which causes the behaviour of the app.
  var isSetup: Bool {
    switch kind {
    case .published, .publishedUnreadable, .containerAvailable, .refreshed, .deviceChanged, .link,
      .upgraded, .reinstalled:
      true
    default: false
    }
  }
}

/// The differences between two rows of a pair.
package struct RowParts: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// One of the runs has no such row.
  package static let presence = RowParts(rawValue: 1)
  package static let words = RowParts(rawValue: 2)
  package static let pushed = RowParts(rawValue: 4)
  /// The tags that fired, and their effects.
  package static let tags = RowParts(rawValue: 8)
  package static let hits = RowParts(rawValue: 16)

  /// Finds the differences between two rows of one act.
  ///
  /// - Complexity: O(n) in the effects of their tags.
  init(_ a: EventRow, _ b: EventRow, _ ids: ComparedContainers) {
    self = []
    switch (a.kind, b.kind) {
    case (.update(let first, _), .update(let second, _)):
      if !Value.map(first.update).equals(.map(second.update)) { insert(.pushed) }
      if first.rejection != second.rejection || a.loop != b.loop { insert(.words) }
      if let one = first.firebase, let other = second.firebase, !one.fares(like: other) {
        insert(.words)
      }
      let (fired, others) = (a.firedTags(), b.firedTags(ids))
      if fired != others { insert(.tags) }
    default:
      if a.name != b.name || a.detail != b.detail { insert(.words) }
    }
    if a.late != b.late { insert(.words) }
    let (hits, others) = (a.madeHits(), b.madeHits(ids))
    if hits.count != others.count || zip(hits, others).contains(where: { !$0.says(like: $1) }) {
      insert(.hits)
    }
  }
}

// MARK: - Tags

struct TagName: Hashable {
  var container: String
  var tag: String
}

/// The ids that the containers of B have in A, and the names of their tags. Between two generations
/// they take the place of those of A, in the order of the app.
struct ComparedContainers: Sendable {
  var isAcrossGenerations = false
  /// The other run's id of each.
  private var others: [String: String] = [:]
  /// The names in A of tags of B, and those in B of the same, where they differ.
  private var tags: (ofB: [String: String], ofA: [String: String]) = ([:], [:])

  init() {}

  /// Creates the ids of two worlds; `tags` are the names in A of tags of B with other names, for
  /// apps with one container.
  init(_ a: Simulation, _ b: Simulation, tags: [String: String] = [:]) {
    isAcrossGenerations = a.settings.generation != b.settings.generation
    let ids = [a, b].map { $0.world.app.containers.map(\.id) }
    if ids[0].count == 1 {
      let own = tags.map { ($0.value, $0.key) }
      self.tags = (tags, Dictionary(own, uniquingKeysWith: { first, _ in first }))
    }
    guard isAcrossGenerations, ids[0].count == ids[1].count else { return }
    for (one, other) in zip(ids[0], ids[1]) { (others[one], others[other]) = (other, one) }
  }

  /// Returns the id that a container of B has in A.
  func callAsFunction(_ id: String) -> String { others[id] ?? id }

  /// Returns the name that a tag of B has in A.
  func tag(_ name: String) -> String { tags.ofB[name] ?? name }

  /// Returns the name that a tag of A has in B.
  func tagInB(_ name: String) -> String { tags.ofA[name] ?? name }

  /// Returns a tag of A by its name in a run.
  func name(_ name: TagName, in side: ComparedSide) -> TagName {
    side == .a ? name : TagName(container: self(name.container), tag: tagInB(name.tag))
  }
}

extension UpdateRecord {
  /// The tags that fired, each with its effect in words without hit numbers; the digests of traces
  /// depend on them.
  func firedTags(_ ids: ComparedContainers = .init()) -> OrderedDictionary<TagName, String> {
    var fired: OrderedDictionary<TagName, String> = [:]
    for firing in firings {
      for tag in firing.tags {
        fired[TagName(container: ids(firing.container), tag: ids.tag(tag.name))] =
          TagFate(tag.result).outcome
      }
    }
    // The order is that of the container, whose versions may have different ones.
    fired.sort { ($0.key.container, $0.key.tag) < ($1.key.container, $1.key.tag) }
    return fired
  }
}

extension EventRow {
  /// The tags that fired, each with its result in words without hit numbers.
  func firedTags(_ ids: ComparedContainers = .init()) -> OrderedDictionary<TagName, String> {
    var fired = update?.firedTags(ids) ?? [:]
    for name in fired.keys {
      if let reason = idleReason(ofTag: ids.tagInB(name.tag)) { fired[name] = reason }
    }
    return fired
  }
}

extension FirebaseOutcome {
  /// Whether both events had the same outcome.
  fileprivate func fares(like other: FirebaseOutcome) -> Bool {
    isDropped == other.isDropped && faults == other.faults && suppressedBy == other.suppressedBy
  }
}

// MARK: - Hits

struct MadeHit {
  /// The origin of the hit: a tag, or an event of Firebase that was passed on.
  var maker: TagName
  /// The readable title: "screen Cart".
  var title: String
  /// The number of the hit on the phone; nil if it was never stored.
  var id: Int64?
  /// The content of the hit, by the names of its fields.
  var fields: OrderedDictionary<String, String>

  /// Whether both hits have the same content, and both were stored or neither.
  func says(like other: MadeHit) -> Bool {
    maker == other.maker && fields == other.fields && (id == nil) == (other.id == nil)
  }
}

extension EventRow {
  /// The hits of the row, in order.
  ///
  /// - Complexity: O(n) in their fields.
  func madeHits(_ ids: ComparedContainers = .init()) -> [MadeHit] {
    guard !hits.isEmpty else { return [] }
    if case .hitSent(let hit) = kind {
      let maker = TagName(container: "", tag: "the app")
      return [
        MadeHit(maker: maker, title: hit.shortTitle, id: hits.first ?? nil, fields: hit.said)
      ]
    }
    var made: [MadeHit] = []
    var numbers = hits[...]
    for firing in update?.firings ?? [] {
      for tag in firing.tags {
        guard case .hits(let all) = tag.result else { continue }
        let maker = TagName(container: ids(firing.container), tag: ids.tag(tag.name))
        for hit in all {
          made.append(
            MadeHit(
              maker: maker, title: hit.shortTitle, id: numbers.popFirst() ?? nil, fields: hit.said))
        }
      }
    }
    // Events passed on to Firebase have numbers after those of the tags.
    for passed in update?.firebase?.passed ?? [] {
      let maker = TagName(container: "", tag: passed.tag.map(ids.tag) ?? "the app")
      made.append(
        MadeHit(
          maker: maker, title: "event " + passed.event.longName, id: numbers.popFirst() ?? nil,
          fields: passed.event.said))
    }
    return made
  }
}

extension Hit {
  /// The type with the title: "screen Cart".
  fileprivate var shortTitle: String { title.isEmpty ? typeName : "\(typeName) \(title)" }

  /// The content of the hit itself, without fields that the SDK adds from the phone and the clock.
  fileprivate var said: OrderedDictionary<String, String> {
    switch kind {
    case .analytics(let fields): fields
    case .pixel(let url): ["url": url]
    case .firebase(let event, let properties):
      event.said.merging(
        properties.elements.map { ("user_property." + $0.key, $0.value.text) },
        uniquingKeysWith: { first, _ in first })
    }
  }
}

extension FirebaseEvent {
  fileprivate var said: OrderedDictionary<String, String> {
    var said: OrderedDictionary<String, String> = ["event": longName]
    for leaf in DataLayer.leaves(of: parameters) {
      said["parameter." + leaf.path] = ValueConversion.text(leaf.value)
    }
    return said
  }
}
