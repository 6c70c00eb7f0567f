/// The keys of one push, to find those that are given twice or lead through another's value.
struct KeyPaths {
  private var values: Set<[String]> = []
  private var maps: Set<[String]> = []

  /// Whether a path is new and none of its keys has a value already.
  mutating func insert(_ path: [String]) -> Bool {
    guard !maps.contains(path), values.insert(path).inserted else { return false }
    for count in 1..<max(1, path.count) {
      let outer = Array(path.prefix(count))
      if values.contains(outer) { return false }
      maps.insert(outer)
    }
    return true
  }
}
