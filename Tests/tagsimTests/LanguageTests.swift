import Foundation
import Testing

@testable import ScenarioEngine
@testable import tagsim

/// Every example in the reference of the language is played as it stands there.
struct LanguageTests {
  private static let page = "Sources/Story/ScenarioEngine/ScenarioEngine.docc/Language.md"

  /// What stands around an example, so that it is a scenario.
  private struct Frame {
    var before: String
    var after = ""
  }

  private static let shop = """
    tagsim 1
    app: apps/shop.app
    start: 2014-03-01T23:57:00+01:00
    zone: Europe/Madrid
    device: language=es country=ES screen=640x1136
    ---
    setup
      publish containers/GTM-AB12-v8.json
    end
    launch
    screen "Home Screen"

    """

  private static let app = """
    app "Both"
      package com.example.both
      container GTM-AB12 sdk=v3
      container GTM-MV50 sdk=v5
      screen "Home"
        on view push event="openScreen" screenName="Home" then log-event home_seen
      end
    end
    setup
      container default containers/GTM-AB12-v7.json
      container default containers/GTM-MV50-v1.json
    end
    launch
    screen "Home"

    """

  /// The frames by the name that the comment above an example gives.
  private static let frames: [String: Frame] = [
    "scenario": Frame(before: ""),
    "app": Frame(before: "tagsim 1\n---\n", after: "launch\nscreen \"Home\"\n"),
    "app lines": Frame(
      before: "tagsim 1\nsdk: v5\n---\napp \"Lines\"\n  package com.example.lines\n",
      after: "end\nlaunch\nscreen \"Home\"\nexpect event home_seen logged\n"),
    "story": Frame(before: shop),
    "tunnel": Frame(
      before: shop + """
        network offline
        tap "Buy"
        screen "Cart"
        screen "Confirmation"

        """),
    "header": Frame(before: "tagsim 1\n", after: "---\n" + app),
    "ways": Frame(
      before: """
        tagsim 1
        device: language=es
        matrix: sdk=v3,v5
        matrix: network=online,offline
        ---

        """ + app),
  ]

  @Test func everyExamplePasses() throws {
    let page = try PageExamples(Self.page)
    let scratch = try ScratchFolder()
    for name in ["apps", "containers"] {
      try FileManager.default.copyItem(
        at: CommandLineTool.root.appendingPathComponent("Scenarios/" + name),
        to: scratch.url.appendingPathComponent(name))
    }
    for block in page.blocks where block.mark == "file" {
      try scratch.file(block.argument, block.text)
    }
    for block in page.blocks where block.mark != "file" {
      let place = "\(Self.page):\(block.line)"
      // A block that nobody says how to play cannot be in the page.
      #expect(block.mark == "example", "\(place): wants <!-- example: FRAME --> above it")
      guard let frame = Self.frames[block.argument] else {
        Issue.record("\(place): there is no frame '\(block.argument)'")
        continue
      }
      let name = "line-\(block.line).scenario"
      try scratch.file(name, frame.before + block.text + frame.after)
      try scratch.run("run \(name)")
    }
  }
}
