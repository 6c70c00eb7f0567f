import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TextKit

/// Replaces the ids of a run's phone and its user by stand-ins, the same id by the same one.
struct Redaction: Sendable {
  /// The names by which an id is known, without case and signs: keys of the data layer, fields of
  /// hits and parameters of addresses.
  private static let kinds: [(kind: String, names: Set<String>)] = [
    ("client-id", ["cid", "clientid", "appinstanceid", "instanceid"]),
    ("advertising-id", ["idfa", "adid", "aaid", "gaid", "idfv", "advertisingid"]),
    ("user-id", ["uid", "userid", "externaluserid"]),
  ]
  /// The fewest characters of an id; a shorter one could be anything.
  private static let shortest = 3

  private var known: OrderedDictionary<String, String> = [:]
  private var counts: [String: Int] = [:]

  /// Finds the ids of a run, and of a phone beside it.
  init(of run: FinishedRun, beside phone: PagePhone?) {
    for (name, value) in phone?.fields ?? [] { add(value, named: name) }
    let world = run.timeline.live.world
    add(world.disk.clientID, "client-id")
    add(world.device.advertisingID, "advertising-id")
    run.timeline.forEachRow(in: ...RunFacts.limit) { row in
      for leaf in row.event.update.map({ DataLayer.leaves(of: $0.update) }) ?? [] {
        add(ValueConversion.text(leaf.value), named: leaf.path)
      }
      for (name, value) in row.event.update?.firebase?.logged.parameters ?? [:] {
        add(ValueConversion.text(value), named: name)
      }
      if case .firebaseTold(let what, let value?) = row.event.kind { add(value, named: what) }
    }
    for story in world.hits(waiting: .max, ended: .max) {
      guard case .analytics(let fields) = story.hit.kind else { continue }
      for (name, value) in fields { add(value, named: name) }
    }
  }

  private mutating func add(_ id: String, named path: String) {
    let last = path.split(separator: ".").last ?? ""
    let name = String(last.lowercased().filter { $0.isLetter })
    if let kind = Self.kinds.first(where: { $0.names.contains(name) }) { add(id, kind.kind) }
  }

  private mutating func add(_ id: String, _ kind: String) {
    guard id.count >= Self.shortest, known[id] == nil else { return }
    counts[kind, default: 0] += 1
    known[id] = "\(kind)-\(counts[kind] ?? 1)"
  }

  /// Returns a text without the ids: as they are, and as markup and addresses have them.
  func redacted(_ text: String) -> String {
    known.elements.reduce(text) { text, id in
      let forms: OrderedSet<String> = [
        id.key, MarkupText.visible(id.key), MarkupText.address(id.key),
      ]
      return forms.reduce(text) { $0.contains($1) ? $0.replacing($1, with: id.value) : $0 }
    }
  }
}
