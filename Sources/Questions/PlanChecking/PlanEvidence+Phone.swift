package import MeasurementPlan
package import PhoneLog
package import TagInspection
import TagRuntime

extension PlanEvidence {
  /// Adds the events that a phone's log, a capture or an upload shows.
  ///
  /// What a tag of the container logged needs no row of a plan.
  package mutating func add(_ capture: Capture, file: String) {
    guard let record = capture.log else {
      if !capture.hits.isEmpty { remarks.append("\(file): " + Self.hitsOnly) }
      return
    }
    sightings += record.events.compactMap { PlanSighting($0, file: file) }
    for property in record.properties {
      properties.append(
        Property(
          name: property.name, value: property.value, place: Place(file: file, line: property.line))
      )
    }
    if record.events.isEmpty, !record.hits.isEmpty { remarks.append("\(file): " + Self.hitsOnly) }
    for flaw in record.flaws where [.leftOut, .cutLog].contains(flaw.kind) {
      remarks.append("\(file), line \(flaw.lines.first ?? 0): \(flaw.sentence)")
    }
  }

  private static let hitsOnly =
    "shows hits of Universal Analytics, which carry no events of the data layer, so nothing in it "
    + "can be held against a plan"
}

extension PlanSighting {
  /// An event that a phone shows; nil for one of a container.
  package init?(_ event: PhoneRecord.Event, file: String) {
    let shown = event.event
    if shown.origin == "gtm" { return nil }
    let place = Place(
      file: file, line: event.line, words: event.isOfRequest ? event.source.words : "")
    self.init(shown.name, shown.ownParameters, .firebase, at: place)
    isAutomatic = shown.origin.map { $0 != "app" } ?? false
    isText = !event.isOfRequest
    isCut = shown.isCut
  }
}
