import OrderedCollections
import TagRuntime

/// Reads a container of keys and values: each member becomes a constant macro of its name.
enum KeyValueReader {
  /// Makes the container of a map.
  ///
  /// - Complexity: O(n) in the nodes of the map.
  static func read(
    _ members: OrderedDictionary<String, Value>, format: ContainerVersion.Format
  ) throws(ReadFault) -> ContainerVersion {
    guard members.count <= ContainerLimits.functions else {
      throw ReadFault(
        .tooMany(what: "keys", count: members.count, limit: ContainerLimits.functions))
    }
    var macros: [FunctionCall] = []
    macros.reserveCapacity(members.count)
    for (key, value) in members.elements {
      let expression = try expression(of: value, at: key)
      macros.append(
        FunctionCall(function: "_c", name: key, parameters: ["value": expression]))
    }
    return ContainerVersion(format: format, macros: macros)
  }

  private static func expression(
    of value: Value, at place: String
  ) throws(ReadFault) -> Expression {
    switch value {
    case .string, .bool, .int: return .constant(value)
    // The format of containers has no doubles; the SDK stores their text.
    case .double(let double): return .constant(.string(NumberText.plain(double)))
    case .map(let members):
      var entries: [Expression.Entry] = []
      for (key, member) in members.elements {
        let expression = try expression(of: member, at: place + "." + key)
        entries.append(Expression.Entry(key: .constant(.string(key)), value: expression))
      }
      return .map(entries)
    case .list: throw ReadFault(.unsupportedValue(kind: .list, place: place))
    case .null: throw ReadFault(.unsupportedValue(kind: .null, place: place))
    case .absent: throw ReadFault(.unsupportedValue(kind: .other, place: place))
    }
  }
}
