package import OrderedCollections
package import TagInspection
package import TagRuntime

/// What one source shows of an app's events.
package struct PlanEvidence: Sendable {
  /// A place in a source.
  package struct Place: Sendable, Hashable {
    /// The file; empty if it is not known.
    package var file: String
    /// The line, or the entry of a capture, from 1; 0 for the whole file.
    package var line: Int
    /// What is there, such as a statement or a rule, in words.
    package var words: String

    package init(file: String, line: Int, words: String = "") {
      (self.file, self.line, self.words) = (file, line, words)
    }
  }

  /// An event that a source shows once.
  package struct Sighting: Sendable {
    package var name: String
    package var parameters: OrderedDictionary<String, Value>
    /// The paths whose values are not known: they are given as "".
    package var open: Set<String> = []
    /// The paths that are left out by default.
    package var optional: Set<String> = []
    package var generation: SDKGeneration
    /// Whether the SDK itself makes it.
    package var isAutomatic = false
    /// Whether all its values are texts, as consoles print them.
    package var isText = false
    /// Whether parameters may be cut off.
    package var isCut = false
    /// Whether it is judged; otherwise it only shows that the event occurs.
    package var isJudged = true
    package var place: Place

    package init(
      _ name: String, _ parameters: OrderedDictionary<String, Value>, _ generation: SDKGeneration,
      at place: Place
    ) {
      (self.name, self.parameters) = (name, parameters)
      (self.generation, self.place) = (generation, place)
    }
  }

  /// A user property that is set.
  package struct Property: Sendable {
    package var name: String
    /// The value as text; nil if it is removed or not known.
    package var value: String?
    package var place: Place
  }

  package var source: PlanFinding.Source
  package var sightings: [Sighting] = []
  package var properties: [Property] = []
  /// Whether events with names occur that only arguments give.
  package var hasOtherEvents = false
  /// The parameters that Firebase adds to every event, because the app set them as defaults.
  package var defaults: Set<String> = []
  /// The containers, each with its file and the lines of its parts.
  package var containers: [(file: String, listening: ContainerListening, line: Lines)] = []
  /// What limits it, in sentences.
  package var remarks: [String] = []

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
