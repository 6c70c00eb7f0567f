import Foundation
import TagRuntime
import TagStore
import Testing

/// What SQLite can bring back from beside a file is there again, whatever became of the file.
@Suite struct RecoveredStoreTests {
  /// What a loss of power may leave of the first page.
  enum Tear: CaseIterable {
    case zeros
    case garbage
    case firstSector
    case fiftyBytes
    case nothing

    func tear(_ bytes: [UInt8]) -> [UInt8] {
      switch self {
      case .zeros: [UInt8](repeating: 0, count: 4096) + bytes.dropFirst(4096)
      case .garbage:
        (0..<4096).map { UInt8(truncatingIfNeeded: $0 * 7 + 1) } + bytes.dropFirst(4096)
      case .firstSector: [UInt8](repeating: 0xFF, count: 512) + bytes.dropFirst(512)
      case .fiftyBytes: Array(bytes.prefix(50))
      case .nothing: []
      }
    }
  }

  /// The file of a program that was killed, with all that stands beside it.
  private static func killed() throws -> StorePlace {
    let place = try StorePlace()
    let store = try place.open()
    try store.save(.full)
    let copy = try StorePlace()
    try place.copy(to: copy)
    store.close()
    return copy
  }

  @Test(arguments: Tear.allCases)
  func aTornPageComesBackFromTheLog(_ tear: Tear) throws {
    let place = try Self.killed()
    try place.put(tear.tear(place.bytes()))
    let store = try place.open()
    #expect(store.movedAside == nil)
    #expect(store.device == .full)
    store.close()
    #expect(try place.names() == ["phone.sqlite"])
    #expect(try place.reopened() == .full)
  }

  @Test(arguments: [Tear.zeros, .garbage, .firstSector])
  func aTornPageComesBackFromTheJournal(_ tear: Tear) throws {
    let place = try StorePlace(holding: .full)
    let copy = try StorePlace()
    try place.copyAmidAChange(to: copy)
    try copy.put(tear.tear(copy.bytes()))
    let store = try copy.open()
    #expect(store.movedAside == nil)
    #expect(store.device == .full)
  }

  /// Another program may have left a log beside its file, and wants it there when it comes back.
  @Test func theLogOfAnotherProgramIsLeftAlone() throws {
    let place = try StorePlace()
    try place.executeAndCopy(
      "PRAGMA journal_mode = WAL; CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)")
    let names = try place.allNames()
    let theirs = try names.map { try place.bytes(String($0.dropFirst("phone.sqlite".count))) }
    #expect(names.contains("phone.sqlite-wal"))
    #expect(throws: StoreError.foreign(place.path)) { try place.open() }
    #expect(try place.allNames() == names)
    #expect(try names.map { try place.bytes(String($0.dropFirst("phone.sqlite".count))) } == theirs)
    try place.put([UInt8](repeating: 9, count: 4096))
    #expect(throws: StoreError.foreign(place.path)) { try place.open() }
    #expect(try place.allNames() == names)
  }

  @Test(arguments: [0, 1, 512, 4096, 12_288])
  func aFileOfZerosIsANewOne(_ count: Int) throws {
    let place = try StorePlace()
    try place.put([UInt8](repeating: 0, count: count))
    let store = try place.open()
    #expect(store.movedAside == nil)
    #expect(store.device == StoredDevice())
    try store.save(.full)
    store.close()
    #expect(try place.names() == ["phone.sqlite"])
    #expect(try place.reopened() == .full)
  }

  @Test(arguments: ["-wal", "-journal"])
  func aLogOfZerosBesideAFileOfZerosIsNothing(_ end: String) throws {
    let place = try StorePlace()
    try place.put([UInt8](repeating: 0, count: 4096))
    try place.put([UInt8](repeating: 0, count: 4096), end)
    let store = try place.open()
    #expect(store.movedAside == nil)
    #expect(store.device == StoredDevice())
  }

  /// A disk image of zeros may be anybody's.
  @Test func aFileOfZerosThatIsLargerThanAStoreIsRefused() throws {
    let place = try StorePlace()
    try place.put([UInt8](repeating: 0, count: 70_000))
    #expect(throws: StoreError.foreign(place.path)) { try place.open(byteLimit: 65_536) }
    #expect(try place.bytes().count == 70_000)
  }

  /// A log is read where it fits: one that makes a whole file worse is not of that file.
  @Test func theLogOfAnotherFileIsSetAside() throws {
    let other = try StorePlace()
    try other.executeAndCopy(
      """
      PRAGMA journal_mode = WAL; CREATE TABLE theirs (x); CREATE TABLE more (y);
      INSERT INTO theirs VALUES (zeroblob(9000)); INSERT INTO more VALUES (2)
      """)
    let place = try StorePlace(holding: .full)
    let strange = try other.bytes("-wal")
    try place.put(strange, "-wal")
    let store = try place.open()
    #expect(store.device == .full)
    #expect(store.movedAside?.reason == .strangeLog)
    #expect(
      store.movedAside?.description
        == "\(place.path): the files beside it belong to another file or are damaged; they were "
        + "moved "
        + "to \(place.path).damaged-1-wal, and the phone continues with the file as it is")
    store.close()
    #expect(try place.names() == ["phone.sqlite", "phone.sqlite.damaged-1-wal"])
    #expect(try place.bytes(".damaged-1-wal") == strange)
    #expect(try place.reopened() == .full)
  }

  @Test(arguments: ["-wal", "-shm", "-journal"])
  func garbageBesideAWholeFileIsHarmless(_ end: String) throws {
    let place = try StorePlace(holding: .full)
    try place.put((0..<40_000).map { UInt8(truncatingIfNeeded: $0 * 31 + 5) }, end)
    #expect(try place.open().device == .full)
  }

  /// The id in the header is no more than a few bytes; the tables tell as well whose they are.
  @Test func aFileWhoseIDIsWrongIsKnownByItsTables() throws {
    let place = try StorePlace(holding: .full)
    try place.execute("PRAGMA application_id = 0")
    #expect(try place.reopened() == .full)
    #expect(try place.rows("PRAGMA application_id") == ["1952540531"])
  }

  @Test(arguments: [0, 15])
  func aFileWhoseFirstBytesAreDamagedIsMovedAside(_ offset: Int) throws {
    let place = try StorePlace(holding: .full)
    var bytes = try place.bytes()
    bytes[offset] ^= 4
    try place.put(bytes)
    let store = try place.open()
    guard case .damaged = store.movedAside?.reason else {
      Issue.record("\(String(describing: store.movedAside))")
      return
    }
    #expect(try place.bytes(".damaged-1") == bytes)
  }

  /// Without a log nothing brings a page back; what is left is known by the other pages.
  @Test func aFileWithoutItsFirstPageIsMovedAside() throws {
    let place = try StorePlace(holding: .full)
    let bytes = try Tear.zeros.tear(place.bytes())
    try place.put(bytes)
    let store = try place.open()
    #expect(store.movedAside != nil)
    #expect(try place.bytes(".damaged-1") == bytes)
  }

  /// What cannot be used is kept as it was found: no log is worked into it on the way.
  @Test func aDamagedFileIsKeptWithItsLogAsTheyWere() throws {
    let place = try Self.killed()
    var log = try place.bytes("-wal")
    // The frames of the log count only up to the one that is damaged.
    for offset in stride(from: 32 + 24, to: log.count, by: 4096 + 24) { log[offset] ^= 1 }
    try place.put(log, "-wal")
    let bytes = [UInt8](repeating: 0xFF, count: 512) + (try place.bytes()).dropFirst(512)
    try place.put(bytes)
    let store = try place.open()
    #expect(store.device == StoredDevice())
    #expect(try place.bytes(".damaged-1") == bytes)
    #expect(try place.bytes(".damaged-1-wal") == log)
  }

  // MARK: Links

  @Test func aLinkToADamagedFileStaysALink() throws {
    let place = try StorePlace()
    let target = place.folder.appendingPathComponent("real/disk.sqlite")
    let files = FileManager.default
    try files.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: place.path, withDestinationPath: "real/disk.sqlite")
    try place.fill(.full)
    try Data((place.bytes()).prefix(6000)).write(to: target)
    let store = try place.open()
    #expect(store.movedAside?.newPath.hasSuffix("real/disk.sqlite.damaged-1") == true)
    try store.save(.full)
    store.close()
    #expect(try files.destinationOfSymbolicLink(atPath: place.path) == "real/disk.sqlite")
    #expect(
      try files.contentsOfDirectory(atPath: target.deletingLastPathComponent().path).sorted()
        == ["disk.sqlite", "disk.sqlite.damaged-1"])
    #expect(try place.reopened() == .full)
  }

  @Test func aLinkThatLeadsToNoFileMakesIt() throws {
    let place = try StorePlace()
    let files = FileManager.default
    try files.createSymbolicLink(atPath: place.path, withDestinationPath: "disk.sqlite")
    try place.fill(.full)
    #expect(try files.destinationOfSymbolicLink(atPath: place.path) == "disk.sqlite")
    #expect(files.fileExists(atPath: place.folder.appendingPathComponent("disk.sqlite").path))
  }

  @Test func aLinkToItselfIsRefused() throws {
    let place = try StorePlace()
    try FileManager.default.createSymbolicLink(
      atPath: place.path, withDestinationPath: "phone.sqlite")
    #expect(throws: StoreError.isEndlessLink(place.path)) { try place.open() }
  }
}
