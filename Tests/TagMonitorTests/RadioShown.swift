import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import TestSupport
import Testing

@testable import TagMonitor

/// Monitors on a small app of the second generation: what it logs is copied, renamed or kept back
/// by a container.
enum RadioShown {
  private static let app = """
    app "Radio"
      package com.example.radio
      version "1.4" build=14
      container GTM-RADIO
      on launch user-property tier="gold"
      screen "Stations"
        text "Radio Uno" "Jazz FM"
        button "Play" log-event play_station station=${station="Radio Uno"} bitrate=192
        button "Subscribe" log-event subscribe plan="gold" card="4111-1111"
        button "Share" log-event "share station" to="a friend"
        button "Whisper" log-event whisper text="hush"
      end
    end
    """

  private static let container = CompiledContainer(
    ContainerBuilder.firebase {
      $0.version.version = "8"
      $0.version.containerID = "GTM-RADIO"
      $0.macro("station", "__md", ["eventType": "CUSTOM", "key": "station"])
      $0.macro("tier", "__fup", ["key": "tier"])
      $0.macro("brand", "__c", ["value": "Radio Box"])
      $0.tag(
        "Measure listening", "__fm",
        [
          "action": "measure", "eventName": "listening", "mergeEventParameters": true,
          "editParamTable": .table(["editParamKey": "genre", "editParamValue": "news"]),
          "dropParamTable": .table(["dropParamKey": "bitrate"]),
        ])
      $0.rule(when: [.event("play_station")], fires: ["Measure listening"])
      $0.tag(
        "Rename and clean", "__fm",
        [
          "action": "filter", "overrideEventName": "subscription_started",
          "editParamTable": .table(["editParamKey": "plan", "editParamValue": "plan gold"]),
          "dropParamTable": .table(["dropParamKey": "card"]),
        ])
      $0.rule(when: [.event("subscribe")], fires: ["Rename and clean"])
      $0.tag("Keep whispers back", "__fm", ["action": "block"])
      $0.rule(when: [.event("whisper")], fires: ["Keep whispers back"])
      $0.tag("Pixel", "__img", ["url": "https://p.example/seen"])
      $0.rule(when: [.event("paid")], fires: ["Pixel"])
    })

  /// What brings up the app with its container, on its only screen.
  static let start = ["container default f", "publish f", "launch", "screen \"Stations\""]

  /// A monitor on lines that were played to their end, after the app came up.
  static func played(
    _ lines: [String], isStarted: Bool = true, size: Size = Size(columns: 120, rows: 40)
  ) throws -> Monitor {
    let text = "tagsim 1\ntitle: A test\nsdk: v5\nstart: 2024-05-14T18:30:00+02:00\n---\n"
    let scenario = try ScenarioParser.parse(
      text + ((isStarted ? start : []) + lines).joined(separator: "\n"), file: "test.scenario")
    let app = try AppParser.parse([UInt8](app.utf8), file: "radio.app")
    var run = ScenarioRun(
      scenario, inputs: RunInputs(app: app, containers: ["f": container], zone: .fixed(7200)))
    while let result = run.executeNext() { try #require(!result.isFailure, "\(result.outcome)") }
    var monitor = Monitor(run)
    _ = monitor.handle(.resized(size))
    return monitor
  }
}
