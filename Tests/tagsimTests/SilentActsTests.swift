import Foundation
import TagInspection
import Testing

/// What was done in silence is said, and what a real app forgets is forgotten.
struct SilentActsTests {
  /// A folder with two exports, a compiled container without an id, and a scenario.
  private static func folder(
    _ lines: String..., header: String = "", platform: String = "ios",
    opens: [String] = ["GTM-ONE"], app: String = ""
  ) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    for (id, title) in [("GTM-ONE", "first"), ("GTM-TWO", "second")] {
      try scratch.file(
        id + ".json",
        """
        {"exportFormatVersion": 2, "exportTime": "2016-03-16 09:00:00", "containerVersion": {
          "containerId": "1", "containerVersionId": "1", "container": {"containerId": "1",
          "name": "c", "publicId": "\(id)", "usageContext": ["IOS"]}, "variable": [
            {"variableId": "1", "name": "title", "type": "c", "parameter": [
              {"type": "TEMPLATE", "key": "value", "value": "\(title)"}]}]}}
        """)
    }
    try scratch.file("plain.json", "{\"title\": \"plain\"}")
    let head =
      "tagsim 1\n\(header)---\napp \"A\"\n  package com.example.a\n  platform \(platform)\n"
    let opened = opens.map { "  container \($0)\n  open prefer-fresh timeout=2s\n" }.joined()
    let acts = lines.joined(separator: "\n")
    try scratch.file(
      "a.scenario", "\(head)\(opened)  tracker UA-1-1\n\(app)end\n\(acts)\n")
    return scratch
  }

  // MARK: Containers of another id

  @Test func aContainerGoesToItsOwnIDWhereTheAppOpensIt() throws {
    let scratch = try Self.folder(
      "publish GTM-TWO.json", "publish GTM-ONE.json", "launch", "wait 3s",
      "expect value title == \"first\" as string",
      "expect value title == \"second\" as string id=GTM-TWO",
      opens: ["GTM-ONE", "GTM-TWO"])
    for command in ["run", "check", "lint"] {
      let told = try scratch.run("\(command) a.scenario", code: 0)
      #expect(!told.output.contains("does not open") && !told.output.contains("L08"))
    }
  }

  @Test func aStrangerIsUsedAndNamed() throws {
    let scratch = try Self.folder(
      "container default GTM-TWO.json", "publish GTM-TWO.json id=GTM-ONE", "launch", "wait 3s",
      "expect value title == \"second\" as string")
    let sentence =
      "GTM-TWO.json is of GTM-TWO, which the app does not open: it is used as GTM-ONE"
    for command in ["run", "run -v", "check"] {
      let told = try scratch.run("\(command) a.scenario", code: 0).output
      #expect(told.split(separator: "\n").joined().contains(sentence), "\(told)")
    }
    let linted = try scratch.run("lint GTM-TWO.json plain.json a.scenario").lines
    #expect(linted.count { $0.contains("L08") } == 0, "it is meant by id=")
    try scratch.file("b.app", "app \"B\"\npackage p\ncontainer GTM-ONE\nend\n")
    let beside = try scratch.run("lint GTM-TWO.json plain.json b.app").output
    #expect(
      beside.contains("it is of GTM-TWO, which b.app does not open: it is used as GTM-ONE"),
      "\(beside)")
    #expect(beside.components(separatedBy: "L08").count == 2, "keys and values name no id")
  }

  // MARK: Settings of a process

  private static let settings = [
    ("dispatch-interval off", "expect dispatch periodic off", true),
    ("dispatch-interval off", "expect queue size == 0", true),
    ("dispatch-interval off", "wait 1s", false),
    ("set log-level verbose", "expect log info ~ /./", true),
    ("set analytics-log-level verbose", "expect log info ~ /./", true),
    ("set logger custom", "expect queue size == 0", false),
    ("set refresh-mode default-container", "wait 1s", true),
  ]

  @Test(arguments: settings)
  func aTypedSettingEndsWithItsProcess(_ set: String, _ read: String, _ isNamed: Bool) throws {
    func told(_ lines: String...) throws -> String {
      try Self.folder(lines.joined(separator: "\n")).run("check a.scenario", code: 0).output
    }
    let line = "a.scenario:11:1: note: '\(set)' ends with its process"
    #expect(try told("launch", set, "kill", "launch", read).contains(line) == isNamed)
    for other in [
      [set, "launch", "kill", "launch", read], ["launch", set, read, "kill"],
      ["launch", set, "kill", set, "launch", read],
    ] {
      #expect(try !told(other.joined(separator: "\n")).contains("note:"), "\(other)")
    }
  }

  @Test func theProgramPlaysTheRule() throws {
    let passing = [
      ["launch", "dispatch-interval off", "expect dispatch periodic off", "kill", "launch"],
      ["launch", "dispatch-interval off", "reinstall", "launch"],
    ]
    for lines in passing {
      let scratch = try Self.folder(
        (lines + ["expect dispatch periodic on"]).joined(separator: "\n"))
      _ = try scratch.run("run a.scenario", code: 0)
    }
    let before = try Self.folder(
      "dispatch-interval off", "launch", "kill", "reinstall", "launch",
      "expect dispatch periodic off")
    _ = try before.run("run a.scenario", code: 0)
    let own = try Self.folder(
      "launch", "kill", "launch", "expect dispatch periodic off",
      app: "  on launch dispatch-interval off\n")
    _ = try own.run("run a.scenario", code: 0)
    #expect(
      try before.run("help dispatch-interval").output.contains("It ends with the process"))
  }

  // MARK: Texts, times and names

  @Test func aMapTravelsAsText() throws {
    let scratch = try Self.folder(
      "launch", "set-field &cd {\"selector\": \"title\", \"length\": 0}", "send screen",
      "send screen \"[Home, Away]\"", "send event category=[\"a\", \"b\"] action=\"x\"", "wait 3m")
    let map = "a map as the screen name (&cd) travels as its text"
    let checked = try scratch.run("check a.scenario", code: 0).output
    #expect(checked.contains("a.scenario:11:1: note: " + map))
    #expect(checked.contains("a.scenario:14:1: note: a list as the event category (&ec)"))
    #expect(!checked.contains(":13:1:"))
    #expect(try scratch.run("run a.scenario").output.contains("a.scenario:11:1: " + map))
    let page = try scratch.run("explain a.scenario --at end --hit 1").output
    #expect(page.contains("A map as the screen name (&cd) travels as its text"), "\(page)")
  }

  @Test(arguments: [
    ("2014-03-29T22:00:00+01:00", "the clocks skip 2014-03-30 02:30:00, so it is 03:30:00"),
    ("2014-03-28T22:00:00+01:00", "the next 02:30:00 is tomorrow"),
  ])
  func aSkippedTimeIsNamed(_ start: String, _ remark: String) throws {
    let scratch = try Self.folder(
      "launch", "at 02:30:00", header: "start: \(start)\nzone: Europe/Madrid\n")
    let told = try scratch.run("run -v a.scenario").output
    #expect(told.contains(remark), "\(told)")
  }

  @Test func keptHitsLeaveAfterTheNextLaunch() throws {
    let scratch = try Self.folder(
      "launch", "wait 2s", "dispatch-interval off", "send screen \"A\"", "wait 1m")
    let page = try scratch.run("explain a.scenario --at end --hit 1").output
    #expect(
      page.split(separator: "\n").joined(separator: " ").contains("1 s after the next launch"))
    let help = try scratch.run(["help", "TAGManager dispatchInterval"], code: 0).output
    let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("leave 1 second after the next launch"))
  }

  // MARK: Android

  private static let lenient = [
    "{ title: 'Home' }", "// first\n{ 'title' => \"Home\"; n = 010 }", "{title=Home} rest",
  ]

  @Test(arguments: lenient)
  func androidTakesLenientJSON(_ text: String) throws {
    let lines = [
      "container default raw name=GTM-ONE.json", "network offline", "launch", "wait 3s",
    ]
    func folder(_ platform: String, _ value: String) throws -> ScratchFolder {
      let scratch = try Self.folder(
        lines.joined(separator: "\n"), "expect value title == \(value)", platform: platform)
      try scratch.file("raw", text)
      return scratch
    }
    let android = try folder("android", "\"Home\" from default").run("run -v a.scenario", code: 0)
      .output
    #expect(!android.contains("a phone would not find it"), "\(android)")
    let ios = try folder("ios", "\"\" from none").run("run -v a.scenario", code: 0).output
    let flat = ios.split(separator: "\n").joined(separator: " ")
    #expect(flat.contains("so iOS rejects it; Android's reader takes it"), "\(ios)")
    let alone = try folder("ios", "\"\" from none").run("inspect raw", code: 0).output
    #expect(alone.contains("Android's reader takes it"))
  }

  @Test func anOpenerThatFailsLeavesNothingOpen() throws {
    let scratch = try Self.folder(
      "publish GTM-ONE.json", "network slow latency=5s", "settle off", "launch", "wait 3s",
      "expect container closed", "wait 10s", "expect container closed", "network online",
      "open prefer-fresh timeout=2s", "wait 3s", "expect container source=network",
      platform: "android")
    _ = try scratch.run("run a.scenario", code: 0)
  }

  // MARK: Long constants

  @Test func aConstantMayBeLong() throws {
    let scratch = try ScratchFolder()
    let long = String(repeating: "é", count: 63_000)
    try scratch.file("GTM-ONE.json", "{\"title\": \"\(long)\"}")
    #expect(try !scratch.run("lint GTM-ONE.json", code: 0).output.contains("character"))
    let page = try scratch.run("help L05", code: 0).output
    #expect(page.contains("there is nothing to warn of"))
    #expect(LintCode.retired.keys.allSatisfy { LintCode(rawValue: $0) == nil })
  }
}
