import OrderedCollections
import TagRuntime

/// One value of an export with the path that leads to it, so that a mistake can be found.
struct ExportNode {
  /// The members of the map that this node is.
  let members: OrderedDictionary<String, Value>
  /// The path from the top of the file, such as `containerVersion.tag[2]`.
  let place: String

  init(_ value: Value, at place: String) throws(ReadFault) {
    guard let members = value.members else {
      throw ReadFault(.exportMember(place: place, expected: "a map"))
    }
    self.members = members
    self.place = place
  }

  /// A member that has to be there.
  func node(_ key: String) throws(ReadFault) -> ExportNode {
    guard let value = members[key] else {
      throw ReadFault(.exportMember(place: path(key), expected: "a map"))
    }
    return try ExportNode(value, at: path(key))
  }

  /// The maps of a list; a missing list is empty, as exports leave empty lists out.
  func nodes(_ key: String) throws(ReadFault) -> [ExportNode] {
    guard let value = members[key] else { return [] }
    guard let elements = value.elements else {
      throw ReadFault(.exportMember(place: path(key), expected: "a list of maps"))
    }
    guard elements.count <= ContainerLimits.functions else {
      throw ReadFault(
        .tooMany(what: path(key), count: elements.count, limit: ContainerLimits.functions))
    }
    var nodes: [ExportNode] = []
    for (index, element) in elements.enumerated() {
      nodes.append(try ExportNode(element, at: "\(path(key))[\(index)]"))
    }
    return nodes
  }

  /// A string that has to be there.
  func text(_ key: String) throws(ReadFault) -> String {
    guard let text = try optionalText(key) else {
      throw ReadFault(.exportMember(place: path(key), expected: "a string"))
    }
    return text
  }

  /// A string that may be missing. Numbers and booleans, which hand-made exports hold in the place
  /// of strings, are taken by their text.
  func optionalText(_ key: String) throws(ReadFault) -> String? {
    switch members[key] {
    case nil: return nil
    case .string(let text): return text
    case .int(let integer): return String(integer)
    case .double(let double): return NumberText.plain(double)
    case .bool(let flag): return flag ? "true" : "false"
    default: throw ReadFault(.exportMember(place: path(key), expected: "a string"))
    }
  }

  /// The strings of a list; a missing list is empty.
  func texts(_ key: String) throws(ReadFault) -> [String] {
    guard let value = members[key] else { return [] }
    var texts: [String] = []
    for element in value.elements ?? [.null] {
      guard let text = element.text else {
        throw ReadFault(.exportMember(place: path(key), expected: "a list of strings"))
      }
      texts.append(text)
    }
    return texts
  }

  /// The ids of triggers in a list, each once.
  func triggerIDs(_ key: String) throws(ReadFault) -> OrderedSet<String> {
    let ids = OrderedSet(try texts(key))
    guard ids.count <= ContainerLimits.triggersPerEntity else {
      throw ReadFault(
        .tooMany(what: path(key), count: ids.count, limit: ContainerLimits.triggersPerEntity))
    }
    return ids
  }

  /// Whether a member is true, written as a boolean or as its text.
  func isTrue(_ key: String) -> Bool {
    members[key] == .bool(true) || members[key]?.text?.lowercased() == "true"
  }

  private func path(_ key: String) -> String { place.isEmpty ? key : place + "." + key }
}
