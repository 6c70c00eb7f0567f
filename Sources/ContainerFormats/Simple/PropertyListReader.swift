import OrderedCollections
import TagRuntime

/// Reads a property list of keys and values, XML or binary.
///
/// Foundation's reader is not used: it loses the order of keys and whether a number was real or
/// an integer, and a damaged file can end the process.
enum PropertyListReader {
  static func read(_ bytes: [UInt8]) throws(ReadFault) -> ContainerVersion {
    let list =
      bytes.starts(with: "bplist".utf8)
      ? try BinaryPropertyListParser.parse(bytes) : try XMLPropertyListParser.parse(bytes)
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
