import Foundation
import TagRuntime
import TagStore
import Testing

/// `--device`: the phone's disk outlasts the program.
struct DeviceTests {
  /// A folder with a container of one pixel, and a scenario that leaves hits on the phone, with
  /// others that find them there, send them and miss them.
  static func folder() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.file("GTM-NEW", BinaryContainer.bytes(version: "5", title: "New"))
    try scratch.scenario(
      "today.scenario", "container default GTM-NEW", "network offline", "launch",
      "screen \"Home\"", "screen \"Home\"", "expect queue size == 2")
    try scratch.scenario("tomorrow.scenario", "expect queue size == 2", "expect sent 0")
    try scratch.scenario(
      "later.scenario", "container default GTM-NEW", "launch", "wait 1h", "expect sent 2",
      "expect queue size == 0")
    try scratch.scenario("after.scenario", "expect queue size == 0", "expect sent 0")
    return scratch
  }

  private static let device = "run --device phone.sqlite"

  private static func path(_ scratch: ScratchFolder) -> String {
    scratch.path("phone.sqlite")
  }

  private static func bytes(_ scratch: ScratchFolder, _ end: String = "") throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: path(scratch) + end)))
  }

  @Test func theQueueIsThereTomorrow() throws {
    let scratch = try Self.folder()
    for name in ["today", "tomorrow", "tomorrow", "later"] {
      try scratch.run("\(Self.device) \(name).scenario")
    }
    #expect(try TagStore(Self.path(scratch)).device.hits.isEmpty)
  }

  /// What the server has, and the phone does not know of, is sent again.
  @Test(arguments: ["answers-lost", "timeout"])
  func whatIsNotAnsweredStaysInTheFile(_ network: String) throws {
    let scratch = try ScratchFolder()
    try scratch.scenario(
      "offline.scenario", "network offline", "launch", "tracker UA-1-1 name=main",
      "send screen &cd=\"Home\"", "send screen &cd=\"Cart\"", "expect queue size == 2")
    try scratch.scenario(
      "unanswered.scenario", "network \(network)", "launch", "wait 2m", "expect requests > 0",
      "expect sent 0", "expect queue size == 2")
    for name in ["offline", "unanswered"] {
      try scratch.run("\(Self.device) \(name).scenario")
    }
    #expect(try TagStore(Self.path(scratch)).device.hits.map(\.tries) == [1, 1])
  }

  @Test func scenariosOfOneRunShareThePhone() throws {
    let scratch = try Self.folder()
    try scratch.run("\(Self.device) today.scenario tomorrow.scenario")
  }

  @Test func whatTheServerGaveIsTheSavedContainer() throws {
    let scratch = try Self.folder()
    try scratch.scenario(
      "fetch.scenario", "publish GTM-NEW", "launch", "wait 10s",
      "expect container source=network version=5")
    try scratch.scenario(
      "saved.scenario", "network offline", "launch", "expect container source=saved version=5",
      "container saved unreadable")
    try scratch.scenario(
      "damaged.scenario", "network offline", "launch", "expect container source=none")
    for name in ["fetch", "saved", "damaged"] {
      try scratch.run("\(Self.device) \(name).scenario")
    }
  }

  @Test func hitsOfTheFutureAreTold() throws {
    let scratch = try Self.folder()
    try scratch.run("\(Self.device) today.scenario")
    let early = try scratch.text("tomorrow.scenario")
    try scratch.file(
      "early.scenario",
      early.replacingOccurrences(of: "tags:", with: "start: 2014-01-01T10:00:00Z\ntags:"))
    try scratch.run(
      "\(Self.device) early.scenario",
      says: "tagsim: phone.sqlite: 2 hits in it were made after 2014-01-01 10:00:00, when early.")
  }

  // MARK: Files that cannot be used

  private static let refusals: [(device: String, complaint: String)] = [
    (".", ": is a folder or a device; name a file"),
    ("none/phone.sqlite", "/none/phone.sqlite: its folder does not exist; create it first"),
    ("today.scenario", "/today.scenario: is not a tagsim file and stays unchanged; name another"),
  ]

  @Test(arguments: refusals)
  func aFileThatCannotBeUsedStaysAsItIs(_ device: String, _ complaint: String) throws {
    let scratch = try Self.folder()
    let names = try scratch.names()
    for command in [["run", "today.scenario"], ["open", "today.scenario"], ["open", "--play"]] {
      let result = try scratch.run(command + ["--device", device], code: 6, says: complaint)
      #expect(result.complaint.split(separator: "\n").count == 1)
    }
    let left = try scratch.names()
    #expect(left == names)
    let tap = try CommandLineTool.run(
      ["run", "today.scenario", "--device", device], in: scratch.url)
    #expect(tap.lines.last?.hasPrefix("Bail out! ") == true)
  }

  @Test func aFileBelongsToOneProgram() throws {
    let scratch = try Self.folder()
    let store = try TagStore(Self.path(scratch))
    try scratch.run(
      "\(Self.device) today.scenario", code: 6,
      says: "tagsim: \(Self.path(scratch)): another program has it open")
    store.close()
  }

  @Test func aDamagedRowIsToldAndTheOthersCount() throws {
    let scratch = try Self.folder()
    try scratch.run("\(Self.device) today.scenario")
    var bytes = try Self.bytes(scratch)
    let place = try #require(Data(bytes).range(of: Data("example.com".utf8))?.lowerBound)
    bytes[place] = UInt8(ascii: "E")
    try scratch.file("phone.sqlite", bytes)
    try scratch.scenario("one.scenario", "expect queue size == 1")
    try scratch.run(
      "\(Self.device) one.scenario",
      says: "tagsim: phone.sqlite: 1 row in it was damaged and moved to its table quarantine")
  }

  @Test func aDamagedFileIsMovedAsideAndTold() throws {
    let scratch = try Self.folder()
    try scratch.run("\(Self.device) today.scenario")
    let half = try Array(Self.bytes(scratch).prefix(6000))
    try scratch.file("phone.sqlite", half)
    try scratch.scenario("empty.scenario", "expect queue size == 0")
    let result = try scratch.run("\(Self.device) empty.scenario")
    #expect(result.complaint.contains("phone.sqlite: is damaged ("))
    #expect(result.complaint.contains("it was moved to \(Self.path(scratch)).damaged-1"))
    #expect(try Self.bytes(scratch, ".damaged-1") == half)
  }

  // MARK: Killing

  /// A report that has been read tells of what is in the file.
  @Test func aKillLosesNothingThatWasReported() throws {
    let scratch = try Self.folder()
    let lines = Array(repeating: "screen \"Home\"", count: 3000).joined(separator: "\n")
    let text = try scratch.text("today.scenario")
    try scratch.file("long.scenario", text + lines + "\n")
    let (process, output) = try CommandLineTool.start(
      "\(Self.device) today.scenario long.scenario --report tap", in: scratch.url)
    var report = Data()
    while !report.contains(Data("ok 1".utf8)) {
      let part = output.availableData
      if part.isEmpty { break }
      report += part
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal, "it ended before it was killed")
    let store = try TagStore(Self.path(scratch))
    #expect(store.movedAside == nil)
    #expect(store.damagedRows == 0)
    #expect(store.device.hits.prefix(2).map(\.id) == [1, 2])
  }
}
