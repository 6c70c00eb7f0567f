import Foundation
import TagRuntime
import Testing

@testable import TagStore

/// Wherever in a script the power goes, the file opens, its pages fit together, and it holds what
/// the last save that was answered has written, or the one that was under way.
@Suite struct PowerLossTests {
  @Test(arguments: [512, 4096])
  func nothingThatWasAnsweredIsLost(_ sector: Int) throws {
    let place = try StorePlace()
    let disk = try #require(FaultyDisk(folder: place.folder, sector: sector))
    var play = ScriptPlay(disk, place.path)
    play.play()
    #expect(play.refusals == [] && play.faults == [])
    let changes = disk.changes
    var cuts = 0
    var looks = 0
    var cutSaves: Set<Int> = []
    for seed in 1...DiskSweep.seeds {
      var loss = PowerLoss(sector: sector, seed: seed)
      var seen: (files: Set<[String: [UInt8]]>, possible: [StoredDevice]) = ([], [])
      for count in 0...changes.count {
        if count > 0 { loss.add(changes[count - 1].file, changes[count - 1].change) }
        let possible = play.possible(after: count)
        if possible != seen.possible { seen = ([], possible) }
        for kind in PowerLoss.Kind.allCases {
          cuts += 1
          let rest = loss.rest(kind)
          guard seen.files.insert(rest).inserted else { continue }
          looks += 1
          let wrong = try Self.look(at: rest, on: disk, possible)
          #expect(wrong == nil, "after \(count) changes, \(kind), seed \(seed)")
        }
        if let saved = play.saved.firstIndex(where: { $0.begun < count && count < $0.done }) {
          cutSaves.insert(saved)
        }
      }
    }
    DiskSweep.tell(
      "sectors of \(sector): \(changes.count) changes, \(cuts) losses of power, \(looks) differ")
    // Every save was cut somewhere.
    #expect(cutSaves == Set(play.saved.indices) && changes.count > 100)
    #expect(cuts == (changes.count + 1) * PowerLoss.Kind.allCases.count * Int(DiskSweep.seeds))
  }

  /// What is wrong with what a loss of power has left; nil for nothing.
  static func look(
    at files: [String: [UInt8]], on disk: FaultyDisk, _ possible: [StoredDevice]
  ) throws -> String? {
    let place = try StorePlace()
    for (name, bytes) in files {
      try Data(bytes).write(to: place.folder.appendingPathComponent(name))
    }
    disk.reset(folder: place.folder)
    do throws(StoreError) {
      let store = try TagStore(place.path, layer: disk.name)
      defer { store.close() }
      if let moved = store.movedAside { return moved.description }
      if store.damagedRows > 0 { return "\(store.damagedRows) rows are damaged" }
      if !possible.contains(store.device) {
        return "it holds the hits \(store.device.hits.map(\.id)), and could hold "
          + "\(possible.map { $0.hits.map(\.id) })"
      }
      return store.brokenPages
    } catch {
      return error.description
    }
  }
}

extension TagStore {
  /// What SQLite says of its pages, looked through thoroughly; nil where they fit together.
  var brokenPages: String? {
    let answer = try? database.value("PRAGMA integrity_check")?.text
    return answer == "ok" ? nil : answer ?? "it cannot be looked through"
  }
}

/// How much is tried: all of it where `.ci/disk` asks for that, and a part otherwise.
enum DiskSweep {
  private static let environment = ProcessInfo.processInfo.environment

  /// Seeds of what chance leaves after a loss of power.
  static let seeds = environment["TAGSIM_DISK_SEEDS"].flatMap(UInt64.init) ?? 1
  /// Which calls of the disk fail: every one, every second one, and so on.
  static let step = environment["TAGSIM_DISK_STEP"].flatMap(Int.init) ?? 17

  /// Says what was tried, where somebody asked for all of it.
  static func tell(_ line: String) { if step == 1 { print(line) } }
}
