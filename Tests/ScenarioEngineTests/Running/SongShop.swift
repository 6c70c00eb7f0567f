import OrderedCollections
import TagRuntime
import TagSimulation
import TestSupport

@testable import ScenarioEngine

/// A small world of the second generation: an app that logs events, and containers for it.
enum SongShop {
  static let app = #"""
    app "Songs"
      package com.example.songs
      container GTM-SONG
      on launch user-property tier="gold"
      screen "Player"
        button "Play" log-event played_song genre=${genre="pop"} minutes=3
        button "Push" push event="pushed"
        button "Rate" log-event ${event="rated"} stars=${stars=absent}
        button "Demote" user-property tier=${tier=null}
      end
      screen "Shop"
      end
    end
    """#

  /// A container with a tag for everything that can become of an event.
  private static func container(_ version: String) -> CompiledContainer {
    CompiledContainer(
      ContainerBuilder.firebase {
        $0.version.version = version
        $0.version.containerID = "GTM-SONG"
        $0.tag(
          "Copy", "__fm",
          ["action": "measure", "eventName": "song_copied", "mergeEventParameters": true])
        $0.rule(when: [.event("played_song")], fires: ["Copy"])
        $0.tag("Block", "__fm", ["action": "block"])
        $0.rule(when: [.event("secret")], fires: ["Block"])
        $0.tag("Like", "__funct", ["classPath": "liker"])
        $0.rule(when: [.event("liked")], fires: ["Like"])
      })
  }

  static let containers: OrderedDictionary<String, CompiledContainer> = [
    "f1": container("1"), "f2": container("2"),
  ]

  static let inputs = RunInputs(
    app: (try? AppParser.parse(app, file: "song.app")) ?? App(name: "unreadable", package: ""),
    containers: containers.merging(Shop.inputs.containers) { own, _ in own }, zone: .fixed(3600))

  /// Plays lines under v5 with version 1 in the bundle; the app runs and shows its player.
  static func play(_ lines: String..., isPrepared: Bool = true) throws -> ScenarioRun {
    let prepared = isPrepared ? ["container default f1", "launch", "screen \"Player\""] : []
    let header = "tagsim 1\nsdk: v5\nstart: 2014-03-01T10:00:00+01:00\n---\n"
    let text = header + (prepared + lines).joined(separator: "\n")
    var run = ScenarioRun(try ScenarioParser.parse(text, file: "song.scenario"), inputs: inputs)
    while run.executeNext() != nil {}
    return run
  }
}
