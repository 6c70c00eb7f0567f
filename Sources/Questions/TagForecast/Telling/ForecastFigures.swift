import TagRuntime

/// The figures of a forecast, computed from its counts: no figure is made anywhere else.
struct ForecastFigures {
  /// The minutes after the publication at which the adoption is reported.
  static let moments = [
    60, 180, 360, 720, 1080, 1440, 2160, 2880, 4320, 5760, 7200, 10080, 20160, 43200,
  ]
  /// The shares, in percent, for which the time to reach them is reported.
  static let goals = [50, 90, 99]

  let part: ForecastPart
  private var counts: ForecastCounts { part.counts }

  init(_ part: ForecastPart) { self.part = part }

  /// The length of the forecast after the publication, in minutes.
  var minutes: Int { counts.opened.count }

  /// The phones that were used in the week before the publication.
  var inUse: Int { count(.phones, of: .inUse) }

  /// The number of phones of a group, or of those that were opened, or that have the new version.
  func count(_ what: ForecastCounts.GroupCount, of group: ForecastCounts.Group) -> Int {
    counts.groups[group.rawValue][what.rawValue]
  }

  /// The number of phones in use that adopted the new version.
  var adopted: Int { counts.adopted.reduce(0, +) }

  /// The number of phones with the new version a number of minutes after its publication.
  func adopted(by minute: Int) -> Int { counts.adopted.prefix(minute).reduce(0, +) }

  /// The number of phones with the new version at the end of each hour.
  var adoptedByHour: [Int] {
    var sum = 0
    return stride(from: 0, to: minutes, by: 60).map { start in
      sum += counts.adopted[start..<(start + 60)].reduce(0, +)
      return sum
    }
  }

  /// The reported moments within the forecast, and its end.
  var moments: [Int] { Self.moments.filter { $0 < minutes } + [minutes] }

  /// The minutes until a percentage of the phones in use had the new version, with an interval; nil
  /// if they never had. The interval reaches between the moments of the phones that enclose this
  /// one in 19 of 20 cases; a nil end is after the forecast.
  func minute(of goal: Int) -> (minute: Int, low: Int, high: Int?)? {
    guard inUse > 0, let minute = minute(ofPhone: (goal * inUse + 99) / 100) else { return nil }
    let (count, share) = (Double(inUse), Double(goal) / 100)
    let width = 1.96 * (count * share * (1 - share)).squareRoot()
    let low = max(1, Int((count * share - width).rounded(.down)))
    let high = Int((count * share + width).rounded(.up)) + 1
    return (minute, self.minute(ofPhone: low) ?? minute, self.minute(ofPhone: high))
  }

  /// The minutes until a number of phones had the new version; nil if they never had.
  private func minute(ofPhone number: Int) -> Int? {
    var sum = 0
    for (minute, more) in counts.adopted.enumerated() {
      sum += more
      if sum >= number { return minute + 1 }
    }
    return nil
  }

  /// The fates of hits, with counts and shares, without the kinds of loss that did not occur.
  var fates: [(name: String, count: Int, share: Rate?)] {
    ForecastCounts.fates.indices.compactMap { place in
      let (name, count) = (ForecastCounts.fates[place], counts.hits.parts[place].sum)
      if place >= ForecastCounts.Fate.allCases.count, count == 0 { return nil }
      return (name, count, counts.hits.rate(of: place))
    }
  }

  /// Returns the number of hits with a fate; nil means lost, for any reason.
  func hits(_ fate: ForecastCounts.Fate?) -> Int {
    let parts = counts.hits.parts
    return fate.map { parts[$0.rawValue].sum }
      ?? parts.dropFirst(ForecastCounts.Fate.allCases.count).reduce(0) { $0 + $1.sum }
  }

  /// The minute with the most requests to a server, from 0, and their number.
  func peak(_ minutes: [Int]) -> (minute: Int, count: Int)? {
    guard let most = minutes.max(), most > 0, let minute = minutes.firstIndex(of: most) else {
      return nil
    }
    return (minute, most)
  }

  /// Returns a number of minutes as text, such as `1d04h`.
  static func text(_ minutes: Int) -> String {
    let (days, hours, rest) = (minutes / 1440, minutes / 60 % 24, minutes % 60)
    let end = NumberText.padded(rest) + "m"
    if days > 0 { return "\(days)d" + NumberText.padded(hours) + "h" + (rest == 0 ? "" : end) }
    return hours > 0 ? "\(hours)h" + end : "\(rest)m"
  }

  /// Returns the time of day, in UTC, of a minute after the publication.
  func clock(_ minute: Int) -> String {
    let all = (Int(part.identity.numbers.publishMinute) + minute) % 1440
    let (hour, rest) = (all / 60, all % 60)
    return NumberText.padded(hour) + ":" + NumberText.padded(rest)
  }
}
