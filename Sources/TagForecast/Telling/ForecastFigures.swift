import TagRuntime

/// What a forecast says, read off its counts: no figure is made anywhere else.
struct ForecastFigures {
  /// Moments after the publication of which the adoption is told, in minutes.
  static let moments = [
    60, 180, 360, 720, 1080, 1440, 2160, 2880, 4320, 5760, 7200, 10080, 20160, 43200,
  ]
  /// The shares of which is told when they are reached, in percent.
  static let goals = [50, 90, 99]

  let part: ForecastPart
  private var counts: ForecastCounts { part.counts }

  init(_ part: ForecastPart) { self.part = part }

  /// How many minutes it goes on.
  var minutes: Int { counts.opened.count }

  /// The phones that were used in the week before the publication.
  var inUse: Int { count(.phones, of: .inUse) }

  /// How many phones of a group there are, were opened, or have the new version.
  func count(_ what: ForecastCounts.GroupCount, of group: ForecastCounts.Group) -> Int {
    counts.groups[group.rawValue][what.rawValue]
  }

  /// The phones in use that came to use the new version.
  var adopted: Int { counts.adopted.reduce(0, +) }

  /// How many phones had the new version so many minutes after its publication.
  func adopted(by minute: Int) -> Int { counts.adopted.prefix(minute).reduce(0, +) }

  /// The moments of which is told, as far as it goes, and its end.
  var moments: [Int] { Self.moments.filter { $0 < minutes } + [minutes] }

  /// After how many minutes so many percent of the phones in use had the new version, with the
  /// interval of it; nil where they never had. The ends of the interval are the moments of the
  /// phones between which that one lies in 19 of 20 cases; nil is after the end.
  func minute(of goal: Int) -> (minute: Int, low: Int, high: Int?)? {
    guard inUse > 0, let minute = minute(ofPhone: (goal * inUse + 99) / 100) else { return nil }
    let (count, share) = (Double(inUse), Double(goal) / 100)
    let width = 1.96 * (count * share * (1 - share)).squareRoot()
    let low = max(1, Int((count * share - width).rounded(.down)))
    let high = Int((count * share + width).rounded(.up)) + 1
    return (minute, self.minute(ofPhone: low) ?? minute, self.minute(ofPhone: high))
  }

  /// After how many minutes so many phones had the new version; nil where they never had.
  private func minute(ofPhone number: Int) -> Int? {
    var sum = 0
    for (minute, more) in counts.adopted.enumerated() {
      sum += more
      if sum >= number { return minute + 1 }
    }
    return nil
  }

  /// What became of hits, besides reasons for which none was lost, with the counts and shares.
  var fates: [(name: String, count: Int, share: Rate?)] {
    ForecastCounts.fates.indices.compactMap { place in
      let (name, count) = (ForecastCounts.fates[place], counts.hits.parts[place].sum)
      if name.hasPrefix("lost"), count == 0 { return nil }
      return (name, count, counts.hits.rate(of: place))
    }
  }

  /// How many hits had a fate.
  func hits(_ fate: String) -> Int {
    zip(ForecastCounts.fates, counts.hits.parts).filter { $0.0.hasPrefix(fate) }
      .reduce(0) { $0 + $1.1.sum }
  }

  /// The minute in which a server is asked most, from 0, and how often.
  func peak(_ minutes: [Int]) -> (minute: Int, count: Int)? {
    guard let most = minutes.max(), most > 0, let minute = minutes.firstIndex(of: most) else {
      return nil
    }
    return (minute, most)
  }

  /// What a number of minutes is called: `1d04h`.
  static func text(_ minutes: Int) -> String {
    let (days, hours, rest) = (minutes / 1440, minutes / 60 % 24, minutes % 60)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    if days > 0 { return "\(days)d" + two(hours) + "h" + (rest == 0 ? "" : two(rest) + "m") }
    return hours > 0 ? "\(hours)h" + two(rest) + "m" : "\(rest)m"
  }

  /// A number with points between thousands, as people read it: `12,345`.
  static func text(count: Int) -> String {
    NumberText.grouped(count)
  }

  /// Which time of the day a minute after the publication is, in UTC.
  func clock(_ minute: Int) -> String {
    let all = (Int(part.identity.numbers.publishMinute) + minute) % 1440
    let (hour, rest) = (all / 60, all % 60)
    return (hour < 10 ? "0" : "") + "\(hour):" + (rest < 10 ? "0" : "") + "\(rest)"
  }
}
