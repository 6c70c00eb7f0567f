import CommandKit
import Foundation
import OrderedCollections
import ScenarioEngine
import TagMonitor
import TagRuntime
import TagSimulation
import TagStore
import TerminalKit
import Testing

@testable import tagsim

/// The monitor on a phone whose disk is a file.
struct DeviceSessionTests {
  /// A terminal that looks into the file whenever something is shown.
  private final class Watcher: Terminal {
    let colors = 8
    let inner: HeadlessTerminal
    let device: DeviceFile
    private(set) var saved: [StoredDevice] = []
    var size: Size { inner.size }

    init(_ steps: [HeadlessTerminal.Step], _ device: DeviceFile) {
      inner = HeadlessTerminal(size: Size(columns: 120, rows: 40), steps: steps)
      self.device = device
    }

    func show(_ frame: Frame) {
      saved.append(device.saved)
      inner.show(frame)
    }

    func nextEvent(timeoutMilliseconds: Int) -> TerminalEvent? {
      inner.nextEvent(timeoutMilliseconds: timeoutMilliseconds)
    }

    func send(_ sequence: String) { inner.send(sequence) }

    func close() { inner.close() }
  }

  private static func typed(_ line: String) -> [HeadlessTerminal.Step] {
    ([.character(":")] + line.map { .character($0) } + [.enter]).map { .event(.key($0)) }
      + [.timeout]
  }

  private static func pressed(_ keys: Key...) -> [HeadlessTerminal.Step] {
    keys.flatMap { [.event(.key($0)), .timeout] }
  }

  private static func session(
    _ device: DeviceFile, in scratch: ScratchFolder, _ lines: String...
  ) throws -> MonitorSession {
    let text = lines.joined(separator: "\n")
    let path = try scratch.scenario("a.scenario", text).path
    let loader = ScenarioLoader(of: DiskFiles())
    var loaded = try loader.load(path)
    device.insert(into: &loaded)
    return MonitorSession(
      monitor: Monitor(ScenarioRun(loaded.scenario, inputs: loaded.inputs)), loader: loader,
      scenarioPath: path, device: device)
  }

  @Test func whatIsShownIsInTheFile() throws {
    let scratch = try ScratchFolder()
    try scratch.file("GTM-NEW", BinaryContainer.bytes(version: "5", title: "New"))
    let device = try DeviceFile(scratch.path("phone.sqlite"))
    let terminal = Watcher(
      Self.typed("screen \"Home\"") + Self.typed("screen \"Home\"")
        + Self.pressed(.character(","), .character("<"), .character(","), .character("q")), device)
    var session = try Self.session(
      device, in: scratch, "setup", "container default GTM-NEW", "network offline", "end", "launch")
    session.monitor.runToEnd()
    let isLeft = session.run(on: terminal)
    #expect(isLeft)
    let counts = terminal.saved.map(\.hits.count)
    #expect(counts.first == 0)
    #expect(counts.last == 2)
    #expect(counts == counts.sorted(), "looking back never takes a hit out of the file")
    for (frame, count) in zip(terminal.inner.frames, counts) {
      let text = frame.buffer.text
      #expect(text.contains(" PAST ") || text.contains("\(count) waiting"))
    }
    #expect(terminal.inner.frames.contains { $0.buffer.text.contains(" PAST ") })
    device.close()
  }

  /// The first save has nothing to go on from; every further statement names what it changes.
  @Test func aRunIsComparedWithTheFileOnce() throws {
    let scratch = try ScratchFolder()
    try scratch.file("GTM-NEW", BinaryContainer.bytes(version: "5", title: "New"))
    let lines = Array(repeating: "screen \"Home\"", count: 50).joined(separator: "\n")
    let file = try scratch.scenario(
      "a.scenario", "container default GTM-NEW", "network offline", "launch", lines,
      "network online", "wait 1h", "container saved GTM-NEW age=1h", lines, "opt-out on",
      "expect queue size == 50")
    let device = try DeviceFile(scratch.path("phone.sqlite"))
    let player = FilePlayer(FilePlayer.Options())
    let played = player.play(FilePlayer.Task(file: file.path), on: device)
    #expect(played.isSuccess && played.failure == nil)
    #expect(device.comparisons == 1)
    #expect(device.saved.hits.count == 50)
    #expect(device.saved.nextHitID == 101)
    #expect(device.saved.isOptedOut)
    #expect(device.saved.containers.keys == ["GTM-SMALL"])
    device.close()
  }

  @Test func aFullFileIsToldAndFollowsOnceThereIsRoom() throws {
    let scratch = try ScratchFolder()
    let title = String(repeating: "x", count: 300_000)
    try scratch.file("GTM-BIG", BinaryContainer.bytes(version: "5", title: title))
    let path = scratch.path("phone.sqlite")
    let device = try DeviceFile(path, byteLimit: 256 << 10)
    let terminal = Watcher(
      Self.typed("container saved GTM-BIG") + Self.typed("opt-out on"), device)
    var session = try Self.session(device, in: scratch, "launch")
    session.monitor.runToEnd()
    _ = session.run(on: terminal)
    #expect(terminal.inner.frames.last?.buffer.text.contains("phone.sqlite: is full") == true)
    #expect(session.unsaved?.lines.count == 1)
    #expect(session.unsaved?.lines.first?.hasSuffix("it grows to 256 KB at most") == true)
    // The container has no room, and what the user decided has.
    #expect(device.saved.containers.isEmpty)
    #expect(device.saved.isOptedOut)
    let again = Watcher(Self.typed("disk empty"), device)
    session = MonitorSession(
      monitor: session.monitor, loader: session.loader, scenarioPath: session.scenarioPath,
      device: device)
    _ = session.run(on: again)
    #expect(session.unsaved == nil)
    #expect(device.saved.isOptedOut)
  }

  @Test func aContainerThatNoBytesHoldIsToldOnce() throws {
    let scratch = try ScratchFolder()
    let device = try DeviceFile(scratch.path("phone.sqlite"))
    let call = FunctionCall(
      function: "_c", name: "x", parameters: ["value": .constant(.double(0.5))])
    let saved = SavedContainer(
      container: CompiledContainer(ContainerVersion(macros: [call])),
      refreshed: WallTime(milliseconds: 0))
    let content = DiskContent<[StoredHit], SavedContainer>(
      hits: [], containers: ["GTM-A": saved], lasting: Lasting(), clientID: "c",
      isOptedOut: false, nextHitID: 1, hitCount: 0)
    let disk = Disk(content.converted { $1 }, damaged: ["GTM-B"])
    try device.save(disk) { _, _ in nil }
    #expect(device.takeRemarks().first?.contains("container GTM-A is not stored here") == true)
    try device.save(disk) { _, _ in nil }
    #expect(device.takeRemarks().isEmpty)
    #expect(device.saved.containers.keys == ["GTM-B"])
  }
}
