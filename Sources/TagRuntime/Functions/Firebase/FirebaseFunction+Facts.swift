/// What the phone, the app and the container are.
extension FirebaseFunction {
  static let appID = fact("__ai", "id of the app") { .string($0.facts.appID) }
  static let appName = fact("__an", "name of the app") { .string($0.facts.appName) }
  static let appVersion = fact("__av", "version code of the app") { .string($0.facts.appVersion) }
  static let appVersionName = fact("__avn", "version name of the app") {
    .string($0.facts.appVersionName)
  }
  static let containerID = fact("__cid", "id of the container") { .string($0.containerID) }
  static let containerVersion = fact("__ctv", "version of the container") {
    .string($0.container.version.version)
  }
  static let sdkVersion = fact("__sv", "version of the system's SDK") {
    .string($0.facts.sdkVersion)
  }
  /// Undefined where the app cannot have it.
  static let advertisingID = fact("__aid", "advertising id of the phone") {
    $0.facts.advertisingID.map { .string($0) } ?? .absent
  }
  static let advertisingTracking = fact("__ate", "whether advertising may track") {
    .bool($0.facts.isAdvertisingTrackingEnabled)
  }
  static let deviceName = fact("__dn", "name of the device") { .string($0.facts.deviceName) }
  static let language = fact("__l", "language of the phone") { .string($0.facts.language) }
  static let osVersion = fact("__ov", "version of the operating system") {
    .string($0.facts.osVersion)
  }
  static let platform = fact("__p", "platform") { .string($0.facts.platform) }
  static let resolution = fact("__rs", "screen resolution") {
    .string("\($0.facts.screenWidth)x\($0.facts.screenHeight)")
  }

  private static func fact(
    _ id: String, _ words: String, _ value: @escaping @Sendable (borrowing Evaluator) -> Value
  ) -> FirebaseFunction {
    FirebaseFunction(id: id, words: words, body: .variable { _, evaluator in value(evaluator) })
  }
}
