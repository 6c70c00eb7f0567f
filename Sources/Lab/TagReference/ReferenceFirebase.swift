package import OrderedCollections
package import TagRuntime

/// Firebase inside an app: which events it logs, what each carries on its way to the collector, and
/// what it keeps of an installation.
///
/// Times are milliseconds; `now` is the phone's clock, `instant` the time that no clock changes.
///
/// Source: Firebase §1, Firebase §2, Firebase §3, Firebase §4.
package struct ReferenceFirebase: Sendable {
  package typealias Parameters = OrderedDictionary<String, Value>

  /// What the app, the user or the system does.
  package enum Input: Sendable {
    case front
    case away
    /// A screen appears, of this class.
    case screen(String)
    case log(String, Parameters)
    case property(String, String?)
    case user(String?)
    case defaults(Parameters?)
    case collection(Bool)
    case debug(Bool)
    /// Settings of consent mode: whether each is granted.
    case consent(OrderedDictionary<String, Bool>)
    case reset
    case link(String)
    /// Firebase logs an event by itself, for a reason outside of the app.
    case happening(String, Parameters)
    /// The app was in front for another hour.
    case hour
  }

  /// An event that was logged; parameters have the names under which they travel.
  package struct Event: Sendable {
    package enum Fate: Sendable {
      /// The container judges it, and then it is stored.
      case passes
      /// An error is stored in its place, which no container sees.
      case error
      /// Nothing is collected.
      case nothing
    }

    package var name: String
    package var parameters: Parameters
    package var time: Int64
    package var isOwn = true
    package var fate = Fate.passes

    package init(name: String, parameters: Parameters, time: Int64, isOwn: Bool = true) {
      (self.name, self.parameters, self.time) = (name, parameters, time)
      self.isOwn = isOwn
    }
  }

  /// What outlasts the process.
  package struct Memory: Sendable, Hashable {
    var firstOpened: Int64?
    var firstOpenings: Int64 = 0
    var session: Int64 = 0
    var sessionStarted: Int64?
    var lastActivity: Int64 = 0
    var engaged: Int64 = 0
    var engagedInSession: Int64 = 0
    var engagedAt: Int64?
    var version = ""
    var build: Int64 = 0
    var system = ""
    var user: Set?
    package var properties: OrderedDictionary<String, Set> = [:]
    var defaults: Parameters = [:]
    /// The settings of consent mode that are made, and when the one of personalized ads was.
    package var consent: OrderedDictionary<String, Bool> = [:]
    var personalized: Int64 = 0
    package var isCollecting = true
    package var isDebugging = false
    /// When an event of each name was logged last.
    var times: OrderedDictionary<String, Int64> = [:]
    var uploads = ReferenceUploads.Memory()
    /// The names of the app's events so far.
    var names: [String] = []

    package struct Set: Sendable, Hashable {
      package var text: String
      package var at: Int64
    }

    package init() {}

    /// What a new installation finds: the phone has counted the earlier ones.
    package var reinstalled: Memory {
      var new = Memory()
      new.firstOpenings = firstOpenings
      return new
    }
  }

  /// The screen that is shown: an automatic one has no name.
  struct Screen: Sendable, Hashable {
    var name: String?
    var kind: String?
    /// How many numbers were given before its own.
    var number: Int64
  }

  @Boxed package private(set) var memory = Memory()
  package var uploads = ReferenceUploads() {
    didSet { memory.uploads = uploads.memory }
  }
  /// The version, the build and the system of the app that runs.
  package var facts = (version: "", build: Int64(0), system: "")
  /// The settings of consent mode in the app's information file: whether each is granted.
  package var consentDefaults: OrderedDictionary<String, Bool> = [:]
  private var screen: Screen?
  /// The class of the screen that appeared last.
  private var automatic: String?
  /// Whether it appeared before the app was in front, so that no event tells of it yet.
  private var isEarly = false
  private var numbers: [String: Int64] = [:]
  private var numbersGiven: Int64 = 0
  /// Since when the time in front is not reported; nil while the app is away.
  private var since: Int64?
  /// When the next hour in front is over.
  package private(set) var hour: Int64?

  package init() {}

  /// A process begins, with what an earlier one has left.
  package mutating func begin(_ left: Memory) {
    let (facts, consentDefaults) = (facts, consentDefaults)
    self = ReferenceFirebase()
    self.consentDefaults = consentDefaults
    memory = left
    uploads = ReferenceUploads(left.uploads)
    self.facts = facts
  }

  private static let second: Int64 = 1000
  private static let hourLength = 3600 * second
  private static let sessionTimeout = 1800 * second

  // MARK: Inputs

  /// The events that an input leads to, in order.
  package mutating func take(_ input: Input, at now: Int64, _ instant: Int64) -> [Event] {
    switch input {
    case .front:
      (since, hour) = (instant, instant + Self.hourLength)
      return begin(at: now)
    case .away:
      // However short it was: the second is for screens alone.
      let engagement = report(at: now, instant, atLeast: 0)
      let left = own("_ab", [:], at: now + (engagement.isEmpty ? 0 : 1))
      let isInUse = since != nil
      (since, hour) = (nil, nil)
      memory.lastActivity = now
      return engagement + (isInUse ? left : [])
    case .hour:
      hour = instant + Self.hourLength
      return report(at: now, instant, atLeast: 0)
    case .screen(let kind): return appear(kind, at: now, instant)
    case .log(let name, let given): return log(name, given, at: now, instant)
    case .property(let name, let value): return set(name, value, at: now)
    case .user(let id): return set(user: id, at: now)
    case .defaults(let given): setDefaults(given)
    case .debug(let isOn): memory.isDebugging = isOn
    case .collection(let isOn):
      memory.isCollecting = isOn
      if since != nil { return begin(at: now) }
    case .consent(let answers): answer(answers, at: now)
    case .reset:
      let (isCollecting, isDebugging) = (memory.isCollecting, memory.isDebugging)
      let (consent, personalized) = (memory.consent, memory.personalized)
      memory = memory.reinstalled
      (memory.consent, memory.personalized) = (consent, personalized)
      (memory.isCollecting, memory.isDebugging) = (isCollecting, isDebugging)
      uploads.forget()
      (screen, automatic) = (nil, nil)
      if since == nil { return [] }
      since = instant
      return begin(at: now)
    case .link(let url):
      let campaign = Self.campaign(in: url)
      return campaign.isEmpty ? [] : own("_cmp", campaign, at: now)
    case .happening(let name, let given): return own(name, given, at: now)
    }
    return []
  }

  private mutating func setDefaults(_ given: Parameters?) {
    guard let given else { return memory.defaults = [:] }
    for (name, value) in given { memory.defaults[name] = value == .null ? nil : value }
  }

  /// A storage that is denied when it was not takes the user's properties with it.
  private mutating func answer(_ answers: OrderedDictionary<String, Bool>, at now: Int64) {
    let before = inForce
    let isWithdrawn = ["ad_storage", "analytics_storage"].contains {
      answers[$0] == false && before[$0] != false
    }
    if isWithdrawn, memory.firstOpened != nil {
      memory.properties = [:]
      memory.consent["ad_personalization"] = nil
    }
    memory.consent.merge(answers) { $1 }
    if answers["ad_personalization"] != nil { memory.personalized = now }
  }

  /// What the app has answered, over its defaults.
  private var inForce: OrderedDictionary<String, Bool> {
    consentDefaults.merging(memory.consent) { $1 }
  }

  /// What consent lets through: the two storages, and whether the installation has a name; nil
  /// where neither consent nor tracking is asked about.
  package func letThrough(isTracked: Bool) -> (storages: String, hasInstance: Bool)? {
    let all = inForce
    if all.isEmpty, !isTracked { return nil }
    let storages = ["ad_storage", "analytics_storage"].map {
      all[$0].map { $0 ? "1" : "0" } ?? "-"
    }
    return ("G1" + storages.joined(), all["analytics_storage"] != false)
  }

  /// An event of Firebase's own.
  private func own(_ name: String, _ parameters: Parameters, at time: Int64) -> [Event] {
    guard memory.isCollecting else { return [] }
    var all = parameters
    for (name, value) in Array(shown) + Array(memory.defaults) where all[name] == nil {
      all[name] = value
    }
    return [Event(name: name, parameters: all, time: time)]
  }

  // MARK: Use

  private mutating func begin(at now: Int64) -> [Event] {
    guard memory.isCollecting else { return [] }
    let before = memory
    let isFirst = before.firstOpened == nil
    let isNewSession = isExpired(at: now)
    if isFirst { memory.firstOpened = now }
    (memory.version, memory.build, memory.system) = facts
    if isNewSession { beginSession(at: now) }
    memory.lastActivity = now
    var events: [Event] = []
    if isFirst {
      let first: Parameters = ["_c": 1, "_r": 1, "_uwa": 0, "_pfo": .int(before.firstOpenings)]
      events += own("_f", first, at: now)
      memory.firstOpenings += 1
    } else {
      if (before.version, before.build) != (facts.version, facts.build) {
        events += own("_au", ["_pv": .string(before.version)], at: now)
      }
      if before.system != facts.system {
        events += own("_ou", ["_po": .string(before.system)], at: now)
      }
    }
    if isNewSession { events += own("_s", session(isFirst: memory.session == 1), at: now) }
    return isFirst ? events + own("_e", ["_et": 1], at: now) : events
  }

  private func isExpired(at now: Int64) -> Bool {
    memory.sessionStarted == nil || abs(now - memory.lastActivity) > Self.sessionTimeout
  }

  private mutating func beginSession(at now: Int64) {
    memory.session += 1
    memory.sessionStarted = now
    memory.engagedInSession = 0
  }

  private func session(isFirst: Bool) -> Parameters {
    var parameters: Parameters = [
      "_sid": .int((memory.sessionStarted ?? 0) / Self.second), "_sno": .int(memory.session),
    ]
    if isFirst { (parameters["_c"], parameters["_r"]) = (1, 1) }
    return parameters
  }

  private mutating func report(
    at now: Int64, _ instant: Int64, atLeast shortest: Int64
  ) -> [Event] {
    guard let begun = since, instant - begun >= shortest else { return [] }
    since = instant
    memory.lastActivity = now
    return own("_e", ["_et": .int(instant - begun)], at: now)
  }

  // MARK: Screens

  /// What an event carries of the screen.
  private var shown: Parameters {
    guard let screen else { return [:] }
    return Self.parameters(of: screen, "_sn", "_sc", "_si")
  }

  private static func parameters(
    of screen: Screen, _ name: String, _ kind: String, _ number: String
  ) -> Parameters {
    var parameters: Parameters = [:]
    parameters[name] = screen.name.map { .string($0) }
    parameters[kind] = screen.kind.map { .string($0) }
    parameters[number] = .int(screen.number)
    return parameters
  }

  private mutating func appear(_ kind: String, at now: Int64, _ instant: Int64) -> [Event] {
    let isNews = screen?.kind != kind || screen?.name != nil || isEarly
    guard memory.isCollecting, isNews else { return [] }
    let engagement = leaveScreen(at: now, instant)
    let number = numbers[kind] ?? numbersGiven
    if numbers[kind] == nil { numbersGiven += 1 }
    numbers[kind] = number
    let before = show(Screen(name: nil, kind: kind, number: number))
    let wasEarly = isEarly
    (automatic, isEarly) = (kind, since == nil)
    return isEarly ? [] : engagement + own("_vs", wasEarly ? [:] : before, at: now)
  }

  private mutating func leaveScreen(at now: Int64, _ instant: Int64) -> [Event] {
    if since != nil { memory.lastActivity = now }
    return report(at: now, instant, atLeast: Self.second)
  }

  /// Shows another screen; returns what its event says of the one before.
  private mutating func show(_ new: Screen) -> Parameters {
    let before = screen.map { Self.parameters(of: $0, "_pn", "_pc", "_pi") }
    screen = new
    return before ?? [:]
  }

  // MARK: Events of the app

  private mutating func log(
    _ name: String, _ given: Parameters, at now: Int64, _ instant: Int64
  ) -> [Event] {
    var event = Event(name: name, parameters: [:], time: now, isOwn: false)
    guard memory.isCollecting else {
      event.fate = .nothing
      return [event]
    }
    if let code = Self.code(ofEvent: name) {
      return error(Self.error(code, name, limit: 40, length: name.unicodeScalars.count), at: now)
    }
    if !memory.names.contains(name) {
      if memory.names.count >= 500 { return error(["_err": 8], at: now) }
      memory.names.append(name)
    }
    var all = given
    for (name, value) in memory.defaults where all[name] == nil { all[name] = value }
    var kept = Self.checked(all)
    var events: [Event] = []
    if name == "screen_view" {
      event.name = "_vs"
      events += leaveScreen(at: now, instant)
      // They become those of the screen, and do not travel beside them.
      let title = kept.removeValue(forKey: "screen_name")?.text
      let kind = kept.removeValue(forKey: "screen_class")?.text ?? automatic
      event.parameters = show(Screen(name: title, kind: kind, number: numbersGiven))
      numbersGiven += 1
    } else if since == nil, [.int(1), .double(1)].contains(kept["extend_session"]) {
      let isNew = isExpired(at: now)
      if isNew { beginSession(at: now) }
      memory.lastActivity = now
      if isNew { events += own("_s", session(isFirst: memory.session == 1), at: now) }
    }
    for (name, value) in Array(kept) + Array(shown) where event.parameters[name] == nil {
      event.parameters[name] = value
    }
    return events + [event]
  }

  // MARK: The user

  private mutating func set(_ name: String, _ value: String?, at now: Int64) -> [Event] {
    let length = value?.unicodeScalars.count ?? 0
    if let code = Self.code(ofProperty: name) {
      return error(Self.error(code, name, limit: 24, length: name.unicodeScalars.count), at: now)
    }
    if memory.properties[name] == nil, memory.properties.count >= 25 {
      return error(["_err": 9], at: now)
    }
    if length > 36 { return error(Self.error(7, name, limit: 24, length: length), at: now) }
    memory.properties[name] = length == 0 ? nil : Memory.Set(text: value ?? "", at: now)
    return []
  }

  private mutating func set(user id: String?, at now: Int64) -> [Event] {
    let length = id?.unicodeScalars.count ?? 0
    if length > 256 { return error(Self.error(7, "user_id", limit: 24, length: length), at: now) }
    memory.user = length == 0 ? nil : Memory.Set(text: id ?? "", at: now)
    return []
  }

  private func error(_ parameters: Parameters, at now: Int64) -> [Event] {
    var event = Event(name: "_err", parameters: parameters, time: now)
    event.fate = .error
    return [event]
  }

  // MARK: What travels

  /// An event on its way, with all that it carries; Firebase notes that it was stored.
  ///
  /// - Parameters:
  ///   - event: the event; one of a tag is given with the parameters that the tag has set.
  ///   - origin: who logged it, where it is not known from the event.
  package mutating func store(
    _ event: Event, origin: String? = nil
  ) -> (parameters: Parameters, previous: Int64?) {
    if event.isOwn, event.name == "_e", case .int(let time)? = event.parameters["_et"] {
      memory.engaged += time
      memory.engagedInSession += time
      memory.engagedAt = event.time
    }
    var parameters = event.parameters
    parameters["_o"] = .string(origin ?? (event.isOwn ? "auto" : "app"))
    if memory.isDebugging { (parameters["_dbg"], parameters["_r"]) = (1, 1) }
    let previous = memory.times[event.name]
    memory.times[event.name] = event.time
    return (parameters, previous)
  }

  /// The user properties as they travel, with the times at which they were set.
  package var travelling: OrderedDictionary<String, (Value, Int64)> {
    var all: OrderedDictionary<String, (Value, Int64)> = [:]
    if let opened = memory.firstOpened {
      all["_fi"] = (1, opened)
      // Rounded up; at a full hour it is the next one.
      all["_fot"] = (.int((opened / Self.hourLength + 1) * Self.hourLength), opened)
    }
    if let started = memory.sessionStarted {
      all["_sid"] = (.int(started / Self.second), started)
      all["_sno"] = (.int(memory.session), started)
    }
    if let engaged = memory.engagedAt {
      all["_lte"] = (.int(memory.engaged), engaged)
      all["_se"] = (.int(memory.engagedInSession), engaged)
    }
    if let isGranted = memory.consent["ad_personalization"] {
      all["_npa"] = (isGranted ? 0 : 1, memory.personalized)
    }
    if let user = memory.user { all["_id"] = (.string(user.text), user.at) }
    for (name, set) in memory.properties { all[name] = (.string(set.text), set.at) }
    return all
  }
}

// MARK: - Names and values

extension ReferenceFirebase {
  private static func hasReservedPrefix(_ name: String) -> Bool {
    ["firebase_", "google_", "ga_"].contains { name.hasPrefix($0) }
  }

  private static func isName(_ name: String, limit: Int) -> Bool {
    guard let first = name.unicodeScalars.first, first.properties.isAlphabetic else { return false }
    let areAllowed = name.unicodeScalars.allSatisfy {
      $0 == "_" || $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    return areAllowed && name.unicodeScalars.count <= limit
  }

  /// The code of the error that an event of this name leads to; nil where the app may log it.
  package static func code(ofEvent name: String) -> Int? {
    if hasReservedPrefix(name) || events.contains(name) { return 13 }
    return isName(name, limit: 40) ? nil : 2
  }

  private static let events = [
    "first_open", "first_visit", "session_start", "session_start_with_rollout", "user_engagement",
    "app_update", "os_update", "app_background", "app_exception", "app_remove", "app_clear_data",
    "in_app_purchase", "error", "notification_foreground", "notification_receive",
    "notification_open", "notification_dismiss", "ad_reward", "app_store_refund",
    "app_store_subscription_convert", "app_store_subscription_renew",
    "app_store_subscription_cancel",
  ]

  private static func code(ofProperty name: String) -> Int? {
    let reserved = [
      "first_open_time", "first_open_after_install", "first_visit_time",
      "last_deep_link_referrer", "user_id",
    ]
    if hasReservedPrefix(name) || reserved.contains(name) { return 15 }
    return isName(name, limit: 24) ? nil : 6
  }

  private static func error(_ code: Int, _ name: String, limit: Int, length: Int?) -> Parameters {
    let isLong = name.unicodeScalars.count > limit
    let cut = isLong ? String(name.unicodeScalars.prefix(limit)) + "..." : name
    var parameters: Parameters = ["_err": .int(Int64(code)), "_ev": .string(cut)]
    parameters["_el"] = length.map { .int(Int64($0)) }
    return parameters
  }

  /// The parameters that are left of those of an event, by their names, with the first error.
  package static func checked(_ given: Parameters) -> Parameters {
    var kept: Parameters = [:]
    var found: Parameters = [:]
    func note(_ error: Parameters) { if found.isEmpty { found = error } }
    for name in given.keys.sorted() {
      var value = given[name] ?? .null
      if case .bool(let flag) = value { value = flag ? 1 : 0 }
      let length = value.text?.unicodeScalars.count
      // An empty one is stripped, and lists and maps are dropped: neither has a code.
      if value == .null || value == .absent || length == 0 { continue }
      if hasReservedPrefix(name) {
        note(error(14, name, limit: 40, length: nil))
      } else if !isName(name, limit: 40) {
        note(error(3, name, limit: 40, length: name.unicodeScalars.count))
      } else if let length, length > 100 {
        note(error(4, name, limit: 40, length: length))
      } else if name != "items", value.elements != nil || value.members != nil {
        continue
      } else if kept.count >= 25 {
        note(["_err": 5])
      } else {
        kept[name] = value
      }
    }
    return kept.merging(found) { $1 }
  }

  // MARK: Campaigns

  /// The parameters of the campaign in a link; empty where there is none.
  package static func campaign(in url: String) -> Parameters {
    let keys: KeyValuePairs = [
      "utm_source": "source", "utm_medium": "medium", "utm_campaign": "campaign",
      "utm_term": "term", "utm_content": "content", "gclid": "gclid", "aclid": "aclid",
      "cp1": "cp1", "anid": "anid",
    ]
    let query = url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    var campaign: Parameters = [:]
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let key = keys.first(where: { $0.key == parts[0] }) else { continue }
      campaign[key.value] = .string(String(parts[1]))
    }
    let isCampaign = ["source", "medium", "campaign", "gclid"].contains { campaign[$0] != nil }
    return isCampaign ? campaign : [:]
  }
}
