import ScenarioEngine
import TagForecast
import TagTrials

extension LimitTable {
  static let reports: [Group] = [
    Group(
      title: "Reports and films",
      rows: [
        Row(
          "ReportWriter.eventLimit", 2000, "events of a report, and tags",
          "the others are counted"),
        Row("ReportWriter.explainedLimit", 300, "events explained in a report", "it says so"),
        Row(
          "ReportWriter.tagLimit", 60, "tags explained at an event of a report",
          "the others are counted"),
        Row(
          "ReportWriter.lineLimit", 200, "lines of an explanation in a report",
          "the others are counted"),
        Row(
          "ReportWriter.troubleLimit", 20, "problems of one kind in a report",
          "the others are counted"),
        Row("ReportWriter.pictureLimit", 12, "pictures of a report", "the others are counted"),
        Row("ReportWriter.hitLimit", 300, "hits of a report", "the others are counted"),
        Row(
          "ReportWriter.valueLimit", 100, "values at the end of a chapter in a report",
          "the others are counted"),
        Row(
          "ReportWriter.textLimit", 400, "columns of a text in a table of a report",
          "the rest is cut, with …"),
        Row(
          "CoverageReport.nameLimit", CoverageReport.nameLimit,
          "things of a kind that were not reached", "the others are counted; JSON has all"),
        Row(
          "UnsavedPhone.nameLimit", 5, "scenarios named whose phone's file is full",
          "the others are counted"),
        Row(
          "BehaviourComparison.changeLimit", BehaviourComparison.changeLimit,
          "changes of one kind printed by diff", "the others are counted; JSON has all"),
        Row(
          "ForecastPlan.phoneLimit", ForecastPlan.phoneLimit, "phones of a forecast",
          "--phones is refused"),
        Row(
          "ForecastPlan.dayLimit", Int(ForecastPlan.dayLimit), "days of a forecast",
          "--days is refused"),
        Row("Journey.limit", 4, "hours of a session of a forecast", "it ends there"),
        Row(
          "ForecastCounts.strangeLimit", 10, "outliers listed in a forecast",
          "the others are not listed"),
        Row(
          "PhoneTally.phoneLimit", 100_000,
          "of anything that a phone of a forecast does", "the intervals count no more of it"),
        Row(
          "ForecastReport.loadDays", 14, "days of a forecast whose load is shown",
          "the CSV has the later ones"),
        Row(
          "ForecastPart.byteLimit", ForecastPart.byteLimit, "bytes of a part of a forecast",
          "it is not read"),
        Row(
          "ForecastPart.partLimit", ForecastPart.partLimit, "parts of a forecast",
          "it is not read"),
        Row(
          "ForecastCounts.sumLimit", 1_000_000_000_000_000, "of anything that a forecast counts",
          "a part with more is damaged, or not added"),
        Row(
          "PopulationReader.textLimit", PopulationReader.textLimit, "bytes of a population",
          "it is not read"),
        Row(
          "PopulationReader.mistakeLimit", 20, "reported mistakes in a population",
          "the others are not listed"),
        Row(
          "Cast.eventLimit", 100_000, "changes of the screen in an asciicast",
          "it ends there, and says so"),
      ])
  ]
}
