import OrderedCollections
import TagRuntime
import TagSimulation

/// The statements about containers.
extension StatementReader {
  private enum ContainerPlace: String, CaseIterable {
    case `default`
    case saved
  }

  mutating func container() throws(ScenarioError) -> Command {
    let place = try cursor.choice("container", of: ContainerPlace.self)
    let isUnreadable = cursor.take("unreadable")
    let path = isUnreadable ? "" : try filePath()
    var id: String?
    var name: String?
    var age: Duration?
    var keys = KnownKeys(
      place == .default ? ["id", "name"] : isUnreadable ? ["id"] : ["age", "id"])
    while cursor.peek != nil {
      switch try keys.take(from: &cursor) {
      case "id": id = try containerID()
      case "name": name = try cursor.name("a file name")
      default: age = try cursor.duration()
      }
    }
    if isUnreadable { return .unreadable(place == .saved ? .disk : .bundle, id: id, name: name) }
    return place == .saved
      ? .containerSaved(path: path, id: id, age: age)
      : .containerDefault(path: path, id: id, name: name)
  }

  mutating func publish(isDraft: Bool) throws(ScenarioError) -> Command {
    if !isDraft, cursor.take("unreadable") { return .unreadable(.server, id: try optionalID()) }
    let path = try filePath()
    var id: String?
    var version: String?
    var keys = KnownKeys(["version", "id"])
    while cursor.peek != nil {
      if try keys.take(from: &cursor) == "id" {
        id = try containerID()
      } else {
        version = try cursor.name("a version")
      }
    }
    return isDraft
      ? .draft(path: path, id: id, version: version)
      : .publish(path: path, id: id, version: version)
  }

  private mutating func filePath() throws(ScenarioError) -> String {
    path = cursor.peek
    return try cursor.name("a file")
  }

  mutating func containerID() throws(ScenarioError) -> String {
    try cursor.name("a container such as GTM-AB12")
  }

  /// `id=GTM-AB12` at the end of a statement, or nothing.
  mutating func optionalID() throws(ScenarioError) -> String? {
    guard let token = cursor.peek else { return nil }
    guard cursor.isAtPair else {
      // Who writes an id alone means it for the container.
      let suggestion = token.name.hasPrefix("GTM-") ? "id=" + token.source : nil
      throw cursor.unexpected(
        token, "id=GTM-AB12 or the end of the line", suggestion: suggestion)
    }
    var keys = KnownKeys(["id"])
    _ = try keys.take(from: &cursor)
    return try containerID()
  }

  mutating func open() throws(ScenarioError) -> Command {
    let opening = try cursor.opening(allowsID: true)
    return .open(opening.opening, id: opening.id)
  }

  mutating func read() throws(ScenarioError) -> Command {
    let kind: ValueKind = try cursor.choice("type")
    let read = TypedRead(kind: kind, key: try cursor.name("a key"))
    return .read(read, id: try optionalID())
  }

  mutating func register(isOn: Bool) throws(ScenarioError) -> Command {
    let kind: HandlerRegistration.Kind = try cursor.choice("handler")
    let name = try cursor.name("the name of a function")
    return .register(kind, name, id: try optionalID(), isOn: isOn)
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
}
