import OrderedCollections
package import ScenarioEngine
import TagRuntime
import TagSimulation

/// One phone of a forecast as a scenario that does the same.
package enum PhoneScenario {
  static func seed(ofPhone number: Int, _ plan: ForecastPlan) -> UInt64 {
    var random = RandomSource(seed: plan.numbers.seed).forked("network of phone \(number)")
    // Seeds in the language are whole numbers that every JSON reader can represent.
    return random.next() >> 11
  }

  /// Returns the effect of an action on the world; nil for none.
  static func act(
    for action: PhoneStory.Action, _ story: PhoneStory, _ plan: ForecastPlan, isRunning: Bool,
    _ world: Simulation
  ) -> Act? {
    switch action.kind {
    case .device(let language, let country):
      var device = world.world.device
      (device.language, device.country) = (language, country)
      return .device(device)
    case .appVersion(let version): return .upgrade(build: nil, version: version)
    case .sdkVersion(let version): return .setSDKVersion(version)
    case .refreshMode(let mode): return .app(.setRefreshMode(mode))
    case .refreshTimer(let period): return .setRefreshTimer(period)
    case .clock(let ahead): return .setClock(world.now.wall + .milliseconds(ahead))
    case .network(let condition): return .network(condition)
    case .publish: return .publish(plan.published)
    case .enter:
      return isRunning ? .foreground : .launch(isCold: false, kind: nil, timeout: nil)
    case .journey(let number, let step): return plan.journeys[number].steps[step].act
    case .leave:
      return isRunning ? .background(sendsHits: story.sendsInBackground ? true : nil) : nil
    case .kill: return isRunning ? .kill : nil
    case .reinstall: return .reinstall
    }
  }

  /// Returns the action as a statement; nil for none.
  private static func text(
    for action: PhoneStory.Action, _ story: PhoneStory, _ plan: ForecastPlan, isRunning: Bool,
    _ now: WallTime, _ newPath: String
  ) -> String? {
    switch action.kind {
    case .device(let language, let country):
      "device language=\(LanguageWord.written(language)) country=\(LanguageWord.written(country))"
    case .appVersion(let version): "upgrade version=\(LanguageWord.written(version))"
    case .sdkVersion(let version): "set sdk-version \(version)"
    case .refreshMode(let mode): "set refresh-mode \(mode.rawValue)"
    case .refreshTimer(let period):
      "set refresh-timer \(period.map { DurationText.text($0) } ?? "off")"
    case .clock(let ahead):
      "clock \(CivilTime(now + .milliseconds(ahead)).isoText(offsetSeconds: 0))"
    case .network(.online): "network online"
    case .network(.captive): "network captive"
    case .network: "network offline"
    case .publish:
      "publish \(LanguageWord.written(newPath)) version=\(LanguageWord.written(plan.newVersion))"
    case .enter: isRunning ? "foreground" : "launch"
    case .journey(let number, let step): plan.journeys[number].steps[step].text
    case .leave:
      isRunning ? "background" + (story.sendsInBackground ? " send-hits" : "") : nil
    case .kill: isRunning ? "kill" : nil
    case .reinstall: "reinstall"
    }
  }

  /// Returns a phone as a run, with everything that happened to it done by hand, one statement
  /// after another.
  ///
  /// - Parameters:
  ///   - number: the number of the phone.
  ///   - plan: the forecast.
  ///   - newPath: the path of the new container's file.
  /// - Throws: why a statement cannot be read.
  package static func run(
    ofPhone number: Int, _ plan: ForecastPlan, newPath: String
  ) throws(LoadFailure) -> ScenarioRun {
    let story = PhoneStory(ofPhone: number, plan)
    var run = plan.beginning
    run.inputs.containers[newPath] = plan.new
    try execute("seed \(seed(ofPhone: number, plan))", &run)
    try execute("settle off", &run)
    var isInSession = false
    for action in story.actions {
      try pass(to: action.after, &run)
      let world = run.timeline.live
      switch action.kind {
      case .enter: isInSession = true
      case .leave, .kill, .reinstall: isInSession = false
      case .journey: if !isInSession { continue }
      default: break
      }
      let text = text(
        for: action, story, plan, isRunning: world.isRunning, world.now.wall, newPath)
      if let text { try execute(text, &run) }
    }
    try pass(to: plan.length, &run)
    return run
  }

  private static func pass(to moment: Int64, _ run: inout ScenarioRun) throws(LoadFailure) {
    let left = moment - run.timeline.live.now.instant.milliseconds
    if left > 0 { try execute("wait \(DurationText.text(.milliseconds(left)))", &run) }
  }

  private static func execute(_ text: String, _ run: inout ScenarioRun) throws(LoadFailure) {
    do {
      guard let statement = try StatementParser.parse(line: text, file: "phone") else { return }
      run.execute(statement)
    } catch {
      throw LoadFailure(["'\(text)' is not possible: \(error)"])
    }
  }
}
