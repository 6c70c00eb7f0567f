import Foundation
import Testing

/// `tagsim export`: what other programs get of a run.
struct ExportTests {
  private static let offline = "Scenarios/offline.scenario"

  private static func export(_ arguments: String...) throws -> CommandLineTool.Result {
    try CommandLineTool.run(["export"] + arguments)
  }

  // MARK: HAR

  /// The members that HAR 1.2 has and does not call optional, with the kinds of their values.
  ///
  /// They are those of HAR 1.2, as softwareishard.com has it.
  private static let members: [(object: String, members: [String: Any.Type])] = [
    ("log", ["version": String.self, "creator": [String: Any].self, "entries": [Any].self]),
    ("log.creator", ["name": String.self, "version": String.self]),
    (
      "entry",
      [
        "startedDateTime": String.self, "time": NSNumber.self, "request": [String: Any].self,
        "response": [String: Any].self, "cache": [String: Any].self,
        "timings": [String: Any].self,
      ]
    ),
    (
      "entry.request",
      [
        "method": String.self, "url": String.self, "httpVersion": String.self,
        "cookies": [Any].self, "headers": [Any].self, "queryString": [Any].self,
        "headersSize": NSNumber.self, "bodySize": NSNumber.self,
      ]
    ),
    (
      "entry.response",
      [
        "status": NSNumber.self, "statusText": String.self, "httpVersion": String.self,
        "cookies": [Any].self, "headers": [Any].self, "content": [String: Any].self,
        "redirectURL": String.self, "headersSize": NSNumber.self, "bodySize": NSNumber.self,
      ]
    ),
    ("entry.response.content", ["size": NSNumber.self, "mimeType": String.self]),
    (
      "entry.timings", ["send": NSNumber.self, "wait": NSNumber.self, "receive": NSNumber.self]
    ),
  ]

  private static func log(of result: CommandLineTool.Result) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require((object as? [String: Any])?["log"] as? [String: Any])
  }

  private static func isA(_ value: Any?, _ type: Any.Type) -> Bool {
    switch type {
    case is String.Type: value is String
    case is NSNumber.Type: value is NSNumber && !(value is String)
    case is [Any].Type: value is [Any]
    default: value is [String: Any]
    }
  }

  @Test(arguments: ["offline", "v5-batch", "delivery"])
  func anArchiveHasAllThatTheFormatAsksFor(_ name: String) throws {
    let result = try Self.export("Scenarios/\(name).scenario", "--format", "har")
    #expect(result.code == 0, "\(result.complaint)")
    let log = try Self.log(of: result)
    #expect(log["version"] as? String == "1.2")
    let entries = try #require(log["entries"] as? [[String: Any]])
    #expect(!entries.isEmpty)
    for (path, members) in Self.members {
      let words = path.split(separator: ".").map(String.init)
      for start in words[0] == "log" ? [log] : entries {
        let object = words.dropFirst().reduce(start) { $0[$1] as? [String: Any] ?? [:] }
        for (member, type) in members {
          #expect(Self.isA(object[member], type), "\(path).\(member)")
        }
      }
    }
    for entry in entries {
      let request = try #require(entry["request"] as? [String: Any])
      #expect((request["method"] as? String == "POST") == (request["postData"] != nil))
      let address = try #require(request["url"] as? String)
      #expect(URL(string: address)?.host != nil)
      let moment = try #require(entry["startedDateTime"] as? String)
      #expect(
        try Date(
          moment,
          strategy: .iso8601.year().month().day().timeZone(separator: .colon)
            .time(includingFractionalSeconds: moment.contains("."))) > .distantPast)
    }
  }

  @Test func anArchiveHasTheRequestsAsTheyWereSent() throws {
    let log = try Self.log(of: Self.export(Self.offline, "--format", "har"))
    let entries = try #require(log["entries"] as? [[String: Any]])
    let first = try #require(entries.first)
    #expect((first["request"] as? [String: Any])?["method"] as? String == "POST")
    let own = try #require(first["_tagsim"] as? [String: Any])
    let hits = try #require(own["hits"] as? [[String: Any]])
    #expect(hits.map { $0["hit"] as? Int } == [1, 2, 3, 4])
    #expect(hits.map { $0["row"] as? Int } == [8, 10, 11, 12])
    let data = (first["request"] as? [String: Any])?["postData"] as? [String: Any]
    #expect((data?["text"] as? String)?.split(separator: "\n").count == 4)
    #expect(((first["response"] as? [String: Any])?["status"] as? Int) == 200)
  }

  // MARK: curl

  /// What is known of the headers of Analytics is in the command; of a pixel nothing is known.
  @Test func aPixelSaysWhatItDoesNotCarry() throws {
    let result = try Self.export(Self.offline, "--format", "curl")
    let lines = result.lines
    let commands = lines.indices.filter { lines[$0].hasPrefix("curl ") }
    for place in commands {
      let isPixel = lines[place].contains("ads.example.com")
      #expect(
        lines[place - 1].hasPrefix("# A pixel. A phone would send headers and cookies") == isPixel)
    }
    #expect(commands.contains { lines[$0].contains("ads.example.com") })
  }

  @Test func commandsAreReadByAShellAsTheyWereSent() throws {
    let result = try Self.export(Self.offline, "--format", "curl")
    #expect(result.code == 0)
    #expect(result.lines.prefix(2).allSatisfy { $0.hasPrefix("# ") })
    #expect(result.output.contains("the real servers"))
    let commands = result.lines.filter { !$0.hasPrefix("#") }
    #expect(!commands.isEmpty && commands.allSatisfy { $0.hasPrefix("curl --globoff --url '") })
    // A shell takes the line apart; its words stand in for those of curl.
    let scratch = try ScratchFolder()
    let script = "curl() { printf '%s\\n' \"$3\" | cut -c1-40; }\n" + result.output
    let said = try CommandLineTool.run(
      [try scratch.file("script", script).path], code: 0, program: URL(filePath: "/bin/bash"))
    #expect(said.lines.count == commands.count && said.lines.allSatisfy { $0.hasPrefix("http") })
  }

  // MARK: Rows

  private static let tables: [(what: String, titles: String, count: Int)] = [
    (
      "hits", "hit,row,queue,type,title,tag,state,loss,late,tries,made,received,payload,unreported",
      8
    ),
    ("events", "row,time,name,detail,hits", 58),
    ("firings", "row,time,event,tag,outcome,hit,hits", 14),
  ]

  @Test(arguments: tables)
  func aTableHasALineForEveryRow(_ what: String, _ titles: String, _ count: Int) throws {
    let result = try Self.export(Self.offline, "--format", "csv", "--what", what)
    #expect(result.code == 0, "\(result.complaint)")
    let lines = result.output.components(separatedBy: "\r\n").dropLast()
    #expect(lines.first == titles)
    #expect(lines.count == count + 1)
  }

  /// The facts are those of the report.
  @Test(arguments: [("hits", "\"hit\""), ("events", "\"event\""), ("firings", "\"tag\"")])
  func objectsAreFactsOfTheReport(_ what: String, _ fact: String) throws {
    let result = try Self.export(Self.offline, "--format", "ndjson", "--what", what)
    let report = try CommandLineTool.run(["run", Self.offline, "--report", "ndjson"])
    // The branches of the scenario are told behind its story.
    let story = report.lines.dropFirst(2).prefix { !$0.hasPrefix("{\"fact\": \"run\"") }
    let told = story.filter { line in
      line.hasPrefix("{\"fact\": \(fact)")
        && (what != "firings" || line.contains("\"fired\": true"))
    }
    #expect(result.code == 0, "\(result.complaint)")
    // The report has the world around an event, too.
    #expect(result.lines.count == told.count)
    #expect(zip(result.lines, told).allSatisfy { $1.hasPrefix($0.dropLast()) })
  }

  @Test(arguments: [
    (["--what", "firings", "--filter", "tag:GA*"], 7),
    (["--what", "events", "--filter", "lost"], 0),
    (["--filter", "late"], 1), (["--filter", "hit.cd~Conf"], 3), (["--filter", "hit<3"], 2),
    (["--what", "events", "--filter", "row<=3"], 3),
    (["--what", "firings", "--filter", "late"], 1),
  ])
  func onlyWhatTheFilterMeansIsTaken(_ arguments: [String], _ count: Int) throws {
    let result = try CommandLineTool.run(
      ["export", Self.offline, "--format", "ndjson"] + arguments, code: 0)
    #expect(result.lines.count == count)
  }

  @Test func requestsAreThoseOfTheHitsThatAreMeant() throws {
    let all = try Self.export(Self.offline, "--format", "curl")
    let some = try Self.export(Self.offline, "--format", "curl", "--filter", "hit=7")
    #expect(some.lines.count { !$0.hasPrefix("#") } == 1)
    #expect(all.output.contains(try #require(some.lines.last)))
  }

  // MARK: Files

  @Test func theFileIsWrittenAndNothingIsSaid() throws {
    let scratch = try ScratchFolder()
    let place = scratch.path("hits.har")
    let result = try Self.export(Self.offline, "--format", "har", "-o", place)
    #expect(result.code == 0 && result.output.isEmpty && result.complaint.isEmpty)
    let direct = try Self.export(Self.offline, "--format", "har")
    #expect(try String(contentsOfFile: place, encoding: .utf8) == direct.output)
  }

  @Test func hitsThatAreInNoRequestAreCounted() throws {
    let scratch = try ScratchFolder()
    let scenario = try scratch.file(
      "a.scenario",
      """
      tagsim 1
      app: \(CommandLineTool.root.path)/Scenarios/apps/shop.app
      ---
      container default \(CommandLineTool.root.path)/Scenarios/containers/GTM-AB12-v7.json
      launch cold
      network offline
      screen "Home Screen"
      """)
    let result = try Self.export(scenario.path, "--format", "har")
    #expect(result.code == 0, "\(result.complaint)")
    #expect(result.complaint == "tagsim: 1 hit is not in any request and left out\n")
  }
}
