import Foundation
import ScenarioEngine
import TagMonitor
import TerminalKit
import Testing

@testable import tagsim

/// A log that grows is shown in the monitor while it does.
struct PhoneFeedTests {
  private static let container = CommandLineTool.root.appendingPathComponent(
    "Scenarios/containers/GTM-MV50-v1.json"
  ).path

  private static func screen(_ name: String, at second: Int) -> String {
    "2024-05-02 12:18:\(second).001+0200 Shop[1796:3] GoogleTagManager info: "
      + "Processing logged event: open_screen with parameters: {\n    screen = \(name);\n}\n"
  }

  private static func grow(_ file: URL, _ text: String) throws {
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  @Test func linesComeAsTheLogGrows() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("phone.log", "chatter\n" + Self.screen("Home", at: 21))
    var feed = try PhoneFeed(log.path, try CapturedContainer(Self.container))
    #expect(feed.text.contains("start: 2024-05-02T12:17:21+02:00"), "\(feed.text)")
    let first = feed.news()
    #expect(first.lines.last == "log-event \"open_screen\" {\"screen\": \"Home\"}")
    #expect(first.sum == "phone: 1 event, 0 hits, 1 not yet seen")
    let none = feed.news()
    #expect(none.lines.isEmpty && none.sum == nil && feed.isOpen)
    // Half a dictionary says nothing yet.
    let next = Self.screen("Cart", at: 23)
    try Self.grow(log, String(next.prefix(100)))
    let half = feed.news()
    #expect(half.lines.isEmpty)
    try Self.grow(log, String(next.dropFirst(100)))
    let last = feed.news().lines
    #expect(last.count == 2 && last[0].hasPrefix("wait "), "\(last)")
    #expect(last[1] == "log-event \"open_screen\" {\"screen\": \"Cart\"}")
  }

  @Test func theMonitorShowsIt() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("phone.log", Self.screen("Home", at: 21))
    let feed = try PhoneFeed(log.path, try CapturedContainer(Self.container))
    let opened = try OpenedFile(followed: feed.text, container: Self.container)
    let terminal = HeadlessTerminal(
      size: Size(columns: 120, rows: 40), steps: [.timeout, .event(.key(.character("q")))])
    var session = MonitorSession(
      monitor: opened.monitor(borders: .utf8), loader: opened.loader,
      scenarioPath: opened.scenarioPath)
    session.feed = feed
    _ = session.run(on: terminal)
    let text = try #require(terminal.frames.first?.buffer.text)
    #expect(text.contains("open_screen") && text.contains("GA screen view"), "\(text)")
    #expect(text.contains("phone: 1 event"), "\(text)")
    #expect(terminal.timeouts.contains(50), "a log that may grow is looked at again soon")
  }
}
