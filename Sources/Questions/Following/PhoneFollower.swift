package import PhoneLog
package import ScenarioEngine
package import TagInspection
package import TagRuntime
import TagSimulation

/// A phone that is followed in its log or in a capture, whole or while it grows: what it shows is
/// played beside it, and it is checked against the container.
package struct PhoneFollower: Sendable {
  /// The scenario: whole, or before the first event or hit.
  package private(set) var text: String
  package private(set) var record = PhoneRecord()
  /// Whether more may arrive.
  package private(set) var isOpen = true
  @Boxed package private(set) var player: PhonePlayer
  private let year: Int
  /// The phone's time zone, in seconds ahead of UTC.
  package let offsetSeconds: Int
  /// The places of the flaws in the log, by the lines that have them first.
  private var flawed: [Int: PhoneSource] = [:]
  /// What was known of the phone at the start.
  @Boxed private var begun: PhoneTraits
  @Boxed private var traits = PhoneTraits()
  private var hitCount = 0
  /// The phone's clock at its last entry.
  private var latest: WallTime
  /// The time since the last entry.
  private var idle = Duration.zero

  /// Starts from what was read so far, or reads it to its end.
  ///
  /// - Parameters:
  ///   - capture: what the phone logged and sent so far; if more may arrive, that is then added
  ///     again entry by entry.
  ///   - name: its name for users.
  ///   - container: the container, and the path to its file that the scenario uses; nil for the
  ///     app's own events and hits.
  ///   - now: when the world begins if nothing has arrived yet; nil if nothing more will arrive.
  ///   - isWritten: whether the whole scenario is expected.
  /// - Throws: `ScenarioErrors` if a name in the log or the container cannot be written.
  /// - Complexity: O(n) in the events and hits for each of their causes, and in what these set off.
  package init(
    of capture: Capture, named name: String,
    container: (container: CompiledContainer, path: String)?, now: CaptureTime? = nil,
    isWritten: Bool = false
  ) throws(ScenarioErrors) {
    let beginning = PhoneBeginning(of: capture, named: name, container: container, now: now)
    text = beginning.text
    let (scenario, inputs) = try RunInputs.parsed(text, file: PhoneBeginning.file, container)
    var run = ScenarioRun(scenario, inputs: inputs)
    begun = beginning.traits
    latest = run.timeline.live.now.wall
    year = capture.year
    let offset = beginning.showsEvents ? nil : now?.offsetSeconds
    offsetSeconds = offset ?? scenario.header.startOffsetSeconds
    _player = Boxed(
      wrappedValue: PhonePlayer(
        beginning, in: run.timeline.live, isWritten: isWritten, offsetSeconds: offsetSeconds))
    guard now == nil else { return }
    run.executeRest()
    var world = run.timeline.live
    world.isTelling = false
    record = capture.log ?? record
    isOpen = false
    if showsEvents {
      player.take(record, in: &world)
    } else {
      player.take(capture, in: &world)
      hitCount = capture.hits.count
    }
    let whole = text + (player.story ?? []).map { $0 + "\n" }.joined()
    text = String(
      decoding: try ScenarioFormatter.format(Array(whole.utf8), file: PhoneBeginning.file),
      as: UTF8.self)
  }

  private var showsEvents: Bool { player.showsEvents }

  // MARK: Adding

  /// Adds what a line says.
  ///
  /// - Parameters:
  ///   - entry: what it says.
  ///   - arrival: when it arrived, for lines without a time.
  ///   - world: the world that is played beside the phone.
  package mutating func take(
    _ entry: PhoneEntry, at arrival: WallTime, in world: inout some PhoneWorld
  ) {
    let time = entry.time.map { wall($0) } ?? arrival
    if showsEvents { latest = time }
    idle = .zero
    let change = record.take(entry)
    player.arrival = arrival
    if case .event(let event) = entry.kind { player.note(event.stages) }
    if case .flaw = entry.kind, record.flaws.contains(where: { $0.lines.first == entry.line }) {
      flawed[entry.line] = PhoneSource(
        unit: .line, number: entry.line, time: entry.time?.clockText, text: entry.text)
    }
    switch change {
    case .event(let place): if showsEvents { player.take(record.events[place], in: &world) }
    case .hit(let place):
      let hit = record.hits[place]
      takeTraits(of: hit, in: &world)
      if showsEvents { player.take(hit) } else { follow(hit, at: time, in: &world) }
    case .property(let place):
      if showsEvents { player.take(record.properties[place], in: &world) }
    case .nothing:
      player.showsStart = record.showsStart
      player.silence = record.silence
    }
  }

  /// Adds the hits of a capture that arrived after its earlier ones.
  package mutating func take(_ hits: ArraySlice<Capture.Hit>, in world: inout some PhoneWorld) {
    for var hit in hits {
      hitCount += 1
      hit.number = hitCount
      latest = hit.made ?? latest
      player.take(hit)
    }
    player.search(until: latest, in: &world)
  }

  private mutating func follow(
    _ hit: PhoneRecord.Hit, at time: WallTime, in world: inout some PhoneWorld
  ) {
    let clock = CaptureTime(
      wall: time, offsetSeconds: hit.time?.offsetSeconds ?? offsetSeconds)
    guard let hit = Capture.Hit(hit, number: hitCount + 1, at: clock) else { return }
    // The hit's time from the SDK takes precedence, because lines may have no time zone.
    latest = time
    take([hit], in: &world)
  }

  private mutating func takeTraits(of hit: PhoneRecord.Hit, in world: inout some PhoneWorld) {
    let before = traits.deviceWords
    traits.take { hit[$0] }
    guard let words = traits.deviceWords, words != before, words != begun.deviceWords else {
      return
    }
    _ = player.hand("device " + words, nil, hit.source, to: &world)
  }

  /// Plays a line for whoever looks on, such as a caption.
  package mutating func say(_ line: String, in world: inout some PhoneWorld) {
    _ = player.hand(line, to: &world)
  }

  private func wall(_ time: PhoneTime) -> WallTime {
    showsEvents ? player.wall(time) : time.wall(inYear: year)
  }

  /// Lets time pass in which nothing arrived.
  ///
  /// - Parameters:
  ///   - idle: the time since the last entry.
  ///   - world: the world that is played beside the phone.
  package mutating func pass(_ idle: Duration, in world: inout some PhoneWorld) {
    self.idle = idle
    player.pass(to: latest + idle)
    player.search(until: latest + idle, in: &world)
  }

  /// Ends the log: nothing more will arrive.
  package mutating func finish(in world: inout some PhoneWorld) {
    isOpen = false
    player.finish(record)
    player.search(until: nil, in: &world)
  }

  // MARK: Reporting

  /// Returns the phone's actions since the last call.
  package mutating func takeActs() -> [PhoneAct] { player.takeActs() }

  /// The matches between phone and container.
  ///
  /// - Complexity: O(n) in what the tags did.
  package var matches: [PhoneMatch] {
    player.matches(at: isOpen ? latest + idle : nil)
      .judged(by: record.hits.map { ($0.source, $0.lack) })
      .judged(by: record.hits.isEmpty ? player.hits.map { ($0.source, $0.lack) } : [])
  }

  /// The app: "Shop 1.4"; empty if nothing names it.
  package var app: String {
    [
      traits.appName ?? begun.appName ?? begun.appID, traits.appVersion ?? begun.appVersion,
    ].compactMap { $0 }.joined(separator: " ")
  }

  /// The faults that the log names, each once, unless what failed was done later.
  package var warnings: [PhoneWarning] {
    record.flaws.filter { $0.kind != .sdkRemark && $0.kind != .cutLog }.map { flaw in
      let line = flaw.lines.first ?? 0
      return PhoneWarning(
        flaw.sentence,
        at: flawed[line] ?? PhoneSource(unit: .line, number: line, time: nil, text: ""))
    }
  }

  /// The first lines of the phone that could not be played, in sentences.
  package var unplayed: [String] { player.unplayed }

  /// Returns how many of these matches are in each state, and how much was read.
  package func sum(of matches: [PhoneMatch]) -> PhoneSum {
    var sum = PhoneSum()
    sum.events = record.events.count
    sum.hits = max(record.hits.count, hitCount)
    for match in matches { sum.counts[match.state, default: 0] += 1 }
    sum.warnings = warnings.count
    sum.unplayed = unplayed.count
    sum.isOpen = isOpen
    return sum
  }
}
