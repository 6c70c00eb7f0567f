import OrderedCollections
import TagRuntime

/// What a world goes through for a while: several statements that make sense in this order alone.
/// They are drawn from a stream of their own, so that all else stays as it is.
extension RandomStory {
  mutating func episode() -> [String] {
    switch episodes.below(isLegacy ? 5 : 1) {
    case 0:
      [oddDefault(), episodes.chance(70) || !isLegacy ? "kill" : "close", "launch"]
        + (isLegacy ? ["open callback"] : [])
    case 1: refreshStorm()
    case 2: refusedBatches()
    case 3: leapWhileHitsTravel()
    default: givenUpOnTheirWay()
    }
  }

  /// A file of the app that is no default container, or is not where one is looked for.
  mutating func oddDefault() -> String {
    let file = files[3]
    let names = ["GTM-FUZZ.json", "GTM-FUZZ.plist", "GTM-FUZZ_v7", "gtm-fuzz", "GTM-FUZZ"]
    switch episodes.below(4) {
    case 0: return "container default unreadable"
    case 1: return "container default \(file) target=no"
    default: return "container default \(file) name=\(episodes.pick(names))"
    }
  }

  /// An app that asks again and again, until all its tokens are spent and some have come back.
  private mutating func refreshStorm() -> [String] {
    let count = isAndroid || episodes.chance(70) ? 6 + episodes.below(6) : 33
    var lines = ["foreground", "network online"]
    for _ in 0..<count {
      lines.append("refresh")
      let isPatient = episodes.chance(25)
      lines.append(
        "wait " + episodes.pick(isPatient ? ["7m", "15m", "16m"] : ["5s", "5s", "5s", "4999ms"]))
    }
    return lines
  }

  /// Several hits in one request that the collector refuses, and what travels how in the hour that
  /// follows.
  private mutating func refusedBatches() -> [String] {
    let hits = Array(repeating: "send screen \"Home\"", count: 3)
    let refused = "network status \(episodes.pick([404, 502, 400, 503, 204]))"
    var lines = ["launch", "foreground", "dispatch-interval off", "network online", refused]
    lines += hits.prefix(episodes.chance(70) ? 3 : 1) + ["dispatch", "wait 5s", "network online"]
    lines += hits + ["dispatch", "wait 1m"]
    lines += ["wait \(episodes.pick(["57m", "59m", "13m"]))"] + hits + ["dispatch", "wait 5s"]
    return lines + ["dispatch-interval 120s"]
  }

  /// Hits that the phone gives up while a request with some of them is under way.
  private mutating func givenUpOnTheirWay() -> [String] {
    let hits = (0..<(2 + episodes.below(24))).map { _ in "send screen \"Home\"" }
    var lines = ["launch", "foreground", "network slow latency=15s jitter=1s"]
    if episodes.chance(40) { lines.insert("clock 2014-02-27T03:00:00+00:00", at: 2) }
    lines += hits + ["dispatch", "wait \(episodes.pick(["3s", "9s"]))"]
    lines.append(episodes.pick(["opt-out on", "opt-out on", "queue-limit 1", "reinstall"]))
    return lines + ["wait 1m", "opt-out off", "queue-limit 2000", "network online"]
  }

  /// The device sleeps while hits travel and no container is open: much is due when it wakes.
  private func leapWhileHitsTravel() -> [String] {
    ["launch", "foreground", "close", "network slow latency=50s jitter=1s"]
      + Array(repeating: "send screen \"Home\"", count: 3)
      + ["background send-hits", "jump 29m", "foreground", "network online", "open callback"]
  }

  /// Hits of the day that has an hour more, which arrive around its end.
  mutating func longDay(of time: String) -> [String] {
    let hits = isLegacy ? ["send screen \"Home\"", "tap \"Buy\" n=3"] : ["log-event e0 n=12"]
    // Without the minute the second time would be the first one, still.
    return ["launch", "foreground", "at 02:30:00"] + hits + ["wait 1m", "at 02:30:00"] + hits
      + ["network offline"] + hits + ["at 23:30:00"] + hits + ["at \(time)", "network online"]
      + hits + ["dispatch", "wait 5s"]
  }
}

// MARK: - Firebase

extension RandomStory {
  /// Puts what happens to apps with Firebase into a story.
  mutating func addFirebase(to story: inout [String]) {
    for _ in 0...firebase.below(4) {
      story.insert(contentsOf: firebaseEpisode(), at: firebase.below(story.count + 1))
    }
  }

  private mutating func firebaseEpisode() -> [String] {
    switch firebase.below(10) {
    case 0: front + ["screen \"Home\""] + hours() + [logged(), "wait 16s"]
    case 1, 2: front + failures()
    case 3:
      front + ["network offline", logged(), "wait \(firebase.pick(["20s", "2h"]))"]
        + (firebase.chance(40) ? ["background", "network online", "wait 3s", "foreground"] : [])
        + ["network online", "wait 3s"]
    case 4, 5: front + screens()
    case 6: front + sessions()
    case 7:
      front + ["background audio", "wait \(firebase.pick(["10s", "29m", "31m"]))"]
        + [extending(), "wait \(firebase.pick(["29m", "31m"]))", extending(), logged()]
        + ["foreground"]
    case 8: front + (0..<4).map { _ in user() } + debugging()
    default: (firebase.chance(50) ? ["kill"] : front) + arrivals()
    }
  }

  private var front: [String] { ["launch", "foreground", "network online", "reachability honest"] }

  private mutating func hours() -> [String] {
    ["wait \(firebase.pick(["61m", "2h10m", "59m59s", "1h"]))"]
      + (firebase.chance(30) ? ["jump \(firebase.pick(["61m", "5h"]))", "wait 61m"] : [])
  }

  /// An upload that the collector refuses, and what the phone makes of it.
  private mutating func failures() -> [String] {
    let status = firebase.pick([429, 503, 500, 204, 404, 206, 400])
    var lines = ["network status \(status)", logged(), "wait \(firebase.pick(["16s", "61m"]))"]
    for _ in 0..<firebase.below(5) {
      lines.append(
        firebase.pick([
          "wait 31m", "wait 61m", "wait 3h", "wait 12h", "wait 40h", "background", "foreground",
          "kill", "launch", logged(), "network offline", "network status \(status)",
        ]))
    }
    return lines + ["network online", "wait \(firebase.pick(["20s", "2h"]))"] + front
      + ["wait 13h"]
  }

  private mutating func screens() -> [String] {
    (0..<6).map { _ in
      switch firebase.below(6) {
      case 0: "screen \"\(firebase.pick(["Home", "About"]))\""
      case 1: "wait \(firebase.pick(["400ms", "999ms", "1s", "3s"]))"
      case 2: logged()
      default:
        "log-event screen_view"
          + firebase.pick([" screen_name=\"Basket\"", " screen_name=\"Bill\"", ""])
          + firebase.pick([" screen_class=\"BasketVC\"", " screen_class=\"Home\"", "", " n=1"])
      }
    }
  }

  /// Coming back after about half an hour, by clocks that may have been set.
  private mutating func sessions() -> [String] {
    let wait = firebase.pick(["29m59s", "30m", "30m1s", "2h"])
    let away = firebase.pick(["background", "kill"])
    let back = away == "kill" ? "launch" : "foreground"
    if firebase.chance(50) { return [away, "wait \(wait)", back, logged()] }
    let minute = firebase.pick(["25", "31", "35"])
    return [
      "kill", "clock 2014-03-01T12:00:00+00:00", "launch", "wait 5s",
      "clock 2014-03-01T11:\(minute):00+00:00", away == "kill" ? "kill" : "wait 1s", "launch",
      "background", "wait 1s", "clock 2014-03-01T12:20:00+00:00", "foreground",
    ]
  }

  private mutating func extending() -> String {
    "log-event sync extend_session=\(firebase.pick(["1", "1", "true", "0", "\"1\""]))"
  }

  private mutating func user() -> String {
    let name = firebase.pick([
      "tier", "tier", "plan", "ga_tier", "user_id", "bad name",
      "a" + String(repeating: "b", count: 24),
    ])
    let value = firebase.pick([
      "\"gold\"", "null", "\"\"", "\"\(String(repeating: "v", count: firebase.pick([36, 37])))\"",
    ])
    switch firebase.below(5) {
    case 0: return "user-id \(firebase.pick(["\"u-1\"", "null"]))"
    case 1:
      return "default-parameters \(firebase.pick(["shop=\"Madrid\" n=7", "shop=null", "none"]))"
    default: return "user-property \(name.quoted)=\(value)"
    }
  }

  private mutating func debugging() -> [String] {
    guard firebase.chance(50) else { return [logged()] }
    return ["debug-mode on", logged(), "wait \(firebase.pick(["300ms", "2s"]))", logged()]
      + (firebase.chance(40) ? ["kill", "launch"] : [logged()]) + ["wait 5s", "debug-mode off"]
  }

  private mutating func arrivals() -> [String] {
    let query = [
      "utm_source=a", "utm_medium=b", "utm_campaign=c", "gclid=d", "utm_term=e", "cp1=f",
    ]
    let link =
      "https://www.example.com/?"
      + firebase.some(of: query, percent: 35)
      .joined(separator: "&")
    switch firebase.below(6) {
    case 0, 1: return ["open-url \(link.quoted)"]
    case 2: return ["reinstall", "launch", "wait 20s", "screen \"Home\""]
    case 3:
      if firebase.chance(60) { return [consent(), logged(), consent(), logged(), "wait 20s"] }
      return ["reset-analytics-data", logged(), "wait 20s"]
    case 4: return ["collection off", logged(), "wait 61m", "collection on", logged()]
    default:
      return firebase.pick([
        ["purchase sku=\"S-1\" price=9.5 currency=\"EUR\""], ["notification opened name=\"a\""],
        ["background", "notification received id=\"7\"", "foreground"], ["crash"], ["upgrade"],
      ]) + ["launch"]
    }
  }

  private mutating func consent() -> String {
    let answers = firebase.some(
      of: ["ad_storage", "analytics_storage", "ad_user_data", "ad_personalization"], percent: 50)
    return (answers.isEmpty ? ["ad_storage"] : answers).reduce("consent") {
      $0 + " \($1)=\(firebase.pick(["granted", "denied"]))"
    }
  }

  /// An event with names and values that Firebase takes, or does not.
  private mutating func logged() -> String {
    let long = String(repeating: "n", count: firebase.pick([40, 41]))
    let name = firebase.pick([
      "e0", "e1", "buy", "sign_up", long, "session_start", "google_x", "a b",
    ])
    var members: OrderedDictionary<String, Value> = [:]
    if firebase.chance(20) {
      for number in 0..<(24 + firebase.below(4)) {
        members[(number < 10 ? "z0" : "z") + String(number)] = .int(Int64(number))
      }
    }
    for key in firebase.some(of: ["a01", "ga_k", "2nd", "k" + long, "n", "list"], percent: 25) {
      let text = String(repeating: "x", count: firebase.pick([100, 101, 3, 0]))
      members[key] = firebase.pick([.string(text), .bool(true), 1.5, .list([1]), .null])
    }
    return "log-event \(name.quoted) " + JSONWriter.write(.map(members))
  }
}
