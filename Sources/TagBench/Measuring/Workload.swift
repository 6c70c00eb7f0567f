package import OrderedCollections
package import TagRuntime

/// Something that is done many times over, always the same, so that its cost can be measured.
///
/// A workload knows no clock: whoever prepares a round of it reads the clock before and after
/// ``WorkloadRound/run()``.
package struct Workload: Sendable {
  /// Facts with their names, in the order in which they are shown.
  package typealias Facts = OrderedDictionary<String, Value>

  /// Its name, such as `W1.merge`; what stands before the dot is its group.
  package var name: String
  /// What is done, in a few words.
  package var summary: String
  /// What one operation is called, such as "push".
  package var operation: String
  /// How many operations a round has.
  package var operations: Int
  /// What a round has to come to, however fast; nil where nothing was recorded for its size. It is
  /// worked out apart from what is measured, or was recorded.
  package var expected: Facts? { expectation() }
  /// Makes all that a round needs; none of it is timed.
  package var prepare: @Sendable () throws(WorkloadFailure) -> any WorkloadRound
  private let expectation: @Sendable () -> Facts?

  /// Creates a workload.
  package init(
    _ name: String, _ summary: String, _ operation: String, _ operations: Int,
    expected: @escaping @Sendable @autoclosure () -> Facts?,
    prepare: @escaping @Sendable () throws(WorkloadFailure) -> any WorkloadRound
  ) {
    self.name = name
    self.summary = summary
    self.operation = operation
    self.operations = operations
    expectation = expected
    self.prepare = prepare
  }

  /// What stands before the first dot of its name.
  package var group: String { name.split(separator: ".").first.map(String.init) ?? name }
}

/// One round of a workload: it is run once.
package protocol WorkloadRound {
  /// Does all operations; nothing but this is timed.
  mutating func run() throws(WorkloadFailure)
  /// What the operations came to, asked after ``run()`` and not timed.
  var outcome: WorkloadOutcome { get }
}

/// What a round came to.
package struct WorkloadOutcome: Sendable, Hashable {
  /// What has to be the same in every build, however fast: the check of every measurement.
  package var matches: Workload.Facts
  /// What it took, such as conditions tested or cells drawn; a faster build may need less.
  package var counters: Workload.Facts

  /// Creates one.
  package init(matches: Workload.Facts, counters: Workload.Facts = [:]) {
    self.matches = matches
    self.counters = counters
  }
}

/// Why a workload could not be done, as one sentence.
package struct WorkloadFailure: Error, Sendable, Hashable {
  /// What went wrong.
  package var sentence: String

  /// Creates one.
  package init(_ sentence: String) { self.sentence = sentence }
}

/// How much a round does.
package enum WorkloadSize: Sendable, Hashable, CaseIterable {
  /// What `tagsim-lab bench` measures.
  case full
  /// A hundredth of it or less, for tests that look at what comes out.
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
  /// The workloads that words name, each once, in their own order; without words all.
  ///
  /// A word is a name (`W1.merge`), its beginning up to a dot (`W1`, `rules.event`), or the number
  /// of a family (`W2` is `W2a`, `W2w` and `W2r`). Capital letters do not count.
  ///
  /// - Throws: `UnknownWorkload` for the first word that names none.
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

/// A word that names no workload.
package struct UnknownWorkload: Error, Sendable, Hashable {
  /// The word.
  package var word: String
  /// The name or group that was probably meant.
  package var nearest: String?

  init(_ word: String, among known: [Workload]) {
    self.word = word
    let groups = OrderedSet(known.map(\.group))
    nearest = Suggestion.nearest(to: word, among: Array(groups) + known.map(\.name))
  }

  /// One sentence: what is wrong and what to do.
  package var sentence: String {
    let advice = nearest.map { "did you mean '\($0)'?" } ?? "'tagsim-lab bench --list' names all"
    return "there is no workload '\(word)': \(advice)"
  }
}
