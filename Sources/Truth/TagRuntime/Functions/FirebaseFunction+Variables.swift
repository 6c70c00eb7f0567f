import OrderedCollections

extension FirebaseFunction {
  /// All known variables: each is here, and below in this file.
  package static let variables: [FirebaseFunction] = [
    event, eventParameter, userProperty, settings, lookupTable, constant, customVariable, appID,
    appName, appVersion, appVersionName, containerID, containerVersion, sdkVersion, advertisingID,
    advertisingTracking, deviceName, language, osVersion, platform, resolution, random,
  ]

  /// The name of the event, in long form for Firebase's own events; undefined outside of one.
  package static let event = FirebaseFunction(
    id: "__e", stability: .event, words: "event name",
    body: .variable { _, evaluator in
      evaluator.firebase?.event.map { .string($0.longName) } ?? .absent
    })

  // MARK: Event parameter

  /// A parameter of the event: of any name (`key`), or one that the interface suggests. A name with
  /// dots walks into maps; with `checkEcommerceValue`, a suggested one is also searched for in the
  /// first item and promotion. If there is none, `defaultValue`, regardless of `setDefaultValue`.
  package static let eventParameter = FirebaseFunction(
    id: "__md", stability: .event, words: "event parameter",
    reading: { call in
      guard let read = call.eventParameter else { return "nothing: it names no event parameter" }
      let event = read.event.map { " of \($0)" } ?? ""
      return "event parameter \(read.key)\(event)" + call.otherwise
    },
    subject: "key", subjectEnding: suggestionEnding, isMadeByHand: true,
    body: .variable { arguments, evaluator throws(FunctionFailure) in
      guard let path = parameterPath(arguments, &evaluator) else { return .absent }
      guard case .string(let path) = path else {
        throw FunctionFailure("the name of its event parameter is not text")
      }
      let parameters = evaluator.firebase?.event?.parameters ?? [:]
      let isPlain = evaluator.container.runtimeTraits.contains(.plainNames)
      let found = try value(of: path, isPlain: isPlain, in: parameters, arguments)
      if found != .absent { return found }
      let fallback = arguments.given("defaultValue")
      if fallback == .absent { evaluator.log(.noEventParameter, arguments.name, path) }
      return fallback
    })

  /// The ending of the member that names the parameter of a suggested event, such as
  /// `firebaseCampaignParam`.
  package static let suggestionEnding = "Param"

  private static let suggested: Value = "SUGGESTED"

  /// Returns the name of the parameter, or nil after an error.
  private static func parameterPath(
    _ arguments: borrowing FunctionArguments, _ evaluator: inout Evaluator
  ) -> Value? {
    var path = Value.absent
    switch arguments.given("eventType") {
    case "CUSTOM", .absent: path = arguments.given("key")
    case suggested:
      for (key, value) in arguments.values.elements where key.hasSuffix(suggestionEnding) {
        if path == .absent {
          path = value.value ?? .absent
        } else {
          evaluator.log(.secondParameterName, arguments.name, key)
        }
      }
    case let type:
      evaluator.log(
        .wrongParameter, arguments.name, arguments.function, "eventType", JavaScript.text(type))
      return nil
    }
    guard path != .absent else {
      evaluator.log(.noParameterName, arguments.name)
      return nil
    }
    return path
  }

  private static func value(
    of path: String, isPlain: Bool, in parameters: OrderedDictionary<String, Value>,
    _ arguments: borrowing FunctionArguments
  ) throws(FunctionFailure) -> Value {
    guard !isPlain, path.contains(".") else {
      // Firebase's own may be asked for by any of their names.
      let own = parameters[path] ?? parameters[FirebaseWireNames.longParameter(path)]
      if let own, own != .absent { return own }
      guard arguments.given("eventType") == suggested, arguments.isTruthy("checkEcommerceValue")
      else { return .absent }
      return try ecommerceValue(of: path, in: parameters)
    }
    var value = Value.map(parameters)
    for part in path.split(separator: ".", omittingEmptySubsequences: false) {
      value = try JavaScript.member(String(part), of: value)
      if value == .absent { break }
    }
    return value
  }

  private static func ecommerceValue(
    of name: String, in parameters: OrderedDictionary<String, Value>
  ) throws(FunctionFailure) -> Value {
    for list in ["items", "promotions"] {
      guard let value = parameters[list], value != .absent else { continue }
      let first = value.elements.map { $0.first ?? .absent } ?? value
      let found = try JavaScript.member(name, of: first)
      if found != .absent { return found }
    }
    return .absent
  }
}

extension CallWords {
  /// The event parameter that a variable reads, with the event for which it was suggested.
  package var eventParameter: (key: String, event: String?)? {
    guard call.parameters["eventType"]?.constantText == "SUGGESTED" else {
      return name("key").map { ($0, nil) }
    }
    guard
      let member = call.parameters.keys.first(where: {
        $0.hasSuffix(FirebaseFunction.suggestionEnding)
      }), let key = name(member)
    else { return nil }
    return (key, name("suggestedEvent"))
  }

  /// A default always counts: the checkbox that enables it is ignored.
  fileprivate var otherwise: String { value("defaultValue").map { ", else " + $0 } ?? "" }
}

// MARK: - User property

extension FirebaseFunction {
  /// A user property that the app has set, or else `defaultValue`.
  package static let userProperty = FirebaseFunction(
    id: "__fup", required: ["key"], stability: .event, words: "user property",
    reading: { "user property \($0.name("key") ?? "?")" + $0.otherwise },
    subject: "key", isMadeByHand: true,
    body: .variable { arguments, evaluator in
      let name = JavaScript.text(arguments.given("key"))
      return evaluator.firebase?.userProperties[name].map { .string($0) }
        ?? arguments.given("defaultValue")
    })

  // MARK: Settings

  /// Google Analytics settings: a map of its own parameters, which tags inherit.
  package static let settings = FirebaseFunction(
    id: "__gas", words: "Google Analytics settings",
    reading: { call in
      "Google Analytics settings" + (call.name("trackingId").map { " of \($0)" } ?? "")
    },
    isMadeByHand: true,
    body: .variable { arguments, _ in .map(arguments.members) })

  // MARK: Lookup table

  /// The value of the row whose key is the input's text, the last of several; or else
  /// `defaultValue`.
  package static let lookupTable = FirebaseFunction(
    id: "__smm", required: ["input", "map"], words: "lookup",
    reading: { "lookup of \($0.value("input") ?? "?") " + $0.rows("map") + $0.otherwise },
    subject: "input", isMadeByHand: true,
    body: .variable { arguments, _ in
      let table = JavaScriptTable(arguments.given("map")).members(key: "key", value: "value")
      return table[JavaScript.text(arguments.given("input"))] ?? arguments.given("defaultValue")
    })

  // MARK: Constant

  package static let constant = FirebaseFunction(
    id: "__c", required: ["value"], words: "constant",
    reading: { "constant \($0.value("value") ?? "?")" }, isMadeByHand: true,
    body: .variable { arguments, _ in arguments.given("value") })

  // MARK: Custom variable

  /// The result of a class of the app: a text, a number or a boolean, because only these reach the
  /// container; anything else is undefined, after a warning. It is called at every reference.
  package static let customVariable = FirebaseFunction(
    id: "__funct", required: ["classPath"], stability: .volatile, words: "value of class",
    reading: { "value of class \($0.name("classPath") ?? "?")" + $0.handed },
    subject: "classPath", isMadeByHand: true,
    body: .variable { arguments, evaluator in
      let call = FunctionCallRequest(ofClass: arguments, evaluator)
      switch evaluator.ask(call, for: arguments.name) {
      case .value(let value):
        switch value {
        case .string, .int, .double, .bool: return value
        case .null, .absent, .list, .map:
          evaluator.log(.classAnswer, arguments.name, call.name, value.kindName)
          return .absent
        }
      case .unregistered:
        evaluator.log(.noClass, arguments.name, call.name)
        return .absent
      case .failed(let reason):
        evaluator.log(.classFailed, arguments.name, call.name, reason)
        return .absent
      }
    })
}

extension FunctionCallRequest {
  /// Creates the request to a class of the app.
  init(ofClass arguments: borrowing FunctionArguments, _ evaluator: borrowing Evaluator) {
    let path = arguments.given("classPath")
    let table = JavaScriptTable(arguments.given("functionArgument"))
    self.init(
      name: path == .absent ? "" : JavaScript.text(path),
      // A dictionary of the app cannot contain undefined values.
      parameters: table.members(key: "key", value: "value").filter { $0.value != .absent }
        .mapValues(JavaScript.handed),
      container: evaluator.containerID, isClass: true)
  }
}

extension JavaScript {
  /// Returns a value as JavaScriptCore passes it to the app: every number is a double.
  ///
  /// Source: Firebase §5.8; that the SDK passes values in this way is inferred.
  ///
  /// - Complexity: O(n) in the size of the value.
  static func handed(_ value: Value) -> Value {
    switch value {
    case .int(let integer): .double(Double(integer))
    case .list(let elements): .list(elements.map(handed))
    case .map(let members): .map(members.mapValues(handed))
    case .absent, .null, .bool, .double, .string: value
    }
  }
}

// MARK: - Facts

/// Facts about the phone, the app and the container.
extension FirebaseFunction {
  static let appID = fact("__ai", "id of the app") { .string($0.facts.appID) }
  static let appName = fact("__an", "name of the app") { .string($0.facts.appName) }
  static let appVersion = fact("__av", "version code of the app") { .string($0.facts.appVersion) }
  static let appVersionName = fact("__avn", "version name of the app") {
    .string($0.facts.appVersionName)
  }
  package static let containerID = fact("__cid", "id of the container") { .string($0.containerID) }
  static let containerVersion = fact("__ctv", "version of the container") {
    .string($0.container.version.version)
  }
  static let sdkVersion = fact("__sv", "version of the system's SDK") {
    .string($0.facts.sdkVersion)
  }
  /// Undefined if the app cannot have it.
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

  // MARK: Random

  /// A random number of 31 bits, a different one at every reference.
  static let random = FirebaseFunction(
    id: "__r", stability: .volatile, words: "random number",
    body: .variable { _, evaluator in .int(evaluator.random.integer(in: 0...2_147_483_647)) })
}
