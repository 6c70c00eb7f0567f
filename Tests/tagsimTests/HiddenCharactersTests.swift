import Foundation
import Testing

/// No report and no export has a character that hides or reorders others: where the data has one,
/// it is seen.
@Suite struct HiddenCharactersTests {
  /// Reorders, hides and starts a terminal's command.
  private static let hidden = ["\u{202E}", "\u{2066}", "\u{200B}", "\u{1B}", "\u{2028}"]
  private static let escaped = #"x\u202ey\u2066\u200b\u001b\u2028"#

  private static func folder() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    let scenarios = CommandLineTool.root.appendingPathComponent("Scenarios")
    for name in ["GTM-AB12-v7.json", "GTM-AB12-v8.json"] {
      let file = scenarios.appendingPathComponent("containers/" + name)
      // The name of a tag and a value have them, too.
      let text = try String(contentsOf: file, encoding: .utf8)
        .replacing("GA screen view", with: "GA \(escaped)").replacing("Hola", with: "x" + hidden[0])
      try scratch.file(name, text)
    }
    try scratch.file(
      "a.scenario",
      """
      tagsim 1
      title: \(hidden[0])title
      ---
      app "\(escaped)"
        package com.example.shop
        container GTM-AB12
        read string title_string
        screen "\(escaped)"
          on view push event="openScreen" screenName="\(escaped)"
          button "\(escaped)" push event="\(escaped)"
        end
      end
      container saved GTM-AB12-v7.json age=1h
      launch
      chapter "\(escaped)"
      caption "\(escaped)"
      screen "\(escaped)"
      tap "\(escaped)"
      label "\(escaped)" expect tag "GA \(escaped)" not fired
      expect value title_string == "x\(#"\u202e"#)" as string
      wait 130s

      """)
    try scratch.file(
      "a.log",
      """
      05-02 12:18:29.017 16262 16447 I GAv4    : Dry run enabled. Would have sent hit: \
      ht=1462159108961, _v=ma8.4.87, a=1632316130, aid=com.example.shop, an=Shop, \
      cd=V2/Menu/\(hidden.joined())/x, cid=894a3ba6-0000-4000-8000-823a00932780, t=screenview, \
      tid=UA-44444444-1, v=1

      """)
    return scratch
  }

  private static let hit = "v=1&t=event&tid=UA-1-1&ec=x\(hidden[0])y"

  /// Commands that write `out`, or standard output.
  private static let commands: [[String]] =
    ["human", "tap", "junit", "junit+places", "json", "ndjson", "github", "md", "html"].flatMap {
      [["run", "a.scenario", "--report", $0], ["run", "a.scenario", "--report", $0 + "=out"]]
    }
    + ["human", "json", "junit", "md", "html"].flatMap {
      [
        ["follow", "--container", "GTM-AB12-v7.json", "a.log", "--report", $0],
        ["follow", "--container", "GTM-AB12-v7.json", "a.log", "--report", $0 + "=out"],
      ]
    }
    + ["har", "curl", "csv", "ndjson", "html", "md"].map {
      ["export", "a.scenario", "--format", $0, "-o", "out"]
    }
    + ["events", "firings"].map {
      ["export", "a.scenario", "--what", $0, "--format", "csv", "-o", "out"]
    }
    + ["human", "json", "md", "html"].map {
      ["diff", "GTM-AB12-v7.json", "GTM-AB12-v8.json", "a.scenario", "--report", $0 + "=out"]
    }
    + ["human", "json", "md", "html"].map {
      [
        "forecast", "GTM-AB12-v7.json", "GTM-AB12-v8.json", "a.scenario", "--phones", "2",
        "--days", "1", "--report", $0 + "=out",
      ]
    }
    + ["human", "json", "github", "sarif"].map { ["lint", "a.scenario", "--report", $0] }
    + [
      [
        "forecast", "GTM-AB12-v7.json", "GTM-AB12-v8.json", "a.scenario", "--phones", "2",
        "--days", "1", "-o", "out",
      ],
      ["run", "a.scenario", "--trace", "."], ["run", "-v", "a.scenario"],
      ["follow", "--container", "GTM-AB12-v7.json", "a.log", "-o", "out"],
      ["import", "--container", "GTM-AB12-v7.json", "a.log", "-o", "out"],
      ["import", "--container", "GTM-AB12-v7.json", "a.log", "--json"],
      ["inspect", "GTM-AB12-v7.json"], ["inspect", "GTM-AB12-v7.json", "--json"],
      ["inspect", "GTM-AB12-v7.json", "--graph", "dot"],
      ["inspect", "GTM-AB12-v7.json", "--graph", "mermaid"],
      ["explain", "a.scenario", "--at", "2"],
      ["explain", "--hit", hit, "--json"],
      ["render", "a.scenario", "--at", "end", "--format", "svg", "-o", "out"],
      ["render", "a.scenario", "--at", "end", "-o", "out"], ["share", "a.scenario", "-o", "out"],
      ["new", "--from", "GTM-AB12-v7.json", "-o", "out"],
    ]

  @Test(arguments: commands) func nothingIsHidden(_ arguments: [String]) throws {
    let scratch = try Self.folder()
    let before = try Self.names(in: scratch)
    let result = try CommandLineTool.run(arguments, in: scratch.url)
    #expect([0, 1].contains(result.code), "\(result.complaint)")
    var texts = [("standard output", result.output), ("standard error", result.complaint)]
    for name in try Self.names(in: scratch) where !before.contains(name) {
      let file = scratch.url.appendingPathComponent(name)
      texts.append((name, try String(contentsOf: file, encoding: .utf8)))
    }
    #expect(texts.contains { $0.1.contains("x") })
    for (name, text) in texts {
      // Colours and pictures of a screen are our own commands.
      let scalars = Set(text.unicodeScalars)
      let found = Self.hidden.flatMap(\.unicodeScalars).filter(scalars.contains)
      #expect(found.isEmpty, "\(name) has \(found)")
    }
  }

  private static func names(in scratch: ScratchFolder) throws -> [String] {
    let all = FileManager.default.enumerator(atPath: scratch.url.path)?.allObjects as? [String]
    return try #require(all).filter {
      var isFolder: ObjCBool = false
      let path = scratch.url.appendingPathComponent($0).path
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }
}
