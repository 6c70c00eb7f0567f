import TagRuntime

/// What a forecast says, read off its counts: no figure is made anywhere else.
struct ForecastFigures {
  /// Moments after the publication of which the adoption is told, in minutes.
  static let moments = [60, 180, 360, 720, 1080, 1440, 2160, 2880, 4320, 5760, 7200, 10080]
  /// The shares of which is told when they are reached, in percent.
  static let goals = [50, 90, 99]

  let part: ForecastPart
  private var counts: ForecastCounts { part.counts }

  init(_ part: ForecastPart) { self.part = part }

  /// How many minutes it goes on.
  var minutes: Int { counts.opened.count }

  /// The phones whose app was opened after the publication.
  var inUse: Int { counts.opened.reduce(0, +) }

  /// The phones that came to use the new version.
  var adopted: Int { counts.adopted.reduce(0, +) }

  /// How many phones had the new version so many minutes after its publication.
  func adopted(by minute: Int) -> Int { counts.adopted.prefix(minute).reduce(0, +) }

  /// The moments of which is told, as far as it goes, and its end.
  var moments: [Int] { Self.moments.filter { $0 < minutes } + [minutes] }

  /// After how many minutes so many percent of the phones in use had the new version; nil where
  /// they never had.
  func minute(of goal: Int) -> Int? {
    var sum = 0
    for (minute, more) in counts.adopted.enumerated() {
      sum += more
      if sum * 100 >= goal * inUse, inUse > 0 { return minute + 1 }
    }
    return nil
  }

  /// The sum of what was counted by hour under a container.
  func sum(_ rows: [ForecastCounts.ByContainer], _ container: ForecastCounts.Container) -> Int {
    rows.reduce(0) { $0 + $1[container.rawValue] }
  }

  /// All events after the publication.
  var events: Int {
    counts.events.reduce(0) { $0 + $1.reduce(0, +) }
  }

  /// All sessions after the publication.
  var sessions: Int {
    counts.sessions.reduce(0) { $0 + $1.reduce(0, +) }
  }

  /// The reasons for which hits were lost, with their counts.
  var lost: [(reason: HitLoss.Kind, count: Int)] {
    zip(HitLoss.Kind.allCases, counts.lost).filter { $0.1 > 0 }.map { ($0, $1) }
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
    var digits = Array(String(count))
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: place)
      place -= 3
    }
    return String(digits)
  }

  /// Which local time of the day a minute after the publication is, in UTC.
  func clock(_ minute: Int) -> String {
    let all = (Int(part.identity.numbers.publishMinute) + minute) % 1440
    let (hour, rest) = (all / 60, all % 60)
    return (hour < 10 ? "0" : "") + "\(hour):" + (rest < 10 ? "0" : "") + "\(rest)"
  }
}
