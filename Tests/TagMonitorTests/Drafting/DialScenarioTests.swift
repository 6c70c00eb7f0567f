import Foundation
import OrderedCollections
import ScenarioEngine
import TagInspection
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// The dial against what a run shows that is played with the changed container: over all conditions
/// of the lessons, with every operator.
struct DialScenarioTests {
  private static let lessons: [String] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Scenarios")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".scenario") }.map { String($0.dropLast(9)) }.sorted()
  }()

  /// An event of a container, and the rule that is turned there.
  private struct Met {
    var number: Int
    var explanation: EventExplanation

    func rule(_ position: Int) -> RuleExplanation { explanation.rule(at: position) }

    /// The values that the rule saw.
    func values(_ position: Int) -> [String] {
      rule(position).conditions.map { "\($0.subject) = \($0.sides.left)" }.sorted()
    }
  }

  private struct Sum {
    var judged = 0
    var played = 0
    var compared = 0
    var wrong: [String] = []
  }

  /// All events of the containers of a run.
  private static func met(_ run: ScenarioRun) -> OrderedDictionary<String, [Met]> {
    var met: OrderedDictionary<String, [Met]> = [:]
    run.timeline.retrace { step in
      for (place, row) in step.rows.enumerated() {
        for explanation in row.update?.explanations ?? [] {
          met[explanation.containerID, default: []].append(
            Met(number: step.firstRow + place, explanation: explanation))
        }
      }
    }
    return met
  }

  @Test(arguments: lessons)
  func theDialIsWhatThePlayedBranchShows(_ name: String) throws {
    var sum = Sum()
    // The demo is cut to its opening elsewhere.
    for monitor in name == "demo" ? [try Shown.demo()] : try Shown.ways(name) {
      let run = monitor.atEnd.run
      for (_, events) in Self.met(run).elements {
        let bases = OrderedSet(events.map(\.explanation.compiled))
        for base in bases where !base.rules.isEmpty { Self.turn(base, events, run, &sum) }
      }
    }
    #expect(sum.wrong == [], "\(name): \(sum.wrong.count) differ")
    let isWithoutEvents = ["open-race", "stale"].contains(name)
    #expect((sum.judged > 0 && sum.played > 0) != isWithoutEvents, "\(name): \(sum)")
  }

  private static func turn(
    _ base: CompiledContainer, _ events: [Met], _ run: ScenarioRun, _ sum: inout Sum
  ) {
    let alterable = AlterableContainer(base)
    let own = events.filter { $0.explanation.compiled == base }
    let read = own.map {
      ConditionDial.Event(number: $0.number, name: "", explanation: $0.explanation)
    }
    for place in base.rules.indices.flatMap({ alterable.conditions(ofRule: $0) }) {
      guard var form = try? alterable.form(of: place) else { continue }
      let id = events[0].explanation.containerID
      let drafts = run.timeline.live.world.server.drafts[id] ?? []
      let dial = ConditionDial(base, place, at: read, isDraft: drafts.contains { $0 === base })
      // The same answers to several operators are played once.
      var played: Set<[Bool]> = [dial.now]
      for comparison in ConditionOperator.all {
        form.comparison = comparison
        guard let edit = try? alterable.edit(form),
          case .condition(_, _, let argument) = edit,
          var altered = try? base.version.applying([edit])
        else {
          sum.wrong.append("\(form) cannot be turned")
          continue
        }
        let answers = dial.judge(comparison, argument)
        altered.version = "9999"
        let copy = CompiledContainer(altered)
        judge(answers, own, place.rule, in: copy, &sum)
        guard played.insert(answers.after).inserted else { continue }
        play(dial, answers, events, base, place.rule, copy, run, &sum)
      }
    }
  }

  /// Compares the answers with the rule of the changed container at the same events.
  private static func judge(
    _ answers: ConditionDial.Answers, _ own: [Met], _ rule: Int, in copy: CompiledContainer,
    _ sum: inout Sum
  ) {
    for (event, answer) in zip(own, answers.after) {
      let tags = event.explanation.tags.lazy.compactMap { $0.counterpart(in: copy) }
      guard
        let met = tags.flatMap({ $0.rules + $0.blockingRules }).first(where: {
          $0.position == rule
        })
      else { return }
      sum.judged += 1
      if met.isTrue != answer { sum.wrong.append("judged #\(event.number), rule \(rule)") }
    }
  }

  /// Whether a container is the changed one, whatever version number a line gives it.
  private static func isCopy(_ container: CompiledContainer, _ copy: CompiledContainer) -> Bool {
    var version = container.version
    version.version = copy.version.version
    return version == copy.version
  }

  /// Plays the run with the changed container, and compares the rule at its events.
  private static func play(
    _ dial: ConditionDial, _ answers: ConditionDial.Answers, _ events: [Met],
    _ base: CompiledContainer, _ rule: Int, _ copy: CompiledContainer, _ run: ScenarioRun,
    _ sum: inout Sum
  ) {
    guard let branch = run.again(reading: copy, named: "copy", insteadOf: base) else {
      sum.wrong.append("not played")
      return
    }
    sum.played += 1
    let id = events[0].explanation.containerID
    let made = met(branch)[id] ?? []
    var place = 0
    for (index, old) in events.enumerated() {
      let isOwn = old.explanation.compiled == base
      let new = made.indices.contains(index) ? made[index] : nil
      let isSame =
        new.map { new in
          new.explanation.event == old.explanation.event
            && isOwn == isCopy(new.explanation.compiled, copy)
            && (!isOwn || new.values(rule) == old.values(rule))
        } ?? false
      guard isSame, let new else {
        if dial.firstUncertain(answers).map({ $0 <= place }) != true {
          sum.wrong.append("departs at #\(old.number) unsaid, rule \(rule)")
        }
        return
      }
      guard isOwn else { continue }
      sum.compared += 1
      if new.rule(rule).isTrue != answers.after[place] {
        sum.wrong.append("played #\(old.number), rule \(rule)")
      }
      place += 1
    }
  }
}
