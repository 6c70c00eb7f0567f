/// The figures of one phone, for statistics about phones instead of their actions.
struct PhoneFigures {
  /// How often something happened on a day, and how often under the new version.
  struct Share {
    var all = 0
    var new = 0

    mutating func add(isNew: Bool) {
      all += 1
      new += isNew ? 1 : 0
    }
  }

  /// By the day after the publication.
  var daySessions: [Share]
  var dayEvents: [Share]
  var events = ForecastCounts.none
  var sessions = ForecastCounts.none
  /// By container, then by tag.
  var firings: [[Int]]

  init(days: Int, tags: Int) {
    daySessions = Array(repeating: Share(), count: days)
    dayEvents = daySessions
    firings = Array(
      repeating: Array(repeating: 0, count: tags), count: ForecastCounts.Container.allCases.count)
  }
}

extension ForecastCounts {
  mutating func take(_ phone: PhoneFigures) {
    for (day, share) in phone.daySessions.enumerated() {
      daySessions[day].add(share.all, CollectionOfOne(share.new))
    }
    for (day, share) in phone.dayEvents.enumerated() {
      dayEvents[day].add(share.all, CollectionOfOne(share.new))
    }
    decided.add(phone.events.reduce(0, +), phone.events)
    for (container, sessions) in phone.sessions.enumerated() {
      firings[container].add(sessions, phone.firings[container])
    }
  }
}
