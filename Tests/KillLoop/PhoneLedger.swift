import OrderedCollections
import TagRuntime

/// What the simulated phone of a program that is killed must still have on its disk, by the names
/// of its hits.
struct PhoneLedger {
  /// What the network of a program that is killed does.
  enum Network: String, CaseIterable {
    /// There is none: hits wait.
    case offline
    /// What waits is sent first, and removed.
    case online
    /// What waits is sent again and again, and no answer comes: it has to stay.
    case unanswered
  }

  /// What is wrong with a file.
  struct Wrong {
    /// Hits that were told to be kept, and are missing.
    var lost: [String] = []
    /// Hits that were gone, and are there again.
    var risen: [String] = []
    /// Hits that are there twice, in a wrong order, or not as they were made.
    var changed: [String] = []

    var count: Int { lost.count + risen.count + changed.count }
  }

  /// How many hits the program told of as kept, and how many were seen to be gone later.
  private(set) var counts = (acknowledged: 0, removed: 0)
  /// Hits that were told to be kept, or found, and not seen to be gone.
  private var kept: Set<String> = []
  /// Those that may be sent.
  private var doomed: Set<String> = []
  private var gone: Set<String> = []
  private var areSent = false

  /// A program starts.
  mutating func begin(_ network: Network) {
    doomed = network == .online ? kept : []
    areSent = false
  }

  /// A program has told of a hit as kept; nil tells that all earlier ones are sent.
  mutating func acknowledge(_ name: String?) {
    guard let name else { return areSent = true }
    if kept.insert(name).inserted { counts.acknowledged += 1 }
  }

  /// Looks at what the file holds after the kill, and goes on from that.
  mutating func look(at hits: [StoredHit]) -> Wrong {
    let names = hits.map(Self.name)
    let present = Set(names)
    var wrong = Wrong()
    wrong.lost = kept.subtracting(doomed).subtracting(present).sorted()
    wrong.risen = gone.union(areSent ? doomed : []).intersection(present).sorted()
    if present.count < names.count || present.contains("") { wrong.changed.append("a name") }
    for (hit, next) in zip(hits, hits.dropFirst()) {
      let isInOrder =
        hit.id < next.id && (hit.hit.numbers?.position ?? 0) < (next.hit.numbers?.position ?? 0)
      if !isInOrder { wrong.changed.append(Self.name(next)) }
    }
    let removed = doomed.subtracting(present)
    counts.removed += removed.count
    gone.formUnion(removed)
    kept = present
    return wrong
  }

  private static func name(_ stored: StoredHit) -> String {
    guard case .analytics(let fields) = stored.hit.kind else { return "" }
    return fields["&cd"] ?? ""
  }
}
