import OrderedCollections

/// What a data layer counts its values for: close to the memory that they take at least.
extension Value {
  /// Bytes of the place of a key or of a value.
  private static let placeBytes = 16
  /// Bytes of the places of a key and its value.
  static let pairBytes = 2 * placeBytes
  /// Bytes of a list beside its elements.
  private static let listBytes = 32
  /// Bytes of a map beside its keys and values.
  private static let mapBytes = 128

  /// What it is counted for without what is in it.
  var ownBytes: Int {
    switch self {
    case .null, .bool, .int, .double, .absent: Self.placeBytes
    case .string(let text): Self.placeBytes + text.utf8.count
    case .list: Self.placeBytes + Self.listBytes
    case .map: Self.placeBytes + Self.mapBytes
    }
  }

  /// What it is counted for with all that is in it.
  ///
  /// - Complexity: O(n) in the values in it.
  var heldBytes: Int {
    switch self {
    case .null, .bool, .int, .double, .absent, .string: ownBytes
    case .list(let elements): elements.reduce(ownBytes) { $0 + $1.heldBytes }
    case .map(let members): ownBytes + Self.heldBytes(of: members)
    }
  }

  /// What a key is counted for beside its value.
  static func heldBytes(ofKey key: String) -> Int { placeBytes + key.utf8.count }

  /// What the keys and values of a map are counted for.
  ///
  /// - Complexity: O(n) in the values in it.
  static func heldBytes(of members: OrderedDictionary<String, Value>) -> Int {
    members.keys.reduce(0) { $0 + heldBytes(ofKey: $1) }
      + members.values.reduce(0) { $0 + $1.heldBytes }
  }
}
