import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

/// When events of Firebase travel, and what becomes of them on the way.
@Suite struct UploadTests {
  private let start = SongApp.opening

  @Test func theFirstOpeningIsToldOfSoon() throws {
    var timeline = try SongApp.launched()
    timeline.wait(.seconds(12))
    #expect(timeline.received == [])
    timeline.wait(.seconds(5))
    #expect(timeline.received == start)
    #expect(timeline.live.runtime?.firebase.uploads.due == nil)
  }

  @Test func eventsTravelTogetherAnHourAfterTheLastUpload() throws {
    var timeline = try SongApp.opened()
    try timeline.log("share")
    timeline.wait(.minutes(20))
    try timeline.log("played_song")
    timeline.wait(.minutes(39))
    #expect(timeline.received == start)
    #expect(timeline.counts == [6, 3, 3, 0])
    timeline.wait(.minutes(2))
    let own = timeline.received.filter { $0 != "user_engagement" }
    #expect(own == start.dropLast() + ["share", "counted", "played_song"])
    #expect(timeline.world.requests.count == 2)
    #expect(timeline.world.requests.entries.last?.request.host == "app-analytics-services.com")
    #expect(timeline.world.disk.hits.isEmpty)
    #expect(timeline.live.runtime?.firebase.uploads.due == nil)
  }

  @Test func theBackgroundSendsWhatWaits() throws {
    var timeline = try SongApp.launched()
    timeline.wait(.seconds(10))
    let before = timeline.rowCount
    try timeline.perform(.background())
    #expect(!timeline.live.isSuspended)
    timeline.wait(.seconds(5))
    #expect(timeline.received == start + ["user_engagement", "app_background"])
    #expect(timeline.live.isSuspended)
    #expect(
      timeline.words(from: before) == [
        "background", "user_engagement by automatic", "app_background by automatic",
        "task 180.0 seconds", "firebase dispatched good 5 0",
        "task ended dispatched(TagRuntime.DispatchResult.good)",
      ])
  }

  @Test func anOverdueUploadFollowsTheLaunch() throws {
    var timeline = try SongApp.launched()
    try timeline.perform(.kill)
    try timeline.perform(.jump(.hours(3)))
    try timeline.launchAndSettle()
    timeline.wait(.seconds(14))
    #expect(timeline.received == [])
    timeline.wait(.seconds(3))
    #expect(timeline.received == start + ["session_start"])
  }

  /// With what lasts goes when an upload is due; what waits is sent all the same.
  @Test func whatWaitsIsSentThoughItsTimeIsLost() throws {
    var timeline = try SongApp.launched()
    try timeline.perform(.disk(.damaged))
    try timeline.perform(.kill)
    try timeline.perform(.launch(isCold: false, kind: nil, timeout: nil))
    try timeline.perform(.app(.firebase(.setCollection(false))))
    try timeline.perform(.kill)
    try timeline.perform(.disk(.ok))
    try timeline.launchAndSettle()
    timeline.wait(.minutes(1))
    #expect(timeline.received.starts(with: start))
    #expect(timeline.world.disk.hits.isEmpty)
  }

  @Test func aLaunchWithinTheHourWaitsForItsEnd() throws {
    var timeline = try SongApp.opened()
    try timeline.log("share")
    try timeline.perform(.kill)
    timeline.wait(.minutes(40))
    try timeline.launchAndSettle()
    timeline.wait(.minutes(19))
    #expect(timeline.received == start)
    timeline.wait(.minutes(2))
    #expect(timeline.received.starts(with: start + ["share"]))
  }

  @Test func inDebugModeEventsTravelAtOnce() throws {
    var timeline = try SongApp.timeline()
    try timeline.perform(.app(.firebase(.setDebugMode(true))))
    try timeline.launchAndSettle()
    #expect(timeline.received == start)
    try timeline.log("share")
    timeline.wait(.seconds(2))
    #expect(timeline.received.last == "share")
    #expect(timeline.world.lastHit?.hit.added["ga_debug_mode"] == "1")
  }

  @Test func theDebugModeOutlastsTheProcessAndNotTheInstallation() throws {
    var timeline = try SongApp.launched()
    try timeline.perform(.app(.firebase(.setDebugMode(true))))
    try timeline.relaunch()
    #expect(timeline.live.runtime?.firebase.isDebugging == true)
    try timeline.perform(.app(.firebase(.setDebugMode(false))))
    try timeline.relaunch()
    #expect(timeline.live.runtime?.firebase.isDebugging == false)
    try timeline.perform(.app(.firebase(.setDebugMode(true))))
    try timeline.perform(.reinstall)
    try timeline.launchAndSettle()
    #expect(timeline.live.runtime?.firebase.isDebugging == false)
  }

  @Test(
    arguments: [.blocked(host: "app-measurement.com"), .status(500), .reset, .timeout]
      as [NetworkCondition])
  func whatFailsIsKeptAndTriedAgain(_ network: NetworkCondition) throws {
    var timeline = try SongApp.launched()
    try timeline.perform(.network(network))
    timeline.wait(.minutes(2))
    #expect(timeline.received == [])
    #expect(timeline.counts == [3, 3, 0, 0])
    #expect(timeline.world.disk.hits.map(\.tries) == [1, 1, 1])
    try timeline.perform(.network(.online))
    timeline.wait(.minutes(31))
    #expect(timeline.received == start)
    #expect(timeline.counts == [3, 0, 3, 0])
  }

  @Test(arguments: [(200, 0), (201, 3), (202, 3), (204, 0), (299, 3), (304, 3)])
  func twoAnswersAreASuccess(_ status: Int, _ waiting: Int) throws {
    var timeline = try SongApp.launched()
    try timeline.perform(.network(.status(status)))
    timeline.wait(.seconds(20))
    #expect(timeline.world.disk.hits.count == waiting)
  }

  @Test(arguments: [429, 503])
  func firebaseRestsWhereTheServerAsksForIt(_ status: Int) throws {
    var timeline = try SongApp.launched()
    try timeline.perform(.network(.status(status)))
    timeline.wait(.minutes(1))
    try timeline.perform(.network(.online))
    try timeline.perform(.background())
    timeline.wait(.hours(11))
    try timeline.perform(.foreground)
    timeline.wait(.minutes(50))
    #expect(timeline.received == [])
    timeline.wait(.minutes(11))
    #expect(timeline.received.starts(with: start))
  }

  @Test func afterAnUploadThatIsLongOverAnEventLeavesSoon() throws {
    var timeline = try SongApp.opened()
    timeline.wait(.hours(2))
    try timeline.log("share")
    timeline.wait(.seconds(14))
    #expect(timeline.received.last != "share")
    timeline.wait(.seconds(3))
    #expect(timeline.received.last == "share")
  }

  /// What Firebase logs by itself after each hour in use travels with the next event.
  @Test func engagementAloneIsNotUploaded() throws {
    var timeline = try SongApp.opened()
    timeline.wait(.minutes(190))
    #expect(timeline.world.requests.count == 1)
    try timeline.log("share")
    timeline.wait(.seconds(20))
    #expect(timeline.world.requests.count == 2)
    #expect(timeline.world.disk.hits.isEmpty)
  }

  @Test func theConfigurationIsFetchedBeforeTheFirstUploadAndOnceADay() throws {
    var timeline = try SongApp.opened()
    func fetches() -> Int { timeline.codes.count { $0 == .configurationFetched } }
    #expect(fetches() == 1)
    try timeline.perform(.background())
    timeline.wait(.seconds(10))
    #expect(fetches() == 1)
    timeline.wait(.hours(24))
    try timeline.perform(.foreground)
    timeline.wait(.seconds(20))
    #expect(fetches() == 2)
  }

  @Test func anAdBlockerOfAnotherHostDoesNoHarm() throws {
    var timeline = try SongApp.launched()
    try timeline.perform(.network(.blocked(host: "ssl.google-analytics.com")))
    timeline.wait(.minutes(62))
    #expect(timeline.received == start)
  }

  @Test func anOverdueUploadFollowsTheNetwork() throws {
    var timeline = try SongApp.launched(isOnline: false)
    timeline.wait(.minutes(50))
    #expect(timeline.counts == [3, 3, 0, 0])
    try timeline.perform(.network(.online))
    timeline.wait(.seconds(5))
    #expect(timeline.received == start)
  }

  @Test func aCaptivePortalSwallowsEvents() throws {
    var timeline = try SongApp.launched()
    try timeline.perform(.network(.captive))
    timeline.wait(.minutes(2))
    #expect(timeline.counts == [3, 0, 0, 3])
    #expect(timeline.world.ledger.lost(.swallowed) == 3)
  }

  @Test func anOldEventIsDeleted() throws {
    var timeline = try SongApp.launched(isOnline: false)
    try timeline.perform(.jump(.days(29)))
    try timeline.perform(.network(.online))
    timeline.wait(.seconds(5))
    #expect(timeline.world.ledger.lost(.eventTooOld) == 3)
    #expect(timeline.received == [])
  }

  @Test func anEventMayBeThreeDaysLate() throws {
    var timeline = try SongApp.launched(isOnline: false)
    try timeline.perform(.jump(.hours(73)))
    try timeline.log("share")
    try timeline.perform(.network(.online))
    timeline.wait(.seconds(5))
    #expect(timeline.counts == [4, 0, 4, 0])
    #expect(timeline.world.ledger.late == 3)
  }

  @Test func aDispatchOfTheAppSendsNoEvents() throws {
    var timeline = try SongApp.launched()
    try timeline.log("purchase")
    try timeline.dispatchAndSettle()
    #expect(timeline.received == ["https://p.example/"])
    #expect(timeline.codes.contains(.noUploadOnDemand))
  }

  @Test func aDryRunIsNoneOfFirebase() throws {
    var timeline = try SongApp.launched()
    try timeline.perform(.app(.setDryRun(true)))
    timeline.wait(.minutes(62))
    #expect(timeline.received == start)
  }

  @Test func forgettingDropsWhatWaits() throws {
    var timeline = try SongApp.launched()
    try timeline.log("share")
    try timeline.perform(.app(.firebase(.resetAnalytics)))
    #expect(timeline.world.ledger.lost(.analyticsReset) == 4)
    #expect(timeline.counts == [7, 3, 0, 4])
  }

  @Test func aReinstallTakesEventsWithIt() throws {
    var timeline = try SongApp.launched()
    try timeline.perform(.reinstall)
    #expect(timeline.counts == [3, 0, 0, 3])
    let before = timeline.rowCount
    try timeline.launchAndSettle()
    #expect(timeline.events(from: before) == start)
  }
}
