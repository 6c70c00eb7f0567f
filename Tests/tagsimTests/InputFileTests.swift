import Foundation
import Testing

/// Files of every kind, good and broken, through the whole program.
struct InputFileTests {
  private static let broken: [(text: String, told: String)] = [
    ("expekt sent 0", "12:1: error: unknown verb 'expekt': did you mean 'expect'?\n"),
    ("launch\nexpect sent many", "13:13: error: found 'many', expected a number of hits\n"),
    ("launch\nscreen \"Hime\"", "13:1: error: unknown screen 'Hime': did you mean 'Home'?\n"),
    ("wait 30", "12:6: error: '30' has no unit"),
    ("publish gone.json", "12:9: error: gone.json: there is no such file"),
  ]

  @Test(arguments: broken)
  func brokenScenario(_ text: String, _ told: String) throws {
    let scratch = try ScratchFolder()
    try scratch.scenario("a.scenario", text)
    for command in ["run", "check", "render"] {
      let result = try scratch.run("\(command) a.scenario", code: 6)
      #expect(result.complaint.hasPrefix("a.scenario:" + told), "\(result.complaint)")
      #expect(result.complaint.split(separator: "\n").count == 1)
      if command == "run" {
        #expect(result.lines[2] == "not ok 1 - a.scenario cannot be read")
        #expect(result.lines[5] + "\n" == "    " + result.complaint)
        #expect(result.lines.last == "1..1")
      }
    }
  }

  private static let headers: [(header: String, told: String)] = [
    ("app: gone.app", "2:6: error: gone.app: there is no such file"),
    ("app: shop.app\nzone: Europe/Madird", "3:7: error: unknown time zone 'Europe/Madird': did"),
    ("app: shop.app\nreport-zone: America/NewYork", "3:14: error: unknown time zone 'America/New"),
    ("app: shop.app\nreport-zone: Moon", "3:14: error: unknown time zone 'Moon'\n"),
  ]

  /// What a header names is missing there, and the line of the header is told.
  @Test(arguments: headers)
  func brokenHeader(_ header: String, _ told: String) throws {
    let scratch = try ScratchFolder()
    try scratch.file("shop.app", "app \"X\"\npackage p\ncontainer c\nend\n")
    try scratch.file("a.scenario", "tagsim 1\n\(header)\n---\nlaunch\n")
    let result = try scratch.run("check a.scenario", code: 6)
    #expect(result.complaint.hasPrefix("a.scenario:" + told), "\(result.complaint)")
  }

  private static let zones: [(lines: String, sentences: [String])] = [
    ("tracker UA-1-1 report-zone=America/New_York", []),
    (
      "tracker UA-1-1 report-zone=America/NewYork\ntracker UA-1-2 name=b report-zone=Moon",
      [
        ":4:28: error: unknown time zone 'America/NewYork': did you mean 'America/New_York'?",
        ":5:35: error: unknown time zone 'Moon'",
      ]
    ),
  ]

  /// The time zone of a property is missing where the app names it, in a file or in the scenario.
  @Test(arguments: zones)
  func zoneOfAProperty(_ lines: String, _ sentences: [String]) throws {
    let scratch = try ScratchFolder()
    let app = "app \"X\"\npackage p\ncontainer c\n\(lines)\nend\n"
    try scratch.file("shop.app", app)
    try scratch.file("a.scenario", "tagsim 1\napp: shop.app\n---\nlaunch\n")
    try scratch.file("b.scenario", "tagsim 1\n---\ninclude \"b.part\"\nlaunch\n")
    try scratch.file("b.part", app)
    for (scenario, file) in [("a.scenario", "shop.app"), ("b.scenario", "b.part")] {
      let result = try scratch.run("check \(scenario)", code: sentences.isEmpty ? 0 : 6)
      #expect(result.complaint == sentences.map { file + $0 + "\n" }.joined())
    }
  }

  /// Two properties in two zones: at five in the morning of Madrid the day of the hits is over
  /// there, and not in New York.
  @Test func lateByTheZoneOfTheProperty() throws {
    let scratch = try ScratchFolder()
    try scratch.file(
      "a.scenario",
      """
      tagsim 1
      start: 2014-03-01T23:30:00+01:00
      zone: Europe/Madrid
      ---
      app "X"
        package p
        container c
        tracker UA-1-1
        tracker UA-1-2 name=far report-zone=America/New_York
      end
      network offline
      launch
      send event category="a" action="b"
      send event category="a" action="b" tracker=far
      wait 5h30m
      network online
      wait 5m
      expect hit 1 late
      expect hit 2 sent
      expect late 1

      """)
    try scratch.run("run a.scenario")
  }

  /// A tag is looked up in the containers that the scenario names, unless another one is given.
  @Test func tagsAreLookedUp() throws {
    let scratch = try ScratchFolder()
    try scratch.file("GTM-SMALL", Self.good)
    try scratch.scenario(
      "a.scenario", "publish GTM-SMALL", "launch", "screen \"Home\"",
      "optional expect tag \"Pixle\" fired")
    try scratch.run(
      "check a.scenario", code: 6, says: "a.scenario:15:1: error: unknown tag 'Pixle'")
    try scratch.run("run a.scenario --container GTM-SMALL")
    try scratch.scenario("b.scenario", "launch", "optional expect tag \"Pixle\" fired")
    try scratch.run("check b.scenario")
  }

  /// All mistakes of a file are told at once.
  @Test func everyMistakeIsTold() throws {
    let scratch = try ScratchFolder()
    try scratch.scenario("a.scenario", "expekt sent 0", "wait 30", "launch")
    let result = try CommandLineTool.run(["check", "a.scenario"], in: scratch.url)
    #expect(result.complaint.split(separator: "\n").count == 2)
  }

  private static let good = BinaryContainer.bytes(version: "41", title: "Hello")

  @Test func binaryContainerIsPublished() throws {
    let scratch = try ScratchFolder()
    try scratch.file("GTM-SMALL", Self.good)
    try scratch.scenario(
      "a.scenario", "launch", "expect container source=network version=41",
      "expect value title == \"Hello\" from network", "screen \"Home\"",
      "expect tag \"Pixel\" fired 1x", "wait 5m", "expect sent 1")
    try scratch.run("run a.scenario", code: 1)
    try scratch.run("run a.scenario --container GTM-SMALL")
    let screen = try CommandLineTool.run(
      ["render", "a.scenario", "--container", "GTM-SMALL"], in: scratch.url)
    #expect(screen.output.contains("GTM-SMALL v41"))
  }

  @Test func binaryContainerIsNamedByAScenario() throws {
    let scratch = try ScratchFolder()
    try scratch.file("containers/GTM-SMALL", Self.good)
    try scratch.scenario(
      "a.scenario", "container saved containers/GTM-SMALL age=1h", "launch",
      "expect container source=saved version=41 age>=1h")
    try CommandLineTool.run(["run", scratch.url.path], code: 0)
  }

  private static let ruined: [(name: String, bytes: [UInt8], sentence: String)] = [
    ("empty", [], "the file is empty"),
    ("saved as text", good.flatMap { $0 == 0x20 || $0 > 0x7F ? [0xEF, 0xBF, 0xBD] : [$0] }, ""),
    ("cut", Array(good.prefix(good.count - 40)), ""),
    ("archive", [0x1F, 0x8B, 8, 0], "this is a gzip archive"),
    ("page", Array("<!DOCTYPE html><html></html>".utf8), "this is an HTML page"),
    ("broken JSON", Array("{\"a\": }".utf8), "the JSON is not valid at line 1, column 7"),
    (
      "v5", Array("{\"resource\": {\"version\": \"1\"}, \"runtime\": []}".utf8),
      "this is a container of the second generation"
    ),
    ("cut JSON", Array("{\"a\": [1".utf8), "the JSON is incomplete: it ends at line 1, column 9"),
    (
      "settings", Array("{\"project_info\": {}, \"client\": []}".utf8),
      "this is the Firebase settings"
    ),
    (
      "script", Array("// Copyright 2012 Google Inc.\n(function(){".utf8), "this is the script of a"
    ),
    (
      "large", [UInt8](repeating: 0x20, count: 10_000_001),
      "has 10000001 bytes, but at most 10000000"
    ),
    ("wide", [0xFF, 0xFE, 0x7B], "the text is UTF-16"),
  ]

  @Test(arguments: ruined.map(\.name))
  func ruinedContainer(_ name: String) throws {
    let file = try #require(Self.ruined.first { $0.name == name })
    let scratch = try ScratchFolder()
    try scratch.file("GTM-BAD", file.bytes)
    try scratch.scenario("a.scenario", "launch")
    try scratch.scenario("b.scenario", "publish GTM-BAD")
    let option = try scratch.run("run a.scenario --container GTM-BAD", code: 6)
    #expect(option.complaint.contains("tagsim: GTM-BAD: " + file.sentence))
    let named = try scratch.run("check b.scenario", code: 6)
    #expect(named.complaint.contains("b.scenario:12:9: error: GTM-BAD: " + file.sentence))
    let inspected = try CommandLineTool.run(["inspect", "GTM-BAD"], in: scratch.url)
    // What cannot run can be told all the same.
    let isTold = file.name == "v5"
    #expect(inspected.code == (isTold ? 0 : 6))
    #expect(
      isTold
        ? inspected.output.contains("container of the second generation")
        : inspected.complaint.contains("tagsim: GTM-BAD: " + file.sentence))
  }

  @Test func exportOfTheSecondGenerationIsNotForV3() throws {
    let scratch = try ScratchFolder()
    try scratch.file("export.json", CompileTests.firebaseExport)
    try scratch.scenario("a.scenario", "launch")
    try scratch.run(
      "run a.scenario --container export.json", code: 6,
      says: "tagsim: export.json: this is an export of a container of the second generation")
  }

  /// Names and texts that would clear a screen, set a title or turn the text around.
  @Test func nothingHostileReachesTheTerminal() throws {
    let evil = "\u{1B}[2J\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}\u{200B}"
    let scratch = try ScratchFolder()
    let quoted = "\"\\u001b[2J\\u009b31m\\u202e\\r\\n\""
    try scratch.scenario(
      "a.scenario", "caption \(quoted)", "launch", "push event=\(quoted) \(quoted)=\(quoted)",
      "label \(quoted) expect data {\"x\": \(quoted)}", "expect tag \(quoted) fired",
      "screen \"Home\"")
    try scratch.file("b.scenario", "tagsim 1\n---\nexpekt \(evil)\n" + evil)
    try scratch.file("GTM-EVIL", evil + "\nno container")
    let commands = [
      ["run", "a.scenario"], ["run", "a.scenario", "--report", "human"], ["render", "a.scenario"],
      ["render", "a.scenario", "--size", "40x12"], ["check", "b.scenario"], ["run", "b.scenario"],
      ["run", "a.scenario", "--container", "GTM-EVIL"], ["run", evil], [evil],
      ["run", "a", "--" + evil],
      ["render", "--size", evil], ["render", "--at", evil], ["render", "--focus", evil],
    ]
    for arguments in commands {
      let result = try CommandLineTool.run(arguments, in: scratch.url)
      #expect(!result.bytes.isEmpty)
      let controls = (result.output + result.complaint).unicodeScalars.filter { scalar in
        (scalar.value < 0x20 && scalar != "\n") || (0x7F..<0xA0).contains(scalar.value)
          || [0x200B, 0x202E].contains(scalar.value)
      }
      #expect(controls.isEmpty, "\(arguments)")
    }
  }
}
