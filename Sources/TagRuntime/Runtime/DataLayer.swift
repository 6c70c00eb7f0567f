public import OrderedCollections

/// The model that all pushes are merged into.
///
/// The merge, by what the update holds at a place and what the model holds there:
///
/// | update \ model | nothing or a scalar        | a list                | a map                |
/// |----------------|----------------------------|-----------------------|----------------------|
/// | scalar, null   | set                        | replaces              | replaces             |
/// | list           | a new list, merged by slot | merged slot by slot   | replaced by new list |
/// | map            | a new map, merged by key   | replaced by new map   | merged key by key    |
///
/// Lists never shrink: a slot beyond the update stays, a missing slot is filled with null, and a
/// slot marked `absent` is left alone. Only top-level keys are split at dots.
///
/// Source: LegacySDK §8.2, LegacySDK §8.3; TAGDataLayer `expandKeyValue`, `mergeMap`, `mergeList`.
/// The SDK leaves the order of keys within one push open; here it is the order in which they were
/// written. A key that ends with a dot has an empty last part.
///
/// Legacy name: TAGDataLayer
public struct DataLayer: Sendable, Hashable {
  /// The merged values in the order in which their keys first appeared.
  public private(set) var model: OrderedDictionary<String, Value> = [:]

  /// Creates an empty data layer.
  package init() {}

  /// Creates a data layer that holds the given values.
  package init(_ model: OrderedDictionary<String, Value>) { self.model = model }

  /// The value at a dotted path, or nil where there is none. Paths walk maps only, so lists cannot
  /// be indexed.
  ///
  /// Legacy name: TAGDataLayer get:
  ///
  /// - Complexity: O(k) in the number of parts of the path.
  public func get(_ path: String) -> Value? {
    guard let dot = path.utf8.firstIndex(of: UInt8(ascii: ".")) else { return model[path] }
    guard var value = model[String(path[..<dot])] else { return nil }
    var rest = path[path.utf8.index(after: dot)...]
    while let dot = rest.utf8.firstIndex(of: UInt8(ascii: ".")) {
      guard let next = value.members?[String(rest[..<dot])] else { return nil }
      value = next
      rest = rest[rest.utf8.index(after: dot)...]
    }
    return value.members?[String(rest)]
  }

  /// The value at a path that is already split.
  ///
  /// - Complexity: O(k) in the number of parts of the path.
  package func get(parts: [String]) -> Value? {
    guard let first = parts.first, var value = model[first] else { return nil }
    for part in parts.dropFirst() {
      guard let next = value.members?[part] else { return nil }
      value = next
    }
    return value
  }

  /// The value at the path of a macro.
  ///
  /// `places` tells where its parts stood in their maps the last time. They are looked for there
  /// first, which saves hashing them: pushes bring the same keys in the same order.
  func value(at read: PathRead, _ places: inout [Int32]) -> Value? {
    var place = read.firstPart
    guard var index = Self.index(of: read.parts[0], in: model, &places[place]) else { return nil }
    var value = model.values[index]
    for part in read.parts.dropFirst() {
      place += 1
      guard case .map(let members) = value else { return nil }
      guard let next = Self.index(of: part, in: members, &places[place]) else { return nil }
      index = next
      value = members.values[index]
    }
    return value
  }

  private static func index(of key: String, in map: Model, _ place: inout Int32) -> Int? {
    let last = Int(place)
    if last < map.count, map.keys[last] == key { return last }
    guard let index = map.index(forKey: key) else { return nil }
    place = Int32(truncatingIfNeeded: index)
    return index
  }

  /// Merges an update into the model.
  ///
  /// - Throws: `PushRejection` when a bound is reached; the model is unchanged then.
  /// - Complexity: O(n) in the size of the update.
  package mutating func merge(
    _ update: OrderedDictionary<String, Value>
  ) throws(PushRejection) {
    try PushRejection.check(update)
    for index in update.keys.indices {
      let key = update.keys[index]
      if key.utf8.contains(UInt8(ascii: ".")) {
        Self.merge(update.values[index], at: Self.parts(of: key)[...], into: &model)
      } else if index < model.count, model.keys[index] == key {
        Self.merge(update.values[index], into: &model.values[index])
      } else {
        Self.merge(update.values[index], into: &model[key, default: .null])
      }
    }
  }

  static func parts(of key: String) -> [String] {
    guard key.utf8.contains(UInt8(ascii: ".")) else { return [key] }
    return key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }
}

// MARK: - Merge

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
      withMap(&target) { merge(members, into: &$0) }
    case .list(let elements):
      withList(&target) { list in
        while list.count < elements.count { list.append(.null) }
        for slot in elements.indices {
          if case .absent = elements[slot] { continue }
          merge(elements[slot], into: &list[slot])
        }
      }
    default:
      target = source
    }
  }

  /// Most pushes bring the keys that the map has, in its order; these are not looked up.
  private static func merge(_ members: Model, into map: inout Model) {
    var aligned = 0
    while aligned < min(members.count, map.count), members.keys[aligned] == map.keys[aligned] {
      aligned += 1
    }
    merge(members, upTo: aligned, into: &map.values)
    for index in aligned..<members.count {
      merge(members.values[index], into: &map[members.keys[index], default: .null])
    }
  }

  private static func merge(_ members: Model, upTo end: Int, into values: inout Model.Values) {
    for index in 0..<end { merge(members.values[index], into: &values[index]) }
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

// MARK: - Leaves

extension DataLayer {
  /// One value of the model with its dotted path; lists and empty maps are shown whole.
  public struct Leaf: Sendable, Hashable {
    /// The dotted path as `get` takes it.
    public var path: String
    /// The value there.
    public var value: Value
  }

  /// All values of the model, flattened through maps, in order.
  ///
  /// - Complexity: O(n) in the size of the model.
  public func leaves() -> [Leaf] { Self.leaves(of: model) }

  /// The values that an update sets, flattened through maps, in order.
  ///
  /// - Complexity: O(n) in the size of the update.
  package static func leaves(of model: OrderedDictionary<String, Value>) -> [Leaf] {
    var leaves: [Leaf] = []
    for (key, value) in model.elements { collect(value, key, into: &leaves) }
    return leaves
  }

  /// The update that sets one value at a dotted path, map by map.
  ///
  /// - Complexity: O(k) in the number of parts of the path.
  static func nested(_ value: Value, at path: String) -> OrderedDictionary<String, Value> {
    let parts = parts(of: path)
    return parts.dropLast().reversed().reduce([parts[parts.count - 1]: value]) { inner, part in
      [part: .map(inner)]
    }
  }

  private static func collect(_ value: Value, _ path: String, into leaves: inout [Leaf]) {
    guard case .map(let members) = value, !members.isEmpty else {
      leaves.append(Leaf(path: path, value: value))
      return
    }
    for (key, member) in members.elements { collect(member, path + "." + key, into: &leaves) }
  }
}

/// Why a push was refused. The data layer is unchanged, and the next push works.
public enum PushRejection: Error, Sendable, Hashable {
  /// Nested deeper than `Limits.pushDepth`.
  case tooDeep
  /// More leaves than `Limits.leavesPerPush`.
  case tooManyLeaves
  /// A key longer than `Limits.keyBytes`.
  case keyTooLong
  /// A string longer than `Limits.stringBytes`.
  case stringTooLong
  /// A list with more elements than `Limits.listElements`.
  case listTooLong

  /// One sentence with the bound.
  public var sentence: String {
    switch self {
    case .tooDeep: "the push nests deeper than \(Limits.pushDepth) levels"
    case .tooManyLeaves: "the push carries more than \(Limits.leavesPerPush) values"
    case .keyTooLong: "a key of the push is longer than \(Limits.keyBytes) bytes"
    case .stringTooLong: "a string of the push is longer than \(Limits.stringBytes) bytes"
    case .listTooLong: "a list of the push has more than \(Limits.listElements) elements"
    }
  }

  static func check(_ update: OrderedDictionary<String, Value>) throws(PushRejection) {
    var leaves = 0
    for index in update.keys.indices {
      let key = update.keys[index]
      if key.utf8.count > Limits.keyBytes { throw .keyTooLong }
      let parts = key.utf8.count { $0 == UInt8(ascii: ".") }
      try check(update.values[index], depth: parts + 1, leaves: &leaves)
    }
  }

  private static func check(
    _ value: Value, depth: Int, leaves: inout Int
  ) throws(PushRejection) {
    if depth > Limits.pushDepth { throw .tooDeep }
    leaves += 1
    if leaves > Limits.leavesPerPush { throw .tooManyLeaves }
    switch value {
    case .string(let text):
      if text.utf8.count > Limits.stringBytes { throw .stringTooLong }
    case .list(let elements):
      if elements.count > Limits.listElements { throw .listTooLong }
      for element in elements { try check(element, depth: depth + 1, leaves: &leaves) }
    case .map(let members):
      for index in members.keys.indices {
        if members.keys[index].utf8.count > Limits.keyBytes { throw .keyTooLong }
        try check(members.values[index], depth: depth + 1, leaves: &leaves)
      }
    case .null, .bool, .int, .double, .absent: break
    }
  }
}
