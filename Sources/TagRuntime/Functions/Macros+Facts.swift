extension MacroFunction {
  /// The event that is being evaluated; nothing outside of one.
  package static let event = MacroFunction(id: "_e", stability: .event) { _, evaluator in
    evaluator.eventName.map { .value(.string($0)) } ?? .undefined
  }
}

// MARK: - Platform

extension MacroFunction {
  /// The platform, "iOS".
  package static let platform = MacroFunction(id: "_p", stability: .constant) { _, evaluator in
    .value(.string(evaluator.facts.platform))
  }
}

// MARK: - Language

extension MacroFunction {
  /// The language of the phone: two letters, lower case.
  package static let language = MacroFunction(id: "_l", stability: .event) { _, evaluator in
    .value(.string(evaluator.facts.language.lowercased()))
  }
}

// MARK: - OS version

extension MacroFunction {
  /// The release of the operating system.
  package static let osVersion = MacroFunction(id: "_ov", stability: .event) { _, evaluator in
    .value(.string(evaluator.facts.osVersion))
  }
}

// MARK: - App name

extension MacroFunction {
  /// The label of the app.
  package static let appName = MacroFunction(id: "_an", stability: .event) { _, evaluator in
    .value(.string(evaluator.facts.appName))
  }
}

// MARK: - App ID

extension MacroFunction {
  /// The bundle id of the app.
  package static let appID = MacroFunction(id: "_ai", stability: .event) { _, evaluator in
    .value(.string(evaluator.facts.appID))
  }
}

// MARK: - App version

extension MacroFunction {
  /// The version of the app.
  package static let appVersion = MacroFunction(id: "_av", stability: .event) { _, evaluator in
    .value(.string(evaluator.facts.appVersion))
  }
}

// MARK: - App version name

extension MacroFunction {
  /// The version of the app that people see.
  ///
  /// Binary containers carry it and the clients of 3.x do not know it. In which release it came is
  /// not established; 4.1 stands for it here. Source: section 6.6 of the behaviour notes.
  package static let appVersionName = MacroFunction(
    id: "_avn", stability: .event, since: SDKVersion(4, 1)
  ) { _, evaluator in
    .value(.string(evaluator.facts.appVersionName))
  }
}

// MARK: - Device name

extension MacroFunction {
  /// The name of the device.
  package static let deviceName = MacroFunction(id: "_dn", stability: .event) { _, evaluator in
    .value(.string(evaluator.facts.deviceName))
  }
}

// MARK: - Resolution

extension MacroFunction {
  /// The screen in pixels, such as "640x1136".
  package static let resolution = MacroFunction(id: "_rs", stability: .event) { _, evaluator in
    .value(.string("\(evaluator.facts.screenWidth)x\(evaluator.facts.screenHeight)"))
  }
}

// MARK: - SDK version

extension MacroFunction {
  /// The version of the system's own SDK.
  package static let sdkVersion = MacroFunction(id: "_sv", stability: .event) { _, evaluator in
    .value(.string(evaluator.facts.sdkVersion))
  }
}

// MARK: - Runtime version

extension MacroFunction {
  /// The integer by which containers recognise the runtime.
  package static let runtimeVersion = MacroFunction(id: "_rv", stability: .constant) {
    _, evaluator in
    .value(.int(evaluator.settings.runtimeVersion))
  }
}

// MARK: - GTM version

extension MacroFunction {
  /// The version of the tag manager SDK, such as "3.17".
  package static let gtmVersion = MacroFunction(id: "_gtmv", stability: .constant) { _, evaluator in
    .value(.string(evaluator.settings.sdkVersion.description))
  }
}

// MARK: - Container version

extension MacroFunction {
  /// The version of the container that is evaluated.
  package static let containerVersion = MacroFunction(id: "_ctv", stability: .constant) {
    _, evaluator in
    .value(.string(evaluator.container.version.version))
  }
}

// MARK: - Time

extension MacroFunction {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package static let time = MacroFunction(id: "_t", stability: .event) { _, evaluator in
    .value(.int(evaluator.moment.wall.milliseconds))
  }
}

// MARK: - Advertising ID

extension MacroFunction {
  /// The advertising id of the phone (on iOS the IDFA), else nothing.
  ///
  /// There is none where the app does not link the library that reads it, and, by a decision of
  /// this runtime, none where the owner of the phone limits advertising: what the SDK gave then
  /// is not established.
  package static let advertisingID = MacroFunction(id: "_aid", stability: .event) { _, evaluator in
    guard let id = evaluator.facts.advertisingID else { return .undefined }
    return .value(.string(id))
  }
}

// MARK: - Advertising tracking

extension MacroFunction {
  /// Whether the owner of the phone lets advertising track.
  package static let advertisingTracking = MacroFunction(id: "_ate", stability: .event) {
    _, evaluator in
    .value(.bool(evaluator.facts.isAdvertisingTrackingEnabled))
  }
}
