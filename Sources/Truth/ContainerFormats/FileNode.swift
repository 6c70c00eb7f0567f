import OrderedCollections
import TagRuntime

/// One map of an export or of a v5 container with its path, so that a mistake can be located.
struct FileNode {
  let members: OrderedDictionary<String, Value>
  /// The path from the top of the file, such as `containerVersion.tag[2]`; empty for the top.
  let place: String
  let isCompiled: Bool

  init(_ value: Value, at place: String, isCompiled: Bool = false) throws(ReadFault) {
    guard let members = value.members else {
      throw isCompiled
        ? .member(place, "a map") : ReadFault(.exportMember(place: place, expected: "a map"))
    }
    self.members = members
    self.place = place
    self.isCompiled = isCompiled
  }

  /// The names in the first interface of members that were renamed: a trigger was a rule, a
  /// variable a macro.
  private static let olderNames = [
    "variable": "macro", "variableId": "macroId", "trigger": "rule", "triggerId": "ruleId",
    "firingTriggerId": "firingRuleId", "blockingTriggerId": "blockingRuleId",
    "enablingTriggerId": "enablingRuleId", "disablingTriggerId": "disablingRuleId",
    "filter": "condition",
  ]

  private subscript(key: String) -> Value? { members[name(of: key)] }

  /// Returns the name of a member in the file.
  private func name(of key: String) -> String {
    if members[key] != nil { return key }
    return Self.olderNames[key].flatMap { members[$0] == nil ? nil : $0 } ?? key
  }

  func fault(_ key: String, _ expected: String) -> ReadFault {
    isCompiled
      ? .member(path(key), expected)
      : ReadFault(.exportMember(place: path(key), expected: expected))
  }

  /// Returns a required member.
  func node(_ key: String) throws(ReadFault) -> FileNode {
    guard let value = self[key] else { throw fault(key, "a map") }
    return try FileNode(value, at: path(key), isCompiled: isCompiled)
  }

  /// Returns the maps of a list; a missing list is empty, as exports leave empty lists out.
  func nodes(_ key: String) throws(ReadFault) -> [FileNode] {
    let expected = isCompiled ? "a list" : "a list of maps"
    return try elements(key, expected).enumerated().map { (index, element) throws(ReadFault) in
      try FileNode(element, at: "\(path(key))[\(index)]", isCompiled: isCompiled)
    }
  }

  /// Returns the elements of a list; a missing list is empty.
  func elements(
    _ key: String, _ expected: String = "a list", limit: Int = ContainerLimits.functions
  ) throws(ReadFault) -> [Value] {
    guard let value = self[key] else { return [] }
    guard let elements = value.elements else { throw fault(key, expected) }
    try ReadFault.check(elements.count, limit, path(key))
    return elements
  }

  func text(_ key: String) throws(ReadFault) -> String {
    guard let text = try optionalText(key) else { throw fault(key, "a string") }
    return text
  }

  /// Returns an optional string. Numbers and booleans, which hand-made exports have in place of
  /// strings, are converted to text.
  func optionalText(_ key: String) throws(ReadFault) -> String? {
    switch self[key] {
    case nil: return nil
    case .string(let text): return text
    case _ where isCompiled: throw fault(key, "a string")
    case .int(let integer): return String(integer)
    case .double(let double): return NumberText.short(double)
    case .bool(let flag): return flag ? "true" : "false"
    case .null, .list, .map, .absent: throw fault(key, "a string")
    }
  }

  /// Returns a word of a fixed set as exports write it; the web interface's API writes `matchRegex`
  /// where an export has `MATCH_REGEX`.
  func word(_ key: String) throws(ReadFault) -> String { Self.word(try text(key)) }

  /// Returns an optional word of a fixed set.
  func optionalWord(_ key: String) throws(ReadFault) -> String? {
    try optionalText(key).map(Self.word)
  }

  static func word(_ text: String) -> String {
    guard text.contains(where: \.isLowercase) else { return text }
    var word = ""
    for character in text {
      let startsWord = character.isUppercase || character.isNumber
      if startsWord, let last = word.last, last.isLetter { word += "_" }
      word += character.uppercased()
    }
    return word
  }

  /// Returns the strings of a list; a missing list is empty.
  func texts(_ key: String) throws(ReadFault) -> [String] {
    guard let value = self[key] else { return [] }
    try ReadFault.check(value.elements?.count ?? 0, ContainerLimits.functions, path(key))
    return try (value.elements ?? [.null]).map { (element) throws(ReadFault) in
      guard let text = element.text else { throw fault(key, "a list of strings") }
      return text
    }
  }

  /// Returns the ids of triggers in a list, each once.
  func triggerIDs(_ key: String) throws(ReadFault) -> OrderedSet<String> {
    let ids = OrderedSet(try texts(key))
    try ReadFault.check(ids.count, ContainerLimits.triggersPerEntity, path(key))
    return ids
  }

  /// Whether a member is true, written as a boolean or as its text.
  func isTrue(_ key: String) -> Bool {
    self[key] == .bool(true) || self[key]?.text?.lowercased() == "true"
  }

  func path(_ key: String) -> String {
    place.isEmpty ? name(of: key) : place + "." + name(of: key)
  }
}
