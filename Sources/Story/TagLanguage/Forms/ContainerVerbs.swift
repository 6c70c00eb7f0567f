import OrderedCollections
import TagRuntime
import TagSimulation

/// The operations of the app on its containers.
extension Form {
  static let containerVerbs: [Form] = [
    .verb(
      "read string|int64|double|boolean KEY [id=ID]", "Reads a value of a container.",
      "read string title_string"
    ) { reader throws(ScenarioError) in try reader.read() },
    .verb(
      "open prefer-non-default|prefer-fresh [timeout=DURATION] [blocking] [id=ID] | "
        + "open callback [id=ID]",
      "Opens a container; blocking freezes the app's main thread until it is ready.",
      "open prefer-fresh timeout=5s"
    ) { reader throws(ScenarioError) in try reader.open() },
    .verb(
      "close [id=ID]", "Closes a container: no values, no tags, no refreshes.", "close"
    ) { reader throws(ScenarioError) in
      .act(.app(.close(container: try reader.optionalID())))
    },
    .verb(
      "preview VERSION|exit [id=ID]",
      "Opens the link that previews a version, or the link that ends the preview.",
      "preview v9"
    ) { reader throws(ScenarioError) in try reader.preview() },
    .verb(
      "open-url LINK", "Opens a link on the phone.",
      "open-url \"tagmanager.c.com.example.shop://preview/p?id=GTM-AB12&gtm_preview=\""
    ) { reader throws(ScenarioError) in
      .act(.openURL(try reader.cursor.string("a link")))
    },
    .verb(
      "register macro|tag NAME [id=ID]", "Registers a handler of the app with a container.",
      "register tag logReceipt"
    ) { reader throws(ScenarioError) in try reader.register(isOn: true) },
    .verb(
      "unregister macro|tag NAME [id=ID]", "Removes a handler by registering nil.",
      "unregister macro discount"
    ) { reader throws(ScenarioError) in try reader.register(isOn: false) },
    .verb(
      "refresh [id=ID]", "Asks the server for a newer container.", "refresh"
    ) { reader throws(ScenarioError) in
      .act(.app(.refresh(container: try reader.optionalID())))
    },
  ]
}

extension StatementReader {
  mutating func open() throws(ScenarioError) -> Command {
    let opening = try cursor.opening(allowsID: true)
    return .act(.open(container: opening.id, opening.opening))
  }

  mutating func read() throws(ScenarioError) -> Command {
    let kind: ValueKind = try cursor.choice("type")
    let key = try cursor.name("a key")
    return .act(.app(.read(key, kind, container: try optionalID())))
  }

  mutating func register(isOn: Bool) throws(ScenarioError) -> Command {
    let kind: HandlerRegistration.Kind = try cursor.choice("handler")
    let name = try cursor.name("the name of a function")
    return .act(.register(kind, name, container: try optionalID(), isOn: isOn))
  }

  mutating func preview() throws(ScenarioError) -> Command {
    let expected = "a version such as v9, or exit"
    let token = try cursor.next(expected)
    if token.word == "exit" { return .preview(version: nil, id: try optionalID()) }
    let digits = token.name.hasPrefix("v") ? token.name.dropFirst() : token.name[...]
    guard let version = Int64(digits), version >= 0 else {
      throw cursor.unexpected(
        token, expected, suggestion: Suggestion.nearest(to: token.source, among: ["exit"]))
    }
    return .preview(version: version, id: try optionalID())
  }

  mutating func containerID() throws(ScenarioError) -> String {
    try cursor.name("a container such as GTM-AB12")
  }

  /// Reads `id=GTM-AB12` at the end of a statement, or nothing.
  mutating func optionalID() throws(ScenarioError) -> String? {
    guard let token = cursor.peek else { return nil }
    guard cursor.isAtPair else {
      // An id alone probably means the container.
      let suggestion = token.name.hasPrefix("GTM-") ? "id=" + token.source : nil
      throw cursor.unexpected(
        token, "id=GTM-AB12 or the end of the line", suggestion: suggestion)
    }
    var keys = KnownKeys(["id"])
    _ = try keys.take(from: &cursor)
    return try containerID()
  }
}
