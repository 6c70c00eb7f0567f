import Foundation
import OrderedCollections
import TagRuntime

@testable import TagStore

/// A fixed life of a phone's disk: made, filled, emptied in part, closed and opened again, with its
/// log worked into the file in between.
enum StoreScript {
  enum Step {
    case open
    case save([DiskChange], StoredDevice)
    /// All of it is compared with the file.
    case saveAll(StoredDevice)
    /// What is in the log goes into the file.
    case workIn
    case close
  }

  static let steps: [Step] = {
    var steps: [Step] = [.open]
    var device = StoredDevice()
    device.clientID = "c-1"
    func save(_ changes: [DiskChange]) {
      for change in changes { apply(change, to: &device) }
      steps.append(.save(changes, device))
    }
    save(kept(1...1))
    save(kept(2...4))
    device.containers["GTM-A"] = container(9_000)
    save([.container("GTM-A"), .lasting(.keepKeys([.sample(1, "user", .string("x"))]))])
    save([.remove(hit: 1)] + kept(5...5))
    steps.append(.workIn)
    save(tried(2...3) + [.lasting(.keepUnrepeatable(id: "u"))])
    save([.remove(hit: 2), .remove(hit: 4)])
    steps += [.close, .open]
    save(kept(6...12))
    device.isOptedOut = true
    device.containers["GTM-A"] = container(300)
    device.containers["GTM-B"] = container(5_000)
    device.hits.removeFirst(2)
    steps.append(.saveAll(device))
    save(kept(13...14) + [.lasting(.deleteKeys(ids: [1]))])
    steps.append(.workIn)
    save((6...13).map { .remove(hit: $0) })
    save(kept(15...15))
    steps += [.close, .open]
    save([.remove(hit: 14)])
    steps.append(.close)
    return steps
  }()

  private static func kept(_ ids: ClosedRange<Int64>) -> [DiskChange] {
    ids.map { .keep(StoredHit(id: $0, hit: .screen(String(repeating: "\($0) ", count: 150)))) }
  }

  private static func tried(_ ids: ClosedRange<Int64>) -> [DiskChange] {
    ids.map { id in
      var hit = StoredHit(id: id, hit: .screen(String(repeating: "\(id) ", count: 150)))
      hit.tries = 1
      hit.firstTried = WallTime(milliseconds: 5)
      hit.lastTried = WallTime(milliseconds: 5)
      return .keep(hit)
    }
  }

  private static func container(_ count: Int) -> StoredContainer {
    StoredContainer(
      refreshed: WallTime(milliseconds: Int64(count)),
      bytes: (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) })
  }

  /// What a change means, found out without the store.
  private static func apply(_ change: DiskChange, to device: inout StoredDevice) {
    switch change {
    case .keep(let hit):
      device.hits.removeAll { $0.id == hit.id }
      device.hits.append(hit)
      device.hits.sort { $0.id < $1.id }
      device.nextHitID = max(device.nextHitID, hit.id + 1)
    case .remove(let id): device.hits.removeAll { $0.id == id }
    case .lasting(let change): device.lasting.apply(change)
    case .container: break
    }
  }
}

/// A script that is played on a disk: what the store said was saved, and what it was asked for.
struct ScriptPlay {
  /// A save that was answered with success.
  struct Saved {
    /// How many changes of files were noted before it, and when it was answered.
    var begun: Int
    var done: Int
    var device: StoredDevice
  }

  private(set) var saved: [Saved] = []
  /// What was asked for since the last answer of success, each of which may be there, too.
  private(set) var open: [StoredDevice] = []
  /// What the store said of failures.
  private(set) var refusals: [StoreError] = []
  /// What should never happen: a store that was moved aside, or rows that were.
  private(set) var faults: [String] = []
  /// What was asked for last.
  private var wanted = StoredDevice()
  private var store: TagStore?
  private let disk: FaultyDisk
  private let path: String
  /// What is done to a file that is open, before it is used.
  private let sabotage: String?
  /// Bytes of the disk that a store is sure of.
  private let reserve: Int

  init(
    _ disk: FaultyDisk, _ path: String, sabotage: String? = nil,
    reserve: Int = TagStore.reservedBytes
  ) {
    (self.disk, self.path, self.sabotage, self.reserve) = (disk, path, sabotage, reserve)
  }

  /// What a store may hold now.
  var possible: [StoredDevice] { [saved.last?.device ?? StoredDevice()] + open }

  /// What a store may hold that loses its power after a number of changes.
  func possible(after count: Int) -> [StoredDevice] {
    let done = saved.last { $0.done <= count }
    let begun = saved.last { $0.begun < count }
    return [done?.device ?? StoredDevice(), begun?.device ?? StoredDevice()]
  }

  /// The save that is under way after a number of changes.
  func cutSave(after count: Int) -> Int? {
    saved.firstIndex { $0.begun < count && count < $0.done }
  }

  /// Plays all steps. What is refused is asked for again with the next save.
  mutating func play(_ steps: [StoreScript.Step] = StoreScript.steps) {
    for step in steps {
      do throws(StoreError) {
        try play(step)
      } catch {
        refusals.append(error)
      }
    }
    store?.close()
    store = nil
  }

  private mutating func play(_ step: StoreScript.Step) throws(StoreError) {
    defer {
      switch step {
      case .save(_, let device), .saveAll(let device): wanted = device
      case .open, .workIn, .close: break
      }
    }
    switch step {
    case .open: try openStore()
    case .save(let changes, let device):
      try reopen()
      // After a save that was refused, or before which the file was opened, all is compared.
      let isUpToDate = store?.device == wanted
      try save(device) { store throws(StoreError) in
        guard isUpToDate else { return try store.save(device) }
        try store.save(Self.changes(changes, device))
      }
    case .saveAll(let device):
      try reopen()
      try save(device) { store throws(StoreError) in try store.save(device) }
    case .workIn:
      do {
        try store?.database.rows("PRAGMA wal_checkpoint(RESTART)")
      } catch {
        throw StoreError(error, path, limit: TagStore.byteLimit)
      }
    case .close:
      store?.close()
      store = nil
    }
  }

  /// A program that could not open its file is started again.
  private mutating func reopen() throws(StoreError) {
    if store == nil { try openStore() }
  }

  private mutating func openStore() throws(StoreError) {
    let store = try TagStore(path, reserve: reserve, layer: disk.name)
    if let moved = store.movedAside { faults.append(moved.description) }
    if store.damagedRows > 0 { faults.append("\(store.damagedRows) rows are damaged") }
    if !possible.contains(store.device) { faults.append("it holds what it should not") }
    if let sabotage { try? store.database.execute(sabotage) }
    self.store = store
  }

  private mutating func save(
    _ device: StoredDevice, _ body: (TagStore) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard let store else { return }
    let begun = disk.changes.count
    open.append(device)
    do throws(StoreError) {
      try body(store)
    } catch {
      // What had room is in it.
      if case .full = error { open.append(store.device) }
      throw error
    }
    open = []
    saved.append(Saved(begun: begun, done: disk.changes.count, device: device))
  }

  private static func changes(_ changes: [DiskChange], _ device: StoredDevice) -> StoredChanges {
    var containers: OrderedDictionary<String, StoredContainer?> = [:]
    for case .container(let id) in changes {
      containers.updateValue(device.containers[id], forKey: id)
    }
    return StoredChanges(
      changes, containers: containers, clientID: device.clientID, isOptedOut: device.isOptedOut)
  }
}
