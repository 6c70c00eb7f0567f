/// Triggers that tags may name by an id without the export holding them.
enum BuiltInTrigger: String {
  /// Fires on every event of the data layer (legacy).
  case anyEvent = "2147479554"
  /// Is true always; value collections use it.
  case always = "2147479555"
  /// Fires on every event that is logged (v5).
  case allEvents = "2147479556"
  /// Fires when a web page is seen.
  case allPages = "2147479553"
  /// Fires before all others in a web page.
  case consentInitialization = "2147479572"
  /// Fires first in a web page.
  case initialization = "2147479573"

  /// The name that the compiler gives the rule.
  var name: String {
    switch self {
    case .anyEvent: "Any Event"
    case .always: "Always"
    case .allEvents: "All Events"
    case .allPages: "All Pages"
    case .consentInitialization: "Consent Initialization - All Pages"
    case .initialization: "Initialization - All Pages"
    }
  }

  /// Whether it waits for something that happens in web pages only.
  var isWebOnly: Bool {
    switch self {
    case .anyEvent, .always, .allEvents: false
    case .allPages, .consentInitialization, .initialization: true
    }
  }
}
