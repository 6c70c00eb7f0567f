extension LimitTable {
  /// The limits that users meet with ordinary files, scenarios and keys; the others protect against
  /// hostile or enormous input.
  static let met: Set<String> = [
    // Pushes and the data layer
    "Limits.pushDepth", "Limits.leavesPerPush", "Limits.stringBytes", "Limits.dataLayerBytes",
    "Limits.lastingKeys", "Limits.updatesPerDrain",
    // Evaluation
    "Limits.macroDepth", "Limits.evaluationSteps", "Limits.openContainers",
    "Pattern.lengthLimit", "Pattern.stepLimit",
    // Hits
    "Limits.storedHits", "Limits.hitBytes", "Limits.hitsPerRequest", "Limits.requestBytes",
    "Limits.getBytes", "Limits.hitCredits", "HitLimiter.creditPeriod",
    "Settings.shortestDispatchInterval", "CollectorRules.sessionHits", "CollectorRules.dayHits",
    // Firebase and Braze
    "Limits.storedEvents", "Limits.eventNameLength", "Limits.eventParameters",
    "Limits.parameterTextLength", "Limits.eventNames", "Limits.userProperties",
    "ReportCutoff.eventLateness", "BrazeLimits.characters",
    // Containers
    "ContainerLimits.bytes", "Linter.limit", "Linter.warnedBytes",
    // Scenarios and their reports
    "ScenarioLoader.textLimit", "Scenario.statementLimit", "Scenario.branchLimit",
    "MatrixAxis.wayLimit", "RunFacts.limit", "ReportWriter.eventLimit",
    "CoverageReport.nameLimit",
    // The world, the screen and the command line
    "Timeline.stepLimit", "HistorySize.usualBytes", "Branches.limit", "RowFilter.lengthLimit",
    "RunChance.repeatLimit", "ForecastPlan.phoneLimit", "ForecastPlan.dayLimit",
  ]
}
