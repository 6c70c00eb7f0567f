import OrderedCollections

/// What the app tells Firebase, and what Firebase keeps of it.
extension Runtime {
  /// Takes what only an app with Firebase has.
  mutating func tellFirebase(
    _ input: Input, at moment: Moment, host: some FunctionHost
  ) {
    guard settings.generation == .firebase else { return log(.noFirebase) }
    switch input {
    case .logEvent(let name, let parameters):
      logEvent(name, parameters, at: moment, host: host)
    case .setDefaultParameters(let parameters): setDefaultParameters(parameters)
    case .setUserProperty(let name, let value): setUserProperty(name, value)
    case .setUserID(let id): setUserID(id)
    case .setCollection(let isOn): remember { $0.isCollecting = isOn }
    case .setDebugMode(let isOn): remember { $0.isDebugging = isOn }
    case .resetAnalytics: remember { $0 = FirebaseMemory() }
    default: break
    }
  }

  /// Changes what Firebase keeps; a change of nothing is none.
  mutating func remember(_ change: (inout FirebaseMemory) -> Void) {
    var memory = lasting.firebase
    change(&memory)
    if memory != lasting.firebase { self.change(.keepFirebase(memory)) }
  }

  private mutating func setDefaultParameters(_ parameters: OrderedDictionary<String, Value>?) {
    remember { memory in
      guard let parameters else { return memory.defaultParameters = [:] }
      for (name, value) in parameters.elements {
        memory.defaultParameters[name] = value == .null ? nil : value
      }
    }
  }

  private mutating func setUserProperty(_ name: String, _ value: String?) {
    let value = value?.isEmpty == true ? nil : value
    remember { $0.userProperties[name] = .some(value) }
  }

  private mutating func setUserID(_ id: String?) { remember { $0.userID = id } }

  private mutating func logEvent(
    _ name: String, _ parameters: OrderedDictionary<String, Value>, at moment: Moment,
    host: some FunctionHost
  ) {
    let event = FirebaseEvent(
      name: FirebaseNames.short(name), parameters: parameters, logged: moment.wall)
    var record = UpdateRecord(update: parameters, event: event.longName, origin: .app)
    record.firebase = FirebaseOutcome(logged: event, source: .app)
    effects.append(.processed(record))
  }
}
