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
/// It always holds the disk of the live world, as of the last moment that was shown: looking back
/// writes nothing. What the world changes is written as it names it; where the world goes another
/// way, the two are compared, and the file follows in one transaction.
final class DeviceFile {
  private let store: TagStore
  /// What people call it.
  private let name: String
  /// What the user should know and has not been told, one sentence each.
  private var remarks: [String] = []
  /// How often something was to be saved.
  private var saves = 0
  /// The number of the last save that was written; nil before the first.
  private var lastSave: Int?
  /// Why the full file does not hold what was to be saved last, and what it lacks; nil where it
  /// holds all.
  private(set) var behind: (failure: CommandFailure, lack: UnsavedPhone)?
  /// How often all of a disk was compared with all of the file.
  private(set) var comparisons = 0
  /// The bytes of the containers that were saved last; nil for what no bytes can hold.
  private var written: OrderedDictionary<String, (version: ContainerVersion, bytes: [UInt8]?)> = [:]

  /// What is in the file.
  var saved: StoredDevice { store.device }

  /// Opens the file, or makes it.
  init(_ path: String, byteLimit: Int = TagStore.byteLimit) throws(CommandFailure) {
    name = path
    do throws(StoreError) {
      store = try TagStore(path, byteLimit: byteLimit)
    } catch {
      throw CommandFailure(error.description, code: .badInput)
    }
    if let moved = store.movedAside { remarks.append(moved.description) }
    if store.damagedRows > 0 {
      remarks.append(
        "\(name): \(Counted.text(store.damagedRows, "row")) in it "
          + "\(store.damagedRows == 1 ? "was" : "were") damaged, and set aside in its table "
          + "quarantine; the rest is read")
    }
  }

  /// What the user should know and has not been told, one sentence each.
  func takeRemarks() -> [String] {
    defer { remarks = [] }
    return remarks
  }

  // MARK: Reading

  /// What it holds, as the disk of a simulated phone.
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

  /// The container of a row; nil where the phone's copy is damaged, for which no bytes stand.
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

  /// Hits may have been made after the time at which a scenario starts.
  private func compareTimes(_ scenario: Scenario, _ zone: ZoneRules) {
    let start = scenario.header.start ?? ScenarioRun.defaultStart
    let count = saved.hits.count { $0.hit.created > start }
    guard count > 0 else { return }
    remarks.append(
      "\(name): \(Counted.text(count, "hit")) in it \(count == 1 ? "was" : "were") made after "
        + "\(zone.civil(at: start).dateTimeText), when \(scenario.file) starts: for the phone, its "
        + "clock was set back")
  }

  // MARK: Saving

  /// Brings the file to a disk; when it returns, that lasts.
  ///
  /// `take` gives what has changed on the disk since a save, and begins the next one; nil where
  /// that is not known.
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
      let failure = CommandFailure(error.description, code: .internalError)
      if case .full(_, _, let missing, let waiting) = error {
        behind = (failure, UnsavedPhone(file: name, missing: missing, waiting: waiting))
      }
      throw failure
    }
    behind = nil
    lastSave = saves
  }

  /// Closes the file.
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

  /// The row of a saved container; nil where there is none.
  private func container(_ id: String, on disk: Disk) -> StoredContainer? {
    let isDamaged = disk.damaged.contains(id)
    guard let saved = disk.savedContainers[id],
      let bytes = bytes(of: saved.container.version, id)
    else {
      return isDamaged ? StoredContainer(refreshed: WallTime(milliseconds: 0), bytes: []) : nil
    }
    return StoredContainer(refreshed: saved.refreshed, bytes: isDamaged ? [] : bytes)
  }

  /// The bytes of a saved container; nil where there are none, which is said once.
  private func bytes(of version: ContainerVersion, _ id: String) -> [UInt8]? {
    if let known = written[id], known.version == version { return known.bytes }
    var bytes: [UInt8]?
    do throws(UnwritableContainer) {
      bytes = try AnswerWriter.write(version)
    } catch {
      remarks.append(
        "\(name): the saved container \(id) is not kept in it, and is gone when tagsim ends: "
          + error.description)
    }
    written[id] = (version, bytes)
    return bytes
  }
}

/// `--device`: the file that the simulated phone has as its disk.
struct DeviceOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The phone's disk as a SQLite file; it is made where it is missing.", valueName: "file"),
    completion: .file())
  var device: String?

  /// The file, open; nil where none is named.
  func open() throws(CommandFailure) -> DeviceFile? {
    guard let device else { return nil }
    return try DeviceFile(device)
  }
}
