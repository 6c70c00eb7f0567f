package import OrderedCollections
package import TagRuntime

/// An event that a source shows once.
package struct PlanSighting: Sendable {
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

  /// A user property that is set.
  package struct Property: Sendable {
    package var name: String
    /// The value as text; nil if it is removed or not known.
    package var value: String?
    package var place: Place

    package init(name: String, value: String?, place: Place) {
      (self.name, self.value, self.place) = (name, value, place)
    }
  }

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

extension PlanSighting {
  /// The deepest map or list whose paths are looked at.
  private static let depthLimit = 16

  /// The paths that it carries, with those around them, as they are and without regard to spelling.
  package var paths: Set<String> {
    var found: Set<String> = []
    func add(_ value: Value, _ path: String, depth: Int) {
      found.formUnion([path, PlanIndex.folded(path)])
      guard depth < Self.depthLimit else { return }
      for (key, value) in value.members ?? [:] { add(value, path + "." + key, depth: depth + 1) }
      for element in value.elements ?? [] { add(element, path, depth: depth + 1) }
    }
    for (key, value) in parameters { add(value, key, depth: 0) }
    return found
  }

  /// Whether it can show a fault: nothing is known of values that arguments give and of parameters
  /// that are cut off, and what the SDK adds is no fault.
  func shows(_ fault: PlanFault, _ source: PlanFinding.Source, defaults: Set<String>) -> Bool {
    switch fault.kind {
    case .missing: return !isCut
    case .otherSpelling: return true
    case .additional:
      if isAutomatic || defaults.contains(fault.parameter) { return false }
      guard generation == .firebase else { return true }
      let isOwn =
        FirebaseWireNames.parameter(fault.parameter).hasPrefix("_")
        || source != .app
          && ["firebase_", "ga_", "google_"].contains(where: fault.parameter.hasPrefix)
      return !isOwn && FirebaseNames.short(name) == name
    case .wrongType, .valueNotAllowed, .patternNotMet, .outOfBounds:
      return !open.contains(PlanIndex.path(fault.parameter))
    }
  }
}

extension PlanFault {
  var code: PlanCode {
    switch kind {
    case .missing: .missing
    case .additional: .additional
    case .otherSpelling: .otherKey
    case .wrongType: .wrongType
    case .valueNotAllowed: .valueNotAllowed
    case .patternNotMet: .patternNotMet
    case .outOfBounds: .outOfBounds
    }
  }
}
