import MeasurementPlan
package import ScenarioEngine
import TagSimulation

extension PlanEvidence {
  /// Adds what the app pushed and logged in a run, each at its statement.
  ///
  /// - Complexity: O(n) in the rows of the run.
  package mutating func add(_ run: FinishedRun) {
    let entries = run.entries.filter { !$0.rows.isEmpty }
    var next = 0
    run.timeline.forEachRow(in: (run.told.rows + 1)...) { row in
      while next < entries.count, entries[next].rows.upperBound < row.number { next += 1 }
      let statement = next < entries.count ? entries[next].result.statement : nil
      let place = Place(
        file: statement?.location.file ?? run.scenario.file, line: statement?.location.line ?? 1,
        words: statement?.text ?? "")
      if let property = row.event.property(at: place) { properties.append(property) }
      if let sighting = row.event.sighting(at: place) { sightings.append(sighting) }
    }
  }
}
