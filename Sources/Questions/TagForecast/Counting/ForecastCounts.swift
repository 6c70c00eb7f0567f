import TagRuntime

/// The counts of a forecast. They are whole numbers only, so that its parts add up to the same
/// result, whatever played them and in which order.
package struct ForecastCounts: Sendable, Hashable {
  /// The container that was in use when something happened.
  enum Container: Int, Sendable, CaseIterable {
    /// The container in the app's bundle, or no container.
    case `default`
    case old
    /// Several, one after another: the containers of a session that spans the change.
    case changing
    case new
  }

  enum Group: Int, Sendable, CaseIterable {
    /// Phones whose app was in front in the week before the publication: those of the curve.
    case inUse
    /// Phones with the app that was not in front in that week.
    case resting
    /// Phones that get the app after the publication.
    case installed
    /// Phones whose app is built with the other generation of the SDK.
    case otherSDK
  }

  enum GroupCount: Int, Sendable, CaseIterable {
    case phones
    /// Phones whose app was in front after the publication, or that adopted the new version.
    case opened
    /// Phones that started to use the new version.
    case new
  }

  /// The reasons why a phone does not use the new version.
  enum Reason: Int, Sendable, CaseIterable {
    case notOpened
    case offline
    case saved
    case notDue
    case neverAsks
    case otherSDK

    /// In words: a code for files, for narrow tables, in at most eleven letters, and to follow a
    /// number of phones.
    var words: (code: String, short: String, tersest: String, long: String) {
      switch self {
      case .notOpened:
        ("not-opened", "not opened", "not opened", "the app has not been opened since")
      case .offline: ("offline", "no answer", "no answer", "it asked but got no answer")
      case .saved:
        (
          "saved", "saved, not used", "saved only",
          "the new version is saved and will be used from the next start"
        )
      case .notDue:
        ("not-due", "no refresh was due", "not due", "the app was opened, but no refresh was due")
      case .neverAsks:
        (
          "never-asks", "the app never asks", "never asks",
          "the app never asks: it only uses the default container"
        )
      case .otherSDK:
        (
          "other-sdk", "the other SDK", "other SDK",
          "the app is built with the other generation of the SDK"
        )
      }
    }
  }

  typealias ByContainer = [Int]
  static let none: ByContainer = Array(repeating: 0, count: Container.allCases.count)

  /// The fates of hits that are not lost.
  enum Fate: Int, CaseIterable {
    case sent, waiting, late, doubled
  }

  /// The fates of hits, in the order of the parts of `hits`; lost ones, by their reasons, are last.
  static let fates =
    ["sent", "waiting", "late", "doubled"] + HitLoss.Kind.allCases.map { "lost: " + $0.rawValue }

  package internal(set) var phones = 0
  /// By group: the number of phones, of those that were opened, and of those with the new version.
  var groups = Array(
    repeating: Array(repeating: 0, count: GroupCount.allCases.count),
    count: Group.allCases.count)
  /// By the minute after the publication: phones in use whose app was in front for the first time
  /// then.
  var opened: [Int]
  /// By the minute after the publication: phones in use that adopted the new version then.
  var adopted: [Int]
  /// By the hour after the publication: phones in use without the new version at the end of the
  /// hour, by reason.
  var waiting: [[Int]]
  /// The steps due in sessions, and those of them that were not possible.
  var steps = 0
  var undone = 0
  /// The phones that do not use the new version at the end, by reason.
  var reasons = Array(repeating: 0, count: Reason.allCases.count)
  /// By the hour after the publication: sessions that began then.
  var sessions: [ByContainer]
  /// By the hour after the publication: events that were evaluated then.
  var events: [ByContainer]
  /// By the day after the publication: sessions and events, and the new version's part of them.
  var daySessions: [PhoneTally]
  var dayEvents: [PhoneTally]
  /// All events after the publication, and each container's part of them.
  var decided = PhoneTally(parts: Container.allCases.count)
  /// By container: the sessions from a day before the publication, and how often each tag fired.
  var firings: [PhoneTally]
  /// Hits that waited when the version was published, and hits that were made later.
  var carried = 0
  var made = 0
  var hits = PhoneTally(parts: fates.count)
  /// By the minute after the publication: the requests to the tag server and to the collector.
  var tagServer: [Int]
  var collector: [Int]
  /// The strangest phones of each kind, the strangest first.
  var strange: [Outlier] = []

  /// Creates empty counts for a number of days and tags.
  init(days: Int64, tags: Int) {
    let days = Int(days)
    let minutes = Array(repeating: 0, count: days * 1440)
    let hours = Array(repeating: Self.none, count: days * 24)
    (opened, adopted, tagServer, collector) = (minutes, minutes, minutes, minutes)
    (sessions, events) = (hours, hours)
    waiting = Array(
      repeating: Array(repeating: 0, count: Reason.allCases.count), count: days * 24)
    daySessions = Array(repeating: PhoneTally(parts: 1), count: days)
    dayEvents = daySessions
    firings = Array(repeating: PhoneTally(parts: tags), count: Container.allCases.count)
  }

  package init(_ plan: ForecastPlan) {
    self.init(days: plan.numbers.days, tags: plan.tags.names.count)
  }

  // MARK: Adding

  /// The counts that are numbers, lists, rows or tallies, each with its name in JSON.
  static var numberPaths: [(String, WritableKeyPath<ForecastCounts, Int>)] {
    [
      ("phones", \.phones), ("steps", \.steps), ("undone", \.undone), ("carried", \.carried),
      ("made", \.made),
    ]
  }
  static var listPaths: [(String, WritableKeyPath<ForecastCounts, [Int]>)] {
    [
      ("opened", \.opened), ("adopted", \.adopted), ("reasons", \.reasons),
      ("tagServer", \.tagServer), ("collector", \.collector),
    ]
  }
  static var rowPaths: [(String, WritableKeyPath<ForecastCounts, [[Int]]>)] {
    [
      ("groups", \.groups), ("waiting", \.waiting), ("sessions", \.sessions), ("events", \.events),
    ]
  }
  static var tallyPaths: [(String, WritableKeyPath<ForecastCounts, [PhoneTally]>)] {
    [
      ("daySessions", \.daySessions), ("dayEvents", \.dayEvents), ("firings", \.firings),
      ("others", \.others),
    ]
  }

  private var others: [PhoneTally] {
    get { [decided, hits] }
    set { (decided, hits) = (newValue[0], newValue[1]) }
  }

  /// Adds the counts of other phones.
  ///
  /// - Complexity: O(n) in the minutes of the forecast.
  package mutating func add(_ other: ForecastCounts) {
    for (_, path) in Self.numberPaths {
      self[keyPath: path] = PhoneTally.sum(self[keyPath: path], other[keyPath: path])
    }
    for (_, path) in Self.listPaths { Self.add(&self[keyPath: path], other[keyPath: path]) }
    for (_, path) in Self.rowPaths {
      for (place, row) in other[keyPath: path].enumerated() {
        Self.add(&self[keyPath: path][place], row)
      }
    }
    for (_, path) in Self.tallyPaths {
      for (place, tally) in other[keyPath: path].enumerated() {
        self[keyPath: path][place].add(tally)
      }
    }
    for phone in other.strange { note(phone) }
  }

  /// The largest plausible sum, far beyond that of the largest forecast.
  static let sumLimit = 1_000_000_000_000_000

  /// Whether a forecast can have these counts: sums are below the limit, and parts are no larger
  /// than their wholes.
  var isSound: Bool {
    func sum(_ numbers: [Int]) -> Int { numbers.reduce(0, PhoneTally.sum) }
    let numbers = Self.numberPaths.map { self[keyPath: $0.1] }
    let lists = Self.listPaths.map { self[keyPath: $0.1] }
    let rows = Self.rowPaths.map { self[keyPath: $0.1].flatMap { $0 } }
    let tallies = Self.tallyPaths.flatMap { self[keyPath: $0.1] }
      .map { sum([$0.phones, $0.sum] + $0.parts.map(\.sum)) }
    let inUse = groups[Group.inUse.rawValue]
    return ([numbers] + lists + rows).allSatisfy { sum($0) <= Self.sumLimit }
      && tallies.allSatisfy { $0 <= Self.sumLimit }
      && groups.allSatisfy { $0[0] >= $0[1] && $0[1] >= $0[2] }
      && sum(groups.map { $0[0] }) == phones && sum(reasons) <= phones && undone <= steps
      && sum(opened) == inUse[GroupCount.opened.rawValue]
      && sum(adopted) == inUse[GroupCount.new.rawValue]
  }

  private static func add(_ counts: inout [Int], _ other: [Int]) {
    for place in counts.indices where other[place] != 0 {
      counts[place] = PhoneTally.sum(counts[place], other[place])
    }
  }

  /// The most outliers that are reported, and that are kept of each kind.
  static let strangeLimit = 10

  /// Keeps a phone if it is stranger than the known ones of its kind.
  mutating func note(_ phone: Outlier) {
    guard phone.score > 0 else { return }
    let place = strange.firstIndex { phone.isStranger(than: $0) } ?? strange.count
    strange.insert(phone, at: place)
    guard strange.count(where: { $0.reason == phone.reason }) > Self.strangeLimit,
      let last = strange.lastIndex(where: { $0.reason == phone.reason })
    else { return }
    strange.remove(at: last)
  }

  /// The outliers to report: the strangest of each kind in turn, so that one kind does not hide the
  /// others.
  var strangest: [Outlier] {
    let kinds = ([nil] + Reason.allCases).map { kind in strange.filter { $0.reason == kind } }
    let rounds = (0..<Self.strangeLimit).flatMap { round in
      kinds.compactMap { round < $0.count ? $0[round] : nil }
        .sorted { $0.isStranger(than: $1) }
    }
    return Array(rounds.prefix(Self.strangeLimit))
  }
}

/// A phone to which more happened than to others.
package struct Outlier: Sendable, Hashable {
  package var number: Int
  /// How strange the phone is: an hour of delay counts as 1, a late hit as 2, a lost hit as 4, and
  /// a hit that the collector received twice as 8.
  var score: Int
  /// The minutes from its first session after the publication to the new version; nil if it never
  /// arrived.
  var minutesToNew: Int?
  /// Why the new version never arrived, which is the kind of outlier; nil if it did.
  var reason: ForecastCounts.Reason?
  var lost: Int
  var late: Int
  var doubled: Int
  var waiting: Int

  func isStranger(than other: Outlier) -> Bool {
    score != other.score ? score > other.score : number < other.number
  }
}
