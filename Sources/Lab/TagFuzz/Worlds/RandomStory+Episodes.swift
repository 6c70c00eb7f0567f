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
