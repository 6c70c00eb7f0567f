import OrderedCollections

/// A user property as it travels: its value, and the time at which it was set.
public struct FirebaseProperty: Sendable, Hashable {
  /// The value; numbers are texts, too, such as "1" for the first session.
  public var text: String
  /// The time at which it was set, by the wall clock.
  public var set: WallTime

  /// Creates a property; a number is given as a text, such as "1".
  public init(_ text: String, set: WallTime) {
    self.text = text
    self.set = set
  }
}

/// The two names of Firebase's own parameters and user properties: the short one that travels, and
/// the long ones of the SDK's log and the exported data.
///
/// Source: Firebase §1.4.
package enum FirebaseWireNames {
  /// The first long name is the one in use here.
  private static let parameters: OrderedDictionary<String, [String]> = [
    "_o": ["firebase_event_origin", "ga_event_origin"],
    "_sn": ["firebase_screen", "ga_screen"],
    "_sc": ["firebase_screen_class", "ga_screen_class"],
    "_si": ["firebase_screen_id", "ga_screen_id"],
    "_pn": ["firebase_previous_screen", "ga_previous_screen"],
    "_pc": ["firebase_previous_class", "ga_previous_class"],
    "_pi": ["firebase_previous_id", "ga_previous_id"],
    "_et": ["engagement_time_msec"],
    "_err": ["firebase_error", "ga_error"],
    "_ev": ["firebase_error_value", "ga_error_value"],
    "_el": ["firebase_error_length", "ga_error_length"],
    "_c": ["firebase_conversion", "ga_conversion"],
    "_r": ["firebase_realtime", "ga_realtime"],
    "_dbg": ["ga_debug_mode", "ga_debug", "firebase_debug"],
    "_pv": ["previous_app_version"], "_po": ["previous_os_version"],
    "_uwa": ["update_with_analytics"], "_pfo": ["previous_first_open_count"],
    "_sid": ["session_id", "ga_session_id"], "_sno": ["session_number", "ga_session_number"],
  ]

  private static let properties: OrderedDictionary<String, [String]> = [
    "_fi": ["first_open_after_install"], "_fot": ["first_open_time"], "_id": ["user_id"],
    "_lte": ["lifetime_user_engagement"], "_se": ["session_user_engagement"],
    "_sid": ["ga_session_id", "session_id"], "_sno": ["ga_session_number", "session_number"],
    "_npa": ["non_personalized_ads"],
  ]

  private static let shortParameters = shorts(parameters)
  private static let shortProperties = shorts(properties)

  private static func shorts(_ names: OrderedDictionary<String, [String]>) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: names.elements.flatMap { short, longs in longs.map { ($0, short) } })
  }

  /// Returns the short name of a parameter; other names stay as they are.
  package static func parameter(_ name: String) -> String { shortParameters[name] ?? name }

  /// Returns the short name of a user property; other names stay as they are.
  package static func property(_ name: String) -> String { shortProperties[name] ?? name }

  /// Returns the long name of a parameter in use here, given any of its names; other names stay as
  /// they are.
  package static func longParameter(_ name: String) -> String {
    parameters[parameter(name)]?.first ?? name
  }

  /// Returns both names of a parameter, the one that travels first: `_sc (firebase_screen_class)`.
  package static func bothOfParameter(_ name: String) -> String { both(name, parameters) }

  /// Returns both names of a user property: `_sid (ga_session_id)`.
  package static func bothOfProperty(_ name: String) -> String { both(name, properties) }

  private static func both(
    _ name: String, _ names: OrderedDictionary<String, [String]>
  ) -> String {
    if let long = names[name]?.first { return "\(name) (\(long))" }
    let short = names.elements.first { $0.value.contains(name) }?.key
    return short.map { "\($0) (\(name))" } ?? name
  }

  /// The user properties that travel as numbers.
  static let numbers: Set<String> = ["_fi", "_fot", "_lte", "_npa", "_se", "_sid", "_sno"]
}

/// The form of Firebase events on the wire, as JSON in place of its binary form.
///
/// Source: Firebase §6.5.
package enum FirebaseWire {
  /// The fields that Firebase adds to a bundle, and not to each of its events.
  private static let ofBundle = ["bundle", "app_id", "app_version"] + identifiers
  /// Those of them that depend on consent, and on the user's answer about tracking.
  package static let identifiers = [
    "gcs", "app_instance_id", "advertising_id", "limited_ad_tracking",
  ]

  /// Returns the body of an upload: a line for each bundle.
  ///
  /// - Complexity: O(n) in the size of the hits.
  static func body(of hits: [StoredHit]) -> String {
    var bundles: [[Hit]] = []
    for stored in hits {
      if let last = bundles.last?.last, isBundled(stored.hit, with: last) {
        bundles[bundles.count - 1].append(stored.hit)
      } else {
        bundles.append([stored.hit])
      }
    }
    return bundles.map { text(of: $0) }.joined(separator: "\n")
  }

  /// Whether two events are in one bundle: of one number, installation and consent, with the same
  /// user properties except engagement, which grows within one. A number recurs if a phone has lost
  /// its memory.
  private static func isBundled(_ hit: Hit, with last: Hit) -> Bool {
    guard ofBundle.allSatisfy({ hit.added[$0] == last.added[$0] }),
      case .firebase(_, var one) = hit.kind,
      case .firebase(_, var other) = last.kind
    else { return false }
    for name in ["_lte", "_se"] {
      one[name] = nil
      other[name] = nil
    }
    return one == other
  }

  /// Returns the bytes by which an event makes an upload longer that ends with another one.
  static func bytes(of hit: Hit, after last: Hit?) -> Int {
    guard let last, isBundled(hit, with: last) else { return text(of: [hit]).utf8.count + 1 }
    return JSONWriter.write(event(hit)).utf8.count + 2
  }

  /// Writes a bundle. Its user properties are those of its last event: only engagement grows within
  /// one.
  static func text(of hits: [Hit]) -> String {
    guard let last = hits.last, case .firebase(_, let properties) = last.kind else { return "" }
    var members: OrderedDictionary<String, Value> = [:]
    for key in ofBundle {
      guard let text = last.added[key] else { continue }
      members[key] = key == "bundle" ? Int64(text).map { .int($0) } ?? .string(text) : .string(text)
    }
    members["events"] = .list(hits.map(event))
    if !properties.isEmpty { members["user_properties"] = .map(properties.mapPairs(property)) }
    return JSONWriter.write(.map(members))
  }

  private static func event(_ hit: Hit) -> Value {
    guard case .firebase(let event, _) = hit.kind else { return .null }
    var members: OrderedDictionary<String, Value> = [
      "name": .string(event.name), "timestamp_millis": .int(event.logged.milliseconds),
    ]
    if let previous = event.previous {
      members["previous_timestamp_millis"] = .int(previous.milliseconds)
    }
    members["params"] = .map(parameters(of: event, hit.added))
    return .map(members)
  }

  /// Returns all parameters of an event by their short names, with those that Firebase adds.
  static func parameters(
    of event: FirebaseEvent, _ added: OrderedDictionary<String, String>
  ) -> OrderedDictionary<String, Value> {
    var parameters: OrderedDictionary<String, Value> = [:]
    for (name, value) in event.parameters.elements {
      parameters[FirebaseWireNames.parameter(name)] = value
    }
    for (name, text) in added.elements where !ofBundle.contains(name) {
      let short = FirebaseWireNames.parameter(name)
      guard parameters[short] == nil else { continue }
      let number = ["_dbg", "_r", "_si"].contains(short) ? Int64(text) : nil
      parameters[short] = number.map { .int($0) } ?? .string(text)
    }
    return parameters
  }

  private static func property(_ name: String, _ property: FirebaseProperty) -> Value {
    let isNumber = FirebaseWireNames.numbers.contains(name)
    let value: Value =
      isNumber
      ? Int64(property.text).map { .int($0) } ?? .string(property.text)
      : .string(property.text)
    return ["value": value, "set_timestamp_millis": .int(property.set.milliseconds)]
  }
}

extension OrderedDictionary {
  /// Returns the same keys with other values.
  fileprivate func mapPairs<Other>(
    _ transform: (Key, Value) -> Other
  ) -> OrderedDictionary<Key, Other> {
    OrderedDictionary<Key, Other>(
      uniqueKeysWithValues: elements.map { ($0.key, transform($0.key, $0.value)) })
  }
}

extension Hit {
  /// Returns a parameter of a Firebase event, by any of its names, including one that Firebase
  /// adds.
  package func firebaseParameter(_ name: String) -> Value? {
    guard case .firebase(let event, _) = kind else { return nil }
    return event.parameters[name]
      ?? FirebaseWire.parameters(of: event, added)[FirebaseWireNames.parameter(name)]
  }

  /// Returns a user property that travels with a Firebase event, by any of its names.
  package func firebaseProperty(_ name: String) -> FirebaseProperty? {
    guard case .firebase(_, let properties) = kind else { return nil }
    return properties[name] ?? properties[FirebaseWireNames.property(name)]
  }
}
