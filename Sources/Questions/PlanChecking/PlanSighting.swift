import MeasurementPlan
import OrderedCollections
import TagRuntime

extension PlanEvidence.Sighting {
  /// The deepest map or list whose paths are looked at.
  private static let depthLimit = 16

  /// The paths that it carries, with those around them, as they are and without regard to spelling.
  var paths: Set<String> {
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
