public import OrderedCollections

/// The content of a phone's disk that outlasts the app's process: the one list of these parts.
///
/// A simulated phone and a file both use it, so that they cannot disagree about the parts. The
/// initializer has no default values: code that builds one from something else must name every
/// part, or it does not compile.
///
/// `Hits` is the collection of waiting hits, and `Saved` the form of a saved container: a phone
/// takes hits from the front and holds containers that it can run, a file holds bytes.
public struct DiskContent<Hits, Saved>: Sendable
where
  Hits: RangeReplaceableCollection & BidirectionalCollection & Sendable, Hits.Element == StoredHit,
  Saved: Sendable
{
  package typealias Container = Saved

  /// Hits that wait, oldest first; their ids rise.
  public var hits: Hits
  /// Saved containers by id.
  public var containers: OrderedDictionary<String, Saved>
  /// Everything else that an app stores.
  public var lasting: Lasting
  /// The id by which Analytics knows this installation; empty before one was made.
  public var clientID: String
  /// Whether the user has opted out, as the SDK stores it.
  public var isOptedOut: Bool
  /// The id that the next hit gets.
  public var nextHitID: Int64
  /// The number of hits that Analytics has counted since the app was installed.
  public var hitCount: Int64

  /// Creates a content from all of its parts.
  ///
  /// `nextHitID` is the id that the next hit gets. If it is not above the ids of the waiting hits,
  /// the next id above them is used, because no id is used again.
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

  /// Creates the content of a new phone.
  public init() {
    self.init(
      hits: Hits(), containers: [:], lasting: Lasting(), clientID: "", isOptedOut: false,
      nextHitID: 1, hitCount: 0)
  }

  /// Returns the same content in another form.
  ///
  /// - Parameter saved: converts a saved container, given its id; a container for which it returns
  ///   nil is left out.
  /// - Complexity: O(n) in the size of the content.
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

/// A change of the disk's content, so that a copy can be updated without a comparison.
package enum DiskChange: Sendable, Hashable {
  /// A hit is stored, and replaces one with its id.
  case keep(StoredHit)
  /// The hit with this id is gone.
  case remove(hit: Int64)
  /// Another container is saved under the id, or the saved one is removed.
  case container(String)
  /// A change of the other stored data.
  case lasting(LastingChange)
}

extension DiskContent: Equatable where Hits: Equatable, Saved: Equatable {}

extension DiskContent: Hashable where Hits: Hashable, Saved: Hashable {}
