import OrderedCollections

/// The sizes that a data layer counts for its values: close to the memory that they take at least.
extension Value {
  /// The bytes of the slot of a key or of a value.
  private static let placeBytes = 16
  /// The bytes of the slots of a key and its value.
  static let pairBytes = 2 * placeBytes
  /// The bytes of a list apart from its elements.
  private static let listBytes = 32
  /// The bytes of a map apart from its keys and values.
  private static let mapBytes = 128

  /// Its size without its content.
  var ownBytes: Int {
    switch self {
    case .null, .bool, .int, .double, .absent: Self.placeBytes
    case .string(let text): Self.placeBytes + text.utf8.count
    case .list: Self.placeBytes + Self.listBytes
    case .map: Self.placeBytes + Self.mapBytes
    }
  }

  /// Its size with all of its content.
  ///
  /// - Complexity: O(n) in the values in it.
  package var heldBytes: Int {
    switch self {
    case .null, .bool, .int, .double, .absent, .string: ownBytes
    case .list(let elements): elements.reduce(ownBytes) { $0 + $1.heldBytes }
    case .map(let members): ownBytes + Self.heldBytes(of: members)
    }
  }

  /// Returns the size of a key without its value.
  static func heldBytes(ofKey key: String) -> Int { placeBytes + key.utf8.count }

  /// Returns the size of the keys and values of a map.
  ///
  /// - Complexity: O(n) in the values in it.
  static func heldBytes(of members: OrderedDictionary<String, Value>) -> Int {
    members.keys.reduce(0) { $0 + heldBytes(ofKey: $1) }
      + members.values.reduce(0) { $0 + $1.heldBytes }
  }
}
