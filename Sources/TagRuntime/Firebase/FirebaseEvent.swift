public import OrderedCollections

/// An event of Firebase Analytics.
public struct FirebaseEvent: Sendable, Hashable {
  /// The name as Firebase holds it: its own events by their short names, such as `_vs`.
  public var name: String
  /// The parameters: texts, integers, doubles, and lists of maps for items.
  public var parameters: OrderedDictionary<String, Value>
  /// When it was logged, by the wall clock.
  public var logged: WallTime

  /// Creates an event.
  public init(
    name: String, parameters: OrderedDictionary<String, Value> = [:],
    logged: WallTime = WallTime(milliseconds: 0)
  ) {
    self.name = name
    self.parameters = parameters
    self.logged = logged
  }

  /// The name as people write it: `screen_view` for `_vs`.
  public var longName: String { FirebaseNames.long(name) }
}
