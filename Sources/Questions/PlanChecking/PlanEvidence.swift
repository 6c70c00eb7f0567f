package import MeasurementPlan
import OrderedCollections
package import TagInspection
package import TagRuntime

/// What one source shows of an app's events.
package struct PlanEvidence: Sendable {
  package var source: PlanFinding.Source
  package var sightings: [Sighting] = []
  package var properties: [Property] = []
  /// Whether events with names occur that only arguments give.
  package var hasOtherEvents = false
  /// The parameters that Firebase adds to every event, because the app set them as defaults.
  package var defaults: Set<String> = []
  /// What tags of the container of a phone log: it needs no row.
  package var ownEvents: Set<String> = []
  /// The containers, each with its file and the lines of its parts.
  package var containers: [(file: String, listening: ContainerListening, line: Lines)] = []
  /// What limits it, in sentences.
  package var remarks: [String] = []

  package typealias Sighting = PlanSighting
  package typealias Property = PlanSighting.Property
  package typealias Place = PlanSighting.Place
  package typealias Lines = @Sendable (LintPlace) -> Int

  package init(_ source: PlanFinding.Source) { self.source = source }

  /// Whether it shows nothing to hold against a plan.
  package var isEmpty: Bool {
    sightings.isEmpty && properties.isEmpty && !hasOtherEvents
      && containers.allSatisfy { $0.listening.rules.isEmpty && $0.listening.reads.isEmpty }
  }

  /// Adds a container.
  package mutating func add(
    _ container: CompiledContainer, file: String, line: @escaping Lines
  ) {
    containers.append((file, ContainerListening(of: container), line))
  }
}
