import Foundation

/// What a program that is killed is given to do: a hit after the other, each told of as soon as it
/// is kept.
struct PhoneScript {
  /// How the program is used.
  enum Use: String, CaseIterable {
    case run
    case play
    case monitor
  }

  /// Hits of one scenario, and how many stand before they are told of.
  private static let hitCount = 400
  private static let groupSize = 4

  let use: Use
  let network: PhoneLedger.Network
  /// Its number, which is in the names of its hits.
  let number: Int

  private static let head = """
    tagsim 1
    title: What is killed
    ---
    app "Killed"
      package com.example.killed
      container GTM-KILLED
      screen "Home"
      end
    end

    """

  /// What comes before the first hit.
  private var beginning: [String] {
    switch network {
    case .offline: ["network offline", "launch"]
    case .online: ["network online", "launch", "wait 1h"]
    case .unanswered: ["network answers-lost", "launch", "wait 10m"]
    }
  }

  private func name(_ number: Int) -> String { "c\(self.number)-\(number)" }

  private func send(_ number: Int) -> String { "send screen &cd=\"\(name(number))\"" }

  private func acknowledgement(_ number: Int) -> String { "note \"kept \(name(number))\"" }

  private static let tracker = "tracker UA-1-1 name=t"
  private static let sent = ["note \"sent\"", "network offline"]

  /// The files of the scenarios, by their names.
  var files: [(name: String, text: String)] {
    switch use {
    case .run:
      (0..<Self.hitCount / Self.groupSize).map { group in
        let isFirst = group == 0
        let lines =
          (isFirst ? beginning : ["network offline", "launch"])
          + [isFirst && network == .online ? "expect queue size == 0" : "expect lost 0"]
          + [Self.tracker] + hits(of: group) + ["expect queue size > 0"]
        return ("\(1000 + group).scenario", Self.text(lines))
      }
    case .play:
      [
        (
          "play.scenario",
          Self.text(
            beginning + (network == .online ? Self.sent : []) + [Self.tracker]
              + (0..<Self.hitCount / Self.groupSize).flatMap { group in
                hits(of: group) + numbers(of: group).map(acknowledgement)
              })
        )
      ]
    case .monitor: [("monitor.scenario", Self.text(["network offline"]))]
    }
  }

  private static func text(_ lines: [String]) -> String {
    head + lines.map { $0 + "\n" }.joined()
  }

  private func numbers(of group: Int) -> Range<Int> {
    group * Self.groupSize..<(group + 1) * Self.groupSize
  }

  private func hits(of group: Int) -> [String] { numbers(of: group).map(send) }

  /// What is typed in the monitor: the lines of one burst after the other.
  func typed(_ burst: Int) -> String {
    var lines: [String] = []
    if burst == 0 {
      lines = beginning + (network == .online ? Self.sent : []) + [Self.tracker]
    }
    lines += [send(burst), acknowledgement(burst)]
    return lines.map { ":\($0)\r" }.joined()
  }

  /// The arguments of the program.
  func arguments(device: String, notes: String, folder: String) -> [String] {
    let place = { (name: String) in folder + "/" + name }
    switch use {
    case .run: return ["run", "--device", device, "--report", "tap"] + files.map { place($0.name) }
    case .play:
      return [
        "play", "--device", device, "--notes", notes, "--config", "none", "--speed", "3600",
        "--pace", "fast", place("play.scenario"),
      ]
    case .monitor:
      return [
        "open", "--device", device, "--notes", notes, "--config", "none",
        place("monitor.scenario"),
      ]
    }
  }

  /// What a line that the program wrote tells: hits that are kept, and whether those of before are
  /// sent.
  func told(by line: String) -> (kept: [String], areSent: Bool) {
    let words = line.split(separator: " ")
    switch use {
    case .play, .monitor:
      if words.first == "kept", words.count == 2 { return ([String(words[1])], false) }
      return ([], line == "sent")
    case .run:
      // Each file has two expectations, and the second stands behind its hits.
      guard words.count > 1, words[0] == "ok", let number = Int(words[1]) else {
        return ([], false)
      }
      guard number % 2 == 0 else { return ([], number == 1 && network == .online) }
      return (numbers(of: number / 2 - 1).map(name), false)
    }
  }
}
