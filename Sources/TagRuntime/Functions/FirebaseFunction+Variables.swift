extension FirebaseFunction {
  /// Every variable that is known.
  static let variables = [
    event, eventParameter, userProperty, settings, lookupTable, constant, customVariable,
    variable("__ai", "id of the app"), variable("__an", "name of the app"),
    variable("__av", "version code of the app"), variable("__avn", "version name of the app"),
    variable("__cid", "id of the container"), variable("__ctv", "version of the container"),
    variable("__sv", "version of the system's SDK"),
    variable("__aid", "advertising id of the phone"),
    variable("__ate", "whether advertising may track"), variable("__dn", "name of the device"),
    variable("__l", "language of the phone"), variable("__ov", "version of the operating system"),
    variable("__p", "platform"), variable("__rs", "screen resolution"),
    FirebaseFunction(id: "__r", kind: .macro, stability: .volatile, words: "random number"),
  ]

  /// The name of the event, that of Firebase's own ones in long form.
  static let event = FirebaseFunction(
    id: "__e", kind: .macro, stability: .event, words: "event name")

  /// A parameter of the event: of any name (`key`), or one that the interface suggests.
  static let eventParameter = FirebaseFunction(
    id: "__md", kind: .macro, stability: .event, words: "event parameter")

  /// A user property that the app has set.
  static let userProperty = FirebaseFunction(
    id: "__fup", kind: .macro, required: ["key"], stability: .event, words: "user property")

  /// Google Analytics settings: a map of its own parameters, which tags take over.
  static let settings = FirebaseFunction(
    id: "__gas", kind: .macro, words: "Google Analytics settings")

  /// The value that a table gives for an input.
  static let lookupTable = FirebaseFunction(
    id: "__smm", kind: .macro, required: ["input", "map"], words: "lookup")

  /// Its parameter.
  static let constant = FirebaseFunction(
    id: "__c", kind: .macro, required: ["value"], words: "constant")

  /// What a class of the app gives.
  static let customVariable = FirebaseFunction(
    id: "__funct", kind: .macro, required: ["classPath"], stability: .volatile,
    words: "value of class")

  private static func variable(_ id: String, _ words: String) -> FirebaseFunction {
    FirebaseFunction(id: id, kind: .macro, words: words)
  }

  /// How the member ends that names the parameter of a suggested event, such as
  /// `firebaseCampaignParam`.
  static let suggestionEnding = "Param"
}
