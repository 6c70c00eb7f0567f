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
  private var tally = Tally()
  /// The size of its content, as ``Limits/dataLayerBytes`` counts it.
  public var bytes: Int { tally.held }
  /// The bytes ever written below its top level: an older copy differs by at most the bytes written
  /// since. Equal data layers may differ in it.
  package var writtenBytes: Int { tally.written }

  package init() {}

  /// Creates a data layer that holds the given values.
  ///
  /// - Complexity: O(n) in the size of the values.
  package init(_ model: OrderedDictionary<String, Value>) {
    self.model = model
    tally.held = Value.heldBytes(of: model)
  }

  /// Whether both hold the same values.
  public static func == (left: DataLayer, right: DataLayer) -> Bool { left.model == right.model }

  /// Feeds its content to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(model) }

  /// Returns the value at a dotted path, or nil if there is none. Paths walk maps only, so lists
  /// cannot be indexed.
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

  /// Returns the value at a path that is already split.
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

  /// Returns the value at the path of a macro.
  ///
  /// `places` holds the last positions of its parts in their maps. These are tried first, which
  /// saves hashing: pushes contain the same keys in the same order.
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
  /// - Throws: `PushRejection` if a bound is reached; the model is unchanged then.
  /// - Complexity: O(n) in the size of the update; near the bound also in all maps and lists that
  ///   it changes.
  package mutating func merge(
    _ update: OrderedDictionary<String, Value>
  ) throws(PushRejection) {
    if let merged = try trial(of: update) { self = merged } else { take(update) }
  }

  /// Returns the reason why an update would be refused now; nil if it would be accepted.
  ///
  /// - Complexity: O(n) in the size of the update.
  func refusal(of update: OrderedDictionary<String, Value>) -> PushRejection? {
    do throws(PushRejection) {
      _ = try trial(of: update)
      return nil
    } catch {
      return error
    }
  }

  /// Returns the data layer with an update that fits only if it replaces enough, which only the
  /// merge can show; nil if it fits in any case.
  private func trial(
    of update: OrderedDictionary<String, Value>
  ) throws(PushRejection) -> DataLayer? {
    let most = try PushRejection.check(update)
    if bytes + most <= Limits.dataLayerBytes { return nil }
    var merged = self
    merged.take(update)
    if merged.bytes > Limits.dataLayerBytes { throw .dataLayerFull }
    return merged
  }

  private mutating func take(_ update: OrderedDictionary<String, Value>) {
    for index in update.keys.indices {
      let key = update.keys[index]
      if key.utf8.contains(UInt8(ascii: ".")) {
        Self.merge(update.values[index], at: Self.parts(of: key)[...], into: &model, &tally)
      } else if index < model.count, model.keys[index] == key {
        Self.merge(update.values[index], into: &model.values[index], &tally)
      } else {
        Self.merge(update.values[index], at: key, of: &model, &tally)
      }
    }
  }

  static func parts(of key: String) -> [String] {
    guard key.utf8.contains(UInt8(ascii: ".")) else { return [key] }
    return key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }
}

// MARK: - Merge

/// Every merge adds the bytes of new values and subtracts those of replaced values: a value is
/// counted once when it is added and once when it is removed.
extension DataLayer {
  typealias Model = OrderedDictionary<String, Value>

  /// The byte counts of merges.
  struct Tally: Sendable {
    /// The bytes of the values and their keys.
    var held = 0
    /// The bytes of written maps, lists and texts that need separate memory.
    var written = 0
  }

  private static func merge(
    _ value: Value, at parts: ArraySlice<String>, into model: inout Model, _ tally: inout Tally
  ) {
    guard let first = parts.first else { return }
    let rest = parts.dropFirst()
    if rest.isEmpty { return merge(value, at: first, of: &model, &tally) }
    change(first, of: &model, &tally) { target, tally in
      withMap(&target, &tally) { merge(value, at: rest, into: &$0, &$1) }
    }
  }

  private static func merge(
    _ value: Value, at key: String, of map: inout Model, _ tally: inout Tally
  ) {
    change(key, of: &map, &tally) { merge(value, into: &$0, &$1) }
  }

  /// Changes the value of a key; a new key starts as null.
  private static func change(
    _ key: String, of map: inout Model, _ tally: inout Tally,
    _ change: (inout Value, inout Tally) -> Void
  ) {
    let count = map.count
    change(&map[key, default: .null], &tally)
    if map.count > count { tally.held += Value.heldBytes(ofKey: key) + Value.null.heldBytes }
  }

  private static func merge(_ source: Value, into target: inout Value, _ tally: inout Tally) {
    switch source {
    case .map(let members):
      withMap(&target, &tally) { merge(members, into: &$0, &$1) }
    case .list(let elements):
      withList(&target, &tally) { list, tally in
        while list.count < elements.count {
          list.append(.null)
          tally.held += Value.null.heldBytes
        }
        for slot in elements.indices {
          if case .absent = elements[slot] { continue }
          merge(elements[slot], into: &list[slot], &tally)
        }
      }
    default:
      tally.held += source.heldBytes - target.heldBytes
      if case .string(let text) = source { tally.written += text.utf8.count }
      target = source
    }
  }

  /// Most pushes contain the keys that the map has, in its order; these are not looked up.
  private static func merge(_ members: Model, into map: inout Model, _ tally: inout Tally) {
    var aligned = 0
    while aligned < min(members.count, map.count), members.keys[aligned] == map.keys[aligned] {
      aligned += 1
    }
    merge(members, upTo: aligned, into: &map.values, &tally)
    for index in aligned..<members.count {
      merge(members.values[index], at: members.keys[index], of: &map, &tally)
    }
  }

  private static func merge(
    _ members: Model, upTo end: Int, into values: inout Model.Values, _ tally: inout Tally
  ) {
    for index in 0..<end { merge(members.values[index], into: &values[index], &tally) }
  }

  /// Takes the payload out before it is changed, so that it changes in place.
  private static func withMap(
    _ target: inout Value, _ tally: inout Tally, _ change: (inout Model, inout Tally) -> Void
  ) {
    if case .map = target {} else { tally.held += Value.map([:]).heldBytes - target.heldBytes }
    var map = target.members ?? [:]
    target = .null
    change(&map, &tally)
    tally.written += map.count * Value.pairBytes
    target = .map(map)
  }

  private static func withList(
    _ target: inout Value, _ tally: inout Tally, _ change: (inout [Value], inout Tally) -> Void
  ) {
    if case .list = target {} else { tally.held += Value.list([]).heldBytes - target.heldBytes }
    var list = target.elements ?? []
    target = .null
    change(&list, &tally)
    tally.written += list.count * Value.pairBytes
    target = .list(list)
  }

  // MARK: Leaves

  /// One value of the model with its dotted path; lists and empty maps count as one value.
  public struct Leaf: Sendable, Hashable {
    /// The dotted path as `get` takes it.
    public var path: String
    /// The value at the path.
    public var value: Value
  }

  /// Returns all values of the model, flattened through maps, in order.
  ///
  /// - Complexity: O(n) in the size of the model.
  public func leaves() -> [Leaf] { Self.leaves(of: model) }

  /// Returns the values that an update sets, flattened through maps, in order.
  ///
  /// - Complexity: O(n) in the size of the update.
  package static func leaves(of model: OrderedDictionary<String, Value>) -> [Leaf] {
    var leaves: [Leaf] = []
    for (key, value) in model.elements { collect(value, key, into: &leaves) }
    return leaves
  }

  /// Returns the update that sets one value at a dotted path, map by map.
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
