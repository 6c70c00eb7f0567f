import TagRuntime
import TagSimulation
import Testing

/// The thread on which an app hears of its container: that which ended the wait (LegacySDK §3.3,
/// LegacySDK §15).
@Suite struct HandingThreadTests {
  /// A way to come to a container.
  struct Way: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var opening = AppOpening()
    var platform = Platform.ios
    var acts: [Act] = []
    /// What the app does when it has the container.
    var then: [Act] = []
    var thread: HandingThread
    var words: String
  }

  private static let saved = Act.installSaved(SmallShop.container(2), age: .hours(1))
  private static let slow = Act.network(.slow(latency: .seconds(30), jitter: .zero))
  private static let onDisk = ", on the disk's thread, not the main one"
  private static let onNetwork = ", on the network's thread, not the main one"

  private static let ways: [Way] = [
    Way(testDescription: "the saved copy", acts: [saved], thread: .disk, words: onDisk),
    Way(testDescription: "the network answers", thread: .network, words: onNetwork),
    Way(
      testDescription: "the network fails", acts: [.network(.offline)], thread: .network,
      words: onNetwork),
    Way(
      testDescription: "the network fails, a stale copy stays",
      opening: AppOpening(kind: .preferFresh),
      acts: [.installSaved(SmallShop.container(2), age: .hours(13)), .network(.offline)],
      thread: .network, words: onNetwork),
    Way(
      testDescription: "the timer on iOS, in the caller's run loop", acts: [slow], thread: .timer,
      words: " after its timeout, on the main thread"),
    Way(
      testDescription: "the timer on Android", platform: .android, acts: [slow], thread: .timer,
      words: " after its timeout, on the timer's thread, not the main one"),
    Way(
      testDescription: "it was open already", acts: [saved],
      then: [.open(container: nil, AppOpening())], thread: .caller, words: ", on the main thread"),
    Way(
      testDescription: "by callback", opening: AppOpening(kind: .callback), acts: [saved],
      thread: .caller, words: ", on the main thread"),
    Way(
      testDescription: "a future", opening: AppOpening(isBlocking: true), acts: [saved],
      thread: .caller, words: ", on the main thread"),
  ]

  @Test(arguments: ways)
  func theAppIsToldOnTheThreadThatEndedTheWait(_ way: Way) throws {
    var app = SmallShop.app(opening: way.opening)
    app.platform = way.platform
    var timeline = try SmallShop.timeline(of: app, settings: Settings(platform: way.platform))
    for act in way.acts { try timeline.perform(act) }
    try timeline.launch()
    timeline.wait(.seconds(3))
    for act in way.then { try timeline.perform(act) }
    #expect(threads(timeline).last == way.thread)
    #expect(remarks(timeline).last == way.words)
  }

  /// Openers that wait together are told together, on the thread of what they all waited for.
  @Test func whoeverJoinedIsToldOnTheSameThread() throws {
    var timeline = try SmallShop.timeline()
    try timeline.launch()
    try timeline.perform(.open(container: nil, AppOpening(kind: .preferFresh)))
    timeline.settle()
    #expect(threads(timeline) == [.network, .network])
  }

  /// Firebase (v5) opens the container by itself: nobody is told.
  @Test func firebaseTellsNobody() throws {
    let timeline = try SongApp.launched()
    #expect(threads(timeline) == [nil])
    #expect(remarks(timeline) == [""])
  }

  private func threads(_ timeline: Timeline) -> [HandingThread?] {
    timeline.loads.compactMap { load in
      if case .handedOut(_, let thread) = load.event.kind { .some(thread) } else { nil }
    }
  }

  /// What the log says of the way in which the app came to its container.
  private func remarks(_ timeline: Timeline) -> [String] {
    timeline.lines.map(\.line.record).filter { $0.code == .containerHandedOut }.compactMap {
      $0.arguments.last
    }
  }
}
