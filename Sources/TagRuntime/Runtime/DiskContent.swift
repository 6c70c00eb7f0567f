public import OrderedCollections

/// What a phone's disk keeps when the app's process ends: the one list of these parts.
///
/// A simulated phone works on it and a file holds it, so the two can never know different parts.
/// None has a default in the initializer: whoever makes one from something else names every part,
/// and a part that is missing there does not compile.
///
/// `Hits` is how the hits that wait are held, and `Saved` what stands for a saved container: a
/// phone takes hits from the front and holds containers that it can run, a file holds bytes.
public struct DiskContent<Hits, Saved>: Sendable
where
  Hits: RangeReplaceableCollection & BidirectionalCollection & Sendable, Hits.Element == StoredHit,
  Saved: Sendable
{
  /// What stands for a saved container.
  package typealias Container = Saved

  /// Hits that wait, oldest first; their ids rise.
  public var hits: Hits
  /// Saved containers by id.
  public var containers: OrderedDictionary<String, Saved>
  /// Everything else that an app keeps.
  public var lasting: Lasting
  /// The id by which Analytics knows this installation; empty before one was made.
  public var clientID: String
  /// Whether the user has opted out, as the SDK keeps it.
  public var isOptedOut: Bool
  /// The id that the next hit gets.
  public var nextHitID: Int64
  /// How many hits Analytics has counted since the app was installed.
  public var hitCount: Int64

  /// Creates a content from all of its parts.
  ///
  /// `nextHitID` is the id that the next hit gets; where it is that of a hit that waits, or lower,
  /// the next one behind these is taken, because no id is used again.
  public init(
    hits: Hits, containers: OrderedDictionary<String, Saved>, lasting: Lasting, clientID: String,
    isOptedOut: Bool, nextHitID: Int64, hitCount: Int64
  ) {
    self.hits = hits
    self.containers = containers
    self.lasting = lasting
    self.clientID = clientID
    self.isOptedOut = isOptedOut
    self.nextHitID = Swift.max(nextHitID, (hits.last?.id ?? 0) + 1)
    let last = hits.last { $0.hit.numbers != nil }?.hit.numbers?.position
    self.hitCount = Swift.max(hitCount, last ?? 0)
  }

  /// Creates that of a new phone.
  public init() {
    self.init(
      hits: Hits(), containers: [:], lasting: Lasting(), clientID: "", isOptedOut: false,
      nextHitID: 1, hitCount: 0)
  }

  /// The same content held in another way.
  ///
  /// - Parameter saved: makes what stands for a container, by its id, of what stands for it here;
  ///   where it gives nil, the container is left out.
  /// - Complexity: O(n) in what it holds.
  package func converted<OtherHits, Other>(
    _ saved: (String, Saved) -> Other?
  ) -> DiskContent<OtherHits, Other> {
    var others: OrderedDictionary<String, Other> = [:]
    for (id, container) in containers { others[id] = saved(id, container) }
    return DiskContent<OtherHits, Other>(
      hits: OtherHits(hits), containers: others, lasting: lasting, clientID: clientID,
      isOptedOut: isOptedOut, nextHitID: nextHitID, hitCount: hitCount)
  }
}

/// A change of what a disk keeps, so that whoever keeps a copy can follow without comparing.
package enum DiskChange: Sendable, Hashable {
  /// A hit is stored, in place of one with its id.
  case keep(StoredHit)
  /// The hit with this id is gone.
  case remove(hit: Int64)
  /// Something else is saved under the id of a container, or nothing any more.
  case container(String)
  /// A change of what else an app keeps.
  case lasting(LastingChange)
}

extension DiskContent: Equatable where Hits: Equatable, Saved: Equatable {}

extension DiskContent: Hashable where Hits: Hashable, Saved: Hashable {}
