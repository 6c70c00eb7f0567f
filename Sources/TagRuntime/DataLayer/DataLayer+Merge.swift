import OrderedCollections

extension DataLayer {
  typealias Model = OrderedDictionary<String, Value>

  static func merge(_ value: Value, at parts: ArraySlice<String>, into model: inout Model) {
    guard let first = parts.first else { return }
    let rest = parts.dropFirst()
    if rest.isEmpty {
      merge(value, into: &model[first, default: .null])
    } else {
      withMap(&model[first, default: .null]) { merge(value, at: rest, into: &$0) }
    }
  }

  private static func merge(_ source: Value, into target: inout Value) {
    switch source {
    case .map(let members):
      withMap(&target) { map in
        for (key, value) in members.elements { merge(value, into: &map[key, default: .null]) }
      }
    case .list(let elements):
      withList(&target) { list in
        while list.count < elements.count { list.append(.null) }
        for (slot, element) in elements.enumerated() where element != .absent {
          merge(element, into: &list[slot])
        }
      }
    default:
      target = source
    }
  }

  /// The payload is taken out before it is changed, so that it is changed in place.
  private static func withMap(_ target: inout Value, _ change: (inout Model) -> Void) {
    var map = target.members ?? [:]
    target = .null
    change(&map)
    target = .map(map)
  }

  private static func withList(_ target: inout Value, _ change: (inout [Value]) -> Void) {
    var list = target.elements ?? []
    target = .null
    change(&list)
    target = .list(list)
  }
}
