import OrderedCollections

/// What the app tells Firebase, and what Firebase keeps of it.
extension Runtime {
  /// Takes what only an app with Firebase has. While the values of an earlier process are loaded,
  /// it waits.
  mutating func tellFirebase(_ input: Input) {
    guard settings.generation == .firebase else { return log(.noFirebase) }
    if heldPushes != nil {
      guard heldForFirebase.count < Limits.waitingUpdates else {
        return log(.heldPushDropped, String(heldForFirebase.count))
      }
      return heldForFirebase.append(input)
    }
    switch input {
    case .logEvent(let name, let parameters):
      logEvent(name, parameters)
    case .setDefaultParameters(let parameters): setDefaultParameters(parameters)
    case .setUserProperty(let name, let value): setUserProperty(name, value)
    case .setUserID(let id): setUserID(id)
    case .setCollection(let isOn):
      remember { $0.isCollecting = isOn }
      if engagedSince != nil { beginUse() }
    case .setDebugMode(let isOn):
      remember { $0.isDebugging = isOn }
      if isOn, lasting.firebase.uploadDue != nil { upload() }
    case .resetAnalytics: resetAnalytics()
    case .entered(.foreground):
      engagedSince = now.instant
      beginUse()
    case .entered(.background): endUse()
    case .screenSeen(let name): seeScreen(name)
    case .linkOpened(let url): openLink(url)
    default: break
    }
  }

  /// Begins when it is known what earlier processes kept.
  mutating func startFirebase() {
    guard settings.generation == .firebase else { return }
    if let due = lasting.firebase.uploadDue {
      let delay = max(settings.eventUploadAfterLaunch, due - now.wall)
      step.effects.append(.startTimer(.dispatch(.firebase), min(delay, settings.eventUpload)))
    }
    let held = heldForFirebase
    heldForFirebase = []
    for input in held { tellFirebase(input) }
  }

  /// Changes what Firebase keeps; a change of nothing is none.
  mutating func remember(_ change: (inout FirebaseMemory) -> Void) {
    var memory = lasting.firebase
    change(&memory)
    if memory != lasting.firebase { self.change(.keepFirebase(memory)) }
  }

  /// Source: the reference of `setDefaultEventParameters`: they are added to those that there are,
  /// a null takes one back, and they last.
  private mutating func setDefaultParameters(_ parameters: OrderedDictionary<String, Value>?) {
    remember { memory in
      guard let parameters else {
        memory.defaultParameters = [:]
        return
      }
      for (name, value) in parameters.elements {
        memory.defaultParameters[name] = value == .null ? nil : value
      }
    }
  }

  // MARK: The user

  /// The text that travels in place of a user property without a value.
  ///
  /// Source: reported by users (firebase-ios-sdk, thread 4247); the reference only says that nil
  /// takes the property back.
  static let undefined = "undefined"

  private mutating func setUserProperty(_ name: String, _ value: String?) {
    let value = value?.isEmpty == true ? nil : value
    if let fault = fault(ofUserProperty: name, value), refuses(fault) { return }
    if value == nil { log(.userPropertyUndefined, name) }
    remember { $0.userProperties[name] = .some(value) }
  }

  private func fault(ofUserProperty name: String, _ value: String?) -> FirebaseFault? {
    if let fault = FirebaseNameRule.userProperty.fault(of: name) { return fault }
    let known = lasting.firebase.userProperties
    if known[name] == nil, known.count >= Limits.userProperties {
      return FirebaseFault(
        code: 9, subject: name,
        reason: "is one more user property than the \(Limits.userProperties) that there may be",
        remedy: "set only those that you report on")
    }
    return Self.fault(ofValue: value, name, limit: Limits.userPropertyLength)
  }

  private static func fault(ofValue value: String?, _ name: String, limit: Int) -> FirebaseFault? {
    let count = value?.unicodeScalars.count ?? 0
    guard count > limit else { return nil }
    return FirebaseFault(
      code: 7, subject: name,
      reason: "has a value of \(count) characters, and \(limit) are allowed",
      remedy: "shorten it")
  }

  private mutating func setUserID(_ id: String?) {
    let id = id?.isEmpty == true ? nil : id
    let fault = Self.fault(ofValue: id, "user_id", limit: Limits.userIDLength)
    if let fault, refuses(fault) { return }
    remember { $0.userID = id }
  }

  /// Tells of what is wrong with a user property; where Firebase ignores it, it logs an error.
  private mutating func refuses(_ fault: FirebaseFault) -> Bool {
    var fault = fault
    fault.isWarning = settings.firebaseValidation == .warn
    tell(fault)
    guard !fault.isWarning else { return false }
    let error = FirebaseCheck.error(fault, at: now.wall)
    var outcome = FirebaseOutcome(logged: error, source: .automatic)
    outcome.faults = [fault]
    outcome.passed = [FirebaseOutcome.Passed(event: error)]
    finish(outcome, nil)
    return true
  }

  mutating func tell(_ fault: FirebaseFault) {
    if fault.code == 0 {
      log(.parameterDropped, fault.subject, fault.reason, fault.remedy)
    } else if fault.isWarning {
      log(.firebaseWarning, String(fault.code), fault.subject, fault.reason, fault.remedy)
    } else {
      log(.firebaseError, String(fault.code), fault.subject, fault.reason, fault.remedy)
    }
  }

  // MARK: Forgetting

  /// Source: the reference of `resetAnalyticsData`: all data of the installation is cleared, and it
  /// gets a new id. That it begins with a first opening again follows from the new id; the debug
  /// flag and whether events are collected are no data.
  private mutating func resetAnalytics() {
    step.effects.append(.dropHits(.firebase, .analyticsReset))
    withDispatcher(of: .firebase) { $0.storeEmptied() }
    step.effects.append(.cancelTimer(.dispatch(.firebase)))
    heldEvents = []
    seenScreen = nil
    remember { memory in
      var new = FirebaseMemory()
      new.isCollecting = memory.isCollecting
      new.isDebugging = memory.isDebugging
      memory = new
    }
    if engagedSince != nil {
      engagedSince = now.instant
      beginUse()
    }
  }
}
