import OrderedCollections
import TagRuntime

/// The built-in variables of mobile containers: the name in an export, the name for users and the
/// function behind it.
struct BuiltInVariable {
  /// The enum value of exports, such as `APP_NAME`.
  var type: String
  /// The name in the web interface, such as "App Name".
  var name: String
  /// The type of variable that it represents, such as `an`.
  var variable: String
  /// The function's arguments, by parameter.
  var parameters: OrderedDictionary<String, Expression> = [:]

  /// Whether only the SDK on Firebase has a function for it.
  var isFirebaseOnly: Bool { variable == "cid" || variable == "md" }

  /// Returns the variable of a type, or nil for a type that mobile containers do not have.
  static func of(type: String) -> BuiltInVariable? { all.first { $0.type == type } }

  private static let all = facts + campaign + ofOtherEvents

  private static let facts = [
    BuiltInVariable(type: "EVENT", name: "Event", variable: "e"),
    BuiltInVariable(type: "EVENT_NAME", name: "Event Name", variable: "e"),
    BuiltInVariable(type: "APP_ID", name: "App ID", variable: "ai"),
    BuiltInVariable(type: "APP_NAME", name: "App Name", variable: "an"),
    BuiltInVariable(type: "APP_VERSION_CODE", name: "App Version Code", variable: "av"),
    BuiltInVariable(type: "APP_VERSION_NAME", name: "App Version Name", variable: "avn"),
    BuiltInVariable(type: "CONTAINER_ID", name: "Container ID", variable: "cid"),
    BuiltInVariable(type: "CONTAINER_VERSION", name: "Container Version", variable: "ctv"),
    BuiltInVariable(type: "RANDOM_NUMBER", name: "Random Number", variable: "r"),
    BuiltInVariable(type: "LANGUAGE", name: "Language", variable: "l"),
    BuiltInVariable(type: "OS_VERSION", name: "OS Version", variable: "ov"),
    BuiltInVariable(type: "PLATFORM", name: "Platform", variable: "p"),
    BuiltInVariable(type: "SDK_VERSION", name: "SDK Version", variable: "sv"),
    BuiltInVariable(type: "DEVICE_NAME", name: "Device Name", variable: "dn"),
    BuiltInVariable(type: "RESOLUTION", name: "Screen Resolution", variable: "rs"),
    BuiltInVariable(type: "ADVERTISER_ID", name: "Advertiser ID", variable: "aid"),
    BuiltInVariable(
      type: "ADVERTISING_TRACKING_ENABLED", name: "Advertiser Tracking Enabled", variable: "ate"),
  ]

  // Source: observed, Formats §7.5; names and parameters as compiled v5 containers have them.
  private static let campaign = [
    parameter("CAMPAIGN", "Campaign Name", "campaign"),
    parameter("CAMPAIGN_ACLID", "Click ID (aclid)", "aclid"),
    parameter("CAMPAIGN_ANID", "Ad Network ID (anid)", "anid"),
    parameter("CAMPAIGN_CLICK_TIMESTAMP", "Campaign Click Timestamp", "click_timestamp"),
    parameter("CAMPAIGN_CONTENT", "Campaign Content", "content"),
    parameter("CAMPAIGN_CP1", "Campaign Custom Parameter 1", "cp1"),
    parameter("CAMPAIGN_GCLID", "Google Click ID (gclid)", "gclid"),
    parameter("CAMPAIGN_SOURCE", "Campaign Source", "source"),
    parameter("CAMPAIGN_TERM", "Campaign Search Term", "term"),
  ]

  // Inferred from those of campaigns: no compiled container with one of these is known. The
  // function looks for the only member whose name ends in "Param".
  private static let ofOtherEvents = [
    parameter("CURRENCY", "In-app Purchase Currency", "currency", of: "in_app_purchase"),
    parameter("PRICE", "In-app Purchase Price", "price", of: "in_app_purchase"),
    parameter("PRODUCT_ID", "In-app Purchase Product ID", "product_id", of: "in_app_purchase"),
    parameter("QUANTITY", "In-app Purchase Quantity", "quantity", of: "in_app_purchase"),
    parameter("VALUE", "In-app Purchase Value", "value", of: "in_app_purchase"),
    parameter(
      "DYNAMIC_LINK_ACCEPT_TIME", "Dynamic Link Accept Time", "dynamic_link_accept_time",
      of: "dynamic_link_app_open"),
    parameter(
      "DYNAMIC_LINK_LINKID", "Dynamic Link ID", "dynamic_link_link_id",
      of: "dynamic_link_app_open"),
    parameter(
      "NOTIFICATION_MESSAGE_DEVICE_TIME", "Notification Message Device Time",
      "message_device_time", of: "notification_open"),
    parameter(
      "NOTIFICATION_MESSAGE_ID", "Notification Message ID", "message_id", of: "notification_open"),
    parameter(
      "NOTIFICATION_MESSAGE_NAME", "Notification Message Name", "message_name",
      of: "notification_open"),
    parameter(
      "NOTIFICATION_MESSAGE_TIME", "Notification Message Time", "message_time",
      of: "notification_open"),
    parameter("NOTIFICATION_TOPIC", "Notification Topic", "topic", of: "notification_open"),
    parameter(
      "PREVIOUS_APP_VERSION", "Previous App Version", "previous_app_version", of: "app_update"),
    parameter(
      "PREVIOUS_OS_VERSION", "Previous OS Version", "previous_os_version", of: "os_update"),
  ]

  /// Creates a variable for a parameter of an event that Firebase logs by itself.
  private static func parameter(
    _ type: String, _ name: String, _ parameter: String, of event: String = "firebase_campaign"
  ) -> BuiltInVariable {
    let words = event.split(separator: "_")
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let member = (words.first.map(String.init) ?? "") + rest.joined() + "Param"
    return BuiltInVariable(
      type: "FIREBASE_EVENT_PARAMETER_" + type, name: name, variable: "md",
      parameters: [
        "eventType": .constant(.string("SUGGESTED")),
        "suggestedEvent": .constant(.string(event)),
        member: .constant(.string(parameter)),
      ])
  }
}

/// Triggers that tags may name by an id though the export does not contain them.
enum BuiltInTrigger: String {
  /// Fires on every event of the data layer (legacy).
  case anyEvent = "2147479554"
  /// Is always true; value collections use it.
  case always = "2147479555"
  /// Fires on every event that is logged (v5).
  case allEvents = "2147479556"
  /// Fires when a web page is viewed.
  case allPages = "2147479553"
  /// Fires before all others in a web page.
  case consentInitialization = "2147479572"
  /// Fires first in a web page.
  case initialization = "2147479573"

  /// The name that the compiler gives to the rule.
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

  /// Whether it waits for an event of web pages.
  var isWebOnly: Bool {
    switch self {
    case .anyEvent, .always, .allEvents: false
    case .allPages, .consentInitialization, .initialization: true
    }
  }
}
