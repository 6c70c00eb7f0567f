import Following
package import OrderedCollections
import PhoneLog
package import ScenarioEngine
import TagInspection
import TagRuntime
import TagSimulation

/// What came of following the log of one simulated phone: what the follower finds in it is held
/// against what the simulation knows.
package struct FollowVerdict: Sendable {
  package let seed: UInt64
  package private(set) var deviation = PlantedDeviation.nothing
  package let console: String
  /// The log, for whoever wants to look.
  package private(set) var log = ""
  /// What should have been found and was not, and what was found and is not so, in sentences.
  package private(set) var faults: [String] = []

  /// How many draws of a place for a deviation are tried.
  private static let trials = 40

  /// Plays the phone of a seed, and follows its log.
  package init(seed: UInt64) throws(ScenarioErrors) {
    var draws = Draws(seed: seed, "followed phone")
    let console = draws.pick(PhoneConsole.all)
    let (generation, platform) = (console.generation, console.platform)
    let container = RandomPhone.container(seed: seed, generation, platform)
    let (scenario, inputs) = try RunInputs.parsed(
      RandomPhone.story(seed: seed, generation, platform), file: "phone.scenario",
      (CompiledContainer(container), RandomPhone.path))
    var run = ScenarioRun(scenario, inputs: inputs)
    run.executeRest()
    try self.init(seed: seed, run.timeline, CompiledContainer(container), console, &draws)
  }

  /// Plays a scenario, and follows the log of the container that its phone used for the longest.
  package init(seed: UInt64, _ loaded: LoadedScenario) throws(ScenarioErrors) {
    var run = ScenarioRun(loaded.scenario, inputs: loaded.inputs)
    run.executeRest()
    var steps: OrderedDictionary<String, Set<Int>> = [:]
    run.timeline.redo { step in
      if let used = step.before.container?.version { steps[used, default: []].insert(step.number) }
      return true
    }
    let longest = steps.elements.max { $0.value.count < $1.value.count }
    let container = loaded.inputs.containers.values.first {
      $0.version.version == longest?.key && !$0.version.tags.isEmpty
    }
    var draws = Draws(seed: seed, "followed scenario")
    let version = container?.version ?? RandomPhone.container(seed: seed, .firebase, .ios)
    let consoles = PhoneConsole.all.filter {
      $0.generation == version.generation && $0.platform == version.platform ?? .ios
    }
    try self.init(
      seed: seed, run.timeline, container ?? CompiledContainer(version), draws.pick(consoles),
      &draws, steps: longest?.value ?? [])
  }

  /// Follows the log of a phone whose world was played with a container.
  private init(
    seed: UInt64, _ timeline: Timeline, _ container: CompiledContainer, _ console: PhoneConsole,
    _ draws: inout Draws, steps: Set<Int>? = nil
  ) throws(ScenarioErrors) {
    (self.seed, self.console) = (seed, console.name)
    let whole = LoggedPhone(timeline, console.generation, steps: steps)
    var phone = whole
    // Every kind as often, as long as there is a place for it.
    let kinds = PlantedDeviation.allCases
    for trial in 0..<Self.trials {
      deviation = kinds[(Int(seed % UInt64(kinds.count)) + trial / 8) % kinds.count]
      phone = whole
      if deviation.plant(in: &phone, console, &draws) { break }
      (deviation, phone) = (.nothing, whole)
    }
    let zone = draws.pick(
      console.hasZone ? [0, 7200, -18_000, 19_800, 50_400] : [0, 7200, -28_800])
    let (lines, known) = Self.written(phone, console, zone, &draws)
    log = lines.map { $0.text + "\n" }.joined()
    let follower = try Self.follow(lines, container, &draws)
    faults = Self.faults(of: follower, phone, known)
  }

  // MARK: The log

  private struct Line {
    var text: String
    var time: WallTime
  }

  /// What must be found, with the place of the line that shows it.
  private struct Known: Hashable {
    var match: String
    var words = ""
  }

  /// The lines of a phone's log, and what must be found in it.
  private static func written(
    _ phone: LoggedPhone, _ console: PhoneConsole, _ zone: Int, _ draws: inout Draws
  ) -> (lines: [Line], known: [Known]) {
    let order = phone.moments.indices.sorted {
      (phone.moments[$0].time, $0) < (phone.moments[$1].time, $1)
    }
    var lines: [Line] = []
    var places: [Int: Int] = [:]
    var numbers: [Int: Int] = [:]
    for place in order where phone.moments[place].isWritten {
      let moment = phone.moments[place]
      let texts = console.lines(of: moment, zone: zone)
      if draws.chance(20) { lines.append(Line(text: "something else {", time: moment.time)) }
      places[place] = lines.count + 1
      lines += texts.map { Line(text: $0, time: moment.time) }
      if moment.isEvent, !texts.isEmpty { numbers[place] = numbers.count + 1 }
    }
    let known = order.flatMap { place -> [Known] in
      let moment = phone.moments[place]
      let event = phone.generation == .firebase ? numbers[moment.cause] : nil
      return moment.findings.map { finding in
        let isShown = moment.isWritten && ![.missing].contains(finding.state)
        var isSilent = false
        if case .silent = moment.kind { isSilent = true }
        return Known(
          match: told(
            finding.state, moment.what, moment.tag, event,
            isShown && !isSilent ? places[place] : nil),
          words: finding.words)
      }
    }
    return (lines, known)
  }

  private static func told(
    _ state: PhoneMatch.State, _ what: String, _ tag: String?, _ event: Int?, _ line: Int?
  ) -> String {
    let place = line.map { ", line \($0)" } ?? ""
    // Nobody knows the tag of what no tag makes.
    if state == .surplus || state == .hidden && line != nil { return state.words + place }
    return "\(state.words): \(what), \(tag ?? "no tag")" + (event.map { ", event \($0)" } ?? "")
      + place
  }

  // MARK: Following

  /// The most bytes that arrive at a time.
  private static let pieces = [0, 7, 500, 4096]

  /// Follows the lines as they arrive, in pieces of some size.
  private static func follow(
    _ lines: [Line], _ container: CompiledContainer, _ draws: inout Draws
  ) throws(ScenarioErrors) -> PhoneFollower {
    let bytes = Array(lines.map { $0.text + "\n" }.joined().utf8)
    let piece = draws.pick(pieces)
    let first = lines.first?.time ?? WallTime(milliseconds: 0)
    let year = CivilDate(dayNumber: (lines.last?.time ?? first).dayAndTime.dayNumber).year
    let container = (container: container, path: RandomPhone.path)
    if piece == 0 {
      return try PhoneFollower(
        of: Capture(of: PhoneRecord(reading: bytes), year: year), named: "phone.log",
        container: container)
    }
    var follower = try PhoneFollower(
      of: Capture(of: PhoneRecord(), year: year), named: "phone.log", container: container,
      now: CaptureTime(wall: first, offsetSeconds: 0))
    let (scenario, inputs) = try RunInputs.parsed(follower.text, file: "phone", container)
    var run = ScenarioRun(scenario, inputs: inputs)
    run.executeRest()
    var reader = PhoneLogReader()
    for start in stride(from: 0, to: bytes.count, by: piece) {
      let end = min(start + piece, bytes.count)
      for entry in reader.read(bytes[start..<end]) + (end < bytes.count ? [] : reader.finish()) {
        follower.take(entry, at: lines[min(entry.line, lines.count) - 1].time, in: &run)
      }
    }
    follower.finish(in: &run)
    return follower
  }

  // MARK: Judging

  private static func faults(
    of follower: PhoneFollower, _ phone: LoggedPhone, _ known: [Known]
  ) -> [String] {
    var left = known
    var faults: [String] = []
    for match in follower.matches {
      let event = phone.generation == .firebase ? match.event : nil
      let text = told(match.state, match.what, match.tag, event, match.line)
      let place = left.firstIndex { known in
        known.match == text && match.differences.count == (match.state == .differs ? 1 : 0)
          && match.differences.allSatisfy { $0.contains(known.words) || known.words.isEmpty }
      }
      if let place {
        left.remove(at: place)
      } else {
        faults.append("found: " + text + match.remarks.map { " (\($0))" }.joined())
      }
    }
    faults += left.map { "not found: " + $0.match + ($0.words.isEmpty ? "" : " (\($0.words))") }
    faults += follower.unplayed
    let flaws = follower.record.flaws.filter { $0.kind != .sdkRemark }
    if phone.hasFault != flaws.contains(where: { $0.kind == .sdkFault }) {
      faults.append("a line that names a fault is \(phone.hasFault ? "not found" : "invented")")
    }
    return faults + flaws.filter { $0.kind != .sdkFault }.map { "found: " + $0.sentence }
  }
}

extension FollowVerdict {
  /// What departs, in lines; none where nothing does.
  package var lines: [String] {
    faults.isEmpty
      ? []
      : ["seed \(seed), \(console), \(deviation.rawValue): not what the simulation knows"]
        + faults.map { "  " + $0 }
  }
}

/// What came of several seeds.
package struct FollowReport: Sendable {
  package private(set) var failed = 0
  package private(set) var counts: OrderedDictionary<PlantedDeviation, Int> = [:]

  package init() {
    for deviation in PlantedDeviation.allCases { counts[deviation] = 0 }
  }

  package mutating func take(_ verdict: FollowVerdict) {
    counts[verdict.deviation, default: 0] += 1
    if !verdict.faults.isEmpty { failed += 1 }
  }

  package var lines: [String] {
    let all = counts.values.reduce(0, +)
    return ["phones \(all), all found in \(all - failed)"]
      + counts.elements.map { "  \($0.key.rawValue): \($0.value)" }
  }
}
