import TagInspection
package import TagRuntime

/// A scenario that makes the rules of two versions of a container true, then false by one condition
/// after another, so that both can be compared without a scenario from the user.
///
/// Its app has everything that either version needs.
package struct TriedEvents: Sendable {
  /// The scenario's name for users.
  package static let name = "tried events"
  /// The event that the SDK logs for a link, and a link that makes it do so.
  private static let campaign = (
    event: "firebase_campaign",
    line: "open-url " + "https://example.com/?utm_source=s&utm_medium=m&utm_campaign=c".quoted
  )
  /// The wait after the start for the release, so that the release is tried and not the default.
  static let settling = "wait 10s"

  package let text: String
  package let count: Int
  /// The number of further pushes that were left out.
  package let leftOut: Int
  /// What no push reaches: the reason, and what it would have shown.
  package private(set) var unreached: [(reason: String, what: String)] = []

  /// Makes the scenario for two versions.
  ///
  /// - Parameters:
  ///   - old: one version.
  ///   - new: the other version, of the same generation.
  ///   - path: the path to the old version's file that the scenario uses.
  /// - Complexity: that of `ContainerProbes` and `ContainerTrial`.
  package init(_ old: CompiledContainer, _ new: CompiledContainer, path: String) {
    let isFirebase = old.version.generation == .firebase
    let trial = TrialScenario(of: old, path: path, besides: new)
    var story = ["", Self.settling]
    var seen: Set<[String]> = []
    var told: Set<[String]> = []
    var events: Set<String> = []
    var count = 0
    var leftOut = 0
    let opensLink = trial.trial.automaticEvents.contains(Self.campaign.event)
    for container in [old, new] {
      let probes = ContainerProbes(of: container)
      leftOut += probes.leftOut
      for push in probes.probes.map({ ProbedPush($0, isFirebase: isFirebase) })
      where seen.insert(push.lines).inserted {
        count += 1
        events.insert(push.event)
        story += [""] + push.comments(in: container) + push.lines
      }
      for unreached in probes.unreached
      where !(opensLink && unreached.reason == ContainerProbes.reason(against: Self.campaign.event))
      {
        let what = ProbedPush.words(unreached.aim, container)
        if told.insert([unreached.reason, what]).inserted {
          self.unreached.append((unreached.reason, what))
        }
      }
    }
    // A rule is true at other events as well, as those of a pattern.
    for event in trial.trial.events where !events.contains(event.name) {
      count += 1
      story += ["", trial.line(sending: event)]
    }
    if opensLink { story += ["", "# The SDK logs \(Self.campaign.event).", Self.campaign.line] }
    (self.count, self.leftOut) = (count, leftOut)
    // Apps for v5 read no values.
    if !isFirebase { story += trial.readLines }
    text = trial.text + story.joined(separator: "\n") + "\n"
  }
}
