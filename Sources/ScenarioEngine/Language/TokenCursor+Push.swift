import OrderedCollections
import TagRuntime
import TagSimulation

extension TokenCursor {
  /// How deep the dots of a key may lead.
  static let keyDepthLimit = 32

  /// `key=value` pairs, or a JSON map, up to the first token that is neither.
  ///
  /// The dots of a bare key make nested maps; a key in quotes is taken as it is.
  mutating func pushTemplate(allowsParameters: Bool) throws(ScenarioError) -> PushTemplate {
    try template(allowsParameters: allowsParameters, splitsKeys: true)
  }

  /// The same for the parameters of an event of Firebase, whose keys have no dots that lead
  /// anywhere.
  mutating func parameterTemplate(
    allowsParameters: Bool
  ) throws(ScenarioError) -> PushTemplate {
    try template(allowsParameters: allowsParameters, splitsKeys: false)
  }

  private mutating func template(
    allowsParameters: Bool, splitsKeys: Bool
  ) throws(ScenarioError) -> PushTemplate {
    if let token = peek, case .json(.map(let members)) = token.kind {
      index += 1
      return PushTemplate(
        parts: members.elements.map { .init(path: [$0.key], value: .constant($0.value)) })
    }
    var parts: [PushTemplate.Part] = []
    var paths = KeyPaths()
    repeat {
      let key = try key()
      let path = splitsKeys ? try path(of: key) : [key.name]
      guard paths.insert(path) else { throw failure(.duplicate(what: "key"), key) }
      parts.append(.init(path: path, value: try pushValue(allowsParameters)))
    } while isAtPair
    return PushTemplate(parts: parts)
  }

  private mutating func pushValue(_ allowsParameters: Bool) throws(ScenarioError) -> PushValue {
    if allowsParameters, let token = peek, case .parameter(let name, let fallback) = token.kind {
      index += 1
      return .parameter(name: name, default: fallback)
    }
    return .constant(try value())
  }

  private func path(of key: Token) throws(ScenarioError) -> [String] {
    guard let word = key.word else { return [key.name] }
    let path = word.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if path.count > Self.keyDepthLimit {
      throw unexpected(key, "a key with at most \(Self.keyDepthLimit) parts")
    }
    if path.contains("") { throw unexpected(key, "a key without empty parts") }
    return path
  }
}
