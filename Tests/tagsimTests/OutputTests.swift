import Foundation
import Testing

/// Output that nobody takes, and a run that is ended from outside.
struct OutputTests {
  private static let streams: [(redirection: String, arguments: String, code: Int32)] = [
    (">&-", "run Scenarios", 3), (">&-", "render", 3), (">&-", "--help", 3),
    (">/dev/full", "run Scenarios", 3), (">/dev/full", "check Scenarios", 3),
    (">&-", "rum", 4), (">&-", "check nowhere.scenario", 6),
    ("2>&-", "run Scenarios", 0), ("2>&-", "rum", 4), ("2>&-", "run nowhere.scenario", 6),
    ("2>/dev/full", "check nowhere.scenario", 6), (">&- 2>&-", "run Scenarios", 3),
    ("<&-", "run Scenarios", 0),
  ]

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: streams)
  func stream(_ redirection: String, _ arguments: String, _ code: Int32) throws {
    let program = try CommandLineTool.executable().path
    let result = try CommandLineTool.run(
      ["-c", "\"$0\" \(arguments) \(redirection)", program],
      program: URL(fileURLWithPath: "/bin/sh"))
    #expect(result.code == code)
    guard code == 3, !redirection.contains("2>") else { return }
    #expect(result.complaint.hasPrefix("tagsim: the output cannot be written ("))
    #expect(result.complaint.split(separator: "\n").count == 1)
  }

  /// A link stays one: the file that it leads to is written, and a stream of a process is none,
  /// whatever it was led to.
  @Test(arguments: [("good.txt", Int32(0)), ("/dev/stderr", 3)])
  func aLinkStaysOne(_ target: String, _ code: Int32) throws {
    let scratch = try ScratchFolder()
    try scratch.file("good.txt", "old")
    let link = scratch.url.appendingPathComponent("link").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    let program = try CommandLineTool.executable().path
    let result = try CommandLineTool.run(
      ["-c", "\"$0\" render -o link 2>complaint", program], in: scratch.url,
      program: URL(fileURLWithPath: "/bin/sh"))
    #expect(result.code == code)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    let good = try String(contentsOf: scratch.url.appending(path: "good.txt"), encoding: .utf8)
    #expect(good.contains("Events") == (code == 0))
  }

  /// Whoever reads the output may go away before its end: the shell sees the signal, and nobody is
  /// told anything, with one thread and with several.
  @Test(arguments: ["run Scenarios", "run Scenarios --workers 1", "inspect Scenarios/containers/*"])
  func aClosedPipe(_ arguments: String) throws {
    let program = try CommandLineTool.executable().path
    // The program writes when the reader is gone for certain.
    let script =
      "{ read line; \"$0\" \(arguments); echo $? >&2; } <\"$1\" | { exec <&-; echo >\"$1\"; }"
    let scratch = try ScratchFolder()
    let pipe = scratch.url.appendingPathComponent("pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)
    let result = try CommandLineTool.run(
      ["-c", script, program, pipe], program: URL(fileURLWithPath: "/bin/sh"))
    #expect(result.complaint.hasSuffix("141\n"))
    #expect(!result.complaint.contains("tagsim"))
  }

  @Test func onlyTheFirstLineIsWanted() throws {
    let program = try CommandLineTool.executable().path
    let result = try CommandLineTool.run(
      ["-c", "\"$0\" help verbs | head -1", program], program: URL(fileURLWithPath: "/bin/sh"))
    #expect(result.code == 0)
    #expect(result.output == "Verbs of the scenario language:\n")
    #expect(result.complaint.isEmpty)
  }

  /// The run goes through a million steps; the signal comes when its report has begun.
  @Test(arguments: [SIGINT, SIGTERM])
  func interrupted(_ number: Int32) throws {
    let scratch = try ScratchFolder()
    try scratch.file(
      "a.scenario",
      """
      app "Busy"
        package com.example.busy
        container GTM-BUSY
        refresh-timer 1s
      end
      launch
      wait 36500d
      """)
    let process = Process()
    process.executableURL = try CommandLineTool.executable()
    process.arguments = ["run", "a.scenario", "--report", "tap"]
    process.currentDirectoryURL = scratch.url
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    #expect(text == "TAP version 13\n")
    kill(process.processIdentifier, number)
    text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    #expect(text == "Bail out! interrupted\n")
  }
}
