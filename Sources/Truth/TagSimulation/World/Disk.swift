public import OrderedCollections
public import TagRuntime

/// The phone's disk: its data survives a kill.
///
/// The part of it that a file also stores is its content, whose parts are accessed by their names.
@dynamicMemberLookup
public struct Disk: Sendable {
  /// The stored content of a phone's disk, with containers that the phone can run.
  public typealias Content = DiskContent<SharedList<StoredHit>, SavedContainer>

  /// The stored content. Hits are added and removed by the functions of the disk, which counts
  /// them.
  public private(set) var content: Content
  /// The ids whose saved copy is not a container.
  public private(set) var damaged: Set<String> = []
  /// The result of reading or writing saved containers.
  public internal(set) var condition = DiskCondition.ok
  /// The numbers of waiting pixels and events of Firebase; the other hits are of Analytics.
  private var pixelCount = 0
  private var eventCount = 0
  /// By queue: no hit with a lower number waits in it. Numbers only rise, so this stays true, and
  /// the oldest hit is found without a look at those of other queues before it.
  private var oldestIDs = PerQueue { _ in Int64(0) }
  /// What has changed since it was saved the last time; nil where nobody saves it, and where that
  /// has to be found out by comparing.
  private var unsaved: Unsaved?

  /// Changes since a save.
  private struct Unsaved {
    /// Beyond this, as after a wait of many days, a comparison finds the changes.
    static let limit = 10_000

    var save: Int
    var changes: [DiskChange] = []
  }

  /// Creates the disk of a new phone.
  public init() { content = Content() }

  /// Creates a disk with the content of another one.
  ///
  /// `damaged` are the ids whose saved copy is not a container.
  ///
  /// - Complexity: O(n) in the waiting hits.
  public init(_ content: Content, damaged: Set<String> = []) {
    self.content = content
    self.damaged = damaged
    for stored in content.hits { recount(stored.hit.queue, by: 1) }
  }

  /// Returns the disk of a phone on which the app was removed and installed again.
  ///
  /// A request of the old installation may still arrive: the numbers of its hits are not used
  /// again. An iPhone keeps the app's keychain.
  func reinstalled(on platform: Platform) -> Disk {
    var disk = Disk()
    disk.content.nextHitID = content.nextHitID
    disk.content.lasting = keychain(on: platform)
    return disk
  }

  /// What is left of the lasting values if everything is deleted that the app has stored.
  private func keychain(on platform: Platform) -> Lasting {
    var kept = Lasting()
    if platform == .ios { kept.apply(.keepFirebase(content.lasting.firebase.reinstalled)) }
    return kept
  }

  /// Returns a part of the content by its name: `disk.hits` is `disk.content.hits`.
  public subscript<Part>(dynamicMember part: KeyPath<Content, Part>) -> Part {
    content[keyPath: part]
  }

  /// The id by which Analytics knows this installation.
  public internal(set) var clientID: String {
    get { content.clientID }
    set { content.clientID = newValue }
  }

  /// Whether the user has opted out, as the SDK stores it.
  public internal(set) var isOptedOut: Bool {
    get { content.isOptedOut }
    set { content.isOptedOut = newValue }
  }

  /// Saved containers by id.
  public var savedContainers: OrderedDictionary<String, SavedContainer> { content.containers }

  // MARK: Saving

  /// Returns the changes since a save; nil if they are unknown: in a world that has diverged since,
  /// or after too many changes. From now on changes are those since the next save.
  ///
  /// Saves have numbers that are never used again. The client's id and the user's choice are not
  /// changes: every save checks them.
  package mutating func takeChanges(since save: Int?, next: Int) -> [DiskChange]? {
    let changes = unsaved?.save == save ? unsaved?.changes : nil
    unsaved = Unsaved(save: next)
    return changes
  }

  private mutating func note(_ change: DiskChange) {
    guard let count = unsaved?.changes.count else { return }
    if count < Unsaved.limit { unsaved?.changes.append(change) } else { unsaved = nil }
  }

  // MARK: Hits

  /// Returns the number of waiting hits of a queue.
  public func count(of queue: HitQueue) -> Int {
    switch queue {
    case .analytics: content.hits.count - pixelCount - eventCount
    case .pixels: pixelCount
    case .firebase: eventCount
    }
  }

  private mutating func recount(_ queue: HitQueue, by change: Int) {
    switch queue {
    case .analytics: break
    case .pixels: pixelCount += change
    case .firebase: eventCount += change
    }
  }

  /// Stores a hit under a new id; returns the oldest one of its queue if that had to make room.
  ///
  /// `limit` is the number of hits that a queue stores; that of Firebase has a separate bound.
  ///
  /// - Complexity: O(1), and O(n) if the store is full.
  mutating func append(
    _ hit: Hit, limit: Int = Limits.storedHits
  ) -> (stored: StoredHit, dropped: StoredHit?) {
    let limit = hit.queue == .firebase ? Limits.storedEvents : limit
    let dropped = count(of: hit.queue) >= limit ? removeOldest(of: hit.queue) : nil
    let stored = StoredHit(id: content.nextHitID, hit: hit)
    content.nextHitID += 1
    content.hitCount = max(content.hitCount, hit.numbers?.position ?? 0)
    put(stored)
    return (stored, dropped)
  }

  private mutating func put(_ stored: StoredHit) {
    content.hits.append(stored)
    recount(stored.hit.queue, by: 1)
    note(.keep(stored))
  }

  /// Removes the oldest hit of a queue; nil if it has none.
  ///
  /// - Complexity: O(n) in the hits of other queues that came before it since the last time.
  mutating func removeOldest(of queue: HitQueue) -> StoredHit? {
    oldestHits(of: queue, after: 0, limit: 1).first.flatMap { remove($0.id) }
  }

  /// Returns the oldest hits of a queue with a higher id.
  ///
  /// - Complexity: O(n) in the number of stored hits, without those of other queues that came
  ///   before the first one that was removed in order.
  func oldestHits(of queue: HitQueue, after id: Int64, limit: Int) -> [StoredHit] {
    let start = index(ofFirstFrom: max(id + 1, oldestIDs[queue]))
    return Array(content.hits[start...].lazy.filter { $0.hit.queue == queue }.prefix(limit))
  }

  /// Removes all hits of a queue and returns them, oldest first.
  mutating func removeHits(of queue: HitQueue) -> [StoredHit] {
    let removed = Array(content.hits.filter { $0.hit.queue == queue })
    content.hits.removeAll { $0.hit.queue == queue }
    recount(queue, by: -removed.count)
    for stored in removed { note(.remove(hit: stored.id)) }
    return removed
  }

  /// Returns a waiting hit; nil if none has that number.
  ///
  /// - Complexity: O(log n).
  public func hit(_ id: Int64) -> StoredHit? { index(of: id).map { content.hits[$0] } }

  /// Returns the place of the first hit with at least this id; ids rise along the store.
  ///
  /// - Complexity: O(log n).
  private func index(ofFirstFrom id: Int64) -> Int {
    content.hits.partitioningIndex { $0.id >= id }
  }

  private func index(of id: Int64) -> Int? {
    let index = index(ofFirstFrom: id)
    return index < content.hits.count && content.hits[index].id == id ? index : nil
  }

  /// Removes a hit; nil if none has that number.
  mutating func remove(_ id: Int64) -> StoredHit? {
    guard let index = index(of: id) else { return nil }
    let queue = content.hits[index].hit.queue
    let start = self.index(ofFirstFrom: oldestIDs[queue])
    if !content.hits[start..<index].contains(where: { $0.hit.queue == queue }) {
      oldestIDs[queue] = id + 1
    }
    recount(queue, by: -1)
    note(.remove(hit: id))
    return content.hits.remove(at: index)
  }

  /// Replaces the hit with the same number, if there is one.
  mutating func update(_ stored: StoredHit) {
    guard let index = index(of: stored.id) else { return }
    content.hits[index] = stored
    note(.keep(stored))
  }

  // MARK: Other content

  func saved(_ id: String) -> Result<SavedContainer, RefreshFailure> {
    switch condition {
    case .ioError: .failure(.ioError)
    case .ok where damaged.contains(id), .damaged where content.containers[id] != nil:
      .failure(.serverError)
    case .ok, .damaged: content.containers[id].map { .success($0) } ?? .failure(.noSavedContainer)
    }
  }

  /// Saves a container; returns false if the disk fails.
  mutating func save(_ container: SavedContainer, _ id: String) -> Bool {
    guard condition != .ioError else { return false }
    install(container, id)
    return true
  }

  /// Installs a saved container, regardless of the condition of the disk.
  mutating func install(_ container: SavedContainer, _ id: String) {
    damaged.remove(id)
    content.containers[id] = container
    note(.container(id))
  }

  /// Replaces the saved copy of a container by something else.
  mutating func damage(_ id: String) {
    damaged.insert(id)
    note(.container(id))
  }

  /// Removes everything that an app saved, except hits and the keychain of an iPhone.
  mutating func removeSaved(on platform: Platform) {
    content.containers = [:]
    damaged = []
    content.lasting = keychain(on: platform)
    unsaved = nil
  }

  /// The values that outlast a process, as they are read: none if the disk fails.
  ///
  /// The due time of events may be lost with them; waiting events are due at once then, because
  /// they would otherwise wait for an event that may never come.
  var readLasting: Lasting {
    var read = condition == .ok ? content.lasting : Lasting()
    var firebase = read.firebase
    if firebase.uploads.due == nil, count(of: .firebase) > 0 {
      // Not the time of the oldest one: the clock may have been set back since.
      firebase.uploads.due = WallTime(milliseconds: 0)
      read.apply(.keepFirebase(firebase))
    }
    return read
  }

  /// Writes a change to the lasting values; returns false if the disk fails.
  mutating func change(_ change: LastingChange) -> Bool {
    guard condition != .ioError else { return false }
    content.lasting.apply(change)
    note(.lasting(change))
    return true
  }
}

/// The result of reading or writing saved containers.
public enum DiskCondition: String, Sendable, Hashable, CaseIterable {
  /// They succeed.
  case ok
  /// Every read and write fails.
  case ioError = "io-error"
  /// A saved container that is read is no longer one.
  case damaged
}
