import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import TestSupport

@testable import TagMonitor

/// Worlds that are looked at in several tests, as the lines that lead to them.
enum Worlds {
  // MARK: Stories

  static let noTags = [
    "container default plist", "network offline", "launch", "screen \"Home Screen\"",
  ]
  static let beforeAnyContainer = ["settle off", "launch", "screen \"Home Screen\""]
  static let over = [
    "chapter \"1 Late\"", "caption \"Too late for the tunnel.\"", "container saved v7.json",
    "launch", "screen \"Cart\"", "expect tag \"Ads conversion\" fired", "wait 130s",
    "expect sent 1", "kill",
  ]

  // MARK: Containers

  private static let stale = [
    "container default plist", "container saved v7.json age=13h", "publish v8.json",
  ]
  static let slow =
    stale + [
      "network slow latency=3s", "settle off", "launch open=prefer-fresh",
    ]
  static let frozen = [
    "container default plist", "network slow latency=3s", "launch", "close", "settle off",
    "open prefer-fresh timeout=2s blocking", "screen \"Home Screen\"", "push event=\"impatient\"",
    "wait 400ms",
  ]
  static let refused =
    stale + [
      "set log-level info", "set boolean-as-integer on", "launch", "draft v8.json version=9",
      "preview v9", "refresh",
    ]

  static func provenance() throws -> Monitor {
    var monitor = try Shown.played(
      [
        "publish v8.json", "container default plist id=GTM-CD34", "launch", "screen \"Home\"",
        "unregister macro discount", "set refresh-mode default-container", "refresh",
      ], appText: Shown.twoContainers)
    monitor.press("3")
    return monitor
  }

  // MARK: Hits

  private static let app = """
    app "Shop"
      package com.example.shop
      container GTM-AB12
      screen "Home"
        on view push event="openScreen" screenName="Home"
      end
    end
    """

  static let start = [
    "container saved v7.json age=1h", "launch", "tracker UA-1-1", "wait 10s",
  ]
  static let offline =
    start + [
      "network offline", "send screen name=\"Home\"", "wait 30s",
      "send event category=\"ui\" action=\"press\"", "screen \"Home\"", "wait 2m",
    ]
  static let late = offline + ["jump 20h", "network online", "wait 130s"]
  static let lost =
    offline + [
      "network status 503", "wait 125s", "network offline", "send screen name=\"Cart\"",
      "opt-out on", "send screen name=\"Paid\"", "opt-out off", "send screen name=\"Home\"",
    ]
  static let task =
    offline + ["settle off", "network timeout", "background send-hits", "wait 50s"]
  static let intervalOff =
    start + ["send screen name=\"Home\"", "dispatch completion", "send screen name=\"Cart\""]
  static let duplicates =
    start + ["send screen name=\"Home\"", "network answers-lost", "wait 320s"]
  static let retry =
    ["set delivery strict"] + start + [
      "send screen name=\"Home\"", "network status 503", "dispatch", "wait 5s",
    ]
  static let clock =
    start + [
      "network offline", "send screen name=\"Home\"", "clock 2014-02-27T10:00:00+01:00",
      "send screen name=\"Cart\"", "wait 5s", "network online", "dispatch",
    ]

  /// An app whose hits are sent by lines, and by the tags of a container if it has one.
  static func queue(
    _ lines: [String], _ size: Size = Size(columns: 120, rows: 40),
    of container: CompiledContainer? = nil
  ) throws -> Monitor {
    try Shown.played(
      lines, appText: app, size: size, containers: container.map { ["v7.json": $0] } ?? [:])
  }

  // MARK: Braze

  /// What the tags of the guide hand to Braze.
  static let brazeLines = [
    "launch", "push event=\"customAttribute\" key=\"vip\" value=true",
    "push event=\"changeUser\" \"user id\"=\"u7\"",
    "push event=\"played song\" genre=\"pop\" \"number of times listened\"=42",
    "push event=\"customAttribute\" key=\"favoriteSong\" value=\"Private Eyes\"",
    "push event=\"skipped song\"",
  ]

  static func braze(
    _ lines: [String], _ provider: String = "swift", size: Size = Size(columns: 120, rows: 40),
    of container: CompiledContainer = BrazeContainer.guide
  ) throws -> Monitor {
    let app = """
      app "Music"
        package com.example.music
        container \(BrazeContainer.id)
        tag-function braze braze \(provider)
      end
      """
    return try Shown.played(
      ["container default braze"] + lines, appText: app, size: size,
      containers: ["braze": container])
  }

  // MARK: The phone

  /// The shipped container, to be tried on the phone.
  static func trial(_ size: Size = Size(columns: 120, rows: 40)) throws -> Monitor {
    try Shown.trial(of: Shown.container("containers/GTM-AB12-v8.json"), size: size)
  }

  /// The shipped container on the page that it opens on.
  static func started() throws -> Monitor {
    let container = try Shown.container("containers/GTM-AB12-v8.json")
    var monitor = try Shown.trial(of: container)
    monitor.openStart(StartGuide(of: container))
    return monitor
  }

  /// A container whose names are what a terminal would obey, or what breaks a line.
  static let hostile = ContainerBuilder(version: "\u{1B}[31m") {
    let names = [
      "\u{1B}[2J\u{1B}]0;owned\u{7}", "say \"hello\"", "one\r\ntwo\u{85}", "abc\u{202E}fed",
      String(repeating: "환영", count: 40), "{title} ${x}",
    ]
    for name in names {
      $0.variable("variable " + name, path: "user." + name)
      $0.rule(when: [.event(name), .equals("variable " + name, name)], fires: ["tag " + name])
    }
  }.compiled
}
