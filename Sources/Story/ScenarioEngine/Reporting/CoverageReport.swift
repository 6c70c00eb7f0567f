import OrderedCollections
import TagRuntime
import TextKit

/// A report of the goals that scenarios reached in the containers and the apps, and whether that is
/// enough.
package struct CoverageReport: Sendable {
  /// The maximum number of named missing goals per kind.
  package static let nameLimit = 20

  /// The name of the required share where it is a point of a report.
  static let point = "coverage"

  /// The goals that scenarios reached.
  let coverage: RunCoverage
  /// The required percentage of rules seen both true and false; nil if there is no requirement.
  package let wanted: Int?

  /// Creates a report, with the required percentage of rules.
  package init(_ coverage: RunCoverage, wanted: Int?) {
    (self.coverage, self.wanted) = (coverage, wanted)
  }

  /// Whether enough rules were seen both true and false. Without rules, nothing was seen.
  package var isEnough: Bool {
    guard let wanted, wanted > 0 else { return true }
    let rules = coverage.rules
    return rules.all > 0 && rules.reached * 100 >= wanted * rules.all
  }

  /// A summary such as "rules both true and false: 12 of 15, 80 %".
  package var summary: String {
    let rules = coverage.rules
    if rules.all == 0 {
      let asked = wanted.map { ", but at least \($0) % is required" } ?? ""
      return "rules both true and false: no container in use has rules" + asked
    }
    let share = "\(rules.reached) of \(rules.all), \(rules.reached * 100 / rules.all) %"
    let asked = wanted.map {
      isEnough
        ? ", at least \($0) % required"
        : ", less than the required \($0) %"
    }
    return "rules both true and false: " + share + (asked ?? "")
  }

  // MARK: Lines

  package var lines: [String] {
    var lines: [String] = []
    for container in coverage.containers {
      lines.append("coverage of \(container.title), \(Counted.text(container.events, "event"))")
      lines += container.tallies.filter { $0.tally.all > 0 }.map { name, tally, done in
        "  " + padded(name) + "\(tally.reached) of \(tally.all) \(done)"
      }
      lines += container.missingLines.map { "  " + $0 }
      lines += container.uncounted.map { "  not counted: " + $0 }
    }
    for app in coverage.apps where app.tally.all > 0 {
      lines.append("coverage of the app \(app.name)")
      lines.append("  " + padded("buttons") + "\(app.tally.reached) of \(app.tally.all) pressed")
      lines += app.missingLines.map { "  " + $0 }
    }
    for plan in coverage.plans {
      let tally = plan.tally
      lines.append("coverage of the plan \(plan.files.joined(separator: " and "))")
      lines.append("  " + padded("events") + "\(tally.reached) of \(tally.all) seen")
      lines += Self.bounded(plan.missing.map { "event \($0) was never seen" }).map { "  " + $0 }
    }
    return lines + [summary]
  }

  /// Lines about missing goals, up to the limit of a kind.
  static func bounded(_ lines: [String]) -> [String] {
    let more = lines.count - nameLimit
    return Array(lines.prefix(nameLimit)) + (more > 0 ? ["and \(more) more of these"] : [])
  }

  private func padded(_ name: String) -> String {
    TextWidth.filled(name, to: 11) + " "
  }

  var parts: [ReportPart] {
    let outline = lines.dropLast().map { line in
      line.hasPrefix("  ") ? IndentedLine(2, String(line.dropFirst(2))) : IndentedLine(0, line)
    }
    return HandedReport(outline: [IndentedLine(0, "")] + outline).parts + [
      .text(summary + ".", .plain)
    ]
  }

  /// The report as a JSON value, with all missing goals.
  var value: Value {
    let containers = coverage.containers.map { container -> Value in
      var members: Value = [
        "id": .string(container.id), "version": .string(container.compiled.version.version),
        "events": .count(container.events),
        "missing": .texts(container.missing.map { container.words($0, isReached: false) }),
        "uncounted": .texts(container.uncounted),
      ]
      if case .map(var map) = members {
        for (name, tally, _) in container.tallies { map[name] = tally.value }
        members = .map(map)
      }
      return members
    }
    let apps = coverage.apps.map { app -> Value in
      [
        "name": .string(app.name), "buttons": app.tally.value,
        "missing": .texts(app.missing.map(\.words)),
      ]
    }
    let plans = coverage.plans.map { plan -> Value in
      [
        "files": .texts(plan.files), "events": plan.tally.value,
        "missing": .texts(plan.missing),
      ]
    }
    return [
      "containers": .list(containers), "apps": .list(apps), "plans": .list(plans),
      "rules": coverage.rules.value,
      "wanted": .count(wanted), "enough": .bool(isEnough),
    ]
  }
}

extension ContainerCoverage {
  /// The title of the container: "GTM-AB12 v8".
  package var title: String {
    let version = compiled.version.version
    let kind = goals.all.contains { if case .ruleTrue = $0 { true } else { false } }
    let words = compiled.dialect.vocabulary.rule
    return id + (version.isEmpty ? "" : " v\(version)") + (kind ? "" : " (without \(words)s)")
  }

  /// The tally of each kind, with the word for a reached goal.
  var tallies: [(name: String, tally: Tally, done: String)] {
    [
      ("tags", tags, "fired"), ("rules", rules, "both true and false"),
      ("conditions", conditions, "decisive"), ("variables", variables, "read"),
    ]
  }

  /// Lines about missing goals, up to the limit of each kind. A rule that was never true is listed
  /// without its conditions.
  var missingLines: [String] {
    let missing = missing
    let never = Set(missing.filter { if case .ruleTrue = $0 { true } else { false } })
    let told = missing.filter { goal in
      if case .decisive(let rule, _) = goal { return !never.contains(.ruleTrue(rule)) }
      return true
    }
    var lines: [String] = []
    for kind in 0..<4 {
      let names = told.filter { $0.kind == kind }.map { words($0, isReached: false) }
      lines += names.prefix(CoverageReport.nameLimit)
      if names.count > CoverageReport.nameLimit {
        lines.append("and \(names.count - CoverageReport.nameLimit) more")
      }
    }
    return lines
  }

  /// Lines about parts that do not count, because no scenario can reach them.
  var uncounted: [String] {
    let rule = compiled.dialect.vocabulary.rule
    let parts: [(count: Int, name: String, fact: String)] = [
      (goals.neverTrue.count, rule, "that can never be true"),
      (goals.alwaysTrue.count, rule, "true at every event"),
      (goals.idleRules.count, rule, "that decides nothing"),
      (goals.deadTags.count, "tag", "that can never fire"),
    ]
    return parts.filter { $0.count > 0 }.map { "\(Counted.text($0.count, $0.name)) \($0.fact)" }
  }
}

extension CoverageGoal {
  /// The order of its kind among the kinds.
  fileprivate var kind: Int {
    switch self {
    case .tag: 0
    case .ruleTrue, .ruleFalse: 1
    case .decisive: 2
    case .variable: 3
    }
  }
}

extension ContainerCoverage.Tally {
  fileprivate var value: Value { ["reached": .count(reached), "all": .count(all)] }
}

extension AppCoverage {
  fileprivate var missingLines: [String] {
    CoverageReport.bounded(missing.map(\.words))
  }
}

extension AppCoverage.Button {
  /// A sentence such as "button Buy of screen Cart was never pressed".
  fileprivate var words: String { "button \(title) of screen \(screen) was never pressed" }
}
