import Foundation
import Testing

@testable import tagsim

/// `tagsim open --plain` as a process: streams and exit codes.
struct ReplTests {
  private static func talk(
    _ arguments: [String], _ input: String, environment: [String: String] = [:]
  ) throws -> CommandLineTool.Result {
    let scratch = try ScratchFolder()
    return try CommandLineTool.run(
      arguments, environment: environment, input: try scratch.file("input", input))
  }

  private static let endings: [(input: String, code: Int32)] = [
    ("", 0), ("next\nquit\nlunch\n", 0), ("launch\nexpect sent 0", 0),
    ("expect sent 3\n", 1), ("optional expect sent 3\n", 0), ("foreground\n", 1),
    ("lunch\nexpect sent 3\n", 6), ("push {\n", 6), ("publish gone.json\n", 6),
  ]

  @Test(arguments: endings)
  func itEndsAsRunDoes(_ input: String, _ code: Int32) throws {
    let result = try Self.talk(["open", "--plain", "Scenarios/offline.scenario"], input)
    #expect(result.code == code, "\(result.output)\(result.complaint)")
  }

  /// The same lines by every name of the plain mode.
  @Test(arguments: [
    ["open", "--plain", "Scenarios/first-run.scenario"],
    ["Scenarios/first-run.scenario", "--plain"],
  ])
  func itHasSeveralNames(_ arguments: [String]) throws {
    let result = try Self.talk(arguments, "play\n")
    #expect(result.code == 0 && result.complaint.isEmpty, "\(result.complaint)")
    #expect(result.lines.contains { $0.contains(" event 1 ") })
    #expect(result.lines.contains { $0.contains(" end of ") })
    let same = try Self.talk(["open", "--play", "--plain", "Scenarios/first-run.scenario"], "")
    #expect(same.output == result.output)
  }

  @Test func aPlaceIsLookedAt() throws {
    let result = try Self.talk(
      ["open", "--plain", "Scenarios/offline.scenario", "--at", "12"], "explain\n")
    #expect(result.code == 0)
    #expect(result.lines.contains("#12 openScreen, at 23:57:30."))
    let wrong = try Self.talk(["open", "--plain", "Scenarios/offline.scenario", "--at", "x"], "")
    #expect(wrong.code == 4 && wrong.complaint.contains("--at x: takes start, end"))
  }

  @Test func aContainerIsTried() throws {
    let container = "Scenarios/containers/GTM-AB12-v8.json"
    let result = try Self.talk([container, "--plain"], "start\n")
    #expect(result.code == 0)
    #expect(result.output.contains(" waits for openScreen: "))
    let demo = try Self.talk(["open", "--plain", "--container", container], "next\n")
    #expect(demo.code == 0 && !demo.output.isEmpty)
  }

  /// The program makes the comparison that the monitor asks for, for lines and for keys.
  @Test func whatADraftChangesIsShown() throws {
    let file = "Scenarios/first-run.scenario"
    let lines = ["draft containers/GTM-AB12-v8.json", "changes"]
    let told = try Self.talk(["open", "--plain", file], (["play"] + lines).joined(separator: "\n"))
    #expect(told.code == 0 && told.output.contains("v7 → v8"), "\(told.output)")
    let keys = lines.map { ": \"\($0)\" Enter" }.joined(separator: " ")
    let drawn = try CommandLineTool.run("render \(file) --keys '\(keys)'")
    #expect(drawn.output.contains("What changes if v8 is published"), "\(drawn.output)")
  }

  /// A coprocess hears the answer to a line before it sends the next.
  @Test func everyLineIsAnsweredAtOnce() throws {
    let input = Pipe()
    let (process, output) = try CommandLineTool.start(
      "open --plain Scenarios/offline.scenario", input: input)
    var heard = ""
    for (line, answer) in [("mark a", "done mark a\n"), ("expect sent 0", "ok expect sent 0\n")] {
      input.fileHandleForWriting.write(Data((line + "\n").utf8))
      while !heard.hasSuffix(answer) {
        let data = output.availableData
        try #require(!data.isEmpty, "it ended after \(heard)")
        heard += String(decoding: data, as: UTF8.self)
      }
    }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
  }

  @Test func theDeviceKeepsWhatWasDone() throws {
    let scratch = try ScratchFolder()
    let device = scratch.path("phone.sqlite")
    let arguments = ["open", "--plain", "Scenarios/offline.scenario", "--device", device]
    let first = try Self.talk(arguments, "launch\nnetwork offline\nscreen \"Cart\"\n")
    #expect(first.code == 0 && first.output.contains("hit 1 queued"), "\(first.complaint)")
    let second = try Self.talk(arguments, "expect queue size == 1\n")
    #expect(second.code == 0, "\(second.output)")
  }

  /// A trace stands where it ended, and what is done there is a branch.
  @Test func aTraceIsGoneOnWith() throws {
    let scratch = try ScratchFolder()
    let folder = scratch.url.path
    _ = try Self.talk(["run", "Scenarios/first-run.scenario", "--trace", folder], "")
    let trace = scratch.path("first-run.trace")
    let result = try Self.talk(["open", "--plain", trace], "network offline\nbranches\n")
    #expect(result.code == 0, "\(result.complaint)")
    #expect(result.lines.dropFirst().first?.contains(" at the present, after ") == true)
    #expect(result.lines.contains { $0.contains(" branch \"b1\" from event ") })
    let looked = try Self.talk(["open", "--plain", trace, "--at", "2"], "")
    #expect(looked.lines.last?.contains(" at event 2 ") == true)
  }

  /// What was recorded and not written is kept, and it is said where.
  @Test func aRecordingIsNotLost() throws {
    let scratch = try ScratchFolder()
    let result = try Self.talk(
      ["open", "--plain", "Scenarios/offline.scenario"], "record\nlaunch\n",
      environment: ["XDG_STATE_HOME": scratch.url.path])
    #expect(result.code == 0)
    #expect(result.complaint.contains(scratch.url.path), "\(result.complaint)")
  }
}

/// Lines from a stream, one at a time and of bounded length.
struct LineReaderTests {
  private static func lines(of bytes: [UInt8]) throws -> [StreamReader.Next] {
    let scratch = try ScratchFolder()
    let url = scratch.url.appendingPathComponent("stream")
    try Data(bytes).write(to: url)
    let file = open(url.path, O_RDONLY)
    try #require(file >= 0)
    defer { close(file) }
    var reader = StreamReader(file)
    var all: [StreamReader.Next] = []
    while true {
      let next = try reader.next()
      all.append(next)
      if next == .end { return all }
    }
  }

  private static let texts: [(text: String, lines: [String])] = [
    ("", []), ("\n", [""]), ("a", ["a"]), ("a\nb\n", ["a", "b"]), ("a\r\nb", ["a", "b"]),
    ("\u{FEFF}a\n\u{FEFF}b\n", ["a", "\u{FEFF}b"]), ("\n\na", ["", "", "a"]),
  ]

  @Test(arguments: texts)
  func linesAreRead(_ text: String, _ lines: [String]) throws {
    #expect(try Self.lines(of: Array(text.utf8)) == lines.map { .line($0) } + [.end])
  }

  @Test func whatIsNoTextIsLeftOut() throws {
    let lines = try Self.lines(of: [0x61, 0xFF, 0x0A, 0x62, 0x0A])
    #expect(
      lines == [
        .refused("the line is not UTF-8 text and is ignored: save it as UTF-8"), .line("b"), .end,
      ])
  }

  @Test(arguments: [StreamReader.lineLimit + 1, 3 * StreamReader.lineLimit])
  func aLongLineIsLeftOutAndTheNextIsTaken(_ count: Int) throws {
    let long = [UInt8](repeating: 0x61, count: count)
    let lines = try Self.lines(of: Array("a\n".utf8) + long + Array("\nb".utf8))
    #expect(
      lines == [
        .line("a"),
        .refused("the line has more than 1000000 bytes and is ignored: make it shorter"),
        .line("b"), .end,
      ])
    let most = [UInt8](repeating: 0x61, count: StreamReader.lineLimit)
    #expect(try Self.lines(of: most).first == .line(String(decoding: most, as: UTF8.self)))
  }
}
