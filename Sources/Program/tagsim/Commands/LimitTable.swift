import ContainerFormats
import ScenarioEngine
import TagForecast
import TagInspection
import TagMonitor
import TagRuntime
import TagSimulation
import TextKit

/// The limits that people meet with ordinary files, scenarios and keys: each value, and what
/// happens when it is reached. The constants of the sources have all others, with their comments.
enum LimitTable {
  struct Row {
    /// The constant, with its type.
    let name: String
    let value: Int
    /// The unit of the value.
    let unit: String
    /// What happens when it is reached.
    let excess: String

    init(_ name: String, _ value: Int, _ unit: String, _ excess: String) {
      (self.name, self.value, self.unit, self.excess) = (name, value, unit, excess)
    }
  }

  struct Group {
    let title: String
    let rows: [Row]
  }

  /// The table: the value with its unit, what happens, and the name.
  static var parts: [ReportPart] {
    groups.flatMap { group -> [ReportPart] in
      let rows = group.rows.map {
        ReportTable.Row([
          .number($0.value), ReportCell("\($0.unit): \($0.excess)  [\($0.name)]"),
        ])
      }
      return [
        .heading(group.title, level: 3), .table(ReportTable(columns: ["", ""], rows: rows)),
      ]
    }
  }

  private static func seconds(_ duration: Duration) -> Int { Int(duration.components.seconds) }

  private static let groups: [Group] = [
    Group(
      title: "Pushes and the data layer",
      rows: [
        Row(
          "Limits.updatesPerDrain", Limits.updatesPerDrain, "updates of one drain",
          "the drain stops with the SDK's own error, and drops what waits"),
        Row(
          "Limits.pushDepth", Limits.pushDepth, "levels of a pushed value",
          "the push is refused, with a code"),
        Row(
          "Limits.leavesPerPush", Limits.leavesPerPush, "leaves of one push",
          "the push is refused, with a code"),
        Row(
          "Limits.stringBytes", Limits.stringBytes, "bytes of a text in a push",
          "the push is refused, with a code"),
        Row(
          "Limits.dataLayerBytes", Limits.dataLayerBytes, "bytes of the data layer",
          "the push is refused, with a code"),
        Row(
          "Limits.lastingKeys", Limits.lastingKeys, "values that outlast the process",
          "the oldest is removed"),
      ]),
    Group(
      title: "Evaluation",
      rows: [
        Row(
          "Limits.macroDepth", Limits.macroDepth, "variables in a chain",
          "the value fails, with a log line"),
        Row(
          "Limits.evaluationSteps", Limits.evaluationSteps,
          "conditions and variables of an event in a container",
          "what is left fails, with a log line"),
        Row(
          "Limits.openContainers", Limits.openContainers, "open containers",
          "a further one is not opened, with a log line"),
        Row(
          "Pattern.lengthLimit", Pattern.lengthLimit, "bytes of a pattern",
          "it is refused, and counts as false"),
        Row(
          "Pattern.stepLimit", Pattern.stepLimit,
          "steps of all pattern matching for an event",
          "further ones count as false, and the explanation, the log and lint say so"),
      ]),
    Group(
      title: "Hits",
      rows: [
        Row(
          "Limits.storedHits", Limits.storedHits, "hits of a queue on the phone",
          "the oldest is dropped, and counted"),
        Row(
          "Limits.hitBytes", Limits.hitBytes, "bytes of the payload of a hit",
          "the hit is dropped, with a reason"),
        Row(
          "Limits.hitsPerRequest", Limits.hitsPerRequest, "hits of one request",
          "the others go with the next one"),
        Row(
          "Limits.requestBytes", Limits.requestBytes, "bytes of a request of Analytics",
          "the others go with the next one"),
        Row(
          "Limits.getBytes", Limits.getBytes, "bytes of a hit", "from here on it travels by POST"),
        Row(
          "Limits.hitCredits", Limits.hitCredits, "hits made at once",
          "a further one is dropped, with a reason"),
        Row(
          "HitLimiter.creditPeriod", seconds(HitLimiter.creditPeriod),
          "seconds until one hit more may be made",
          "it is dropped before"),
        Row(
          "Settings.shortestDispatchInterval", seconds(Settings.shortestDispatchInterval),
          "seconds between two dispatches", "less is off"),
      ]),
    Group(
      title: "Firebase and Braze",
      rows: [
        Row(
          "Limits.storedEvents", Limits.storedEvents, "events on the phone",
          "the oldest is dropped, and counted"),
        Row(
          "Limits.eventNameLength", Limits.eventNameLength, "characters of a name",
          "the event, or parameter, is dropped, with a firebase_error"),
        Row(
          "Limits.eventParameters", Limits.eventParameters, "parameters of an event",
          "the others are dropped, with a firebase_error"),
        Row(
          "Limits.parameterTextLength", Limits.parameterTextLength,
          "characters of a parameter's text", "it is dropped, with a firebase_error"),
        Row(
          "Limits.eventNames", Limits.eventNames, "names of events of an installation",
          "a further one is dropped, with a firebase_error"),
        Row(
          "Limits.userProperties", Limits.userProperties, "user properties of an installation",
          "a further one is not set, with a firebase_error"),
        Row(
          "ReportCutoff.eventLateness", seconds(ReportCutoff.eventLateness) / 3600,
          "hours that an event may be late",
          "it is in no report and reported as late"),
        Row(
          "BrazeLimits.characters", BrazeLimits.characters, "characters of a name, key or text",
          "it is cut, with a message"),
      ]),
    Group(
      title: "Containers",
      rows: [
        Row("ContainerLimits.bytes", ContainerLimits.bytes, "bytes of a file", "it is refused")
      ]),
    Group(
      title: "Descriptions of containers",
      rows: [
        Row("Linter.limit", Linter.limit, "findings of a container", "the others are counted"),
        Row(
          "Linter.warnedBytes", Linter.warnedBytes, "bytes from which Google warns",
          "lint reports it"),
      ]),
    Group(
      title: "Captures of proxies",
      rows: [
        Row(
          "CollectorRules.sessionHits", CollectorRules.sessionHits,
          "hits of a session that are processed",
          "a hit is in no report"),
        Row(
          "CollectorRules.dayHits", CollectorRules.dayHits,
          "hits of a user that are processed in a day",
          "a hit is in no report"),
      ]),
    Group(
      title: "Scenarios and apps",
      rows: [
        Row(
          "ScenarioLoader.textLimit", ScenarioLoader.textLimit, "bytes of a scenario or app",
          "it is not read"),
        Row(
          "Scenario.statementLimit", Scenario.statementLimit,
          "statements of a scenario, with its blocks unrolled",
          "it is refused, with the place"),
        Row(
          "Scenario.branchLimit", Scenario.branchLimit, "branches of a scenario",
          "the next is refused"),
        Row(
          "MatrixAxis.wayLimit", MatrixAxis.wayLimit, "ways to play a scenario",
          "the matrix is refused"),
        Row(
          "RunFacts.limit", RunFacts.limit, "events of a run in ndjson", "the others are counted"),
      ]),
    Group(
      title: "The world and its history",
      rows: [
        Row(
          "Timeline.stepLimit", Timeline.stepLimit, "steps, and rows, of a history",
          "the world stops, with a message"),
        Row(
          "HistorySize.usualBytes", HistorySize.usualBytes, "bytes of a history",
          "the older half is thinned out; in the end, the world stops"),
      ]),
    Group(
      title: "The screen",
      rows: [
        Row(
          "RowFilter.lengthLimit", RowFilter.lengthLimit, "characters of a filter",
          "it is refused"),
        Row(
          "Branches.limit", Branches.limit, "runs that are kept as branches",
          "another one is refused; :branches drops one"),
      ]),
    Group(
      title: "The command line",
      rows: [
        Row(
          "RunChance.repeatLimit", RunChance.repeatLimit, "times of `--repeat`", "it is refused")
      ]),
    Group(
      title: "Reports and films",
      rows: [
        Row(
          "ReportWriter.eventLimit", ReportWriter.eventLimit, "events of a report, and tags",
          "the others are counted"),
        Row(
          "CoverageReport.nameLimit", CoverageReport.nameLimit,
          "things of a kind that were not reached", "the others are counted; JSON has all"),
        Row(
          "ForecastPlan.phoneLimit", ForecastPlan.phoneLimit, "phones of a forecast",
          "--phones is refused"),
        Row(
          "ForecastPlan.dayLimit", Int(ForecastPlan.dayLimit), "days of a forecast",
          "--days is refused"),
      ]),
  ]
}
