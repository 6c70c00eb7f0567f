import OrderedCollections
import TagRuntime

/// How a hit stands in the column `body`: a JSON object of what it is, besides its time. A further
/// kind of hit is one case in each of the two functions about kinds.
enum HitBody {
  static func value(of hit: Hit) -> Value {
    var body = members(of: hit.kind)
    body["tag"] = hit.tag.map { .string($0) }
    body["tracker"] = hit.tracker.map { .string($0) }
    body["added"] = value(of: hit.added)
    return .map(body)
  }

  /// The hit of a body; nil where it is none.
  static func hit(_ body: Value, created: WallTime) -> Hit? {
    guard let members = body.members, let kind = kind(of: members) else { return nil }
    guard let added = texts(members["added"]) else { return nil }
    return Hit(
      kind: kind, tag: members["tag"]?.text, tracker: members["tracker"]?.text, added: added,
      created: created)
  }

  private static func members(of kind: Hit.Kind) -> OrderedDictionary<String, Value> {
    switch kind {
    case .analytics(let fields): ["fields": value(of: fields)]
    case .pixel(let url): ["url": .string(url)]
    case .firebase(let event, let properties):
      [
        "event": .string(event.name), "parameters": .map(event.parameters),
        "logged": .int(event.logged.milliseconds), "userProperties": value(of: properties),
      ]
    }
  }

  private static func kind(of members: OrderedDictionary<String, Value>) -> Hit.Kind? {
    if let fields = texts(members["fields"]) { return .analytics(fields: fields) }
    if let url = members["url"]?.text { return .pixel(url: url) }
    guard let name = members["event"]?.text, let parameters = members["parameters"]?.members,
      case .int(let logged)? = members["logged"],
      let properties = texts(members["userProperties"])
    else { return nil }
    let event = FirebaseEvent(
      name: name, parameters: parameters, logged: RowText.time(milliseconds: logged))
    return .firebase(event, userProperties: properties)
  }

  private static func value(of texts: OrderedDictionary<String, String>) -> Value {
    .map(texts.mapValues { .string($0) })
  }

  private static func texts(_ value: Value?) -> OrderedDictionary<String, String>? {
    guard let members = value?.members else { return nil }
    let texts = members.compactMapValues(\.text)
    return texts.count == members.count ? texts : nil
  }
}
