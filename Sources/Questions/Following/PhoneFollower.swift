package import PhoneLog
package import ScenarioEngine
package import TagInspection
package import TagRuntime
import TagSimulation

/// A phone that is followed while its log grows: its events are played beside it, and it is checked
/// against the container.
///
/// A second-generation phone shows its events, and `PhonePlayer` plays them. A first-generation
/// phone shows only hits: `CaptureReplay` searches for the pushes that make them.
package struct PhoneFollower: Sendable {
  /// The scenario before the first event or hit.
  package let text: String
  package private(set) var record = PhoneRecord()
  /// Whether more may arrive.
  package private(set) var isOpen = true

  /// Plays a second-generation phone; nil for a first-generation one.
  @Boxed private var player: PhonePlayer?
  /// Replays a first-generation phone; nil for a second-generation one.
  @Boxed private var replay: CaptureReplay?
  private let year: Int
  private let offsetSeconds: Int
  private let begunDevice: String?
  private var traits = PhoneTraits()
  private var hitCount = 0
  /// The phone's clock at its last entry.
  private var latest: WallTime
  /// The time since the last entry.
  private var idle = Duration.zero

  /// Starts from what was read so far, which is then added again entry by entry.
  ///
  /// - Parameters:
  ///   - record: what the phone has logged so far.
  ///   - name: the log's name for users.
  ///   - container: the container, and the path to its file that the scenario uses.
  ///   - year: the present year, for lines that have none.
  ///   - now: when the world begins if nothing has arrived yet.
  /// - Throws: `ScenarioErrors` if a name in the log or the container cannot be written.
  package init(
    of record: PhoneRecord, named name: String,
    container: (container: CompiledContainer, path: String), year: Int, now: CaptureTime
  ) throws(ScenarioErrors) {
    if container.container.version.generation == .firebase {
      let beginning = try PhoneScenario.beginning(
        of: record, named: name, container: container, year: year, now: now)
      text = beginning.text
      offsetSeconds = beginning.player.offsetSeconds
      player = beginning.player
      replay = nil
      latest = beginning.player.simulation.now.wall
    } else {
      let beginning = try CaptureScenario.beginning(
        of: record, named: name, container: container, year: year, now: now)
      text = beginning.text
      offsetSeconds = now.offsetSeconds
      player = nil
      replay = beginning.replay
      latest = beginning.replay.run.timeline.live.now.wall
    }
    self.year = record.firstYear(present: year)
    begunDevice = PhoneTraits(of: record).deviceWords
  }

  // MARK: Adding

  /// Adds what a line says.
  ///
  /// - Parameters:
  ///   - entry: what it says.
  ///   - arrival: when it arrived, for lines without a time.
  package mutating func take(_ entry: PhoneEntry, at arrival: WallTime) {
    let time = entry.time.map { wall($0) } ?? arrival
    if player != nil { latest = time }
    idle = .zero
    let change = record.take(entry)
    player?.arrival = arrival
    if case .event(let event) = entry.kind { player?.note(event.stages) }
    switch change {
    case .event(let place):
      let event = record.events[place]
      player?.take(event)
    case .hit(let place):
      let hit = record.hits[place]
      takeTraits(of: hit)
      player?.take(hit)
      if replay != nil { follow(hit, at: time) }
    case .property(let place):
      let property = record.properties[place]
      player?.take(property)
    case .nothing:
      if case .flaw(let flaw) = entry.kind, flaw.kind == .sdkFault { player?.namesFaults = true }
    }
  }

  /// Adds the hits of a capture that arrived after its earlier ones.
  package mutating func take(_ hits: ArraySlice<Capture.Hit>) {
    for var hit in hits {
      hitCount += 1
      hit.number = hitCount
      latest = hit.made ?? latest
      replay?.take(hit)
    }
    let now = latest
    replay?.follow(until: now)
  }

  private mutating func follow(_ hit: PhoneRecord.Hit, at time: WallTime) {
    let clock = CaptureTime(
      wall: time, offsetSeconds: hit.time?.offsetSeconds ?? offsetSeconds)
    guard let hit = Capture.Hit(hit, number: hitCount + 1, at: clock) else { return }
    // The hit's time from the SDK takes precedence, because lines may have no time zone.
    latest = time
    take([hit])
  }

  private mutating func takeTraits(of hit: PhoneRecord.Hit) {
    let before = traits.deviceWords
    traits.take { hit[$0] }
    guard let words = traits.deviceWords, words != before, words != begunDevice else { return }
    player?.take(words, from: hit.source)
    replay?.take("device " + words, from: hit.source)
  }

  private func wall(_ time: PhoneTime) -> WallTime {
    player?.wall(time) ?? time.wall(inYear: year)
  }

  /// Lets time pass in which nothing arrived.
  ///
  /// - Parameter idle: the time since the last entry.
  package mutating func pass(_ idle: Duration) {
    self.idle = idle
    let now = latest + idle
    player?.pass(to: now)
    replay?.follow(until: now)
  }

  /// Ends the log: nothing more will arrive.
  package mutating func finish() {
    isOpen = false
    player?.finish()
    replay?.follow(until: nil)
  }

  // MARK: Reporting

  /// Returns the phone's actions since the last call.
  package mutating func takeActs() -> [PhoneAct] {
    player?.takeActs() ?? replay?.takeActs() ?? []
  }

  /// The matches between phone and container.
  ///
  /// - Complexity: O(n) in what the tags did.
  package var matches: [PhoneMatch] {
    let matches = player?.allMatches ?? replay?.matches(at: isOpen ? latest + idle : nil) ?? []
    let ofCapture = record.hits.isEmpty ? replay?.hits ?? [] : []
    return matches.judged(by: record.hits.map { ($0.source, $0.lack) })
      .judged(by: ofCapture.map { ($0.source, $0.lack) })
  }

  /// The first lines of the phone that could not be played, in sentences.
  package var unplayed: [String] { player?.unplayed ?? replay?.unplayed ?? [] }

  /// Returns how many of these matches are in each state, and how much was read.
  package func sum(of matches: [PhoneMatch]) -> PhoneSum {
    var sum = PhoneSum()
    sum.events = record.events.count
    sum.hits = max(record.hits.count, hitCount)
    for match in matches { sum.counts[match.state, default: 0] += 1 }
    sum.findings = record.flaws.count
    sum.unplayed = unplayed.count
    sum.isOpen = isOpen
    return sum
  }
}
