public import OrderedCollections

extension DataLayer {
  /// One value of the model with its dotted path; lists and empty maps are shown whole.
  public struct Leaf: Sendable, Hashable {
    /// The dotted path as `get` takes it.
    public var path: String
    /// The value there.
    public var value: Value
  }

  /// All values of the model, flattened through maps, in order.
  ///
  /// - Complexity: O(n) in the size of the model.
  public func leaves() -> [Leaf] { Self.leaves(of: model) }

  /// The values that an update sets, flattened through maps, in order.
  ///
  /// - Complexity: O(n) in the size of the update.
  public static func leaves(of model: OrderedDictionary<String, Value>) -> [Leaf] {
    var leaves: [Leaf] = []
    for (key, value) in model.elements { collect(value, key, into: &leaves) }
    return leaves
  }

  /// The update that sets one value at a dotted path, map by map.
  ///
  /// - Complexity: O(k) in the number of parts of the path.
  static func nested(_ value: Value, at path: String) -> OrderedDictionary<String, Value> {
    let parts = parts(of: path)
    return parts.dropLast().reversed().reduce([parts[parts.count - 1]: value]) { inner, part in
      [part: .map(inner)]
    }
  }

  private static func collect(_ value: Value, _ path: String, into leaves: inout [Leaf]) {
    guard case .map(let members) = value, !members.isEmpty else {
      leaves.append(Leaf(path: path, value: value))
      return
    }
    for (key, member) in members.elements { collect(member, path + "." + key, into: &leaves) }
  }
}
