package import OrderedCollections
package import TagRuntime

/// An operation that is repeated many times without change, so that its cost can be measured.
///
/// A workload knows no clock: the caller prepares a round and reads the clock before and after it.
package struct Workload: Sendable {
  /// Facts with their names, in the order in which they are shown.
  package typealias Facts = OrderedDictionary<String, Value>

  /// The name, such as `W1.merge`; the part before the dot is the group.
  package var name: String
  package var summary: String
  /// The noun for one operation, such as "push".
  package var operation: String
  package var operations: Int
  /// The facts that a round must result in, however fast; nil if none were recorded for its size.
  /// They were recorded, or are computed independently of what is measured.
  package var expected: Facts? { expectation() }
  /// Makes everything that a round needs; none of it is timed.
  package var prepare: @Sendable () throws(WorkloadFailure) -> WorkloadRound
  private let expectation: @Sendable () -> Facts?

  package init(
    _ name: String, _ summary: String, _ operation: String, _ operations: Int,
    expected: @escaping @Sendable @autoclosure () -> Facts?,
    prepare: @escaping @Sendable () throws(WorkloadFailure) -> WorkloadRound
  ) {
    self.name = name
    self.summary = summary
    self.operation = operation
    self.operations = operations
    expectation = expected
    self.prepare = prepare
  }

  /// The part of the name before the first dot.
  package var group: String { name.split(separator: ".").first.map(String.init) ?? name }
}

/// One round of a workload, which is run once: it does all operations, and returns what reads their
/// result. Only the operations are timed.
package typealias WorkloadRound = () throws(WorkloadFailure) -> () -> WorkloadOutcome

/// The result of a round.
package struct WorkloadOutcome: Sendable, Hashable {
  /// The facts that must be the same in every build, however fast: the check of every measurement.
  package var matches: Workload.Facts
  /// The effort, such as conditions tested or cells drawn; a faster build may need less.
  package var counters: Workload.Facts

  package init(matches: Workload.Facts, counters: Workload.Facts = [:]) {
    self.matches = matches
    self.counters = counters
  }
}

/// Why a workload failed, as one sentence.
package struct WorkloadFailure: Error, Sendable, Hashable {
  /// The sentence about what went wrong.
  package var sentence: String

  package init(_ sentence: String) { self.sentence = sentence }
}

/// The amount of work in a round.
package enum WorkloadSize: Sendable, Hashable, CaseIterable {
  /// The amount that `tagsim-lab bench` measures.
  case full
  /// At most a hundredth of that, for tests of the outcome.
  case small

  func callAsFunction(_ full: Int, _ small: Int) -> Int { self == .full ? full : small }
}

extension Workload {
  /// All workloads that need no file, in the order in which they are shown.
  ///
  /// - Complexity: O(1): what a workload needs is made when it is prepared.
  package static func all(_ size: WorkloadSize = .full) -> [Workload] {
    dataLayer(size) + evaluation(size) + unmatched(size) + hold(size) + screen(size) + files(size)
      + days(size) + histories(size) + forecasts(size) + scenarios(size)
  }
}

extension [Workload] {
  /// The workloads that words name, each once, in their usual order; all of them without words.
  ///
  /// A word is a name (`W1.merge`), its beginning up to a dot (`W1`, `rules.event`), or the number
  /// of a family (`W2` is `W2a`, `W2w` and `W2r`). Case does not matter.
  ///
  /// - Throws: `UnknownWorkload` for the first word that does not name a workload.
  package func named(_ words: [String]) throws(UnknownWorkload) -> [Workload] {
    if words.isEmpty { return self }
    var chosen: Set<String> = []
    for word in words {
      let word = word.lowercased()
      let exact = filter { $0.name.lowercased() == word || $0.begins(with: word + ".") }
      let found = exact.isEmpty ? filter { $0.isOfFamily(word) } : exact
      if found.isEmpty { throw UnknownWorkload(word, among: self) }
      chosen.formUnion(found.map(\.name))
    }
    return filter { chosen.contains($0.name) }
  }
}

extension Workload {
  fileprivate func begins(with word: String) -> Bool { name.lowercased().hasPrefix(word) }

  fileprivate func isOfFamily(_ word: String) -> Bool {
    let group = group.lowercased()
    return !word.isEmpty && group.hasPrefix(word)
      && group.dropFirst(word.count).first?.isLetter == true && word.last?.isNumber == true
  }
}

/// A word that does not name a workload.
package struct UnknownWorkload: Error, Sendable, Hashable {
  package var word: String
  /// The most similar name or group.
  package var nearest: String?

  init(_ word: String, among known: [Workload]) {
    self.word = word
    let groups = OrderedSet(known.map(\.group))
    nearest = Suggestion.nearest(to: word, among: Array(groups) + known.map(\.name))
  }

  /// One sentence about the problem and its solution.
  package var sentence: String {
    let advice = nearest.map { "did you mean '\($0)'?" } ?? "'tagsim-lab bench --list' names all"
    return "there is no workload '\(word)': \(advice)"
  }
}
