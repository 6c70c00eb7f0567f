import TagSimulation

extension AppReader {
  /// Finds screens that show each other as soon as they are seen, without an end.
  ///
  /// - Complexity: O(n) in the `goes` of all `on view`.
  mutating func checkCircles(_ cursor: TokenCursor) {
    var next: [String: [Int]] = [:]
    for (index, edge) in viewDestinations.enumerated() {
      next[edge.from, default: []].append(index)
    }
    var done: Set<String> = []
    for start in app.screens.map(\.name) where !done.contains(start) {
      // The screens that lead here, each with the place among its edges: a list instead of
      // recursion, because an app may have any number of screens.
      var path = [(screen: start, edge: 0)]
      var places = [start: 0]
      while let (screen, edge) = path.last {
        guard let edges = next[screen], edge < edges.count else {
          done.insert(screen)
          path.removeLast()
          places[screen] = nil
          continue
        }
        path[path.count - 1].edge += 1
        let (_, to, token) = viewDestinations[edges[edge]]
        if let first = places[to] {
          let circle = path[first...].map(\.screen) + [to]
          var error = cursor.failure(.circular, token, expected: Self.shown(circle))
          error.found = ScenarioError.quotable(to)
          lines.errors.add(error)
        } else if !done.contains(to) {
          places[to] = path.count
          path.append((to, 0))
        }
      }
    }
  }

  private static func shown(_ circle: [String]) -> String {
    let limit = 8
    let names = circle.prefix(limit).map { "\"" + ScenarioError.quotable($0) + "\"" }
    return names.joined(separator: ", ") + (circle.count > limit ? ", …" : "")
  }
}
