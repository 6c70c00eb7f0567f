public import OrderedCollections

/// A measurement on its way.
public struct Hit: Sendable, Hashable {
  /// The kinds, which travel by different rules.
  public enum Kind: Sendable, Hashable {
    /// A hit of Universal Analytics: fields such as `&t` and `&cd`.
    case analytics(fields: OrderedDictionary<String, String>)
    /// A request of a URL.
    case pixel(url: String)
    /// An event of Firebase, with the user properties as they travel with it.
    case firebase(FirebaseEvent, userProperties: OrderedDictionary<String, String>)
  }

  /// What is sent.
  public var kind: Kind
  /// The display name of the tag that made it; nil where the app itself sent it.
  public var tag: String?
  /// The name of the tracker that it went through; nil for a pixel and an event.
  public var tracker: String?
  /// What the SDK adds: the app, the phone and the client, or the session of an event.
  public var added: OrderedDictionary<String, String>
  /// When it was made, by the wall clock.
  public var created: WallTime

  /// Creates a hit.
  public init(
    kind: Kind, tag: String?, tracker: String? = nil,
    added: OrderedDictionary<String, String> = [:], created: WallTime
  ) {
    self.kind = kind
    self.tag = tag
    self.tracker = tracker
    self.added = added
    self.created = created
  }

  /// The queue that it waits in.
  public var queue: HitQueue {
    switch kind {
    case .analytics: .analytics
    case .pixel: .pixels
    case .firebase: .firebase
    }
  }

  /// The short name of its type: "screen", "event", "pixel", "firebase" …
  public var typeName: String {
    switch kind {
    case .pixel: "pixel"
    case .firebase: "firebase"
    case .analytics(let fields):
      switch fields["&t"] {
      case "appview", "screenview": "screen"
      case let type?: type
      case nil: "hit"
      }
    }
  }

  /// What people recognise it by: the screen, the category and action, the id of a
  /// transaction, the name of an item, the URL, or the long name of an event.
  public var title: String {
    switch kind {
    case .pixel(let url): url
    case .firebase(let event, _): event.longName
    case .analytics(let fields):
      switch fields["&t"] {
      case "transaction": fields["&ti"] ?? ""
      case "item": fields["&in"] ?? ""
      default:
        fields["&cd"] ?? [fields["&ec"], fields["&ea"]].compactMap { $0 }.joined(separator: " ")
      }
    }
  }

  /// The text that travels: the query of an analytics hit (only keys that begin with `&`, without
  /// it), the URL of a pixel, or an event as JSON.
  ///
  /// Source: GAIRequestBuilder, section 11.3 of the behaviour notes. Firebase sends a binary format
  /// that is not public; JSON stands for it.
  public var payload: String {
    switch kind {
    case .pixel(let url): url
    case .firebase(let event, let properties): Self.text(of: event, properties, added)
    case .analytics(let fields):
      (Array(fields.elements) + Array(added.elements))
        .filter { $0.key.hasPrefix("&") && $0.key.utf8.count > 1 }
        .map {
          PercentEncoding.encode(String($0.key.dropFirst())) + "="
            + PercentEncoding.encode($0.value)
        }
        .joined(separator: "&")
    }
  }

  private static func text(
    of event: FirebaseEvent, _ properties: OrderedDictionary<String, String>,
    _ added: OrderedDictionary<String, String>
  ) -> String {
    var members: OrderedDictionary<String, Value> = [
      "name": .string(event.name), "timestamp_millis": .int(event.logged.milliseconds),
      "params": .map(event.parameters),
    ]
    if !added.isEmpty { members["added"] = .map(added.mapValues { .string($0) }) }
    if !properties.isEmpty {
      members["user_properties"] = .map(properties.mapValues { .string($0) })
    }
    return JSONWriter.write(.map(members))
  }
}
