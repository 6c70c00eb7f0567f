public import OrderedCollections

/// The model that all pushes are merged into.
///
/// The merge, by what the update holds at a place and what the model holds there:
///
/// | update \ model | nothing or a scalar        | a list                | a map                |
/// |----------------|----------------------------|-----------------------|----------------------|
/// | scalar, null   | set                        | replaces              | replaces             |
/// | list           | a new list, merged by slot | merged slot by slot   | replaced by new list |
/// | map            | a new map, merged by key   | replaced by new map   | merged key by key    |
///
/// Lists never shrink: a slot beyond the update stays, a missing slot is filled with null, and a
/// slot marked `absent` is left alone. Only top-level keys are split at dots.
///
/// Source: TAGDataLayer `expandKeyValue`, `mergeMap`, `mergeList`; sections 5.2 and 5.3 of the
/// behaviour notes on the legacy SDK. The SDK leaves the order of keys within one push open; here
/// it is the order in which they were written. A key that ends with a dot has an empty last part.
///
/// Legacy name: TAGDataLayer
public struct DataLayer: Sendable, Hashable {
  /// The merged values in the order in which their keys first appeared.
  public private(set) var model: OrderedDictionary<String, Value> = [:]

  /// Creates an empty data layer.
  public init() {}

  /// Creates a data layer that holds the given values.
  public init(_ model: OrderedDictionary<String, Value>) { self.model = model }

  /// The value at a dotted path, or nil where there is none. Paths walk maps only, so lists cannot
  /// be indexed.
  ///
  /// Legacy name: TAGDataLayer get:
  ///
  /// - Complexity: O(k) in the number of parts of the path.
  public func get(_ path: String) -> Value? {
    get(parts: Self.parts(of: path))
  }

  /// The value at a path that is already split.
  ///
  /// - Complexity: O(k) in the number of parts of the path.
  public func get(parts: [String]) -> Value? {
    guard let first = parts.first, var value = model[first] else { return nil }
    for part in parts.dropFirst() {
      guard let next = value.members?[part] else { return nil }
      value = next
    }
    return value
  }

  /// Merges an update into the model.
  ///
  /// - Throws: `PushRejection` when a bound is reached; the model is unchanged then.
  /// - Complexity: O(n) in the size of the update.
  public mutating func merge(
    _ update: OrderedDictionary<String, Value>
  ) throws(PushRejection) {
    try PushRejection.check(update)
    for (key, value) in update.elements {
      let parts = Self.parts(of: key)
      Self.merge(value, at: parts[...], into: &model)
    }
  }

  static func parts(of key: String) -> [String] {
    guard key.utf8.contains(UInt8(ascii: ".")) else { return [key] }
    return key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }
}
