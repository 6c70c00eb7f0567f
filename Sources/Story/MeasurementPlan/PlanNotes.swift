import OrderedCollections

/// The problems of a plan; what is said of many rows is said once, with their number.
struct PlanNotes {
  /// The most problems that are listed.
  static let limit = 2_000

  private var found: OrderedDictionary<String, (problem: PlanProblem, count: Int)> = [:]
  private var others = 0

  /// Adds a problem. Those with one key are one problem at the place of the first.
  mutating func add(
    _ level: PlanProblem.Level, _ place: PlanPlace, _ text: String, key: String? = nil
  ) {
    let key = key ?? "\(place.file) \(place.row) \(place.column) \(text)"
    if found[key] != nil {
      found[key]?.count += 1
    } else if found.count < Self.limit {
      found[key] = (PlanProblem(level: level, place: place, text: text), 1)
    } else {
      others += 1
    }
  }

  /// All of them in the order in which they were found first.
  var problems: [PlanProblem] {
    var problems = found.values.map { problem, count in
      var problem = problem
      if count > 1 { problem.text += " (\(count) places)" }
      return problem
    }
    if others > 0 {
      let text = "\(others) more problems are not listed, because there are more than \(Self.limit)"
      problems.append(PlanProblem(level: .error, place: PlanPlace(), text: text))
    }
    return problems
  }
}
