import OrderedCollections

/// What a macro definition does to get its value.
public struct ValueMaker: Sendable, Hashable {
  /// The function id, such as `_v`.
  public var function: String
  /// What the function is asked about, where it is about something: the path of a data layer
  /// variable, the name of a function of the app.
  public var subject: String?

  /// Whether the value stands in the container as it is.
  public var isConstant: Bool {
    function == MacroFunction.constant.id || function == FirebaseFunction.constant.id
  }

  /// The kind of macro in words: "data layer variable user.tier".
  ///
  /// Source: the function table, section 1.5 of the notes on container formats.
  public var words: String {
    let kind =
      Self.kinds[function] ?? FirebaseFunction.named(function, .macro)?.words
      ?? "macro of the unknown kind \(function)"
    return subject.map { kind + " " + $0 } ?? kind
  }

  private static let kinds: [String: String] = [
    "_c": "constant", "_v": "data layer variable", "_func": "function call", "_e": "event name",
    "_p": "platform", "_rv": "runtime version", "_ai": "app id", "_an": "app name",
    "_av": "app version", "_avn": "app version name", "_ate": "ad tracking enabled",
    "_aid": "advertising id", "_awid": "mobile AdWords id", "_did": "device id",
    "_dn": "device name", "_l": "language", "_ov": "OS version", "_rs": "screen resolution",
    "_sv": "SDK version", "_r": "random number", "_t": "time", "_ctv": "container version",
    "_gtmv": "tag manager version", "_dbg": "debug mode", "_jn": "joiner", "_reg": "regex group",
    "_awcr": "AdWords click referrer", "_ir": "install referrer", "_enc": "encoder",
    "_hsh": "hash",
  ]

  /// The parameter that says what a function is asked about.
  static func subjectKey(of macro: CompiledFunction) -> String? {
    switch macro.id {
    case "_v": "name"
    case "_func": "function_call_macro_name"
    case "_awcr": "conversion_id"
    case "__md" where macro.parameters["key"] == nil:
      macro.parameters.keys.first { $0.hasSuffix(FirebaseFunction.suggestionEnding) }
    case "__md", "__fup": "key"
    case "__funct": "classPath"
    case "__smm": "input"
    default: nil
    }
  }
}
