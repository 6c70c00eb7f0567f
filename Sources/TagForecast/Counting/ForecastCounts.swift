import TagRuntime

/// What a forecast comes to: whole numbers alone, so that parts of it add up to the same whatever
/// played them, and in which order.
package struct ForecastCounts: Sendable, Hashable {
  /// Under which container something happened.
  enum Container: Int, Sendable, CaseIterable {
    /// The one of the app's bundle, or none.
    case `default`
    /// The old one.
    case old
    /// Several, one after the other: what a session has that meets the change.
    case changing
    /// The new one.
    case new

    var word: String {
      switch self {
      case .default: "default"
      case .old: "old"
      case .changing: "changing"
      case .new: "new"
      }
    }
  }

  /// Why a phone does not use the new version at the end.
  enum Reason: Int, Sendable, CaseIterable {
    case notOpened
    case offline
    case saved
    case notDue

    var word: String {
      switch self {
      case .notOpened: "not-opened"
      case .offline: "offline"
      case .saved: "saved"
      case .notDue: "not-due"
      }
    }

    /// The reason in words, behind a number of phones.
    var words: String {
      switch self {
      case .notOpened: "the app was not opened since"
      case .offline: "it asked, and no answer came"
      case .saved: "the new version is saved, and is used from the next start"
      case .notDue: "the app was opened, and no refresh was due"
      }
    }
  }

  /// What is counted for each container.
  typealias ByContainer = [Int]
  static let none: ByContainer = Array(repeating: 0, count: Container.allCases.count)

  /// The phones that were played.
  package internal(set) var phones = 0
  /// By the minute after the publication: phones whose app was opened then for the first time.
  var opened: [Int]
  /// By the minute after the publication: phones that came to use the new version then.
  var adopted: [Int]
  /// The phones that do not use it at the end, by the reason.
  var reasons = Array(repeating: 0, count: Reason.allCases.count)
  /// By the hour after the publication: sessions that began then.
  var sessions: [ByContainer]
  /// By the hour after the publication: events that were evaluated then.
  var events: [ByContainer]
  /// All sessions, from a day before the publication.
  var allSessions = none
  /// By tag: how often it fired in those.
  var firings: [ByContainer]
  /// Hits that waited when the version was published, and those after it.
  var carried = 0
  var made = 0
  var sent = 0
  var waiting = 0
  var late = 0
  var doubled = 0
  /// Those that were lost, by the reason.
  var lost: [Int]
  /// By the minute after the publication: what the tag server and the collector were asked.
  var tagServer: [Int]
  var collector: [Int]
  /// The strangest phones, the strangest first.
  var strange: [StrangePhone] = []

  /// Counts of nothing, for so many days and tags.
  init(days: Int64, tags: Int) {
    let minutes = Array(repeating: 0, count: Int(days) * 1440)
    let hours = Array(repeating: Self.none, count: Int(days) * 24)
    (opened, adopted, tagServer, collector) = (minutes, minutes, minutes, minutes)
    (sessions, events) = (hours, hours)
    firings = Array(repeating: Self.none, count: tags)
    lost = Array(repeating: 0, count: HitLoss.Kind.allCases.count)
  }

  /// Counts of nothing, for a forecast.
  package init(_ plan: ForecastPlan) {
    self.init(days: plan.numbers.days, tags: plan.tags.names.count)
  }

  /// Adds those of other phones.
  ///
  /// - Complexity: O(n) in the minutes of the forecast.
  package mutating func add(_ other: ForecastCounts) {
    phones += other.phones
    Self.add(&opened, other.opened)
    Self.add(&adopted, other.adopted)
    Self.add(&reasons, other.reasons)
    Self.add(&sessions, other.sessions)
    Self.add(&events, other.events)
    Self.add(&allSessions, other.allSessions)
    Self.add(&firings, other.firings)
    carried += other.carried
    made += other.made
    sent += other.sent
    waiting += other.waiting
    late += other.late
    doubled += other.doubled
    Self.add(&lost, other.lost)
    Self.add(&tagServer, other.tagServer)
    Self.add(&collector, other.collector)
    for phone in other.strange { note(phone) }
  }

  private static func add(_ counts: inout [Int], _ other: [Int]) {
    for place in counts.indices where other[place] != 0 { counts[place] += other[place] }
  }

  private static func add(_ counts: inout [ByContainer], _ other: [ByContainer]) {
    for place in counts.indices { add(&counts[place], other[place]) }
  }

  /// How many strange phones are told.
  static let strangeLimit = 10

  /// Keeps a phone where it is stranger than those that are known.
  mutating func note(_ phone: StrangePhone) {
    guard phone.score > 0 else { return }
    let place = strange.firstIndex { phone.isStranger(than: $0) } ?? strange.count
    guard place < Self.strangeLimit else { return }
    strange.insert(phone, at: place)
    if strange.count > Self.strangeLimit { strange.removeLast() }
  }
}

/// A phone to which more happened than to others.
package struct StrangePhone: Sendable, Hashable {
  /// Its number.
  package var number: Int
  /// How strange it is: an hour late counts as one, a late hit as 2, a lost one as 4, one that the
  /// collector got twice as 8.
  var score: Int
  /// Minutes from its first session after the publication to the new version; nil where it never
  /// came.
  var minutesToNew: Int?
  /// Why it never came; nil where it came.
  var reason: ForecastCounts.Reason?
  var lost: Int
  var late: Int
  var doubled: Int
  var waiting: Int

  func isStranger(than other: StrangePhone) -> Bool {
    score != other.score ? score > other.score : number < other.number
  }
}
