/// The places of the last events, or hits, of a record, by what a line that reports one again has
/// in common with it.
///
/// Under a key there may be places that had it before: whoever looks one up compares.
struct RecentPlaces<Key: Hashable & Sendable>: Sendable {
  private var places: [Key: [Int]] = [:]

  /// The places under a key, in order.
  subscript(key: Key) -> [Int] { places[key] ?? [] }

  /// Adds a place under a key, and drops those before the first recent one.
  mutating func add(_ place: Int, under key: Key, firstRecent: Int) {
    var known = places.removeValue(forKey: key) ?? []
    known.removeAll { $0 < firstRecent || $0 == place }
    known.insert(place, at: known.lastIndex { $0 < place }.map { $0 + 1 } ?? 0)
    places[key] = known
  }

  /// Removes a place from those under a key.
  mutating func remove(_ place: Int, under key: Key) { places[key]?.removeAll { $0 == place } }
}
