/// Facts about the surroundings of a container: its event, the phone, the app and the SDK.
extension MacroFunction {
  /// The event that is being evaluated; nothing outside of one.
  package static let event = fact("_e", "event name", "event name") { evaluator in
    evaluator.eventName.map { .value(.string($0)) } ?? .undefined
  }

  static let facts: [MacroFunction] = [
    event,
    // The platform, "iOS".
    fact("_p", "platform", "platform", stability: .constant) { evaluator in
      .value(.string(evaluator.facts.platform))
    },
    // The language of the phone: two letters, lower case.
    fact("_l", "language", "language of the phone") { evaluator in
      .value(.string(evaluator.facts.language.lowercased()))
    },
    // The release of the operating system.
    fact("_ov", "OS version", "version of the operating system") { evaluator in
      .value(.string(evaluator.facts.osVersion))
    },
    // The label of the app.
    fact("_an", "app name", "name of the app") { evaluator in
      .value(.string(evaluator.facts.appName))
    },
    // The bundle id of the app.
    fact("_ai", "app id", "id of the app") { evaluator in
      .value(.string(evaluator.facts.appID))
    },
    // The version of the app.
    fact("_av", "app version", "version code of the app") { evaluator in
      .value(evaluator.version(evaluator.facts.appVersion))
    },
    // The version of the app that users see.
    //
    // Android has it. Binary containers contain it, and no client of 3.x for iOS was seen to know
    // it; 4.1 represents the release that introduced it. Source: LegacySDK §10.3, Platforms §2.
    fact(
      "_avn", "app version name", "version name of the app", since: SDKVersion(4, 1),
      isOfAndroid: true
    ) { evaluator in
      .value(.string(evaluator.facts.appVersionName))
    },
    // The name of the device.
    fact("_dn", "device name", "name of the device") { evaluator in
      .value(.string(evaluator.facts.deviceName))
    },
    // The screen in pixels, such as "640x1136".
    fact("_rs", "screen resolution", "screen resolution") { evaluator in
      .value(.string("\(evaluator.facts.screenWidth)x\(evaluator.facts.screenHeight)"))
    },
    // The version of the system's own SDK.
    fact("_sv", "SDK version", "version of the system's SDK") { evaluator in
      .value(evaluator.version(evaluator.facts.sdkVersion))
    },
    // The integer by which containers recognise the runtime.
    fact("_rv", "runtime version", "version of the tag manager's runtime", stability: .constant) {
      evaluator in
      .value(.int(evaluator.settings.runtimeVersion))
    },
    // The version of the tag manager SDK, such as "3.17".
    fact("_gtmv", "tag manager version", "version of the tag manager SDK", stability: .constant) {
      evaluator in
      let settings = evaluator.settings
      return .value(
        .string(settings.platform.rules.tagManagerVersion ?? settings.sdkVersion.description))
    },
    // The version of the container that is evaluated.
    fact("_ctv", "container version", "version of the container", stability: .constant) {
      evaluator in
      .value(.string(evaluator.container.version.version))
    },
    // Milliseconds since 1970-01-01T00:00:00Z.
    fact("_t", "time", "time in milliseconds") { evaluator in
      .value(.int(evaluator.moment.wall.milliseconds))
    },
    // The advertising id of the phone (on iOS the IDFA), or else nothing.
    //
    // There is none if the app does not link the library that reads it, and, by a decision of this
    // runtime, none if the owner of the phone limits advertising: the SDK's value in that case is
    // not established.
    fact("_aid", "advertising id", "advertising id of the phone") { evaluator in
      guard let id = evaluator.facts.advertisingID else { return .undefined }
      return .value(.string(id))
    },
    // Whether the owner of the phone lets advertising track.
    fact("_ate", "ad tracking enabled", "whether advertising may track") { evaluator in
      .value(.bool(evaluator.facts.isAdvertisingTrackingEnabled))
    },
  ]

  /// Facts that only Android is known to have.
  ///
  /// Source: Platforms §2.
  static let androidFacts: [MacroFunction] = [
    // The id that the system assigned to the phone.
    fact("_did", "device id", "device id", isOfAndroid: true) { evaluator in
      .value(.string(evaluator.facts.androidID))
    },
    // The install referrer; nothing, since none is modelled.
    fact("_ir", "install referrer", "install referrer", isOfAndroid: true) { _ in .undefined },
    // The same as the device id on Android. iOS has a class for it, and its value is not known:
    // here it counts as nothing, and the log says so.
    MacroFunction(
      id: "_awid", label: "mobile AdWords id", words: { _ in "mobile AdWords id" },
      stability: .event
    ) { arguments, evaluator in
      if evaluator.settings.platform == .android {
        return .value(.string(evaluator.facts.androidID))
      }
      evaluator.log(.valueNotKnown, arguments.name, "_awid")
      return .undefined
    },
  ]

  private static func fact(
    _ id: String, _ label: String, _ words: String, stability: Stability = .event,
    since: SDKVersion? = nil, isOfAndroid: Bool = false,
    _ value: @escaping @Sendable (borrowing Evaluator) -> Resolved
  ) -> MacroFunction {
    MacroFunction(
      id: id, label: label, words: { _ in words }, stability: stability, since: since,
      isOfAndroid: isOfAndroid, evaluate: { _, evaluator in value(evaluator) })
  }
}

extension Evaluator {
  /// Returns a version of the app or the system in the form of the platform.
  ///
  /// Source: Platforms §3.
  fileprivate func version(_ text: String) -> Value {
    guard settings.platform.rules.versionsAreNumbers, let number = Int64(text) else {
      return .string(text)
    }
    return .int(number)
  }
}
