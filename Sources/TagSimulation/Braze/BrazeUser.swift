public import OrderedCollections
public import TagRuntime

/// What Braze knows of one user of a phone.
public struct BrazeUser: Sendable, Hashable {
  /// A custom attribute, and the number of the call that set it last.
  public struct Attribute: Sendable, Hashable {
    /// The value with its type.
    public var value: BrazeValue
    /// The number of the call.
    public var call: Int
  }

  /// A custom event, and the call that logged it.
  public struct Event: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Its properties, in their order.
    public var properties: OrderedDictionary<String, Value>
    /// When, by the wall clock.
    public var wall: WallTime
    /// The number of the call.
    public var call: Int
  }

  /// The id that the app gave; nil while nobody is known.
  public var id: String?
  /// The attributes, in the order in which they were first set.
  public internal(set) var attributes: OrderedDictionary<String, Attribute> = [:]
  /// The events, in order.
  public internal(set) var events: [Event] = []

  /// The id in quotes, or `anonymous`.
  public var name: String { id.map { JSONWriter.write(.string($0)) } ?? "anonymous" }
}
