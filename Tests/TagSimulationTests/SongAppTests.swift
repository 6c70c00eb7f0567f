import OrderedCollections
import TagRuntime
import TagSimulation
import TestSupport
import Testing

/// An app of the second generation from its launch on.
@Suite struct SongAppTests {
  @Test func itsEventsWaitForTheContainerOfTheBundleOrABetterOne() throws {
    var timeline = try SongApp.timeline()
    try timeline.launch()
    try timeline.log("played_song")
    #expect(timeline.events() == [])
    timeline.settle()
    #expect(timeline.events() == SongApp.opening + ["played_song"])
    #expect(timeline.live.container?.version == "2")
    let played = timeline.rows(in: 1...).last { $0.event.update?.event == "played_song" }
    #expect(played?.event.update?.firings.first?.tags.map(\.name) == ["Count"])
  }

  @Test func withoutANetworkTheContainerOfTheBundleJudges() throws {
    var timeline = try SongApp.launched(isOnline: false)
    try timeline.log("secret")
    #expect(timeline.live.container?.source == .default)
    let row = timeline.lastRow?.event.update
    #expect(row?.firebase?.suppressedBy == ["Block"])
    #expect(timeline.world.disk.count(of: .firebase) == 3)
  }

  @Test func aScreenAndASessionAreTold() throws {
    var timeline = try SongApp.launched()
    var before = timeline.rowCount
    try timeline.perform(.screen("Home"))
    #expect(timeline.events(from: before) == ["screen_view"])
    try timeline.perform(.background())
    timeline.wait(.minutes(40))
    before = timeline.rowCount
    try timeline.perform(.foreground)
    #expect(timeline.events(from: before) == ["session_start"])
  }

  /// The keychain of an iPhone outlasts a reinstall.
  @Test(arguments: [(.ios, 1), (.android, 0)] as [(Platform, Int64)])
  func aPhoneCountsFirstOpenings(_ platform: Platform, _ count: Int64) throws {
    var settings = Settings(platform: platform)
    settings.generation = .firebase
    var timeline = Timeline(
      Simulation(app: SongApp.app, start: SmallShop.start, settings: settings))
    try timeline.launchAndSettle()
    try timeline.perform(.reinstall)
    try timeline.launchAndSettle()
    let openings = timeline.rows(in: 1...).compactMap(\.event.update?.firebase?.logged).filter {
      $0.name == "_f"
    }
    #expect(openings.map { $0.parameters["previous_first_open_count"] } == [0, .int(count)])
  }

  /// A screen of the launch is there before the first event.
  @Test func theFirstEventHasTheScreenOfTheLaunch() throws {
    var app = SongApp.app
    app.onLaunch = [.goes(screen: "Home")]
    var timeline = try SongApp.timeline(of: app)
    try timeline.launchAndSettle()
    #expect(timeline.events() == SongApp.opening + ["screen_view"])
    #expect(
      timeline.world.disk.hits.map { $0.hit.firebaseParameter("_sc") }.allSatisfy { $0 == "Home" })
  }

  @Test func anUpgradeIsToldAtItsLaunch() throws {
    var timeline = try SongApp.launched()
    try timeline.perform(.upgrade(build: 2, version: "1.1"))
    let before = timeline.rowCount
    try timeline.launchAndSettle()
    #expect(timeline.events(from: before) == ["app_update"])
  }

  @Test func aLinkToTheSiteOpensTheApp() throws {
    var timeline = try SongApp.timeline()
    try timeline.perform(.openURL("https://songs.example/?utm_source=mail"))
    timeline.settle()
    #expect(timeline.events() == SongApp.opening + ["firebase_campaign"])
  }

  @Test func onlyTheFirstContainerIsLoaded() throws {
    var app = SongApp.app
    app.containers.append(AppContainer(id: "GTM-MORE"))
    var timeline = try SongApp.timeline(of: app)
    try timeline.launchAndSettle()
    #expect(timeline.live.runtime?.containerStatuses.map(\.id) == [SongApp.id])
    #expect(timeline.codes.contains(.oneContainer))
  }

  @Test func withoutAContainerEventsGoOnUnjudged() throws {
    var app = SongApp.app
    app.containers = []
    var timeline = Timeline(
      Simulation(app: app, start: SmallShop.start, settings: .with { $0.generation = .firebase }))
    try timeline.launchAndSettle()
    #expect(timeline.events() == SongApp.opening)
    #expect(timeline.world.disk.count(of: .firebase) == 3)
  }

  @Test(
    arguments: [
      ("container/GTM-SONG.json", .firebase, [.chosen("container/GTM-SONG.json")]),
      (
        "container/GTM-SONG.json", .export,
        [
          .unreadable(
            "container/GTM-SONG.json",
            reason: "it is an export of the web interface, which no SDK reads"),
          .missing("GTM-SONG.json"),
        ]
      ),
      (
        "GTM-SONG.json", .firebase,
        [
          .missing("container/GTM-SONG.json"), .chosen("GTM-SONG.json"), .atRoot("GTM-SONG.json"),
        ]
      ),
      (
        "container/GTM-ELSE.json", .firebase,
        [
          .missing("container/GTM-SONG.json"), .missing("GTM-SONG.json"),
          .passedOver("container/GTM-ELSE.json"),
        ]
      ),
    ] as [(String, ContainerVersion.Format, [DefaultLookup.Step])])
  func theContainerLiesInAFolderOfTheBundle(
    _ name: String, _ format: ContainerVersion.Format, _ steps: [DefaultLookup.Step]
  ) throws {
    var simulation = Simulation(
      app: SongApp.app, start: SmallShop.start, settings: .with { $0.generation = .firebase })
    var version = SongApp.container(1).version
    version.format = format
    _ = try simulation.perform(.installDefault(CompiledContainer(version), ProjectFile(name: name)))
    var timeline = Timeline(simulation)
    try timeline.launchAndSettle()
    #expect(timeline.live.report()?.lookup.steps == steps)
  }

  // MARK: Any order of things

  private func walk(seed: UInt64, _ visit: (Timeline) -> Void) throws -> Timeline {
    var timeline = try SongApp.timeline()
    var random = RandomSource(seed: seed)
    func draw(_ count: Int64) -> Int64 { random.integer(in: 0...(count - 1)) }
    for _ in 0..<250 {
      let act: Act
      switch draw(22) {
      case 0, 1, 2:
        act = .app(.firebase(.logEvent(["played_song", "secret", "bad name"][Int(draw(3))], [:])))
      case 3: act = .app(.firebase(.logEvent("purchase", ["value": .int(draw(9)), "coupon": ""])))
      case 4:
        act = .app(
          .firebase(
            .setUserProperty(draw(2) == 0 ? "tier" : "bad name", ["gold", nil][Int(draw(2))])))
      case 5:
        act = .app(.firebase(.setDefaultParameters(draw(2) == 0 ? nil : ["level": .int(draw(9))])))
      case 6: act = .app(.firebase(.setUserID(draw(2) == 0 ? nil : "u")))
      case 7: act = .app(.firebase(.setCollection(draw(4) > 0)))
      case 8: act = .app(.firebase(.setDebugMode(draw(4) == 0)))
      case 9:
        act =
          draw(4) == 0
          ? .app(.firebase(.resetAnalytics)) : .screen(draw(2) == 0 ? "Home" : "Player")
      case 10, 11: act = .background(sendsHits: draw(2) == 0)
      case 12, 13: act = .foreground
      case 14: act = draw(2) == 0 ? .kill : .launch(isCold: true, kind: nil, timeout: nil)
      case 15, 16: act = .launch(isCold: true, kind: nil, timeout: nil)
      case 17: act = .jump(.minutes(draw(3000)))
      case 18:
        act = .network([.offline, .captive, .status(500), .lossy(percent: 40)][Int(draw(4))])
      case 19: act = .network(.online)
      case 20: act = draw(5) == 0 ? .reinstall : .app(.dispatch)
      default: act = .upgrade(build: nil, version: nil)
      }
      try? timeline.perform(act)
      if draw(2) == 0 { timeline.wait(.seconds(draw(5000))) }
      visit(timeline)
    }
    return timeline
  }

  @Test(arguments: [2, 3, 4] as [UInt64])
  func theLedgerBalancesAndEveryStepCanBeGoneBackTo(seed: UInt64) throws {
    var seen: OrderedDictionary<Int, Observation> = [:]
    var states: OrderedDictionary<Int, FirebaseState> = [:]
    let timeline = try walk(seed: seed) { timeline in
      let ledger = timeline.world.ledger
      #expect(ledger.queued == ledger.waiting + ledger.sent + ledger.lost)
      #expect(ledger.waiting == timeline.world.disk.hits.count)
      let counts = HitQueue.allCases.map { timeline.world.disk.count(of: $0) }
      #expect(counts.reduce(0, +) == timeline.world.disk.hits.count)
      seen[timeline.stepCount] = Observation(timeline.live)
      states[timeline.stepCount] = timeline.live.runtime?.firebase
    }
    for (step, observation) in seen.elements.reversed() {
      let simulation = timeline.simulation(afterStep: step)
      #expect(Observation(simulation) == observation)
      #expect(simulation.runtime?.firebase == states[step])
    }
    // The walk has to reach what it is about.
    #expect(timeline.world.ledger.sent > 0)
    #expect(timeline.world.ledger.lost > 0)
    let causes = Set(timeline.events())
    #expect(causes.isSuperset(of: ["first_open", "user_engagement", "screen_view", "app_update"]))
  }
}
