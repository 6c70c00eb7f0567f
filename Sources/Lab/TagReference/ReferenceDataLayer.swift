package import OrderedCollections
package import TagRuntime

/// The data layer as its page describes it, written to be read and not to be fast: every push is
/// turned into one nested map, and that is laid over what there is.
///
/// Source: LegacySDK §8.2, LegacySDK §8.3.
package struct ReferenceDataLayer: Sendable, Hashable {
  /// What all pushes came to.
  package private(set) var values: [String: Value] = [:]

  package init() {}

  /// Lays a push over what there is, key by key in the order written.
  package mutating func push(_ update: OrderedDictionary<String, Value>) {
    for (key, value) in update {
      var path = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      let top = path.removeFirst()
      var nested = value
      for part in path.reversed() { nested = .map([part: nested]) }
      values[top] = Self.laid(nested, over: values[top])
    }
  }

  /// What is at a dotted path; only maps are walked.
  package func value(at path: String) -> Value? {
    var parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    var here = values[parts.removeFirst()]
    for part in parts {
      guard case .map(let members)? = here else { return nil }
      here = members[part]
    }
    return here
  }

  /// Whether it holds what a map holds; the order of keys does not count.
  package func isSame(as model: OrderedDictionary<String, Value>) -> Bool {
    let other = Dictionary(uniqueKeysWithValues: model.map { ($0, $1) })
    return values.count == other.count
      && values.allSatisfy { key, value in other[key].map { Self.isSame(value, $0) } ?? false }
  }

  private static func isSame(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.map(let left), .map(let right)):
      return left.count == right.count
        && left.allSatisfy { key, value in right[key].map { isSame(value, $0) } ?? false }
    case (.list(let left), .list(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1) }
    default: return left == right
    }
  }

  private static func laid(_ new: Value, over old: Value?) -> Value {
    switch new {
    case .map(let members):
      var map: OrderedDictionary<String, Value> = [:]
      if case .map(let before)? = old { map = before }
      for (key, value) in members { map[key] = laid(value, over: map[key]) }
      return .map(map)
    case .list(let elements):
      var list: [Value] = []
      if case .list(let before)? = old { list = before }
      for (slot, element) in elements.enumerated() {
        if slot == list.count { list.append(.null) }
        if element != .absent { list[slot] = laid(element, over: list[slot]) }
      }
      return .list(list)
    case .null, .absent, .bool, .int, .double, .string: return new
    }
  }

  /// Why a push is refused; nil where it is not.
  ///
  /// The bounds are those of the table of limits, counted once more: levels, values, bytes of a key
  /// and of a text, elements of a list.
  package static func isRefused(_ update: OrderedDictionary<String, Value>) -> Bool {
    var leaves = 0
    for (key, value) in update {
      let dots = key.filter { $0 == "." }.count
      if key.utf8.count > 256 || isTooMuch(value, level: dots + 1, &leaves) { return true }
    }
    return false
  }

  private static func isTooMuch(_ value: Value, level: Int, _ leaves: inout Int) -> Bool {
    leaves += 1
    if level > 64 || leaves > 10_000 { return true }
    switch value {
    case .string(let text): return text.utf8.count > 1_048_576
    case .list(let elements):
      if elements.count > 10_000 { return true }
      for element in elements where isTooMuch(element, level: level + 1, &leaves) { return true }
    case .map(let members):
      for (key, member) in members {
        if key.utf8.count > 256 || isTooMuch(member, level: level + 1, &leaves) { return true }
      }
    case .null, .absent, .bool, .int, .double: break
    }
    return false
  }
}
