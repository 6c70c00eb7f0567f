import OrderedCollections
import TagRuntime

/// A map of a v5 container with the path that leads to it, so that a mistake can be found.
struct FirebaseNode {
  let members: OrderedDictionary<String, Value>
  /// The path from the top of the file, such as `resource.tags[2]`; empty for the top.
  let place: String

  func path(_ key: String) -> String { place.isEmpty ? key : place + "." + key }

  func fault(_ key: String, expected: String) -> ReadFault {
    ReadFault(.firebaseMember(place: path(key), expected: expected))
  }

  /// A map that has to be there.
  func node(_ key: String) throws(ReadFault) -> FirebaseNode {
    guard let members = members[key]?.members else { throw fault(key, expected: "a map") }
    return FirebaseNode(members: members, place: path(key))
  }

  /// A string that may be missing.
  func text(_ key: String) throws(ReadFault) -> String? {
    guard let value = members[key] else { return nil }
    guard let text = value.text else { throw fault(key, expected: "a string") }
    return text
  }

  /// The elements of a list; a missing list is empty.
  func elements(_ key: String, limit: Int) throws(ReadFault) -> [Value] {
    guard let value = members[key] else { return [] }
    guard let elements = value.elements else { throw fault(key, expected: "a list") }
    guard elements.count <= limit else {
      throw ReadFault(.tooMany(what: path(key), count: elements.count, limit: limit))
    }
    return elements
  }

  /// The maps of a list; a missing list is empty.
  func nodes(_ key: String, limit: Int) throws(ReadFault) -> [FirebaseNode] {
    var nodes: [FirebaseNode] = []
    for (index, element) in try elements(key, limit: limit).enumerated() {
      let place = "\(path(key))[\(index)]"
      guard let members = element.members else {
        throw ReadFault(.firebaseMember(place: place, expected: "a map"))
      }
      nodes.append(FirebaseNode(members: members, place: place))
    }
    return nodes
  }
}
