import OrderedCollections

/// What the variables of v5 containers read.
extension ContainerDescriber {
  func firebaseReads(_ call: FunctionCall) -> String {
    if call.function.isEmpty { return "nothing: it names no function" }
    let id = BoundedWords.cut(call.function)
    guard let function = FirebaseFunction.named(call.function, .macro) else {
      return version.runtimeFunctions.contains(call.function)
        ? "what \(id) of its runtime gives"
        : "nothing: the second generation has no variables of type \(id)"
    }
    if let missing = function.required.first(where: { call.parameters[$0] == nil }) {
      return "nothing: its parameter \(missing) is missing"
    }
    switch function.id {
    case FirebaseFunction.eventParameter.id:
      guard let key = eventParameter(call) else { return "nothing: it names no event parameter" }
      let event = key.event.map { " of \($0)" } ?? ""
      return "\(function.words) \(key.key)\(event)" + otherwise(call)
    case FirebaseFunction.userProperty.id:
      return "\(function.words) \(words("key", of: call, .braced) ?? "?")" + otherwise(call)
    case FirebaseFunction.constant.id:
      return "\(function.words) \(words("value", of: call) ?? "?")"
    case FirebaseFunction.settings.id:
      let property = words("trackingId", of: call, .braced)
      return function.words + (property.map { " of \($0)" } ?? "")
    case FirebaseFunction.lookupTable.id:
      let rows = rows("map", "key", "value", of: call).map { "\($0.name) → \($0.value)" }
      return "\(function.words) of \(words("input", of: call) ?? "?") "
        + BoundedWords.cut("(\(rows.joined(separator: ", "))") + ")" + otherwise(call)
    case FirebaseFunction.customVariable.id:
      let handed = parameters(of: call).map { "\($0.name) = \($0.value)" }.joined(separator: ", ")
      return "\(function.words) \(words("classPath", of: call, .braced) ?? "?")"
        + (handed.isEmpty ? "" : BoundedWords.cut("(\(handed)") + ")")
    default: return function.words
    }
  }

  /// A default counts wherever there is one: the box that switches it is not looked at.
  private func otherwise(_ call: FunctionCall) -> String {
    words("defaultValue", of: call).map { ", else " + $0 } ?? ""
  }

  // MARK: Keys

  /// Event parameters first, then user properties, each in container order.
  func firebaseKeys() -> [ContainerDescription.KeyRead] {
    var keys: OrderedDictionary<[String], ContainerDescription.KeyRead> = [:]
    for function in [FirebaseFunction.eventParameter, .userProperty] {
      for call in version.macros where call.function == function.id {
        guard let read = keyRead(call) else { continue }
        let id = [read.kind.rawValue, read.key, read.event ?? ""]
        let reader = Self.name(call.name, else: "(no name)")
        var entry = keys[id] ?? read
        if entry.readers.last != reader { entry.readers.append(reader) }
        entry.fallback = entry.fallback ?? words("defaultValue", of: call)
        keys[id] = entry
      }
    }
    return Array(keys.values)
  }

  private func keyRead(_ call: FunctionCall) -> ContainerDescription.KeyRead? {
    if call.function == FirebaseFunction.userProperty.id {
      return words("key", of: call, .braced).map {
        ContainerDescription.KeyRead(kind: .userProperty, key: $0, readers: [])
      }
    }
    return eventParameter(call).map {
      ContainerDescription.KeyRead(
        kind: .eventParameter, key: $0.key, event: $0.event, readers: [])
    }
  }

  /// The event parameter that a variable reads, with the event for which it was suggested.
  private func eventParameter(_ call: FunctionCall) -> (key: String, event: String?)? {
    guard call.parameters["eventType"]?.constantText == "SUGGESTED" else {
      return words("key", of: call, .braced).map { ($0, nil) }
    }
    guard
      let member = call.parameters.keys.first(where: {
        $0.hasSuffix(FirebaseFunction.suggestionEnding)
      }), let key = words(member, of: call, .braced)
    else { return nil }
    return (key, words("suggestedEvent", of: call, .braced))
  }
}
