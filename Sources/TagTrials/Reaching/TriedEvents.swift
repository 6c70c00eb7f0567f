import TagInspection
package import TagRuntime

/// A scenario that pushes what makes the rules of two versions of a container true, and false by
/// one condition after the other, so that both can be compared without a scenario of the user's.
///
/// Its app has what either version needs.
package struct TriedEvents: Sendable {
  /// What it is called where people read of it.
  package static let name = "tried events"
  /// What a release is waited for after the start, so that it and not the default is tried.
  static let settling = "wait 10s"

  /// The scenario.
  package let text: String
  /// How many pushes it has.
  package let count: Int
  /// How many more there are than are pushed.
  package let leftOut: Int
  /// What no push leads to: the reason, and what it would have shown.
  package private(set) var unreached: [(reason: String, what: String)] = []

  /// Makes the scenario for two versions.
  ///
  /// - Parameters:
  ///   - old: one version.
  ///   - new: the other, of the same generation.
  ///   - path: the path of the file of the old one, as the scenario is to name it.
  /// - Complexity: that of `ContainerProbes` and `ContainerTrial`.
  package init(_ old: CompiledContainer, _ new: CompiledContainer, path: String) {
    let isFirebase = old.version.generation == .firebase
    let trial = TrialScenario(of: old, path: path, besides: new)
    var story = ["", Self.settling]
    var seen: Set<[String]> = []
    var count = 0
    var leftOut = 0
    for container in [old, new] {
      let probes = ContainerProbes(of: container)
      leftOut += probes.leftOut
      for push in probes.probes.map({ ProbedPush($0, isFirebase: isFirebase) })
      where seen.insert(push.lines).inserted {
        count += 1
        story += [""] + push.comments(in: container) + push.lines
      }
      for unreached in probes.unreached {
        let what = ProbedPush.words(unreached.aim, container)
        if !self.unreached.contains(where: { $0 == (unreached.reason, what) }) {
          self.unreached.append((unreached.reason, what))
        }
      }
    }
    (self.count, self.leftOut) = (count, leftOut)
    // Apps for v5 read no values.
    if !isFirebase { story += trial.readLines }
    text = trial.text + story.joined(separator: "\n") + "\n"
  }
}
