public import TagRuntime

/// The 4 a.m. rule: what a report of a day has is what the collector received by four in the
/// morning of the next day, by the clocks of the report view's time zone.
///
/// Source: the guide on dispatching, and section 11.2 of the behaviour notes. Exactly four o'clock
/// is still in time by a decision of this simulator.
public enum ReportCutoff {
  /// The time of day.
  public static let time = LocalTime(hour: 4, minute: 0)

  /// How late an event of Firebase may arrive.
  ///
  /// Source: the help of Google Analytics 4 on the freshness of its data: 72 hours.
  public static let eventLateness = Duration.hours(72)

  /// The last moment at which a hit counts for the day on which it was made.
  public static func cutoff(of made: WallTime, in zone: ZoneRules) -> WallTime {
    // Days are counted, not midnights: where clocks change around midnight a day has none or two.
    let day = zone.civil(at: made).dayNumber
    var cutoff = zone.next(time, notBefore: made)
    while zone.civil(at: cutoff).dayNumber <= day {
      cutoff = zone.next(time, notBefore: cutoff + .milliseconds(1))
    }
    return cutoff
  }
}
