import OrderedCollections
import TagRuntime

/// Makes a world that departs smaller, as long as it departs in the same way.
package enum Shrinker {
  /// How many worlds are tried at most.
  private static let trials = 1500

  /// The smallest world that was found, with what it departs in.
  package static func shrink(
    _ fuzzCase: FuzzCase, _ departure: Departure, plays: (FuzzCase) -> Departure?
  ) -> (case: FuzzCase, departure: Departure) {
    var best = (case: fuzzCase, departure: departure)
    var left = trials
    func isStillWrong(_ smaller: FuzzCase) -> Departure? {
      guard left > 0 else { return nil }
      left -= 1
      return plays(smaller).flatMap { $0.kind == departure.kind ? $0 : nil }
    }
    func reduce<Element>(_ part: WritableKeyPath<FuzzCase, [Element]>, keeping end: Int = 0) {
      var size = max(1, (best.case[keyPath: part].count - end) / 2)
      while size >= 1 {
        var start = 0
        while start < best.case[keyPath: part].count - end {
          var smaller = best.case
          let stop = min(start + size, smaller[keyPath: part].count - end)
          smaller[keyPath: part].removeSubrange(start..<stop)
          if let found = isStillWrong(smaller) {
            best = (smaller, found)
          } else {
            start += size
          }
        }
        size /= 2
      }
    }
    // What ends the faults stays where something waits in spite of it.
    let end = departure.kind == .liveness ? fuzzCase.calmCount : 0
    if end == 0 { best.case.calmCount = 0 }
    reduce(\.story, keeping: end)
    reduce(\.setup)
    reduceContainers(&best, isStillWrong)
    reduce(\.story, keeping: end)
    return best
  }

  /// Takes rules and conditions out of the containers, and files that nothing names.
  private static func reduceContainers(
    _ best: inout (case: FuzzCase, departure: Departure), _ isStillWrong: (FuzzCase) -> Departure?
  ) {
    for name in best.case.containers.keys {
      let text = best.case.text()
      if !text.contains(name) {
        best.case.containers[name] = nil
        continue
      }
      for kind in 0..<2 {
        var place = 0
        while let version = best.case.containers[name], place < version.rules.count {
          var smaller = version
          if kind == 0 {
            smaller.rules.remove(at: place)
          } else if !smaller.rules[place].negativePredicates.isEmpty {
            smaller.rules[place].negativePredicates.removeLast()
          } else {
            place += 1
            continue
          }
          var candidate = best.case
          candidate.containers[name] = smaller
          if let found = isStillWrong(candidate) { best = (candidate, found) } else { place += 1 }
        }
      }
    }
  }
}
