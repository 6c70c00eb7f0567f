import Foundation
import TagRuntime
import Testing

@testable import TagStore

/// Whichever of its calls the disk refuses, once or from then on, nothing that was answered is
/// lost, and nothing is taken for damage that a later attempt can read.
@Suite struct FailingDiskTests {
  /// What came of a fault at every call in turn.
  private struct Sweep {
    var plays = 0
    var failures: [FaultyDisk.Call: Int] = [:]
    var refusals = 0
    var wrong: [String] = []
  }

  @Test(arguments: [false, true])
  func nothingIsLostWhicheverCallFails(_ lasts: Bool) throws {
    let sweep = try Self.sweep { .failing(at: $0, lasts: lasts) }
    #expect(sweep.wrong == [])
    #expect(sweep.plays > 300 / DiskSweep.callStep)
    if DiskSweep.callStep == 1 { #expect(sweep.failures.count == FaultyDisk.Call.allCases.count) }
    // Failures that nobody notices, such as of what is tidied up, are few.
    #expect(sweep.refusals > sweep.plays / 2)
  }

  /// What SQLite has on the disk already can be written there, or not even that.
  ///
  /// A store that has room of its own writes there for long: the sweep ends earlier.
  @Test(arguments: [
    (isQuota: false, reserve: 0, plays: 100), (false, TagStore.reservedBytes, 50),
    (true, TagStore.reservedBytes, 100),
  ])
  func nothingIsLostWhereverTheDiskIsFull(
    _ isQuota: Bool, _ reserve: Int, _ plays: Int
  ) throws {
    let sweep = try Self.sweep(reserve: reserve) {
      isQuota ? .refusing(from: $0) : .full(from: $0)
    }
    #expect(sweep.wrong == [])
    #expect(sweep.plays > plays / DiskSweep.callStep)
    #expect(sweep.refusals > 100 / DiskSweep.callStep)
  }

  /// A file as it is found.
  enum Found: CaseIterable {
    case closed
    /// Its program was killed: a log stands beside it.
    case killed
    /// The same, and nothing is left of its first page.
    case torn

    func place() throws -> StorePlace {
      let place = try StorePlace()
      let store = try place.open()
      try store.save(.full)
      if self == .closed {
        store.close()
        return place
      }
      let copy = try StorePlace()
      try place.copy(to: copy)
      store.close()
      if self == .torn {
        try copy.put([UInt8](repeating: 0, count: 4096) + copy.bytes().dropFirst(4096))
      }
      return copy
    }
  }

  /// A page that the disk does not give is no damage.
  @Test(arguments: Found.allCases, [false, true])
  func aFileThatCannotBeReadStaysWhereItIs(_ found: Found, _ lasts: Bool) throws {
    let original = try found.place()
    let disk = try #require(FaultyDisk(folder: original.folder))
    var failures = 0
    for number in stride(from: 1, through: .max, by: DiskSweep.isWhole ? 1 : 3) {
      let place = try StorePlace()
      try original.copy(to: place)
      disk.reset(folder: place.folder, .failing(at: number, lasts: lasts))
      do throws(StoreError) {
        try TagStore(place.path, layer: disk.name).close()
      } catch {
        #expect(Self.isOfTheDisk(error), "call \(number): \(error)")
      }
      if disk.failures.isEmpty { break }
      failures += 1
      disk.reset(folder: place.folder)
      let store = try TagStore(place.path, layer: disk.name)
      #expect(store.movedAside == nil && store.device == .full, "call \(number)")
      store.close()
      #expect(try place.names() == ["phone.sqlite"], "call \(number)")
    }
    DiskSweep.tell("\(found), opened with \(failures) calls failing, each in its turn")
    #expect(failures > (DiskSweep.isWhole ? 20 : 6))
  }

  /// Plays the script with a fault at its first call, at its second, and so on until none is met.
  private static func sweep(
    reserve: Int = TagStore.reservedBytes, _ fault: (Int) -> FaultyDisk.Fault
  ) throws -> Sweep {
    var sweep = Sweep()
    let disk = try #require(FaultyDisk(folder: FileManager.default.temporaryDirectory))
    for number in stride(from: 1, through: .max, by: DiskSweep.callStep) {
      let place = try StorePlace()
      disk.reset(folder: place.folder, fault(number))
      var play = ScriptPlay(disk, place.path, reserve: reserve)
      play.play()
      if disk.failures.isEmpty { break }
      sweep.plays += 1
      for call in disk.failures { sweep.failures[call, default: 0] += 1 }
      sweep.refusals += play.refusals.count
      let failed = disk.failures[0]
      for problem in try problems(of: play, on: disk, place) {
        sweep.wrong.append("call \(number), \(failed): \(problem)")
      }
    }
    DiskSweep.tell(
      "\(fault(1)): \(sweep.plays) plays, \(sweep.refusals) refusals, \(sweep.failures)")
    return sweep
  }

  private static func problems(
    of play: ScriptPlay, on disk: FaultyDisk, _ place: StorePlace
  ) throws -> [String] {
    var problems = play.faults
    for refusal in play.refusals where !isOfTheDisk(refusal) {
      problems.append("it says: \(refusal)")
    }
    if case .failing(_, lasts: false) = disk.fault, play.refusals.count > 1 {
      problems.append("one failure is told \(play.refusals.count) times")
    }
    // What is there once the disk works again, also after a loss of power.
    var loss = PowerLoss(sector: disk.sector, seed: UInt64(disk.calls))
    for (file, change) in disk.changes { loss.add(file, change) }
    for kind in [PowerLoss.Kind.everythingStays, .nothingStays, .garbage] {
      if let wrong = try PowerLossTests.look(at: loss.rest(kind), on: disk, play.possible) {
        problems.append("\(kind): \(wrong)")
      }
    }
    disk.reset(folder: place.folder)
    let store = try TagStore(place.path, layer: disk.name)
    defer { store.close() }
    if let moved = store.movedAside { problems.append(moved.description) }
    if !play.possible.contains(store.device) { problems.append("it holds something else") }
    try store.save(.full)
    return problems
  }

  private static func isOfTheDisk(_ error: StoreError) -> Bool {
    switch error {
    case .failed, .full, .noRoom, .notWritable, .tooManyOpen: true
    case .noFolder, .isNoFile, .isEndlessLink, .foreign, .notReadable, .inUse, .damaged, .notMoved:
      false
    }
  }
}
