public import OrderedCollections
public import TagRuntime

/// The phone's disk: what is on it survives a kill.
///
/// What a file of it holds as well is its content, whose parts are read and set by their names.
@dynamicMemberLookup
public struct Disk: Sendable {
  /// What a phone's disk keeps, with containers that the phone can run.
  public typealias Content = DiskContent<SharedList<StoredHit>, SavedContainer>

  /// What it keeps. Hits come and go by the functions of the disk, which counts them.
  public private(set) var content: Content
  /// Ids whose saved copy is no container.
  public private(set) var damaged: Set<String> = []
  /// How it answers when saved containers are read or written.
  public internal(set) var condition = DiskCondition.ok
  /// Hits of pixels and events of Firebase among those that wait; the rest are of Analytics.
  private var pixelCount = 0
  private var eventCount = 0
  /// What has changed since it was saved the last time; nil where nobody saves it, and where that
  /// has to be found out by comparing.
  private var unsaved: Unsaved?

  /// Changes since a save.
  private struct Unsaved {
    /// What a wait of many days changes is found out by comparing.
    static let limit = 10_000

    var save: Int
    var changes: [DiskChange] = []
  }

  /// Creates the disk of a new phone.
  public init() { content = Content() }

  /// Creates a disk with what another one kept.
  ///
  /// `damaged` are ids whose saved copy is no container.
  ///
  /// - Complexity: O(n) in the hits that wait.
  public init(_ content: Content, damaged: Set<String> = []) {
    self.content = content
    self.damaged = damaged
    for stored in content.hits { recount(stored.hit.queue, by: 1) }
  }

  /// The disk of a phone from which an app was removed, and installed again.
  ///
  /// A request of the old installation may still arrive: the numbers of its hits stay theirs.
  func reinstalled() -> Disk {
    var disk = Disk()
    disk.content.nextHitID = content.nextHitID
    return disk
  }

  /// A part of what it keeps.
  public subscript<Part>(dynamicMember part: KeyPath<Content, Part>) -> Part {
    content[keyPath: part]
  }

  /// The id by which Analytics knows this installation.
  public internal(set) var clientID: String {
    get { content.clientID }
    set { content.clientID = newValue }
  }

  /// Whether the user has opted out, as the SDK keeps it.
  public internal(set) var isOptedOut: Bool {
    get { content.isOptedOut }
    set { content.isOptedOut = newValue }
  }

  /// Saved containers by id.
  public var savedContainers: OrderedDictionary<String, SavedContainer> { content.containers }

  // MARK: Saving it

  /// What has changed since a save; nil where that is not known: in a world that has gone another
  /// way since, or after too much has happened. From now on changes are those since the next save.
  ///
  /// Saves have numbers that are never used again. The client's id and the user's choice are no
  /// changes: whoever saves looks at them every time.
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

  /// How many hits of a queue wait.
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

  /// Stores a hit under a new id; gives back the oldest one of its queue where it had to make room.
  ///
  /// `limit` is how many hits a queue stores; that of Firebase has a bound of its own.
  ///
  /// - Complexity: O(1), and O(n) where the store is full.
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

  /// Takes the oldest hit of a queue out; nil where it has none.
  ///
  /// - Complexity: O(n).
  mutating func removeOldest(of queue: HitQueue) -> StoredHit? {
    content.hits.first { $0.hit.queue == queue }.flatMap { remove($0.id) }
  }

  /// The oldest hits of a queue with a higher id.
  ///
  /// - Complexity: O(n) in the number of stored hits.
  func oldestHits(of queue: HitQueue, after id: Int64, limit: Int) -> [StoredHit] {
    let start = index(ofFirstFrom: id + 1)
    return Array(content.hits[start...].lazy.filter { $0.hit.queue == queue }.prefix(limit))
  }

  /// Takes all hits of a queue out, oldest first.
  mutating func removeHits(of queue: HitQueue) -> [StoredHit] {
    let removed = Array(content.hits.filter { $0.hit.queue == queue })
    content.hits.removeAll { $0.hit.queue == queue }
    recount(queue, by: -removed.count)
    for stored in removed { note(.remove(hit: stored.id)) }
    return removed
  }

  /// A hit that waits; nil where none has that number.
  ///
  /// - Complexity: O(log n).
  public func hit(_ id: Int64) -> StoredHit? { index(of: id).map { content.hits[$0] } }

  /// Where the first hit with at least this id stands; ids rise along the store.
  ///
  /// - Complexity: O(log n).
  private func index(ofFirstFrom id: Int64) -> Int {
    content.hits.partitioningIndex { $0.id >= id }
  }

  private func index(of id: Int64) -> Int? {
    let index = index(ofFirstFrom: id)
    return index < content.hits.count && content.hits[index].id == id ? index : nil
  }

  /// Takes a hit out; nil where none has that number.
  mutating func remove(_ id: Int64) -> StoredHit? {
    guard let index = index(of: id) else { return nil }
    recount(content.hits[index].hit.queue, by: -1)
    note(.remove(hit: id))
    return content.hits.remove(at: index)
  }

  /// Puts a hit in the place of the one with its number, if there is one.
  mutating func update(_ stored: StoredHit) {
    guard let index = index(of: stored.id) else { return }
    content.hits[index] = stored
    note(.keep(stored))
  }

  // MARK: What else it keeps

  /// What is read where a container was saved.
  func saved(_ id: String) -> Result<SavedContainer, RefreshFailure> {
    switch condition {
    case .ioError: .failure(.ioError)
    case .ok where damaged.contains(id), .damaged where content.containers[id] != nil:
      .failure(.serverError)
    case .ok, .damaged: content.containers[id].map { .success($0) } ?? .failure(.noSavedContainer)
    }
  }

  /// Saves a container; false where the disk fails.
  mutating func save(_ container: SavedContainer, _ id: String) -> Bool {
    guard condition != .ioError else { return false }
    install(container, id)
    return true
  }

  /// Puts a container where one is saved, whatever the disk is like.
  mutating func install(_ container: SavedContainer, _ id: String) {
    damaged.remove(id)
    content.containers[id] = container
    note(.container(id))
  }

  /// Makes the saved copy of a container something else.
  mutating func damage(_ id: String) {
    damaged.insert(id)
    note(.container(id))
  }

  /// Removes everything that an app saved, besides hits.
  mutating func removeSaved() {
    content.containers = [:]
    damaged = []
    content.lasting = Lasting()
    unsaved = nil
  }

  /// What is read of the values that outlast a process: nothing where the disk fails.
  ///
  /// When events are to travel may be lost with them; those that still wait are due at once then,
  /// lest they wait for an event that never comes.
  var readLasting: Lasting {
    var read = condition == .ok ? content.lasting : Lasting()
    var firebase = read.firebase
    if firebase.uploadDue == nil, let oldest = oldestHits(of: .firebase, after: 0, limit: 1).first {
      firebase.uploadDue = oldest.hit.created
      read.apply(.keepFirebase(firebase))
    }
    return read
  }

  /// Writes a change to them; false where the disk fails.
  mutating func change(_ change: LastingChange) -> Bool {
    guard condition != .ioError else { return false }
    content.lasting.apply(change)
    note(.lasting(change))
    return true
  }
}

/// How the phone's disk answers when saved containers are read or written.
public enum DiskCondition: String, Sendable, Hashable, CaseIterable {
  /// As it should.
  case ok
  /// Every read and write fails.
  case ioError = "io-error"
  /// What is read is no container any more.
  case damaged
}
