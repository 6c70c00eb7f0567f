/// Triggers that tags may name by an id without the export holding them.
enum BuiltInTrigger: String {
  /// Fires on every event of the data layer.
  case anyEvent = "2147479554"
  /// Is true always; value collections use it.
  case always = "2147479555"

  /// The name that the compiler gives the rule.
  var name: String {
    switch self {
    case .anyEvent: "Any Event"
    case .always: "Always"
    }
  }
}
