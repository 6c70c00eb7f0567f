import Foundation
import OrderedCollections
import TagRuntime

/// Reads a property list of keys and values, XML or binary.
enum PropertyListReader {
  static func read(_ bytes: [UInt8]) throws(ReadFault) -> ContainerVersion {
    try checkDepth(bytes)
    let list: PropertyListValue
    do {
      list = try PropertyListDecoder().decode(PropertyListValue.self, from: Data(bytes))
    } catch let error as DecodingError {
      throw ReadFault(.invalidPropertyList(reason: reason(of: error)))
    } catch {
      throw ReadFault(.invalidPropertyList(reason: "\(error)"))
    }
    let value = try value(of: list, at: "")
    guard let members = value.members else { throw ReadFault(.notAMap(kind: value.kindName)) }
    return try KeyValueReader.read(members, format: .plist)
  }

  // Foundation descends without a bound of its own; XML that nests too deep has to be stopped
  // before it. A binary list is bounded by its own table of objects.
  private static func checkDepth(_ bytes: [UInt8]) throws(ReadFault) {
    var depth = 0
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "<") {
      let tag = bytes[(index + 1)...].prefix(6)
      if tag.starts(with: "dict>".utf8) || tag.starts(with: "array>".utf8) { depth += 1 }
      if tag.starts(with: "/dict>".utf8) || tag.starts(with: "/array".utf8) { depth -= 1 }
      guard depth <= ContainerLimits.depth else {
        throw ReadFault(.tooDeep(place: "byte \(index)", limit: ContainerLimits.depth))
      }
    }
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
      for (key, entry) in entries {
        members[key] = try value(of: entry, at: place.isEmpty ? key : place + "." + key)
      }
      return .map(members)
    }
  }

  private static func reason(of error: DecodingError) -> String {
    guard case .dataCorrupted(let context) = error else { return "an object of no known kind" }
    // Foundation words the reason, with the line, in the underlying error of the context.
    let underlying = context.underlyingError as? any CustomNSError
    let detail = underlying?.errorUserInfo[NSDebugDescriptionErrorKey] as? String
    return detail ?? context.debugDescription
  }
}
