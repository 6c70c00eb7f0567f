import OrderedCollections

/// Which parts of two lists are the same part.
struct PartMatching {
  private(set) var newOfOld: [Int?]
  private(set) var oldOfNew: [Int?]

  init(old: Int, new: Int) {
    newOfOld = Array(repeating: nil, count: old)
    oldOfNew = Array(repeating: nil, count: new)
  }

  /// Matches what is still alone on both sides and has equal keys, those of one key in their
  /// order. What has no key stays alone.
  ///
  /// - Complexity: O(n) expected.
  mutating func match<Key: Hashable>(
    old oldKey: (Int) -> Key?, new newKey: (Int) -> Key?
  ) {
    var waiting: [Key: [Int]] = [:]
    for position in newAlone.reversed() {
      if let key = newKey(position) { waiting[key, default: []].append(position) }
    }
    for position in oldAlone {
      guard let key = oldKey(position), let found = waiting[key]?.popLast() else { continue }
      newOfOld[position] = found
      oldOfNew[found] = position
    }
  }

  var pairs: [(old: Int, new: Int)] {
    newOfOld.enumerated().compactMap { position, new in new.map { (position, $0) } }
  }
  var oldAlone: [Int] { newOfOld.indices.filter { newOfOld[$0] == nil } }
  var newAlone: [Int] { oldOfNew.indices.filter { oldOfNew[$0] == nil } }
}
