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
    let result = try CommandLineTool.shell("\"$0\" \(arguments) \(redirection)")
    #expect(result.code == code)
    guard code == 3, !redirection.contains("2>") else { return }
    #expect(result.complaint.hasPrefix("tagsim: the output cannot be written ("))
    #expect(result.complaint.split(separator: "\n").count == 1)
  }

  /// A link stays one: what it leads to is written, a file or a stream of the process.
  @Test(arguments: ["good.txt", "/dev/stderr", "/dev/null"])
  func aLinkStaysOne(_ target: String) throws {
    let scratch = try ScratchFolder()
    try scratch.file("good.txt", "old")
    let link = scratch.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    let result = try CommandLineTool.shell("\"$0\" render -o link 2>complaint", in: scratch.url)
    #expect(result.code == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    for (name, written) in [("good.txt", "good.txt"), ("complaint", "/dev/stderr")] {
      let text = try scratch.text(name)
      #expect(text.contains("Events") == (target == written), "\(name): \(text)")
    }
  }

  private static let old = "Scenarios/containers/GTM-AB12-v7.json"
  private static let follow = "follow --container Scenarios/containers/GTM-MV50-v1.json"
  /// Commands that write to a place, and a word of what they write.
  private static let writers: [(arguments: String, word: String)] = [
    ("run Scenarios/midnight.scenario --report junit=", "<testsuites"),
    ("run Scenarios/midnight.scenario --report json=", "{"),
    ("\(follow) Scenarios/logs/follow.log --report junit=", "<testsuites"),
    ("\(follow) Scenarios/logs/follow.log -o ", "tagsim 1"),
    ("diff \(old) Scenarios/containers/GTM-AB12-v8.json --try --report md=", "GTM-AB12"),
    ("forecast \(old) Scenarios/containers/GTM-AB12-v8.json --phones 2 --days 1 -o ", "digest"),
    (
      "forecast \(old) Scenarios/containers/GTM-AB12-v8.json --phones 2 --days 1 --report html=",
      "polyline"
    ),
    ("render Scenarios/midnight.scenario -o ", "Events"),
    ("render Scenarios/midnight.scenario --format svg -o ", "<svg"),
    ("share Scenarios/midnight.scenario -o ", "<html"),
    ("export Scenarios/midnight.scenario --format csv -o ", "queue"),
    ("export Scenarios/midnight.scenario --format html -o ", "<html"),
    ("compile \(old) -o ", "title_string"), ("new x -o ", "tagsim 1"),
    ("new --from \(old) -o ", "tagsim 1"), ("demo midnight -o ", "tagsim 1"),
  ]

  /// A device, a pipe or a stream of the process takes what is written and stays what it is:
  /// nothing is put in its place, and what a stream led to already has is kept.
  @Test(arguments: writers) func devices(_ arguments: String, _ word: String) throws {
    let scratch = try ScratchFolder()
    let folder = scratch.url.path
    func shell(_ script: String) throws -> CommandLineTool.Result {
      try CommandLineTool.shell(
        script.replacing("TOOL", with: "\"$0\" \(arguments)"), program: "/bin/bash")
    }
    func text(_ name: String) throws -> String {
      try scratch.text(name)
    }
    let null = try shell("TOOL/dev/null; code=$?; [ -c /dev/null ] && ls -A /dev && exit $code")
    #expect([0, 1].contains(null.code), "\(null.complaint)")
    #expect(!null.output.contains(".tagsim"))
    for target in ["/dev/stdout", "/dev/fd/1", "\(folder)/link"] {
      try? FileManager.default.createSymbolicLink(
        atPath: folder + "/link", withDestinationPath: "/dev/stdout")
      try scratch.file("out", "before\n")
      let result = try shell("TOOL\(target) >>\(folder)/out")
      #expect([0, 1].contains(result.code), "\(target): \(result.complaint)")
      #expect(try text("out").hasPrefix("before\n"))
      #expect(try text("out").contains(word), "\(target)")
    }
    #expect(try shell("TOOL/dev/stdout | cat").output.contains(word))
    #expect(try shell("TOOL/dev/stderr 2>\(folder)/err").code <= 1)
    #expect(try text("err").contains(word))
    let pipe = try shell(
      "mkfifo \(folder)/pipe; timeout -s KILL 20 cat \(folder)/pipe >\(folder)/piped & "
        + "TOOL\(folder)/pipe; wait")
    #expect(pipe.code == 0)
    #expect(try text("piped").contains(word))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        == ["err", "link", "out", "pipe", "piped"])
  }

  /// Whoever reads the output may go away before its end: the shell sees the signal, and nobody is
  /// told anything, with one thread and with several.
  @Test(arguments: ["run Scenarios", "run Scenarios --workers 1", "inspect Scenarios/containers/*"])
  func aClosedPipe(_ arguments: String) throws {
    // The program writes when the reader is gone for certain.
    let script =
      "{ read line; \"$0\" \(arguments); echo $? >&2; } <\"$1\" | { exec <&-; echo >\"$1\"; }"
    let scratch = try ScratchFolder()
    let pipe = scratch.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let result = try CommandLineTool.shell(script, pipe)
    #expect(result.complaint.hasSuffix("141\n"))
    #expect(!result.complaint.contains("tagsim"))
  }

  @Test func onlyTheFirstLineIsWanted() throws {
    let result = try CommandLineTool.shell("\"$0\" help verbs | head -1")
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
    let (process, output) = try CommandLineTool.start(
      "run a.scenario --report tap", in: scratch.url)
    var text = String(decoding: output.availableData, as: UTF8.self)
    #expect(text == "TAP version 13\n")
    kill(process.processIdentifier, number)
    text = String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    #expect(text == "Bail out! interrupted\n")
  }
}
