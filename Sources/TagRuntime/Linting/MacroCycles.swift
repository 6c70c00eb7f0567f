import OrderedCollections

/// Finds circles among the macros of a container: macros that need themselves.
struct MacroCycles {
  private let needs: [[Int]]
  private var isDone: [Bool]

  init(_ container: CompiledContainer) {
    needs = container.slots.map { slot in
      var needed: OrderedSet<Int> = []
      for definition in slot.definitions {
        for name in Linter.references(in: container.version.macros[definition]) {
          if let other = container.slotOfName[name] { needed.append(other) }
        }
      }
      return Array(needed)
    }
    isDone = Array(repeating: false, count: needs.count)
  }

  /// One circle for each group of macros that has one, by slots.
  ///
  /// - Complexity: O(n + m) in the macros and their references; it keeps its own stack, since a
  ///   file may hold a chain of thousands.
  mutating func find() -> [[Int]] {
    needs.indices.compactMap { search(from: $0) }
  }

  private mutating func search(from start: Int) -> [Int]? {
    if isDone[start] { return nil }
    var path: [Int] = [start]
    var next: [Int] = [0]
    var depth: [Int: Int] = [start: 0]
    var circle: [Int]?
    while let macro = path.last {
      let child = next[next.count - 1]
      guard child < needs[macro].count else {
        isDone[macro] = true
        depth[macro] = nil
        path.removeLast()
        next.removeLast()
        continue
      }
      next[next.count - 1] += 1
      let needed = needs[macro][child]
      if let begin = depth[needed] {
        circle = circle ?? Array(path[begin...])
      } else if !isDone[needed] {
        depth[needed] = path.count
        path.append(needed)
        next.append(0)
      }
    }
    return circle
  }
}
