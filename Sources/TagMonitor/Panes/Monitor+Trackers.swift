import OrderedCollections
import TagRuntime
import TagSimulation

extension Monitor {
  /// What Analytics knows of the phone, its trackers, and what is sent when.
  var analyticsFacts: [Fact] {
    let simulation = view.simulation
    let world = simulation.world
    let analytics = simulation.runtime?.analytics
    let isOptedOut = analytics?.isOptedOut ?? world.disk.isOptedOut
    var facts = [
      Fact(name: "client id", text: world.disk.clientID),
      Fact(
        name: "opt-out", text: isOptedOut ? "ON: nothing is tracked" : "off",
        needsAttention: isOptedOut),
    ]
    if analytics?.isDryRun == true {
      facts.append(Fact(name: "dry run", text: "ON: nothing is sent", needsAttention: true))
    }
    if world.isReachable != world.isOnline {
      let text = "the phone believes that it has \(world.isReachable ? "a" : "no") net, wrongly"
      facts.append(Fact(name: "belief", text: text, needsAttention: true))
    }
    for (index, text) in dispatchTexts.enumerated() {
      facts.append(Fact(name: index == 0 ? "dispatch" : "", text: text))
    }
    if let task = backgroundTaskText { facts.append(Fact(name: "bg task", text: task)) }
    return facts + trackerFacts
  }

  private var trackerFacts: [Fact] {
    guard let runtime = view.simulation.runtime else { return [] }
    let analytics = runtime.analytics
    let now = view.simulation.now.instant
    func credits(_ tracker: String?) -> String {
      "\(runtime.credits(ofTracker: tracker, at: now)) of \(Limits.hitCredits) credits"
    }
    let trackers = analytics.trackers.values.enumerated().map { index, tracker in
      let id = tracker.value(of: "&tid") ?? "no tracking id"
      let isDefault = tracker.name == analytics.defaultTracker
      return Fact(
        name: index == 0 ? "trackers" : "",
        text: (tracker.name == id ? id : "\(tracker.name) (\(id))")
          + (isDefault ? ", the default one" : "") + ": " + credits(tracker.name))
    }
    return trackers + [Fact(name: "pixels", text: credits(nil))]
  }
}
