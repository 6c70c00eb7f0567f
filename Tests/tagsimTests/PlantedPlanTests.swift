import Foundation
import OrderedCollections
import TagRuntime
import Testing

/// Deviations planted in what ships: each is found, at its place.
struct PlantedPlanTests {
  /// A change of one line, and the finding that it causes.
  private struct Planted {
    var text: String
    var line: Int
    var code: String
    var name: String
  }

  /// Changes the event of a line, or a parameter of it.
  private static func plant(
    in text: String, ahead: Int = 0,
    _ change: (_ line: String) -> [(line: String, code: String, name: String)]
  ) -> [Planted] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.indices.flatMap { index in
      change(lines[index]).map { changed in
        var all = lines
        all[index] = changed.line
        return Planted(
          text: all.joined(separator: "\n"), line: index + 1 - ahead, code: changed.code,
          name: changed.name)
      }
    }
  }

  private static func pushes(_ line: String) -> [(line: String, code: String, name: String)] {
    guard let match = line.firstMatch(of: /event="(\w+)"( ([\w.]+)=(\$\{\w+=)?("[^"]*"|[\d.]+)}?)?/)
    else { return [] }
    let event = String(match.1)
    var changes = [
      (line.replacing("event=\"\(event)\"", with: "event=\"planted9\""), "P01", "planted9"),
      (line.replacing("event=\"\(event)\"", with: "event=\"\(event)\" extra9=1"), "P12", "extra9"),
    ]
    if let pair = match.2, let key = match.3, let value = match.5, !key.contains(".") {
      let name = String(key)
      let other = value.hasPrefix("\"") ? "9" : "\"nine\""
      changes += [
        (line.replacing(pair, with: ""), "P10", name),
        (
          line.replacing(
            pair, with: pair.replacing(key, with: key.uppercased(), maxReplacements: 1)),
          "P13", name
        ),
        (line.replacing(pair, with: pair.replacing(value, with: other)), "P14", name),
      ]
    }
    return changes
  }

  @Test func inAnAppAndItsRun() throws {
    let scratch = try ScratchFolder()
    try scratch.copy("Scenarios", as: "s")
    let scenario = "s/offline.scenario"
    try write(from: scenario, in: scratch)
    let app = try scratch.text("s/apps/shop.app")
    var counts = (app: 0, run: 0)
    for planted in Self.plant(in: app, Self.pushes) {
      try Data(planted.text.utf8).write(to: scratch.url.appendingPathComponent("s/apps/shop.app"))
      let findings = try findings(of: scenario, in: scratch)
      #expect(
        findings.contains("app \(planted.code) \(planted.name) s/apps/shop.app:\(planted.line)"),
        "\(planted.line) \(planted.code) \(planted.name) \(findings)")
      counts.app += 1
      let prefix = "run \(planted.code) \(planted.name) \(scenario):"
      if findings.contains(where: { $0.hasPrefix(prefix) && !$0.hasSuffix(":0") }) {
        counts.run += 1
      }
    }
    #expect(counts.app >= 20 && counts.run >= 15, "\(counts)")
  }

  /// In the lines of a scenario, which only its run shows; the plan in the header finds the same.
  @Test func inARun() throws {
    let scratch = try ScratchFolder()
    let lines = ["view", "offer", "basket", "bought", "shared"].map {
      "push event=\"\($0)\" id_\($0)=\"a\""
    }
    try scratch.scenario("a.scenario", "launch", lines.joined(separator: "\n"))
    try write(from: "a.scenario", in: scratch)
    let text = try scratch.text("a.scenario").replacing("tags: small", with: "plan: plan.csv")
    let planted = Self.plant(in: text, Self.pushes).filter { $0.line > 13 }
    for planted in planted {
      try scratch.file("a.scenario", planted.text)
      let place = "a.scenario:\(planted.line)"
      let findings = try findings(of: "a.scenario", in: scratch)
      #expect(
        findings.contains("run \(planted.code) \(planted.name) \(place)"),
        "\(planted.line) \(planted.code) \(planted.name) \(findings)")
      let run = try CommandLineTool.run(["run", "a.scenario"], in: scratch.url)
      #expect(run.code == 1)
      #expect(run.output.contains("not ok 1 - \(place) "), "\(run.output)")
      #expect(run.output.contains(planted.code + " \""), "\(run.output)")
    }
    #expect(planted.count >= 20)
  }

  @Test func inTheLogOfAPhone() throws {
    let scratch = try ScratchFolder()
    try scratch.copy("Scenarios/logs/follow.log", as: "a.log")
    try write(from: "a.log", in: scratch)
    let log = try scratch.text("a.log")
    let planted = Self.plant(in: log) { line in
      guard let match = line.firstMatch(of: /logged event: (\w+) with/), match.1 != "session_start"
      else { return [] }
      let name = String(match.1)
      return [
        (line.replacing(match.1, with: "planted9"), "P01", "planted9"),
        (line.replacing(match.1, with: match.1.dropLast(2) + match.1.suffix(1)), "P03", name),
        (line + "\n    extra9 = 1;", "P12", "extra9"),
      ]
    }
    let changed = Self.plant(in: log, ahead: 2) { line in
      guard line.hasPrefix("    screen =") else { return [] }
      return [
        (line.replacing("screen", with: "other9"), "P10", "screen"),
        (line.replacing("screen", with: "other9"), "P12", "other9"),
        (line.replacing("screen", with: "Screen"), "P13", "screen"),
        (line + "\n    more9 = 1;", "P12", "more9"),
      ]
    }
    for planted in planted + changed {
      try Data(planted.text.utf8).write(to: scratch.url.appendingPathComponent("a.log"))
      let findings = try findings(of: "a.log", in: scratch)
      #expect(
        findings.contains("phone \(planted.code) \(planted.name) a.log:\(planted.line)"),
        "\(planted.line) \(planted.code) \(findings)")
    }
    #expect((planted + changed).count >= 20)
  }

  /// Four containers as teams have them, two of each generation: events with a condition each.
  private static let events: [[String]] = [
    ["view_item", "add_to_cart", "purchase", "sign_up"], ["openScreen", "tapOffer", "checkout"],
    ["play_station", "subscribe", "share_song"], ["level_start", "level_end", "buy_coins"],
  ]

  private static func legacy(_ events: [String]) -> String {
    func pair(_ key: String, _ value: String) -> String {
      "{\"type\": \"TEMPLATE\", \"key\": \"\(key)\", \"value\": \"\(value)\"}"
    }
    func filter(_ type: String, _ left: String, _ right: String) -> String {
      "{\"type\": \"\(type)\", \"parameter\": [\(pair("arg0", left)), \(pair("arg1", right))]}"
    }
    func list(_ lines: [String]) -> String { "[\n" + lines.joined(separator: ",\n") + "\n]" }
    let numbered = Array(events.enumerated())
    return """
      {"exportFormatVersion": 2, "containerVersion": {"containerId": "1", "containerVersionId": "1",
      "container": {"containerId": "1", "name": "S", "publicId": "GTM-A", "usageContext": ["IOS"]},
      "tag": \(list(numbered.map { index, event in
        "{\"tagId\": \"\(index + 1)\", \"name\": \"T \(index)\", \"type\": \"img\", "
          + "\"firingTriggerId\": [\"\(index + 1)\"], "
          + "\"parameter\": [\(pair("url", "https://a.example/?s={{V \(index)}}"))]}"
      })),
      "trigger": \(list(numbered.map { index, event in
        "{\"triggerId\": \"\(index + 1)\", \"name\": \"R \(index)\", \"type\": \"ALWAYS\", "
          + "\"filter\": [\(filter("EQUALS", "{{Event}}", event))]}"
      })),
      "variable": \(list(numbered.map { index, event in
        "{\"variableId\": \"\(index + 1)\", \"name\": \"V \(index)\", \"type\": \"v\", "
          + "\"parameter\": [\(pair("name", "\(event)_value"))]}"
      })),
      "builtInVariable": [{"type": "EVENT", "name": "Event"}]}}

      """
  }

  private static func firebase(_ events: [String]) -> String {
    func lines(_ line: (Int, String) -> String) -> String {
      events.enumerated().map { "      " + line($0.offset, $0.element) }.joined(separator: ",\n")
    }
    return """
      {"fingerprint": "A$0", "resource": {"version": "1", "macros": [
            {"function": "__e", "instance_name": "Event Name"},
      \(lines { "{\"function\": \"__md\", \"instance_name\": \"V \($0)\", "
        + "\"vtp_eventType\": \"CUSTOM\", \"vtp_key\": \"\($1)_value\"}" })],
          "tags": [
      \(lines { index, _ in "{\"function\": \"__fm\", \"instance_name\": \"T \(index)\", "
        + "\"vtp_action\": \"measure\", \"vtp_eventName\": \"made_\(index)\", "
        + "\"tag_id\": \(index + 1), "
        + "\"vtp_editParamTable\": [\"list\", [\"map\", \"paramName\", \"p\", \"paramValue\", "
        + "[\"macro\", \(index + 1)], \"editType\", \"add\"]]}" })],
          "predicates": [
      \(lines { "{\"function\": \"_eq\", \"arg0\": [\"macro\", 0], \"arg1\": \"\($1)\"}" })],
          "rules": [
      \(lines { index, _ in "[[\"if\", \(index)], [\"add\", \(index)]]" })]},
        "runtime": [[50, "__e", [46, "data"]], [50, "__md", [46, "data"]],
        [50, "__fm", [46, "data"]]]}

      """
  }

  /// Another name for an event or a key of a line: another one, a slip, another spelling.
  private static func names(
    _ line: String, _ event: String
  ) -> [(line: String, code: String, name: String)] {
    let (name, key) = ("\"\(event)\"", "\"\(event)_value\"")
    let spelled = event.uppercased()
    if line.contains(key) {
      return [
        (line.replacing(key, with: "\"planted9\""), "P07", "planted9"),
        (line.replacing(key, with: "\"\(spelled)_VALUE\""), "P13", "\(event)_value"),
      ]
    }
    guard line.contains(name) else { return [] }
    return [
      (line.replacing(name, with: "\"planted9\""), "P05", "planted9"),
      (line.replacing(name, with: "\"\(event.dropLast(2))\(event.suffix(1))\""), "P03", event),
      (line.replacing(name, with: "\"\(spelled)\""), "P03", event),
    ]
  }

  @Test func inFourContainers() throws {
    var count = 0
    for (index, events) in Self.events.enumerated() {
      let scratch = try ScratchFolder()
      let container = index % 2 == 0 ? Self.legacy(events) : Self.firebase(events)
      try scratch.file("c.json", container)
      try write(from: "c.json", in: scratch)
      #expect(try findings(of: "c.json", in: scratch).isEmpty)
      let planted = Self.plant(in: container) { line in events.flatMap { Self.names(line, $0) } }
      for planted in planted {
        try scratch.file("c.json", planted.text)
        let findings = try findings(of: "c.json", in: scratch)
        let line = index % 2 == 0 ? planted.line : nil
        let start = "container \(planted.code) \(planted.name) c.json:"
        #expect(
          findings.contains {
            $0.hasPrefix(start) && (line == nil || $0 == start + "\(line ?? 0)")
          },
          "\(planted.line) \(planted.code) \(planted.name) \(findings)")
      }
      #expect(planted.count >= 15)
      count += planted.count
    }
    #expect(count >= 60)
  }

  // MARK: Running

  private func write(from source: String, in scratch: ScratchFolder) throws {
    let result = try CommandLineTool.run(
      ["plan", "--from", source, "-o", "plan.csv"], in: scratch.url)
    #expect(result.code == 0, "\(result.complaint)")
  }

  /// The deviations, as "app P10 sku shop.app:16", one for each place.
  private func findings(of source: String, in scratch: ScratchFolder) throws -> [String] {
    let result = try CommandLineTool.run(
      ["plan", "plan.csv", source, "--report", "json"], in: scratch.url)
    let findings = try #require(
      try result.json.members?["findings"]?.elements, "\(result.complaint)")
    return findings.compactMap(\.members).flatMap { finding in
      func text(_ key: String) -> String { finding[key]?.text ?? "" }
      let name = text("parameter").isEmpty ? text("event") : text("parameter")
      return (finding["places"]?.elements ?? []).compactMap(\.members).map { place in
        var line = "0"
        if case .int(let number)? = place["line"] { line = String(number) }
        return "\(text("source")) \(text("code")) \(name) \(place["file"]?.text ?? ""):\(line)"
      }
    }
  }
}
