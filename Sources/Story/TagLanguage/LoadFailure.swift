/// A problem with a file, and its location.
public struct LoadProblem: Sendable, Hashable, CustomStringConvertible {
  /// The location of the problem; nil for the file as a whole, which the sentence names.
  public var location: ScenarioLocation?
  /// A sentence that says what is wrong and what to do.
  public var sentence: String

  /// Creates a problem; a sentence without a location must name the file.
  public init(_ sentence: String, at location: ScenarioLocation? = nil) {
    self.sentence = sentence
    self.location = location
  }

  /// The problem in the form of compilers: `offline.scenario:31:8: error: unknown verb 'lunch'`.
  public var description: String { location.map { "\($0): error: \(sentence)" } ?? sentence }
}

/// The reason why a scenario cannot be played: the problems with their locations.
public struct LoadFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The problems, in a readable order.
  public var problems: [LoadProblem]

  /// Creates a failure that reports all of the problems, in the order given.
  public init(_ problems: [LoadProblem]) { self.problems = problems }

  /// Creates a failure from sentences that name their files.
  public init(_ sentences: [String]) { problems = sentences.map { LoadProblem($0) } }

  package init(_ sentence: String) {
    problems = [LoadProblem(sentence)]
  }

  package init(_ error: any Error, _ path: String) {
    problems = (error as? LoadFailure)?.problems ?? [LoadProblem("\(path): \(error)")]
  }

  /// Adds a hint about the option that bundles the file unchanged.
  package func hinting(at id: String, _ path: String) -> LoadFailure {
    var failure = self
    guard !failure.problems.isEmpty else { return failure }
    let ending = [".json", ".plist"].first { path.hasSuffix($0) } ?? ""
    failure.problems[0].sentence +=
      "; with name=\(id)\(ending) the phone gets the file as it is and rejects it"
    return failure
  }

  /// Sorts the problems of each file by line; the order of files stays the same.
  package mutating func sortByPlace() {
    var files: [String] = []
    for case let file? in problems.map(\.location?.file) where !files.contains(file) {
      files.append(file)
    }
    func place(_ problem: LoadProblem) -> (Int, Int, Int) {
      guard let location = problem.location else { return (files.count, 0, 0) }
      return (files.firstIndex(of: location.file) ?? 0, location.line, location.column)
    }
    problems.sort { place($0) < place($1) }
  }

  /// One line per problem: `offline.scenario:31:8: error: unknown verb 'lunch'`.
  public var lines: [String] { problems.map(\.description) }

  /// All problems, separated by line breaks and without one at the end.
  public var description: String { lines.joined(separator: "\n") }
}
