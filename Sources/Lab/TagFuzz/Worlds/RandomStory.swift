import OrderedCollections
import TagRuntime

/// Draws the statements of a story. Which groups of faults a world has, and how much of each, is
/// drawn first: one that has everything at once finds less than many that have little.
struct RandomStory {
  enum Group: Int, CaseIterable {
    case clock, scheduling, network, lifecycle, storage, containers, input, analytics, preview
  }

  private var draws: Draws
  /// What reads and large pushes are drawn from, so that all else stays as it is.
  private var more: Draws
  /// What whole episodes are drawn from, for the same reason.
  var episodes: Draws
  /// What is drawn for Firebase alone.
  var firebase: Draws
  private let generation: SDKGeneration
  let files: [String]
  private let hasMore: Bool
  let isAndroid: Bool
  private let groups: [Group]
  var isLegacy: Bool { generation == .legacy }

  init(
    seed: UInt64, _ generation: SDKGeneration, files: [String], hasMore: Bool, isAndroid: Bool
  ) {
    draws = Draws(seed: seed, "story")
    more = Draws(seed: seed, "reads and large pushes")
    episodes = Draws(seed: seed, "episodes")
    firebase = Draws(seed: seed, "firebase")
    self.isAndroid = isAndroid
    self.generation = generation
    self.files = files
    self.hasMore = hasMore
    var groups: [Group] = []
    for group in Group.allCases where draws.chance(45) {
      groups += Array(repeating: group, count: 1 + draws.below(3))
    }
    self.groups = groups
  }

  // MARK: Setup

  mutating func setup() -> [String] {
    var lines: [String] = []
    if draws.chance(80) { lines.append("container default \(files[0])") }
    if episodes.chance(15) { lines.append(oddDefault()) }
    if draws.chance(45) {
      lines.append("container saved \(files[1]) age=\(draws.pick(["1h", "11h59m", "12h", "13h"]))")
    } else if draws.chance(10) {
      lines.append("container saved unreadable")
    }
    if draws.chance(80) { lines.append("publish \(files[2])") }
    if hasMore, draws.chance(70) {
      lines.append("container default \(files[3]) id=\(RandomWords.otherID)")
    }
    if draws.chance(50) { lines.append("dispatch-interval \(draws.pick(["30s", "120s", "off"]))") }
    if isLegacy, draws.chance(15) { lines.append("set delivery strict") }
    if isLegacy, draws.chance(25) {
      let release = draws.pick(["3.09", "3.02"])
      if !isAndroid { lines.append("set sdk-version \(release)") }
    }
    if draws.chance(15) { lines.append("queue-limit \(draws.pick(["3", "7"]))") }
    if groups.contains(.network), draws.chance(40) { lines.append(network()) }
    return lines + (draws.chance(90) ? ["launch"] : [])
  }

  /// What ends all faults: after it everything that waits can go, and in time.
  mutating func calm() -> [String] {
    var lines = [
      "settle on", "network online", "reachability honest", "disk ok", "launch", "foreground",
      "wait 2m", "opt-out off", "dry-run off", "dispatch-interval 30s",
    ]
    lines += isLegacy ? [#"push {"event": "e0", "n": 12}"#] : ["log-event e0 n=12"]
    return lines + ["wait 3h", "dispatch", "wait 5m", "jump 40d", "wait 3h"]
      // What tags send at a full hour in front has left a minute later.
      + (isLegacy ? [] : ["wait 1m"])
  }

  // MARK: Statements

  mutating func statement() -> String {
    if isLegacy, more.chance(15) { return more.chance(35) ? read() : more.largePush() }
    if groups.isEmpty || draws.chance(45) { return everyday() }
    return fault(of: draws.pick(groups))
  }

  private mutating func fault(of group: Group) -> String {
    switch group {
    case .clock: return clock()
    case .scheduling: return scheduling()
    case .network: return network()
    case .lifecycle: return lifecycle()
    case .storage: return storage()
    case .containers: return container()
    case .input: return input()
    case .analytics: return analytics()
    case .preview: return isLegacy ? preview() : everyday()
    }
  }

  // MARK: Ambushes

  /// Faults that strike in a moment which is over in some milliseconds, or comes seldom: while a
  /// saved copy is read, while a dispatch reads, in a task in the background, without a container.
  mutating func ambush() -> [String] {
    switch draws.below(isLegacy ? 8 : 5) {
    case 0, 1:
      return ["kill", "settle off", draws.chance(80) ? "launch" : "launch cold"] + faults("3ms")
    case 2:
      return ["foreground", "settle off", everyday(), "dispatch"] + faults("6ms")
    case 3:
      let network = draws.pick(["slow latency=50s jitter=1s", "timeout"])
      let hits = (0..<5).map { _ in isLegacy ? "send screen \"Home\"" : "log-event e0 n=12" }
      return ["foreground", "network \(network)"] + hits + ["background send-hits"]
        + (draws.chance(40) ? ["wait 4m"] : ["foreground", everyday(), everyday()])
        + faults("1s") + ["wait 4m", "foreground"]
    case 4:
      return ["background-task refused", "kill", "settle off", "launch", "background send-hits"]
        + faults("2ms")
    case 5: return ["foreground", "close"] + faults("2s") + ["open prefer-fresh timeout=5s"]
    case 6:
      return ["foreground", "settle off", "refresh"] + faults("60ms")
    default:
      return [
        "network \(draws.pick(["answers-lost", "slow latency=3s jitter=1s"]))", "kill", "launch",
        "send screen \"Home\"", "wait 2m", "settle off", "kill", "network online", "launch",
      ] + faults("1s")
    }
  }

  private mutating func faults(_ pause: String) -> [String] {
    [anyFault(), anyFault(), "wait \(pause)", anyFault(), anyFault(), "settle on"]
  }

  private mutating func anyFault() -> String {
    // What an event sets off is a fault as well, where the container goes round in circles.
    if draws.chance(15) { return everyday() }
    if draws.chance(30) { return seldom() }
    let groups = Group.allCases.filter { $0 != .scheduling }
    return fault(of: draws.pick(groups))
  }

  /// A fault that its group draws too seldom to meet moments that are seldom, too.
  private mutating func seldom() -> String {
    switch draws.below(10) {
    case 0: return "network status \(draws.pick([204, 304]))"
    case 1: return "network status \(draws.pick([301, 302, 307]))"
    case 2: return "network status \(draws.pick([400, 404, 429]))"
    case 3: return "network status \(draws.pick([500, 503]))"
    case 4: return "network status \(draws.pick([0, 999]))"
    case 5: return draws.pick(["reachability online", "network blocked p.example"])
    case 6: return "container saved \(files[1]) age=40d"
    case 7: return draws.pick(["reinstall", "upgrade"])
    case 8: return clock()
    default:
      guard isLegacy else { return everyday() }
      return draws.chance(50) ? "dispatch-interval 30s" : draws.push(hostile: true)
    }
  }

  // MARK: One by one

  private mutating func everyday() -> String {
    switch draws.below(12) {
    case 0: return "screen \"\(draws.pick(["Home", "About"]))\""
    case 1: return "tap \"Buy\" n=\(draws.below(20))"
    case 2: return "tap \"Go\""
    case 3: return "wait \(draws.pick(["200ms", "3s", "31s", "2m", "61m", "13h"]))"
    case 4: return draws.chance(50) ? "launch" : "foreground"
    case 5: return "dispatch"
    default: return isLegacy ? draws.push(hostile: false) : event(hostile: false)
    }
  }

  private mutating func read() -> String {
    let kind = more.pick(["string", "int64", "double", "boolean"])
    let keys = [
      "event", "n", "a", "b", "language", "version", "fixed", "tier", "f0", "f1", "made0", "digest",
      "coded", "joined", "escaped0", "repeats", "fan0", "large", "nobody",
    ]
    return "read \(kind) \(more.pick(keys))"
  }

  private mutating func event(hostile: Bool) -> String {
    let name =
      hostile
      ? draws.pick([
        "bad name", "1st", "firebase_x", "ga_y", String(repeating: "n", count: 41), "é1",
      ])
      : draws.pick(["e0", "e1", "buy", "again", "start"])
    var members: OrderedDictionary<String, Value> = [:]
    for _ in 0..<draws.below(3) {
      members[draws.pick(["a", "b", "n", "price"])] = draws.value(depth: 2)
    }
    if hostile {
      let bad = draws.pick(["bad key", "google_k", "2nd"])
      members[bad] = 1
      members["long"] = .string(String(repeating: "x", count: draws.pick([100, 101])))
    }
    return "log-event \(name.quoted) " + JSONWriter.write(.map(members))
  }

  private mutating func clock() -> String {
    switch draws.below(7) {
    case 0: return "clock 2014-03-0\(1 + draws.below(9))T0\(draws.below(10)):00:00+00:00"
    case 1: return "clock \(draws.pick(["2014-02-01", "2013-03-01", "1970-01-01"]))T00:00:01+00:00"
    case 2: return "clock \(draws.pick(["2015-03-01", "2038-01-19", "2024-03-01"]))T03:14:08+00:00"
    case 3: return "jump \(draws.pick(["13h", "3h", "31d", "29m", "1s"]))"
    case 4: return "jump \(draws.pick(["120s", "2s", "5s"]))"
    default: return "wait \(draws.pick(["119s", "120s", "4h", "4h1m", "30m", "15m"]))"
    }
  }

  private mutating func scheduling() -> String {
    switch draws.below(6) {
    case 0, 1: return "settle off"
    case 2: return "settle on"
    case 3: return "wait \(draws.pick(["1ms", "3ms", "5ms", "60ms", "100ms", "190ms"]))"
    default:
      return isLegacy
        ? draws.pick(["refresh", "close", "open prefer-fresh timeout=5s", "open callback"])
        : "wait 3ms"
    }
  }

  private mutating func network() -> String {
    switch draws.below(14) {
    case 0, 1: return "network offline"
    case 2, 3: return "network online"
    case 4: return "network slow latency=\(draws.pick(["3s", "15s", "50s"])) jitter=1s"
    case 5: return "network lossy \(draws.pick(["30", "70"]))%"
    case 6, 7:
      let statuses = [
        0, 99, 204, 204, 301, 302, 303, 304, 304, 307, 308, 400, 401, 403, 404, 408, 410, 413, 422,
        429, 500, 502, 503, 504, 999,
      ]
      return "network status \(draws.pick(statuses))"
    case 8: return "network timeout"
    case 9: return "network reset"
    case 10: return "network captive"
    case 11: return "network answers-lost"
    case 12: return "network blocked \(draws.pick(["ssl.google-analytics.com", "p.example"]))"
    default: return "reachability \(draws.pick(["online", "offline", "honest"]))"
    }
  }

  private mutating func lifecycle() -> String {
    switch draws.below(11) {
    case 0, 1: return "kill"
    case 2, 3: return "background"
    case 4: return "background send-hits"
    case 5, 6: return "foreground"
    case 7: return "launch"
    case 8: return draws.chance(40) ? "reinstall" : "upgrade"
    case 9: return "background-task refused"
    default: return "launch cold open=prefer-fresh timeout=2s"
    }
  }

  private mutating func storage() -> String {
    draws.pick(["disk io-error", "disk damaged", "disk empty", "disk ok", "disk ok"])
  }

  private mutating func container() -> String {
    switch draws.below(8) {
    case 0, 1: return "publish \(draws.pick(files))"
    case 2: return "publish unreadable"
    case 3: return "container saved \(files[1]) age=\(draws.pick(["1h", "12h", "40d"]))"
    case 4: return "container saved unreadable"
    case 5: return "device language=\(draws.pick(["es", "en", "ko"]))"
    default: return isLegacy ? "refresh" : "publish \(draws.pick(files))"
    }
  }

  private mutating func input() -> String {
    if isLegacy { return draws.push(hostile: true) }
    if draws.chance(30) {
      return "user-property tier=\(draws.pick(RandomWords.texts).quoted)"
    }
    return event(hostile: draws.chance(60))
  }

  private mutating func analytics() -> String {
    guard isLegacy else {
      return draws.pick([
        "collection off", "collection on", "debug-mode on", "reset-analytics-data",
      ])
    }
    switch draws.below(12) {
    case 0: return "opt-out on"
    case 1: return "opt-out off"
    case 2: return "dry-run \(draws.pick(["on", "off"]))"
    case 3: return "dispatch completion"
    case 4: return "dispatch-interval \(draws.pick(["off", "1s", "-1s", "30s", "99999s"]))"
    case 5: return "queue-limit \(draws.pick(["1", "3", "2000"]))"
    case 6: return "set-field &sf \"\(draws.pick(["50", "100", "0"]))\""
    case 7: return "tracker default orders"
    default:
      return draws.chance(60)
        ? "send screen \"Home\""
        : "send event category=\"ui\" action=\"\(draws.pick(["x", "y"]))\" tracker=orders"
    }
  }

  private mutating func preview() -> String {
    let link = "tagmanager.c.com.example.fuzz://preview/p?id="
    switch draws.below(9) {
    case 0, 1: return "preview v\(1 + draws.below(4))"
    case 2: return "preview exit"
    case 3, 4: return "draft \(draws.pick(files))"
    case 5: return "open-url \((link + "GTM-ELSE&gtm_auth=a&gtm_preview=3").quoted)"
    case 6: return "open-url \((link + "GTM-FUZZ&gtm_auth=&gtm_preview=3").quoted)"
    case 7: return "launch url=\((link + "GTM-FUZZ&gtm_auth=a&gtm_preview=2").quoted)"
    default: return "kill"
    }
  }
}
