package import PhoneLog
package import ScenarioEngine
package import TagInspection
package import TagRuntime
import TagSimulation

/// A phone that is followed while its log grows: what it did is played beside it, and held against
/// the container.
///
/// A phone of the second generation shows its events, and `PhonePlayer` plays them. One of the
/// first shows hits alone: `CaptureReplay` looks for the pushes that make them.
package struct PhoneFollower: Sendable {
  /// The scenario before the first event or hit.
  package let text: String
  /// What the phone has said.
  package private(set) var record = PhoneRecord()
  /// Whether more may come.
  package private(set) var isOpen = true

  /// What plays a phone of the second generation; nil for one of the first.
  @Boxed private var player: PhonePlayer?
  /// What plays a phone of the first generation; nil for one of the second.
  @Boxed private var replay: CaptureReplay?
  private let year: Int
  private let offsetSeconds: Int
  private let begunDevice: String?
  private var traits = PhoneTraits()
  private var hitCount = 0
  /// The clock of the phone when it said something last.
  private var latest: WallTime
  /// How long it has been silent.
  private var idle = Duration.zero

  /// Begins with what was read until now, which is taken afterwards.
  ///
  /// - Parameters:
  ///   - record: what the phone said until now.
  ///   - name: what people call the log.
  ///   - container: the container, and the path by which the scenario is to name its file.
  ///   - year: the year of lines that have none.
  ///   - now: when the world begins where nothing has come yet.
  /// - Throws: `ScenarioErrors` where a name in the log or the container cannot be written.
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
      latest = beginning.player.run.timeline.live.now.wall
    } else {
      let beginning = try CaptureScenario.beginning(
        of: record, named: name, container: container, year: year, now: now)
      text = beginning.text
      offsetSeconds = now.offsetSeconds
      player = nil
      replay = beginning.replay
      latest = beginning.replay.run.timeline.live.now.wall
    }
    self.year = record.year ?? year
    begunDevice = PhoneTraits(of: record).deviceWords
  }

  // MARK: Taking

  /// Takes what a line says.
  ///
  /// - Parameters:
  ///   - entry: what it says.
  ///   - arrival: when it came, for lines without a time.
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
    case .nothing: break
    }
  }

  /// Takes hits of a capture that came later than those that it had.
  package mutating func take(_ hits: ArraySlice<Capture.Hit>) {
    for hit in hits {
      hitCount += 1
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
    hitCount += 1
    // What the SDK says of the time of a hit counts, and lines may have no zone.
    latest = hit.made ?? time
    replay?.take(hit)
    let now = latest
    replay?.follow(until: now)
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

  /// Has time pass in which nothing came.
  ///
  /// - Parameter idle: how long it is since the last entry.
  package mutating func pass(_ idle: Duration) {
    self.idle = idle
    let now = latest + idle
    player?.pass(to: now)
    replay?.follow(until: now)
  }

  /// Ends it: nothing more comes.
  package mutating func finish() {
    isOpen = false
    player?.finish()
    replay?.follow(until: nil)
  }

  // MARK: Telling

  /// What the phone did since this was called last.
  package mutating func takeActs() -> [PhoneAct] {
    player?.takeActs() ?? replay?.takeActs() ?? []
  }

  /// How phone and container stand to each other.
  ///
  /// - Complexity: O(n) in what the tags did.
  package var matches: [PhoneMatch] {
    player?.allMatches ?? replay?.matches(at: isOpen ? latest + idle : nil) ?? []
  }

  /// What of the phone could not be played, in sentences: the first ones.
  package var unplayed: [String] { player?.unplayed ?? [] }

  /// How many of these matches are in which state, with what was read.
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
