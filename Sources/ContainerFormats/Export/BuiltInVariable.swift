/// The built-in variables of legacy containers: the name in an export, the name that people see
/// and the function behind it.
struct BuiltInVariable {
  /// The enum value of exports, such as `APP_NAME`.
  var type: String
  /// The name in the web interface, such as "App Name".
  var name: String
  /// The function id, such as `_an`.
  var function: String

  /// All that the legacy SDK knows.
  static let all = [
    BuiltInVariable(type: "EVENT", name: "Event", function: "_e"),
    BuiltInVariable(type: "APP_ID", name: "App ID", function: "_ai"),
    BuiltInVariable(type: "APP_NAME", name: "App Name", function: "_an"),
    BuiltInVariable(type: "APP_VERSION_CODE", name: "App Version Code", function: "_av"),
    BuiltInVariable(type: "APP_VERSION_NAME", name: "App Version Name", function: "_avn"),
    BuiltInVariable(type: "CONTAINER_VERSION", name: "Container Version", function: "_ctv"),
    BuiltInVariable(type: "RANDOM_NUMBER", name: "Random Number", function: "_r"),
    BuiltInVariable(type: "LANGUAGE", name: "Language", function: "_l"),
    BuiltInVariable(type: "OS_VERSION", name: "OS Version", function: "_ov"),
    BuiltInVariable(type: "PLATFORM", name: "Platform", function: "_p"),
    BuiltInVariable(type: "SDK_VERSION", name: "SDK Version", function: "_sv"),
    BuiltInVariable(type: "DEVICE_NAME", name: "Device Name", function: "_dn"),
    BuiltInVariable(type: "RESOLUTION", name: "Screen Resolution", function: "_rs"),
    BuiltInVariable(type: "ADVERTISER_ID", name: "Advertiser ID", function: "_aid"),
    BuiltInVariable(
      type: "ADVERTISING_TRACKING_ENABLED", name: "Advertiser Tracking Enabled", function: "_ate"),
  ]
}
