public import DequeModule
public import OrderedCollections
public import TagRuntime

/// The phone's disk: what is on it survives a kill.
public struct Disk: Sendable {
  /// Saved containers by id.
  public internal(set) var savedContainers: OrderedDictionary<String, SavedContainer> = [:]
  /// Ids whose saved copy is no container.
  var damaged: Set<String> = []
  /// How it answers when saved containers are read or written.
  public internal(set) var condition = DiskCondition.ok
  /// Hits that wait, oldest first.
  public internal(set) var hits: Deque<StoredHit> = []
  /// Everything else that lasts.
  public internal(set) var lasting = Lasting()
  /// The id that the next hit gets.
  var nextHitID: Int64 = 1

  /// Stores a hit under a new id; gives back the oldest one where it had to make room.
  ///
  /// - Complexity: O(1).
  mutating func append(_ hit: Hit) -> (stored: StoredHit, dropped: StoredHit?) {
    let dropped = hits.count >= Limits.storedHits ? hits.popFirst() : nil
    let stored = StoredHit(id: nextHitID, hit: hit)
    nextHitID += 1
    hits.append(stored)
    return (stored, dropped)
  }

  /// The oldest hits with a higher id.
  ///
  /// - Complexity: O(n) in the number of stored hits.
  func hits(after id: Int64, limit: Int) -> [StoredHit] {
    Array(hits.lazy.filter { $0.id > id }.prefix(limit))
  }

  /// What is read where a container was saved.
  func saved(_ id: String) -> Result<SavedContainer, RefreshFailure> {
    switch condition {
    case .ioError: .failure(.ioError)
    case .ok where damaged.contains(id), .damaged where savedContainers[id] != nil:
      .failure(.serverError)
    case .ok, .damaged: savedContainers[id].map { .success($0) } ?? .failure(.noSavedContainer)
    }
  }

  /// Saves a container; false where the disk fails.
  mutating func save(_ container: SavedContainer, _ id: String) -> Bool {
    guard condition != .ioError else { return false }
    damaged.remove(id)
    savedContainers[id] = container
    return true
  }

  /// Removes everything that an app saved, besides hits.
  mutating func removeSaved() {
    savedContainers = [:]
    damaged = []
    lasting = Lasting()
  }

  /// What is read of the values that outlast a process: nothing where the disk fails.
  var readLasting: Lasting { condition == .ok ? lasting : Lasting() }

  /// Writes a change to them; false where the disk fails.
  mutating func change(_ change: LastingChange) -> Bool {
    guard condition != .ioError else { return false }
    lasting.apply(change)
    return true
  }

  mutating func remove(_ id: Int64) -> StoredHit? {
    guard let index = hits.firstIndex(where: { $0.id == id }) else { return nil }
    return hits.remove(at: index)
  }

  mutating func update(_ stored: StoredHit) {
    guard let index = hits.firstIndex(where: { $0.id == stored.id }) else { return }
    hits[index] = stored
  }
}
