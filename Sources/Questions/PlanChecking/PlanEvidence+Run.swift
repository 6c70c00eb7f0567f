import OrderedCollections
package import ScenarioEngine
import TagRuntime
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
      if case .firebaseTold(let told, let value) = row.event.kind, told.hasPrefix(Self.property) {
        let name = String(told.dropFirst(Self.property.count))
        properties.append(Property(name: name, value: value == "null" ? nil : value, place: place))
      }
      if let record = row.event.update { add(record, place) }
    }
  }

  private static let property = "user-property "

  private mutating func add(_ record: UpdateRecord, _ place: Place) {
    guard let event = record.event else { return }
    if let outcome = record.firebase {
      var sighting = Sighting(event, record.update, .firebase, at: place)
      sighting.isAutomatic = outcome.source != .app
      if !outcome.isError { sightings.append(sighting) }
      return
    }
    switch record.origin {
    case .app, .handler:
      var update = record.update
      update["event"] = nil
      sightings.append(Sighting(event, update, .legacy, at: place))
    case .tag, .macro, .experiment, .restored, .firebase, .tagManager: break
    }
  }
}
