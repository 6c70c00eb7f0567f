import OrderedCollections
import TagRuntime
import TagSimulation
import TagWords

extension ScenarioRun {
  /// Applies a statement to the world, then lets the world settle.
  mutating func act(_ command: Command) -> StatementResult.Outcome {
    let before = RunExtent(of: timeline)
    let waiting = timeline.live.waitingActs
    var remark: String?
    do throws(RunFault) {
      if let time = try waitingTime(of: command) {
        wait(time.duration)
        remark = time.remark
      } else if case .background(let sendsHits, let mode, let duration) = command {
        try perform(.background(sendsHits: sendsHits, mode))
        wait(duration)
        try perform(.foreground)
      } else {
        guard let act = try act(of: command) else { return .done("") }
        try perform(act)
      }
    } catch .otherGeneration(_, let generation) where scenario.header.variesSDK {
      return .done("left out under \(ScenarioHeader.SDK(generation).rawValue)")
    } catch {
      return .error(error.sentence)
    }
    if let end = timeline.end { return .error(end.sentence) }
    if command.waitsForLaunch, timeline.live.isRunning {
      remark = "it takes effect at the next launch"
    } else if case .act(.app(.setDispatchInterval(let interval?))) = command,
      interval < Settings.shortestDispatchInterval
    {
      remark = "less than \(Settings.shortestDispatchInterval.shortText) is off"
    } else if timeline.live.waitingActs > waiting {
      remark = "it waits: the main thread is frozen"
    } else if timeline.live.isFrozen, case .act(.open) = command {
      remark = "the main thread waits for the container"
    } else if case .containerDefault = command {
      remark = bundling(command)
    }
    rememberExtent(since: before)
    let parts = [inputs.strangerRemark(on: command), remark, summaryOfLastAct].compactMap { $0 }
    return .done(parts.filter { !$0.isEmpty }.joined(separator: "; "))
  }

  /// Returns the duration of a waiting statement, with a remark on its end; nil for any other.
  func waitingTime(
    of command: Command
  ) throws(RunFault) -> (duration: Duration, remark: String?)? {
    if case .wait(let duration) = command { return (duration, nil) }
    guard case .at(let target) = command else { return nil }
    let now = timeline.live.now.wall
    let zone = timeline.live.world.zone
    let present = zone.civil(at: now)
    switch target {
    case .full(let wall):
      guard wall >= now else { throw .past(now - wall, present: present.dateTimeText) }
      return (wall - now, nil)
    case .local(let time):
      let wall = zone.next(time, notBefore: now)
      let then = zone.civil(at: wall)
      if then.time != time {
        let meant = CivilTime(date: then.date, time: time).dateTimeText
        return (wall - now, "the clocks skip \(meant), so it is \(then.timeText)")
      }
      switch then.dayNumber - present.dayNumber {
      case 0: return (wall - now, nil)
      case 1: return (wall - now, "the next \(then.timeText) is tomorrow")
      default: return (wall - now, "the next \(then.timeText) is on \(then.dateText)")
      }
    }
  }

  /// Returns the moment for a setting of the phone's clock: a time of day belongs to the day that
  /// the clock shows.
  private func moment(of target: TimeTarget) -> WallTime {
    switch target {
    case .full(let wall): return wall
    case .local(let time):
      let zone = timeline.live.world.zone
      var civil = zone.civil(at: timeline.live.now.wall)
      civil.time = time
      return zone.wall(of: civil)
    }
  }

  /// Describes how a default container is bundled, if that differs from its file.
  private func bundling(_ command: Command) -> String? {
    guard case .containerDefault(let path, _, let name, let isInTarget) = command else {
      return nil
    }
    if let reason = inputs.refusals[path] { return "a phone rejects it: \(reason)" }
    guard let version = inputs.container(at: path)?.version else { return nil }
    let isExport = version.format == .export
    if !isInTarget { return "not in the app's target, so not in the bundle" }
    if name != nil { return isExport ? "an export: a phone rejects it" : nil }
    if isExport {
      return "compiled from the export: a phone rejects the export itself"
    }
    let wanted = BundledFile.name(
      of: timeline.live.containerID(inputs.owner(of: command)), version)
    let isNamedSo = BundledFile.lastPart(of: wanted) == BundledFile.lastPart(of: path)
    // An app for Android names its raw resource itself (Platforms §4).
    return isNamedSo || timeline.live.settings.played.platform == .android
      ? nil : "bundled as \(wanted): a phone would not find it under its own name"
  }

  /// Lets time pass, then waits for requests and disk jobs in flight, as after any act.
  private mutating func wait(_ duration: Duration) {
    timeline.wait(duration)
    if settles { timeline.settle() }
  }

  private mutating func perform(_ act: Act) throws(RunFault) {
    do throws(ActError) {
      try timeline.perform(act, isTyped: isTyped)
    } catch {
      throw .act(error)
    }
    if settles { timeline.settle() }
  }

  /// Returns the act for a command, with the required files and data of the current world; nil if
  /// there is none.
  private func act(of command: Command) throws(RunFault) -> Act? {
    let id = inputs.owner(of: command)
    switch command {
    case .act(let act): return act
    case .containerDefault(let path, _, let name, _) where inputs.refusals[path] != nil:
      return .installUnreadable(container: id, name: name, reason: inputs.refusals[path])
    case .containerDefault(let path, _, let name, let isInTarget):
      let origin = path.split(separator: "/").last.map(String.init)
      return .installDefault(
        try container(path), container: id,
        ProjectFile(origin: origin, name: name, isInTarget: isInTarget))
    case .containerSaved(let path, _, let age):
      return .installSaved(try container(path), container: id, age: age ?? .zero)
    case .containerUsed(let path, _):
      return .useContainer(try container(path), container: id)
    case .publish(let path, _, let version):
      if let override = inputs.publishedOverride, inputs.isOverridden(id) {
        return .publish(override, container: id)
      }
      return .publish(try container(path, version: version), container: id)
    case .draft(let path, _, let version):
      return .draft(try container(path, version: version), container: id)
    case .preview(let version, let id): return .openURL(timeline.live.previewLink(version, of: id))
    case .press(let key, let arguments): return try tap(pressing: key, arguments)
    case .device(let settings):
      return .device(settings.applied(to: timeline.live.world.device))
    case .clock(let target): return .setClock(moment(of: target))
    case .logger(let level, let isCustom):
      let logger = timeline.live.runtime?.logger ?? timeline.live.world.logger
      return .app(
        .setLogger(Logger(level: level ?? logger.level, isCustom: isCustom ?? logger.isCustom)))
    case .wait, .at, .background, .settle, .wording, .chapter, .caption, .note, .ask, .mark,
      .view, .pause, .hidden, .snapshot, .expect, .eventually, .never:
      return nil
    }
  }

  private func container(
    _ path: String, version: String? = nil
  ) throws(RunFault) -> CompiledContainer {
    guard let container = inputs.container(at: path) else { throw .fileNotRead(path) }
    let generation = timeline.live.settings.generation
    if container.version.generation != generation { throw .otherGeneration(path, generation) }
    guard let version else { return container }
    var changed = container.version
    changed.version = version
    return CompiledContainer(changed)
  }
}

extension Command {
  /// Whether it changes the SDK that the app is built with, which takes effect at the next launch.
  fileprivate var waitsForLaunch: Bool { traits.contains(.waitsForLaunch) }
}

extension ScenarioRun {
  /// Executes a line without a record; false if it does not parse or fails.
  package mutating func perform(_ line: String) -> Bool {
    guard let statement = try? StatementParser.parse(line: line) else { return false }
    return !execute(statement, .hand, isKept: false).isFailure
  }
}
