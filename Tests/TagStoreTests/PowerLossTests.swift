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
    let (play, changes) = Self.play(on: disk, place)
    #expect(play.refusals == [] && play.faults == [])
    var count = (cuts: 0, looks: 0)
    var cutSaves: Set<Int> = []
    for seed in 1...DiskSweep.seeds {
      var loss = PowerLoss(sector: sector, seed: seed)
      var seen: Set<[String: [UInt8]]> = []
      for done in 0...changes.count {
        if done > 0 { loss.add(changes[done - 1].file, changes[done - 1].change) }
        guard done % DiskSweep.cutStep == 0 else { continue }
        let possible = play.possible(after: done)
        if possible != play.possible(after: done - DiskSweep.cutStep) { seen = [] }
        for kind in PowerLoss.Kind.allCases {
          count.cuts += 1
          let rest = loss.rest(kind)
          guard seen.insert(rest).inserted else { continue }
          count.looks += 1
          let wrong = try Self.look(at: rest, on: disk, possible)
          #expect(wrong == nil, "after \(done) changes, \(kind), seed \(seed)")
        }
        play.cutSave(after: done).map { _ = cutSaves.insert($0) }
      }
    }
    DiskSweep.tell(
      "sectors of \(sector): \(changes.count) changes, \(count.cuts) losses of power, "
        + "\(count.looks) of them left something else each")
    #expect(changes.count > 100 && count.looks > 400 / DiskSweep.cutStep)
    // Every save was cut somewhere.
    #expect(cutSaves.count >= play.saved.count / (DiskSweep.cutStep == 1 ? 1 : 2))
  }

  /// A file that comes back from a loss of power loses it again.
  @Test func nothingIsLostWhereThePowerGoesAgain() throws {
    let place = try StorePlace()
    let disk = try #require(FaultyDisk(folder: place.folder))
    let (play, changes) = Self.play(on: disk, place)
    var loss = PowerLoss(sector: 4096, seed: 1)
    var cuts = 0
    for (number, (file, change)) in changes.enumerated() {
      loss.add(file, change)
      guard number % (DiskSweep.cutStep * 5) == 4 else { continue }
      let possible = play.possible(after: number + 1)
      let rest = loss.rest(.chance)
      let place = try StorePlace()
      try place.put(rest)
      disk.reset(folder: place.folder, holding: rest)
      try TagStore(place.path, layer: disk.name).close()
      var again = PowerLoss(sector: 4096, seed: UInt64(number))
      again.put(rest)
      for (file, change) in disk.changes {
        again.add(file, change)
        cuts += 1
        let wrong = try Self.look(at: again.rest(.garbage), on: disk, possible)
        #expect(wrong == nil, "after \(number + 1) changes, and again")
      }
    }
    DiskSweep.tell("\(cuts) losses of power while a file comes back from one")
    #expect(cuts > 200 / DiskSweep.cutStep)
  }

  /// What looks for losses finds them.
  @Test func withoutFlushesSavesAreLost() throws {
    let place = try StorePlace()
    let disk = try #require(FaultyDisk(folder: place.folder))
    let (play, changes) = Self.play(on: disk, place, sabotage: "PRAGMA synchronous = OFF")
    #expect(play.refusals == [] && play.faults == [])
    var loss = PowerLoss(sector: 4096, seed: 1)
    var (cuts, losses) = (0, 0)
    for (number, (file, change)) in changes.enumerated() {
      loss.add(file, change)
      guard number % (DiskSweep.cutStep * 3) == 0 else { continue }
      cuts += 1
      let possible = play.possible(after: number + 1)
      if try Self.look(at: loss.rest(.nothingStays), on: disk, possible) != nil { losses += 1 }
    }
    DiskSweep.tell("without flushes: \(losses) of \(cuts) losses of power lost something")
    #expect(losses > cuts / 3)
  }

  private static func play(
    on disk: FaultyDisk, _ place: StorePlace, sabotage: String? = nil
  ) -> (ScriptPlay, [(file: String, change: FaultyDisk.Change)]) {
    disk.reset(folder: place.folder)
    var play = ScriptPlay(disk, place.path, sabotage: sabotage)
    play.play()
    return (play, disk.changes)
  }

  /// What is wrong with what a loss of power has left; nil for nothing.
  static func look(
    at files: [String: [UInt8]], on disk: FaultyDisk, _ possible: [StoredDevice]
  ) throws -> String? {
    let place = try StorePlace()
    try place.put(files)
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

/// How much is tried: all of it where `.ci/campaign disk` asks for that, and a part otherwise.
enum DiskSweep {
  private static let environment = ProcessInfo.processInfo.environment

  /// Seeds of what chance leaves after a loss of power.
  static let seeds = environment["TAGSIM_DISK_SEEDS"].flatMap(UInt64.init) ?? 1
  /// Whether everything is tried.
  static let isWhole = environment["TAGSIM_DISK_SEEDS"] != nil
  /// After which changes the power goes: after every one, every second one, and so on.
  static let cutStep = isWhole ? 1 : 7
  /// Which calls of the disk fail.
  static let callStep = isWhole ? 1 : 41

  /// Says what was tried, where somebody asked for all of it.
  static func tell(_ line: String) { if isWhole { print(line) } }
}

extension StorePlace {
  /// Writes files by their names.
  fileprivate func put(_ files: [String: [UInt8]]) throws {
    for (name, bytes) in files {
      try Data(bytes).write(to: folder.appendingPathComponent(name))
    }
  }
}
