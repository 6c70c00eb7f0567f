public import TagRuntime

/// The offsets of a time zone from UTC and the times at which they change. The caller supplies this
/// data: nothing here knows any zone by itself.
public struct ZoneRules: Sendable, Hashable {
  /// A change of the offset.
  public struct Transition: Sendable, Hashable {
    /// The first moment with the new offset.
    public var from: WallTime
    /// Seconds east of UTC from then on.
    public var offsetSeconds: Int

    /// Creates a transition to an offset, which is negative west of UTC.
    public init(from: WallTime, offsetSeconds: Int) {
      self.from = from
      self.offsetSeconds = offsetSeconds
    }
  }

  /// The name, such as `Europe/Madrid`.
  public let name: String
  /// Seconds east of UTC before the first transition.
  public let initialOffsetSeconds: Int
  /// The transitions, in the order of time.
  public let transitions: [Transition]

  /// Creates the rules of a zone; the transitions may come in any order.
  public init(name: String, initialOffsetSeconds: Int, transitions: [Transition] = []) {
    self.name = name
    self.initialOffsetSeconds = initialOffsetSeconds
    self.transitions = transitions.sorted { $0.from < $1.from }
  }

  /// Copies the rules of a zone that the system knows, from a year before a moment to ten years
  /// after it.
  ///
  /// `offset` returns seconds east of UTC at a moment.
  ///
  /// `nextChange` returns the next change of the offset after a moment; nil for never.
  public init(
    name: String, around start: WallTime, offset: (WallTime) -> Int,
    nextChange: (WallTime) -> WallTime?
  ) {
    let first = WallTime(milliseconds: start.milliseconds - Self.yearMilliseconds)
    let last = WallTime(milliseconds: first.milliseconds + 11 * Self.yearMilliseconds)
    var transitions: [Transition] = []
    var moment = first
    while let next = nextChange(moment), next > moment, next < last {
      transitions.append(Transition(from: next, offsetSeconds: offset(next)))
      moment = next
    }
    self.init(name: name, initialOffsetSeconds: offset(first), transitions: transitions)
  }

  /// The milliseconds of a leap year.
  private static let yearMilliseconds: Int64 = 366 * 86_400_000

  /// Coordinated universal time.
  public static let utc = ZoneRules(name: "UTC", initialOffsetSeconds: 0)

  /// Creates a zone that never changes, named after its offset.
  public static func fixed(_ offsetSeconds: Int) -> ZoneRules {
    let midnight = CivilTime(WallTime(milliseconds: 0))
    let offset = midnight.isoText(offsetSeconds: offsetSeconds).dropFirst(
      "1970-01-01T00:00:00".count)
    return ZoneRules(name: "UTC" + offset, initialOffsetSeconds: offsetSeconds)
  }

  /// Returns the seconds east of UTC at a moment.
  ///
  /// - Complexity: O(log n) in the number of transitions.
  public func offset(at wall: WallTime) -> Int {
    let next = transitions.partitioningIndex { $0.from > wall }
    return next == 0 ? initialOffsetSeconds : transitions[next - 1].offsetSeconds
  }

  /// Returns the date and time that the clocks of the zone show at a moment.
  public func civil(at wall: WallTime) -> CivilTime {
    CivilTime(wall, offsetSeconds: offset(at: wall))
  }

  /// Returns the first moment, not before a given one, at which the clocks of the zone show a time.
  ///
  /// A time that is skipped that day (clocks go forward) is the moment it would have been without
  /// the change; a time that comes twice (clocks go back) counts both times.
  package func next(_ time: LocalTime, notBefore earliest: WallTime) -> WallTime {
    let today = civil(at: earliest)
    var best: WallTime?
    // Offsets are less than a day, so the answer is within a day or two of today.
    for dayNumber in (today.dayNumber - 1)...(today.dayNumber + 2) {
      let civil = CivilTime(date: CivilDate(dayNumber: dayNumber), time: time)
      for moment in moments(of: civil) where moment >= earliest {
        best = best.map { min($0, moment) } ?? moment
      }
    }
    return best ?? earliest
  }

  /// Returns the moment at which the clocks of the zone show a date and time: the first of two, and
  /// for a skipped time the moment it would have been without the change.
  public func wall(of civil: CivilTime) -> WallTime {
    let moments = moments(of: civil)
    return moments.dropFirst().reduce(moments[0]) { min($0, $1) }
  }

  /// Returns the milliseconds east of UTC of a time without a change; nil if there is one.
  fileprivate func offset(from start: WallTime, to end: WallTime) -> Int64? {
    let next = transitions.partitioningIndex { $0.from > start }
    if next < transitions.count, transitions[next].from <= end { return nil }
    return Int64(offset(at: start)) * 1000
  }

  private func moments(of civil: CivilTime) -> [WallTime] {
    let asUTC = civil.wallTime()
    // A day before and a day after have the offsets that can apply around this date.
    let before = offset(at: asUTC - .days(1))
    let after = offset(at: asUTC + .days(1))
    let candidates = [civil.wallTime(offsetSeconds: before), civil.wallTime(offsetSeconds: after)]
    let shown = candidates.filter { self.civil(at: $0) == civil }
    return shown.isEmpty ? [candidates[0]] : shown
  }
}

/// The 4 a.m. rule: the report of a day contains the hits that the collector received by four in
/// the morning of the next day, by the clocks of the report view's time zone. Properties may be
/// reported in different zones.
///
/// Source: Dispatch §9.3. Exactly four o'clock is still in time by a decision of this simulator.
package enum ReportCutoff {
  /// The time of day.
  package static let time = LocalTime(hour: 4, minute: 0)

  /// The maximum delay of an event of Firebase.
  ///
  /// Source: Firebase §6.4; 72 hours.
  package static let eventLateness = Duration.hours(72)

  /// Returns the last moment at which a hit counts for the day on which it was made.
  package static func cutoff(of made: WallTime, in zone: ZoneRules) -> WallTime {
    if let offset = zone.offset(from: made, to: made + .days(3)) {
      let day = (made + .milliseconds(offset)).dayAndTime.dayNumber + 1
      return WallTime(milliseconds: Int64(day) * 86_400_000 - offset) + .hours(4)
    }
    // Days are counted, not midnights: where clocks change around midnight a day has none or two.
    let day = zone.civil(at: made).dayNumber
    var cutoff = zone.next(time, notBefore: made)
    while zone.civil(at: cutoff).dayNumber <= day {
      cutoff = zone.next(time, notBefore: cutoff + .milliseconds(1))
    }
    return cutoff
  }
}
