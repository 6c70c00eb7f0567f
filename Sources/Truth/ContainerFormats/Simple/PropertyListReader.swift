import OrderedCollections
import TagRuntime

/// Reads a property list of keys and values, XML or binary.
///
/// Foundation's reader is not used: it loses the order of keys and whether a number was real or an
/// integer, and a damaged file can crash the process.
enum PropertyListReader {
  static func read(_ bytes: [UInt8]) throws(ReadFault) -> ContainerVersion {
    let list =
      bytes.starts(with: "bplist".utf8)
      ? try BinaryPropertyListParser.parse(bytes) : try XMLPropertyListParser.parse(bytes)
    return try read(list)
  }

  static func read(_ list: PropertyListValue) throws(ReadFault) -> ContainerVersion {
    if case .map(let entries) = list, let file = ForeignFile(members: Set(entries.map(\.key))) {
      throw ReadFault(.foreign(file))
    }
    let value = try value(of: list, at: "")
    guard let members = value.members else { throw ReadFault(.notAMap(kind: value.kindName)) }
    return try KeyValueReader.read(members, format: .plist)
  }

  private static func value(
    of list: PropertyListValue, at place: String
  ) throws(ReadFault) -> Value {
    switch list {
    case .scalar(let value): return value
    case .list where place.isEmpty: return .list([])
    case .list: throw ReadFault(.unsupportedValue(kind: .list, place: place))
    case .date: throw ReadFault(.unsupportedValue(kind: .date, place: place))
    case .data: throw ReadFault(.unsupportedValue(kind: .data, place: place))
    case .map(let entries):
      var members: OrderedDictionary<String, Value> = [:]
      for entry in entries {
        let inner = place.isEmpty ? entry.key : place + "." + entry.key
        members[entry.key] = try value(of: entry.value, at: inner)
      }
      return .map(members)
    }
  }
}

/// A value of a property list, which still distinguishes the kinds that the SDK refuses. The
/// content of a list does not matter, as no list is accepted.
indirect enum PropertyListValue {
  case scalar(Value)
  case list
  case map([Entry])
  case date
  case data

  /// One key and value of a map.
  struct Entry {
    let key: String
    let value: PropertyListValue
  }
}

extension Value {
  /// A remark about the first integer beyond 64 bits, which the platforms read unlike each other;
  /// nil if there is none.
  ///
  /// - Parameter plain: the same value, where such an integer is a double.
  func longNumber(in plain: Value) -> String? {
    if case .string(let text) = self, case .double(let double) = plain {
      return "\(text) is beyond 64 bits: an iPhone keeps the digits, and Android reads "
        + "\(NumberText.java(double))."
    }
    let pairs = zip(members?.values.elements ?? [], plain.members?.values.elements ?? [])
    return pairs.lazy.compactMap { $0.longNumber(in: $1) }.first
  }
}

/// Reads a container of keys and values: each member becomes a constant macro of its name.
enum KeyValueReader {
  /// Creates the container of a map.
  ///
  /// - Complexity: O(n) in the nodes of the map.
  static func read(
    _ members: OrderedDictionary<String, Value>, format: ContainerVersion.Format
  ) throws(ReadFault) -> ContainerVersion {
    try ReadFault.check(members.count, ContainerLimits.functions, "keys")
    let macros = try members.elements.map { (key, value) throws(ReadFault) in
      FunctionCall(
        function: MacroFunction.constant.id, name: key,
        parameters: ["value": try expression(of: value, at: key)])
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
      let entries = try members.elements.map { (key, member) throws(ReadFault) in
        Expression.Entry(
          key: .constant(.string(key)),
          value: try expression(of: member, at: place + "." + key))
      }
      return .map(entries)
    case .list: throw ReadFault(.unsupportedValue(kind: .list, place: place))
    case .null: throw ReadFault(.unsupportedValue(kind: .null, place: place))
    case .absent: throw ReadFault(.unsupportedValue(kind: .other, place: place))
    }
  }
}
