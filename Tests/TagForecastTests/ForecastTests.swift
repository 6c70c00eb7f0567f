import ScenarioEngine
import TagRuntime
import TagSimulation
import Testing

@testable import TagForecast

/// What a forecast comes to, held against what can be known without it.
@Suite struct ForecastTests {
  private func played(_ plan: ForecastPlan) -> ForecastPart {
    var part = ForecastPart(plan, shard: 1, of: 1, digest: "d")
    part.take(PlayedPhones.play(1...plan.numbers.phones, plan))
    return part
  }

  // MARK: Closed forms

  /// Everybody comes once a day, between two and three hours after the publication, more than
  /// twelve hours after the last time, and has a network: the new version is there at once.
  @Test func whoComesDailyHasItThatDay() throws {
    let plan = try DailyShop.plan(phones: 600, population: "hours 12..12 100%\n")
    let figures = ForecastFigures(played(plan))
    #expect(figures.inUse == 600)
    #expect(figures.adopted(by: 120) == 0)
    #expect(figures.adopted(by: 181) == 600)
    for tenth in 1...5 {
      let share = figures.adopted(by: 120 + tenth * 10)
      #expect(abs(share - tenth * 100) < 45, "after \(tenth)0 minutes: \(share)")
    }
  }

  /// At any hour a copy is asked for once it is twelve hours old, and no sooner: the curve of all
  /// phones is what this rule makes of the times of their sessions.
  @Test func theCurveFollowsTheTwelveHours() throws {
    let plan = try DailyShop.plan(phones: 400, population: "sessions 1 60%\nsessions 2 40%\n")
    var adopted = Array(repeating: 0, count: 3 * 1440)
    for phone in 1...400 {
      var fetched: Int64?
      for action in PhoneStory(ofPhone: phone, plan).actions {
        guard case .enter = action.kind else { continue }
        // A session of a minute meets a copy that becomes twelve hours old in it.
        let due = (fetched ?? -12 * 3_600_000) + 12 * 3_600_000
        if due > action.after + 60_000 { continue }
        fetched = max(due, action.after)
        let since = max(due, action.after) - ForecastPlan.publishedAfter
        if since >= 0 {
          adopted[Int(since / 60_000)] += 1
          break
        }
      }
    }
    let told = played(plan).counts.adopted
    let (all, others) = (told.reduce(0, +), adopted.reduce(0, +))
    #expect(all == others && all > 390)
    // The answer takes a fifth of a second, which may be in the next minute.
    var (one, other) = (0, 0)
    for minute in adopted.indices {
      one += told[minute]
      other += adopted[minute]
      #expect((0...6).contains(other - one), "minute \(minute)")
    }
  }

  @Test func withoutANetworkNothingChanges() throws {
    let part = played(try DailyShop.plan(phones: 50, population: "network offline 100%\n"))
    #expect(part.counts.adopted.reduce(0, +) == 0)
    #expect(part.counts.reasons[ForecastCounts.Reason.offline.rawValue] == 50)
    let figures = ForecastFigures(part)
    #expect(figures.hits(.sent) == 0)
    #expect(figures.hits(.waiting) == part.counts.carried + part.counts.made)
    #expect(part.counts.hits.sum == part.counts.carried + part.counts.made)
    #expect(part.counts.tagServer.reduce(0, +) == 0)
  }

  @Test func whoNeverComesHasTheOldOne() throws {
    let part = played(try DailyShop.plan(phones: 50, population: "sessions 0 100%\n"))
    #expect(part.counts.reasons == [50, 0, 0, 0, 0, 0])
    #expect(
      ForecastReport(part).sentences
        == ["No phone opens the app after publication, so nothing changes."])
  }

  @Test func withoutAFiringNoHitIsTold() throws {
    let waiting = DailyShop.buying
      .replacing("\nlaunch\nscreen \"Home\"", with: "\nlaunch")
      .replacing("\ntap \"Buy\"", with: "")
    let report = ForecastReport(played(try DailyShop.plan(phones: 20, journeys: [waiting])))
    #expect(!report.text(columns: nil).contains { $0.hasPrefix("Hits") })
  }

  /// Every buyer presses once in a session, and the new version counts the screen as well.
  @Test func tagsFireAsTheirContainersSay() throws {
    let plan = try DailyShop.plan(phones: 100, population: "hours 12..12 100%\n")
    let counts = played(plan).counts
    let (old, new) = (ForecastCounts.Container.old.rawValue, ForecastCounts.Container.new.rawValue)
    #expect(plan.tags.names == ["Sale", "View"])
    #expect(counts.firings[new].sum > 100)
    #expect(counts.firings[new].parts[0].sum == counts.firings[new].sum)
    #expect(counts.firings[old].parts[0].sum == counts.firings[old].sum)
    #expect(counts.firings[old].parts[1].sum == 0)
    // What is told by day adds up to what is told by hour.
    for day in 0..<3 {
      let hours = (day * 24)..<(day * 24 + 24)
      let sessions: [Int] = counts.sessions[hours].flatMap { $0 }
      #expect(counts.daySessions[day].sum == sessions.reduce(0, +))
      let events: [Int] = counts.events[hours].map { $0[new] }
      #expect(counts.dayEvents[day].parts[0].sum == events.reduce(0, +))
    }
    #expect(counts.decided.sum == counts.events.flatMap { $0 }.reduce(0, +))
  }

  /// Who is built with the other generation of the SDK, and who never asks, keeps what it has; an
  /// app with a timer of its own need not be started anew to have the new version.
  @Test func whatTheAppIsBuiltWithDecides() throws {
    let mixed = played(
      try DailyShop.plan(
        phones: 200,
        population: """
          sdk v3 75%
          sdk v5 25%
          refresh-mode standard 50%
          refresh-mode default-container 50%

          """))
    func count(_ reason: ForecastCounts.Reason) -> Int { mixed.counts.reasons[reason.rawValue] }
    #expect((30...70).contains(count(.otherSDK)))
    #expect((55...95).contains(count(.neverAsks)))
    #expect(ForecastFigures(mixed).adopted == 200 - mixed.counts.reasons.reduce(0, +))
    let long = "length 3h..3h 100%\nsessions 8 100%\n"
    func half(_ timer: String) throws -> Int {
      let plan = try DailyShop.plan(phones: 60, population: long + "refresh-timer \(timer) 100%\n")
      return try #require(ForecastFigures(played(plan)).minute(of: 50)).minute
    }
    #expect(try half("30m") < half("off") / 2)
  }

  /// Many phones of one kind do not hide those of another.
  @Test func theStrangestOfEachKindAreTold() {
    var counts = ForecastCounts(days: 1, tags: 0)
    func phone(_ number: Int, _ score: Int, _ reason: ForecastCounts.Reason?) -> Outlier {
      Outlier(
        number: number, score: score, minutesToNew: nil, reason: reason, lost: 0, late: 0,
        doubled: 0, waiting: 0)
    }
    for number in 1...50 { counts.note(phone(number, 168, .offline)) }
    counts.note(phone(51, 3, nil))
    counts.note(phone(52, 7, nil))
    counts.note(phone(53, 0, .saved))
    #expect(counts.strange.count == 12)
    #expect(counts.strangest.map(\.number) == [1, 52, 2, 51, 3, 4, 5, 6, 7, 8])
    var (one, other) = (ForecastCounts(days: 1, tags: 0), ForecastCounts(days: 1, tags: 0))
    for phone in counts.strange.reversed() {
      if phone.number % 2 == 0 { one.note(phone) } else { other.note(phone) }
    }
    other.add(one)
    #expect(other.strange == counts.strange)
  }

  // MARK: One phone

  @Test(arguments: 1...24)
  func aPhoneIsItsScenario(_ phone: Int) throws {
    let own =
      "refresh-mode standard 70%\nrefresh-mode default-container 30%\n"
      + "refresh-timer 2h 50%\nrefresh-timer off 50%\nsdk v3 90%\nsdk v5 10%\n"
    let plan = try DailyShop.plan(
      phones: 24, days: 2, population: phone > 12 ? own : nil,
      journeys: [DailyShop.buying, DailyShop.looking])
    let counts = PlayedPhones.play([phone], plan)
    let run = try PhoneScenario.run(ofPhone: phone, plan, newPath: "new.json")
    #expect(run.results.filter { $0.isFailure }.map(\.statement.text) == [])
    let world = run.timeline.live
    #expect(world.now.instant.milliseconds == plan.length)
    let ledger = world.world.ledger
    let hits = zip(ForecastCounts.fates, counts.hits.parts).map { ($0, $1.sum) }
    func sum(_ fate: String) -> Int { hits.filter { $0.0.hasPrefix(fate) }.reduce(0) { $0 + $1.1 } }
    #expect(ledger.waiting == sum("waiting"))
    #expect(ledger.sent + ledger.lost >= sum("sent") + sum("lost"))
    let firstMinute = ForecastPlan.publishedAfter
    let requests = run.timeline.live.world.requests.entries.count {
      $0.sent.milliseconds - world.world.clockAhead.wholeMilliseconds
        >= plan.beginning.timeline.live.now.wall.milliseconds + firstMinute
    }
    #expect(requests == counts.collector.reduce(0, +))
    let used = run.timeline.loads.first {
      $0.event.version == "2" && $0.event.source != .default
    }
    let new = ForecastCounts.GroupCount.new.rawValue
    #expect((used != nil) == (counts.groups.reduce(0) { $0 + $1[new] } == 1))
  }

  // MARK: Whom the curve counts

  /// Whatever a setup saved: phones have what the server gave them, and those that get the app
  /// later have nothing.
  @Test func whatASetupSavedIsNoAdoption() throws {
    let saved = DailyShop.buying.replacing(
      "publish old.json", with: "publish old.json\n  container saved new.json")
    let counts = played(try DailyShop.plan(phones: 40, journeys: [saved])).counts
    #expect(counts.groups == played(try DailyShop.plan(phones: 40)).counts.groups)
    #expect(counts.isSound)
    let late = played(
      try DailyShop.plan(
        phones: 40, population: "chance fresh 100%\nnetwork offline 100%\n", journeys: [saved]))
    #expect(late.counts.decided.sum > 0)
    #expect(late.counts.decided.parts[ForecastCounts.Container.old.rawValue].sum == 0)
    #expect(late.counts.groups[ForecastCounts.Group.installed.rawValue][0] == 40)
    let sentences = ForecastReport(late).sentences
    #expect(sentences[0] == "No phone was used in the week before the publication.")
    #expect(sentences[1].hasPrefix("In addition, 40 phones got the app after publication"))
  }

  /// An app that is in front when the version is published may have it within the hour.
  @Test func whoIsInFrontIsInUse() throws {
    let part = played(
      try DailyShop.plan(
        phones: 60, days: 1,
        population: "sessions 0..2 100%\nlength 1h..4h 100%\nrefresh-timer 1h 100%\n"))
    let figures = ForecastFigures(part)
    #expect(part.counts.isSound)
    #expect(part.counts.opened[0] > 0)
    #expect(figures.adopted(by: 60) > 0)
    for minute in stride(from: 60, through: figures.minutes, by: 60) {
      let opened = part.counts.opened.prefix(minute).reduce(0, +)
      #expect(figures.adopted(by: minute) <= opened && opened <= figures.inUse)
    }
    #expect(ForecastReport(part).text(columns: nil).count > 20)
  }

  /// A longer forecast goes on where a shorter one ends.
  @Test func theCurveDoesNotDependOnTheDays() throws {
    let population = Population.builtIn.split(separator: "---").last.map(String.init)?
      .replacing("chance installed 0.4%", with: "")
    let (short, long) = (
      ForecastFigures(played(try DailyShop.plan(phones: 150, days: 2, population: population))),
      ForecastFigures(played(try DailyShop.plan(phones: 150, days: 4, population: population)))
    )
    #expect(short.inUse == long.inUse)
    for hour in 1...48 { #expect(short.adopted(by: hour * 60) == long.adopted(by: hour * 60)) }
    #expect(long.part.counts.waiting.prefix(48) == short.part.counts.waiting[...])
  }

  /// Whoever has it, and whoever lacks it for a reason, are all there are.
  @Test func everyHourTellsOfAllPhones() throws {
    let part = played(try DailyShop.plan(phones: 150))
    let figures = ForecastFigures(part)
    for (hour, reasons) in part.counts.waiting.enumerated() {
      #expect(reasons.reduce(0, +) + figures.adopted(by: (hour + 1) * 60) == figures.inUse)
    }
    let resting = figures.count(.phones, of: .resting)
    let installed = figures.count(.phones, of: .installed)
    #expect((8...35).contains(resting))
    #expect(figures.inUse + resting + installed == 150)
  }

  /// As many phones stay off at the publication as days later.
  @Test func awayIsAsLikelyOnEveryDay() throws {
    let plan = try DailyShop.plan(
      phones: 400, days: 9, population: "chance away 20% days=5\nhours 12..12 100%\n")
    let sessions = played(plan).counts.daySessions.map(\.sum)
    #expect(sessions.allSatisfy { (90...160).contains($0) }, "\(sessions)")
  }

  // MARK: Setups

  /// A story that begins in its setup is no part of every phone's past.
  @Test(arguments: [
    "launch\n  push event=\"buy\"\n  kill", "open-url \"shop://sale\"",
    "draft new.json version=9\n  preview v9\n  screen \"Home\"\n  kill",
  ])
  func aSetupStartsNoApp(_ start: String) throws {
    let begun = DailyShop.buying.replacing(
      "publish old.json", with: "publish old.json\n  \(start)")
    let plan = try DailyShop.plan(phones: 1, journeys: [begun])
    #expect(!plan.beginning.timeline.live.isRunning)
    let run = try PhoneScenario.run(ofPhone: 1, plan, newPath: "new.json")
    #expect(run.results.filter { $0.isFailure }.map(\.statement.text) == [])
  }

  /// Journeys are of one app, and a release is one that it can have.
  @Test func whatDoesNotFitTheAppIsTold() {
    let other = DailyShop.looking.replacing("button \"Buy\"", with: "button \"Look\"")
      .replacing("tap \"Buy\"", with: "tap \"Look\"")
    let android = DailyShop.buying.replacing(
      "package com.example.daily", with: "package com.example.daily\n  platform android")
    #expect {
      try DailyShop.plan(journeys: [DailyShop.buying, other])
    } throws: {
      "\($0)".contains("journey2.scenario: its app differs from that of journey1.scenario")
    }
    #expect {
      try DailyShop.plan(population: "sdk-version 3.12 100%\n", journeys: [android])
    } throws: {
      "\($0)".contains("sdk-version 3.12, but ")
    }
  }

  @Test(arguments: [
    ("screen \"Home\"\nwait 5s", "wait 5s", "1 step not possible after the app starts; 'tap"),
    ("screen \"Home\"\nwait 5s\ntap \"Buy\"\nwait 10s", "", "its session only opens the app"),
    ("wait 10s", "container used new.json", "3 statements are not part of a session"),
  ])
  func whatASessionDoesNotIsTold(_ part: String, _ other: String, _ words: String) throws {
    let plan = try DailyShop.plan(journeys: [DailyShop.buying.replacing(part, with: other)])
    let isTold = plan.remarks.contains { $0.hasPrefix("journey1.scenario: " + words) }
    #expect(isTold, "\(plan.remarks)")
  }

  @Test func stepsThatCannotBeDoneAreCounted() throws {
    let lost = DailyShop.buying.replacing("screen \"Home\"\nwait 5s", with: "wait 5s")
    let part = played(try DailyShop.plan(phones: 20, journeys: [lost]))
    #expect(part.counts.steps > 0)
    #expect(part.counts.undone == part.counts.steps)
    #expect(ForecastReport(part).sentences.last?.contains("steps were not possible") == true)
  }

  // MARK: Parts

  @Test func partsAddUpToTheWhole() throws {
    let plan = try DailyShop.plan(phones: 50)
    let whole = played(plan)
    var parts = (1...3).map { shard -> ForecastPart in
      var part = ForecastPart(plan, shard: shard, of: 3, digest: "d")
      let phones = (0..<part.wanted).map { part.phone(at: $0) }
      part.take(PlayedPhones.play(phones.prefix(5), plan))
      part.take(PlayedPhones.play(phones.dropFirst(5), plan))
      return part
    }
    #expect(parts.map(\.wanted) == [17, 17, 16])
    parts = try parts.map { try ForecastPart(json: Array($0.json.utf8)) }
    var merged = parts[2]
    try merged.add(parts[0])
    try merged.add(parts[1])
    #expect(merged == whole)
    #expect(merged.json == whole.json)
    #expect(ForecastReport(merged).page.text.rows == ForecastReport(whole).page.text.rows)
  }

  /// Half of what some phones come to is nothing that could be counted.
  @Test func whatIsGivenUpIsNotCounted() throws {
    let plan = try DailyShop.plan(phones: 3)
    var asked = 0
    #expect(PlayedPhones.play(1...3, plan, isGivenUp: { false }) == PlayedPhones.play(1...3, plan))
    let counts = PlayedPhones.play(1...3, plan) {
      asked += 1
      return asked > 5
    }
    #expect(counts == nil)
    #expect(asked == 6)
  }

  @Test func whatDoesNotBelongTogetherIsNotAdded() throws {
    let plan = try DailyShop.plan(phones: 4)
    func part(_ shard: Int, of count: Int, _ digest: String = "d") -> ForecastPart {
      var part = ForecastPart(plan, shard: shard, of: count, digest: digest)
      part.take(PlayedPhones.play((0..<part.wanted).map { part.phone(at: $0) }, plan))
      return part
    }
    let others: [(part: ForecastPart, words: String?)] = [
      (part(2, of: 2), nil), (part(1, of: 2), "part 1 of 2, which is already"),
      (part(2, of: 3), "one of 3 parts, but the first is one of 2"),
      (part(2, of: 2, "e"), "another forecast"),
      (ForecastPart(plan, shard: 2, of: 2, digest: "d"), "0 of 2 phones: finish it with --resume"),
    ]
    for (other, words) in others {
      var sentence: String?
      var one = part(1, of: 2)
      do throws(ForecastPart.Mistake) { try one.add(other) } catch { sentence = error.sentence }
      #expect(words.map { sentence?.contains($0) == true } ?? (sentence == nil))
    }
  }

  /// A part as it was written before parts had a digest.
  private static func earlier(_ json: String) -> String {
    json.replacing(/, "digest": "[0-9a-f]+"/, with: "").replacing("forecast/4", with: "forecast/2")
  }

  @Test func anEarlierPartIsRead() throws {
    let part = played(try DailyShop.plan(phones: 4))
    let earlier = Self.earlier(part.json)
    #expect(!earlier.contains("digest"))
    #expect(try ForecastPart(json: Array(earlier.utf8)) == part)
  }

  @Test(arguments: [("\"played\": 4", "\"played\": 3"), ("\"old\": \"1\"", "\"old\": \"9\"")])
  func whatWasChangedIsRefused(_ text: String, _ other: String) throws {
    let json = played(try DailyShop.plan(phones: 4)).json
    #expect(json.contains(text))
    let mistake = try #require(throws: ForecastPart.Mistake.self) {
      try ForecastPart(json: Array(json.replacing(text, with: other).utf8))
    }
    #expect(mistake.sentence.hasPrefix("was changed after it was played, or is damaged"))
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"schema": "tagsim.forecast/2"}"#, #"{"schema": "tagsim.forecast/3"}"#,
    #"{"schema": "tagsim.forecast/4"}"#, "\u{0}",
  ])
  func whatIsNoPartIsRefused(_ text: String) {
    #expect(throws: ForecastPart.Mistake.self) { try ForecastPart(json: Array(text.utf8)) }
  }

  /// A file of others that says what cannot be is refused as a whole.
  @Test(arguments: [
    ("\"of\": 1", "\"of\": 0"), ("\"shards\": [1]", "\"shards\": [1, 1]"),
    ("\"publishMinute\": 600", "\"publishMinute\": 9223372036854775807"),
    ("\"opened\": [0", "\"opened\": [9223372036854775807"),
    ("\"adopted\": [0", "\"adopted\": [5"), ("\"phones\": 4, \"days\"", "\"phones\": 2, \"days\""),
    ("\"undone\": 0", "\"undone\": 9000"), ("\"groups\": [[4", "\"groups\": [[3"),
  ])
  func whatCannotBeIsRefused(_ text: String, _ other: String) throws {
    let plan = try DailyShop.plan(phones: 4, population: "hours 14..14 100%\n")
    let json = Self.earlier(played(plan).json)
    #expect(json.contains(text))
    #expect(throws: ForecastPart.Mistake.self) {
      try ForecastPart(json: Array(json.replacing(text, with: other).utf8))
    }
  }

  // MARK: Telling

  @Test func theReportFitsEightyColumns() throws {
    let part = played(try DailyShop.plan(phones: 60))
    let lines = ForecastReport(part).text(columns: nil)
    #expect(lines.filter { $0.count > 80 } == [])
    #expect(lines.first == "Forecast: GTM-DAY v1 → v2")
    let curve = try #require(lines.firstIndex { $0.hasPrefix("Phones with v2, of ") })
    #expect(lines[curve + 1].hasPrefix("  100% │"))
    #expect(lines[curve + 13].hasPrefix("  1h00m   "))
    #expect(lines.contains { $0.hasPrefix("  \"View\" fires ") })
    #expect(!lines.contains { $0.hasPrefix("  \"Sale\" fires ") })
    #expect(lines.contains { $0.hasPrefix("Hits after the publication, on ") })
    #expect(lines.contains { $0.hasPrefix("  day  phones  ") && $0.hasSuffix("of events") })
    #expect(lines.count { $0.hasPrefix("  day  requests  peak per minute ") } == 2)
    let plain = ForecastReport(part, hasBars: false).text(columns: nil)
    #expect(!plain.contains { $0.contains("█") })
    #expect(plain.filter { $0.count > 80 } == [])
    #expect(!plain.contains { $0.hasPrefix("    0% └───") })
    #expect(lines.contains { $0.hasPrefix("    0% └───") })
    #expect(lines.contains { $0.hasPrefix("        day 1 ") })
  }

  @Test func aPageForABrowserHasTheCurve() throws {
    let report = ForecastReport(played(try DailyShop.plan(phones: 20)))
    #expect(report.page.lines(.md).first == "## Forecast: GTM-DAY v1 → v2")
    #expect(!report.page.lines(.md).contains("</svg>"))
    let page = report.page.lines(.html)
    #expect(page.contains { $0.hasPrefix("<polyline ") } && page.contains("</svg>"))
  }

  /// The JSON has the intervals that the sentences and the tables round.
  @Test func everyShareHasItsInterval() throws {
    let part = played(try DailyShop.plan(phones: 60))
    let figures = ForecastFigures(part)
    let json = PartReader(try #require(try JSONReader.read(Array(part.json.utf8)).members))
    func rows(_ name: String) -> [[Int]] { json.reader("intervals")?.rows(name) ?? [] }
    let share = try #require(ShareText.interval(figures.adopted(by: 600), of: figures.inUse))
    #expect(rows("adopted").count == 72 && rows("adopted")[9] == [share.low, share.high])
    let half = try #require(figures.minute(of: 50))
    #expect(rows("minutes")[0] == [half.minute, half.low, half.high])
    #expect(rows("waiting").count == 72 && rows("waiting")[0].count == 12)
    let rate = try #require(part.counts.firings[3].rate(of: 0))
    let ends = [rate.low, rate.high].map { Int(($0 * 1000).rounded()) }
    #expect(rows("firings")[3].starts(with: ends))
    #expect(rows("others").map(\.count) == [8, 2 * ForecastCounts.fates.count])
  }

  // MARK: Mistakes

  @Test func aJourneyThatIsNotThereIsTold() {
    #expect(throws: LoadFailure.self) {
      try DailyShop.plan(population: "journey buying.scenario 100%\n")
    }
  }

  /// A journey ends where the app leaves the screen, and a press is the tap that it does.
  @Test(arguments: ["tap \"Buy\"", "press b"])
  func aJourneyEndsWhereTheAppLeavesTheScreen(_ tap: String) throws {
    let story = DailyShop.buying.replacing("tap \"Buy\"", with: tap)
    let journey = try DailyShop.plan(phones: 1, journeys: [story]).journeys[0]
    #expect(journey.steps.map(\.text) == ["screen \"Home\"", "tap \"Buy\""])
    #expect(journey.length >= 15_000 && journey.length < 16_000)
    #expect(journey.leftOut == 2)
  }

  /// How long the app is away is no part of the session, and what tidies up behind a test neither.
  @Test(arguments: ["background for 2h", "at 23:59:59", "jump 3h"])
  func aJourneyEndsBeforeWhatEndsIt(_ end: String) throws {
    let story = DailyShop.buying.replacing("background\nwait 3h", with: end)
    #expect(try DailyShop.plan(phones: 1, journeys: [story]).journeys[0].length < 16_000)
    let tidied =
      DailyShop.buying.replacing("background\nwait 3h", with: "")
      + "\nteardown\n  push event=\"tidied\"\nend\n"
    let journey = try DailyShop.plan(phones: 1, journeys: [tidied]).journeys[0]
    #expect(journey.steps.map(\.text) == ["screen \"Home\"", "tap \"Buy\""])
  }
}
