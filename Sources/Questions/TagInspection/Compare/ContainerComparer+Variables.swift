import OrderedCollections
import TagRuntime

extension ContainerComparer {
  /// The number of passes over renamed variables: one that refers to another renamed one is found
  /// in a later pass.
  private static let passes = 4

  /// Variables that only Google's compiler adds, not people.
  private static let hidden: [String: String] = [
    "_platform": "p", "_runtime_version": "rv", "_event": "e",
  ]

  private struct Definition: Hashable {
    var call: ComparedContainer.Call?
    /// The source that it reads, in words, for calls that cannot be compared.
    var words: String
    var choice: Choice
  }

  /// The condition under which one definition of a variable is used.
  private struct Choice: Hashable {
    var collection: String?
    var on: Set<Int>
    var off: Set<Int>
    var isFallback: Bool
  }

  mutating func matchVariables() {
    var matching = variables
    matching.match(old: { old.names[$0] }, new: { new.names[$0] })
    shareTokens(matching)
    for _ in 0..<Self.passes {
      let before = matching.pairs.count
      matching.match(old: { identity(of: $0, in: old) }, new: { identity(of: $0, in: new) })
      shareTokens(matching)
      if matching.pairs.count == before { break }
    }
    variables = matching
  }

  /// Returns the meaning of a variable, without its name; nil for hidden variables, which nobody
  /// renames.
  private func identity(of position: Int, in side: ComparedContainer) -> Identity? {
    if isHidden(position, in: side) { return nil }
    return isOneGeneration
      ? .calls(Set(side.definitions[position].map(side.call)))
      : .words(Set(side.description.variables[position].definitions.map(\.reads)))
  }

  private enum Identity: Hashable {
    case calls(Set<ComparedContainer.Call>)
    case words(Set<String>)
  }

  /// Makes a reference to a variable equal to one to its match.
  private mutating func shareTokens(_ matching: PartMatching) {
    for (before, after) in matching.pairs where old.tokens[before] != new.tokens[after] {
      old.tokens[before] = "pair \(before)"
      new.tokens[after] = "pair \(before)"
    }
  }

  private func isHidden(_ position: Int, in side: ComparedContainer) -> Bool {
    guard let function = Self.hidden[side.names[position]] else { return false }
    return side.definitions[position].allSatisfy {
      ComparedContainer.bare($0.function) == function
    }
  }

  // MARK: Changes

  mutating func compareVariables() {
    for (before, after) in variables.pairs {
      let oldVariable = old.description.variables[before]
      let newVariable = new.description.variables[after]
      let details = details(before, after)
      let isRenamed = old.names[before] != new.names[after]
      guard isRenamed || !details.isEmpty else { continue }
      changes.append(
        Change(
          kind: .variable, action: isRenamed ? .renamed : .changed, name: oldVariable.name,
          newName: isRenamed ? newVariable.name : nil, details: details))
    }
    let sides = [
      (old, variables.oldAlone, Change.Action.removed), (new, variables.newAlone, .added),
    ]
    for (side, alone, action) in sides {
      let hidden = alone.filter { isHidden($0, in: side) }
      for position in alone where !isHidden(position, in: side) {
        let variable = side.description.variables[position]
        changes.append(
          Change(
            kind: .variable, action: action, name: variable.name,
            details: variable.definitions.map { side.description.words(of: $0, in: variable) }))
      }
      if !hidden.isEmpty {
        let names = hidden.map { side.description.variables[$0].name }.joined(separator: ", ")
        notes.append(
          "\(action == .added ? "only in the new one" : "only in the old one"): \(names), which "
            + "Google's compiler adds automatically (not counted)")
      }
    }
  }

  private func details(_ before: Int, _ after: Int) -> [String] {
    let oldVariable = old.description.variables[before]
    let newVariable = new.description.variables[after]
    let oldMeanings = definitions(before, in: old)
    let newMeanings = definitions(after, in: new)
    // For equal definitions, one is enough.
    let both = Set(oldMeanings).intersection(newMeanings)
    let gone = oldMeanings.indices.filter { !both.contains(oldMeanings[$0]) }
    let come = newMeanings.indices.filter { !both.contains(newMeanings[$0]) }
    var matching = PartMatching(old: gone.count, new: come.count)
    matching.match(old: { oldMeanings[gone[$0]].choice }, new: { newMeanings[come[$0]].choice })
    if gone.count == 1, come.count == 1 { matching.match(old: { _ in true }, new: { _ in true }) }
    func oldWords(_ position: Int) -> String {
      old.description.words(of: oldVariable.definitions[gone[position]], in: oldVariable)
    }
    func newWords(_ position: Int) -> String {
      new.description.words(of: newVariable.definitions[come[position]], in: newVariable)
    }
    let changed = matching.pairs.flatMap { first, second -> [String] in
      let (before, after) = (
        old.definitions[before][gone[first]], new.definitions[after][come[second]]
      )
      let reads = (
        oldVariable.definitions[gone[first]].reads, newVariable.definitions[come[second]].reads
      )
      if oldWords(first) == newWords(second) { return parameterDetails(before, after) }
      return [
        oldMeanings[gone[first]].choice == newMeanings[come[second]].choice && reads.0 != reads.1
          ? "\(reads.0) → \(newWords(second))" : "\(oldWords(first)) → \(newWords(second))"
      ]
    }
    return changed + matching.oldAlone.map { "no longer " + oldWords($0) }
      + matching.newAlone.map { "now " + newWords($0) }
  }

  private func definitions(_ position: Int, in side: ComparedContainer) -> [Definition] {
    let variable = side.description.variables[position]
    let isAlone = variable.definitions.count == 1 && variable.definitions[0].onRules.isEmpty
    return zip(variable.definitions, side.definitions[position]).map { told, call in
      Definition(
        call: isOneGeneration ? side.call(call) : nil,
        words: isOneGeneration ? "" : told.reads + (told.pushes ?? ""),
        choice: Choice(
          collection: told.collection, on: side.tokens(ofRules: told.onRules),
          off: side.tokens(ofRules: told.offRules), isFallback: isAlone || told.isFallback))
    }
  }

  // MARK: Parameters

  /// Returns the differences between two calls that have the same words.
  func parameterDetails(_ before: FunctionCall, _ after: FunctionCall) -> [String] {
    guard isOneGeneration else { return [] }
    let first = old.call(before)
    let second = new.call(after)
    var details: [String] = []
    if first.function != second.function {
      details.append(
        "function \(BoundedWords.cut(first.function)) → "
          + BoundedWords.cut(second.function))
    }
    let keys = OrderedSet(Array(first.parameters.keys) + Array(second.parameters.keys))
    for key in keys where first.parameters[key] != second.parameters[key] {
      let told = [before, after].map { call in
        call.parameters[key].map { expression in
          var words = BoundedWords()
          words.add(expression, .quoted)
          return words.text
        } ?? "nothing"
      }
      details.append(
        "parameter \(BoundedWords.cut(key)) "
          + (told[0] == told[1] ? "is different" : "\(told[0]) → \(told[1])"))
    }
    if first.pushes != second.pushes { details.append("what it pushes is different") }
    return details
  }
}
