import ArgumentParser
import CommandKit
import ContainerFormats
import Foundation
import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TagStore

/// The simulated phone's disk in a file.
///
/// The file always contains the disk of the live world, as of the last moment that was shown:
/// looking back writes nothing. Changes are written as the world reports them. After a jump to
/// another history, the two are compared, and the file is updated in one transaction.
final class DeviceFile {
  private let store: TagStore
  /// The file's name for users.
  private let name: String
  /// Remarks for the user that were not shown yet, one sentence each.
  private var remarks: [String] = []
  private var saves = 0
  /// The number of the last save that was written; nil before the first.
  private var lastSave: Int?
  /// What the full file lacks of the last save; nil if it is complete.
  private(set) var behind: UnsavedPhone?
  /// What the file lacks of each scenario that was played to its end, with its name.
  private var lost: [(scenario: String, lack: UnsavedPhone)] = []
  private let byteLimit: Int
  /// The number of comparisons of a whole disk with the whole file.
  private(set) var comparisons = 0
  /// The bytes of the last saved containers; nil for one that cannot be written as bytes.
  private var written: OrderedDictionary<String, (version: ContainerVersion, bytes: [UInt8]?)> = [:]

  var saved: StoredDevice { store.device }

  /// Opens the file, or creates it.
  init(_ path: String, byteLimit: Int = TagStore.byteLimit) throws(CommandFailure) {
    name = path
    self.byteLimit = byteLimit
    do throws(StoreError) {
      store = try TagStore(path, byteLimit: byteLimit)
    } catch {
      throw CommandFailure(error.description, code: .badInput)
    }
    if let moved = store.movedAside { remarks.append(moved.description) }
    if store.damagedRows > 0 {
      remarks.append(
        "\(name): \(Counted.text(store.damagedRows, "row")) in it "
          + "\(store.damagedRows == 1 ? "was" : "were") damaged and moved to its table "
          + "quarantine; everything else was read")
    }
  }

  /// Returns the remarks for the user since the last call, one sentence each.
  func takeRemarks() -> [String] {
    defer { remarks = [] }
    return remarks
  }

  // MARK: Reading

  /// Returns the contents as the disk of a simulated phone.
  private func disk() -> Disk {
    var damaged: Set<String> = []
    let content: Disk.Content = saved.converted { id, container in
      guard let version = version(of: container, id) else {
        damaged.insert(id)
        return nil
      }
      written[id] = (version, container.bytes)
      return SavedContainer(
        container: CompiledContainer(version), refreshed: container.refreshed)
    }
    return Disk(content, damaged: damaged)
  }

  /// The container of a row; nil if the phone's copy is damaged, which has no bytes.
  private func version(
    of container: StoredDevice.Container, _ id: String
  ) -> ContainerVersion? {
    guard !container.bytes.isEmpty else { return nil }
    do throws(ContainerError) {
      return try ContainerReader.read(container.bytes, name: "\(name), saved container \(id)")
    } catch {
      remarks.append(error.description)
      return nil
    }
  }

  /// Gives the phone of a scenario its disk.
  func insert(into loaded: inout LoadedScenario) {
    loaded.inputs.disk = disk()
    compareTimes(loaded.scenario, loaded.inputs.zone)
  }

  /// Adds a remark about hits that were made after the time at which a scenario starts.
  private func compareTimes(_ scenario: Scenario, _ zone: ZoneRules) {
    let start = scenario.header.start ?? ScenarioRun.defaultStart
    let count = saved.hits.count { $0.hit.created > start }
    guard count > 0 else { return }
    remarks.append(
      "\(name): \(Counted.text(count, "hit")) in it \(count == 1 ? "was" : "were") made after "
        + "\(zone.civil(at: start).dateTimeText), when \(scenario.file) starts: to the phone, its "
        + "clock was set back")
  }

  // MARK: Saving

  /// Updates the file to match a disk; the result is durable when this returns.
  ///
  /// `take` returns the changes on the disk since a save, and starts the next save; nil if the
  /// changes are unknown.
  func save(
    _ disk: Disk, taking take: (_ since: Int?, _ next: Int) -> [DiskChange]?
  ) throws(CommandFailure) {
    saves += 1
    let changes = take(lastSave, saves)
    do throws(StoreError) {
      if let changes {
        try store.save(self.changes(changes, of: disk))
      } else {
        comparisons += 1
        try store.save(device(of: disk))
      }
    } catch {
      if case .full(_, _, let missing, let waiting) = error {
        behind = UnsavedPhone(file: name, missing: missing, waiting: waiting)
      }
      throw CommandFailure(error.description, code: .internalError)
    }
    behind = nil
    lastSave = saves
  }

  /// Ends a scenario, and returns what the full file lacks of it: the next one begins with what is
  /// in the file.
  func end(_ scenario: String) -> UnsavedPhone? {
    defer { behind = nil }
    if let behind { lost.append((scenario, behind)) }
    return behind
  }

  /// What the full file lacks of all scenarios, with a failure that says so; nil for nothing.
  var lack: (failure: CommandFailure, phone: UnsavedPhone)? {
    guard !lost.isEmpty else { return nil }
    let missing = lost.reduce(0) { $0 + $1.lack.missing }
    let phone = UnsavedPhone(
      file: name, missing: missing, waiting: saved.hits.count + missing,
      scenarios: lost.map(\.scenario))
    let error = StoreError.full(
      store.path, limit: byteLimit, missing: phone.missing, of: phone.waiting)
    return (CommandFailure(error.description, code: .internalError), phone)
  }

  func close() { store.close() }

  private func device(of disk: Disk) -> StoredDevice {
    var device: StoredDevice = disk.content.converted { id, _ in container(id, on: disk) }
    for id in disk.damaged.sorted() where device.containers[id] == nil {
      device.containers[id] = container(id, on: disk)
    }
    return device
  }

  private func changes(_ changes: [DiskChange], of disk: Disk) -> StoredChanges {
    var containers: OrderedDictionary<String, StoredContainer?> = [:]
    for case .container(let id) in changes {
      containers.updateValue(container(id, on: disk), forKey: id)
    }
    return StoredChanges(
      changes, containers: containers, clientID: disk.clientID, isOptedOut: disk.isOptedOut)
  }

  /// The row of a saved container; nil if there is none.
  private func container(_ id: String, on disk: Disk) -> StoredContainer? {
    let isDamaged = disk.damaged.contains(id)
    guard let saved = disk.savedContainers[id],
      let bytes = bytes(of: saved.container.version, id)
    else {
      return isDamaged ? StoredContainer(refreshed: WallTime(milliseconds: 0), bytes: []) : nil
    }
    return StoredContainer(refreshed: saved.refreshed, bytes: isDamaged ? [] : bytes)
  }

  /// The bytes of a saved container; nil, with one remark, if it cannot be written.
  private func bytes(of version: ContainerVersion, _ id: String) -> [UInt8]? {
    if let known = written[id], known.version == version { return known.bytes }
    var bytes: [UInt8]?
    do throws(UnwritableContainer) {
      bytes = try AnswerWriter.write(version)
    } catch {
      remarks.append(
        "\(name): the saved container \(id) is not stored here and is gone when tagsim ends: "
          + error.description)
    }
    written[id] = (version, bytes)
    return bytes
  }
}

/// `--device`: the file with the simulated phone's disk.
struct DeviceOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The phone's disk as a SQLite file, created if missing.", valueName: "file"),
    completion: .file())
  var device: String?

  /// Returns the file, open; nil if none is named.
  func open() throws(CommandFailure) -> DeviceFile? {
    guard let device else { return nil }
    return try DeviceFile(device)
  }
}
