import TagRuntime
import TagSimulation
import Testing

/// What the app prints of the log.
@Suite struct LoggerTests {
  /// One line of every level at which the SDK speaks.
  private static let lines = [
    LogRecord(.refreshRequested), LogRecord(.defaultContainerMode), LogRecord(.refreshOfClosed),
    LogRecord(.noDefaultContainer),
  ]

  /// The levels whose lines are printed, by the level of the logger.
  @Test(
    arguments: [
      (.verbose, [.verbose, .info, .warning, .error]), (.debug, [.info, .warning, .error]),
      (.info, [.info, .warning, .error]), (.warning, [.warning, .error]), (.error, [.error]),
      (.none, []),
    ] as [(LogLevel, [LogLevel])])
  func theLevelIsTheLeastThatIsPrinted(_ level: LogLevel, _ printed: [LogLevel]) {
    let logger = Logger(level: level)
    let own = Logger(level: level, isCustom: true)
    #expect(Self.lines.map(\.level) == [.verbose, .info, .warning, .error])
    #expect(Self.lines.filter(logger.prints).map(\.level) == printed)
    #expect(Self.lines.filter(own.prints) == Self.lines)
  }

  @Test func theLoggerOfTheSDKPrintsWarningsAndErrors() {
    #expect(Logger() == Logger(level: .warning, isCustom: false))
  }

  @Test func hintsAreNeverPrinted() {
    let hints = LogCode.allCases.map { LogRecord($0) }.filter { $0.source == .tagsim }
    #expect(hints.contains { $0.level == .error })
    for level in LogLevel.allCases {
      for isCustom in [false, true] {
        let logger = Logger(level: level, isCustom: isCustom)
        #expect(hints.filter(logger.prints) == [])
      }
    }
  }

  @Test func whatTheAppItselfPrintsIsPrintedByAnyLogger() {
    let own = LogCode.allCases.map { LogRecord($0) }.filter { $0.source == .app }
    #expect(own.map(\.code) == [.brazeNoAction, .brazeInvalidAction])
    for level in LogLevel.allCases {
      #expect(own.filter(Logger(level: level).prints) == own)
    }
  }

  // MARK: In the running app

  /// The levels of the lines that were printed since a line of the history.
  private func printed(_ timeline: Timeline, from first: Int = 0) -> Set<LogLevel> {
    Set(timeline.lines.dropFirst(first).map(\.line).filter(\.isPrinted).map(\.record.level))
  }

  @Test func aLoggerOfTheRunningAppCountsFromThereOn() throws {
    var timeline = try SmallShop.launched()
    #expect(printed(timeline) == [])
    try timeline.perform(.app(.setLogger(Logger(level: .verbose))))
    var before = timeline.lines.count
    try timeline.perform(.app(.refresh()))
    #expect(printed(timeline, from: before) == [.verbose])
    #expect(timeline.lines[..<before].allSatisfy { !$0.line.isPrinted })
    try timeline.perform(.app(.setLogger(Logger(level: .none))))
    before = timeline.lines.count
    try timeline.perform(.app(.read("nobody", .string)))
    #expect(timeline.lines[before...].map(\.line.record.code) == [.invalidMacro])
    #expect(printed(timeline, from: before) == [])
  }

  @Test(arguments: [Logger(level: .none), Logger(level: .verbose), Logger(isCustom: true)])
  func aLoggerIsSetAtEveryLaunch(_ logger: Logger) throws {
    var timeline = try SmallShop.timeline()
    try timeline.perform(.app(.setLogger(logger)))
    #expect(timeline.world.logger == logger)
    #expect(timeline.live.runtime?.logger == nil)
    for _ in 1...2 {
      try timeline.launchAndSettle()
      #expect(timeline.live.runtime?.logger == logger)
      try timeline.perform(.kill)
    }
    #expect(printed(timeline).contains(.verbose) == (logger != Logger(level: .none)))
  }

  /// Analytics has a logger of its own: each prints its own lines.
  @Test(arguments: [
    (LogLevel.warning, LogLevel.warning, false, false), (.verbose, .warning, true, false),
    (.warning, .verbose, false, true), (.none, .info, false, true),
  ])
  func analyticsHasItsOwnLogger(
    _ manager: LogLevel, _ analytics: LogLevel, _ printsRefresh: Bool, _ printsHits: Bool
  ) throws {
    var timeline = try SmallShop.tracking()
    try timeline.perform(.kill)
    try timeline.perform(.app(.setLogger(Logger(level: manager))))
    try timeline.perform(.app(.setAnalyticsLogger(Logger(level: analytics))))
    try timeline.launchAndSettle()
    try timeline.send("Home")
    try timeline.perform(.app(.dispatch))
    try timeline.perform(.app(.refresh()))
    timeline.settle()
    func prints(_ code: LogCode) -> Bool? {
      timeline.lines.map(\.line).last { $0.record.code == code }?.isPrinted
    }
    #expect(prints(.hitsSent) == printsHits)
    #expect(prints(.refreshRequested) == printsRefresh)
    #expect(timeline.live.runtime?.analytics.logger == Logger(level: analytics))
  }

  @Test func whileNoAppRunsNothingIsPrinted() throws {
    var timeline = try SmallShop.timeline()
    try timeline.perform(.app(.setLogger(Logger(level: .verbose, isCustom: true))))
    try timeline.perform(.openURL("other://preview/p"))
    try timeline.perform(.network(.offline))
    #expect(timeline.lines.count == 2)
    #expect(printed(timeline) == [])
  }

  @Test func aLoggerWaitsForABlockedMainThread() throws {
    var timeline = try SmallShop.timeline()
    try timeline.launch()
    try timeline.perform(.app(.close(container: nil)))
    try timeline.perform(.open(container: nil, AppOpening(isBlocking: true)))
    try timeline.perform(.app(.setLogger(Logger(level: .verbose))))
    #expect(timeline.live.runtime?.logger == Logger())
    timeline.settle()
    #expect(timeline.live.runtime?.logger == Logger(level: .verbose))
  }
}
