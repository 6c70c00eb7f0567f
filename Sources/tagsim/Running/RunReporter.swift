import ScenarioEngine

/// The report of `tagsim run`, written file by file.
struct RunReporter {
  private let form: Run.Report
  private var hasBegun = false
  /// How many points were told.
  private var points = 0
  private var summary = HumanReport.Summary()
  /// Whether everything held so far.
  private(set) var isSuccess = true

  init(_ form: Run.Report) { self.form = form }

  /// Begins the report.
  mutating func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    guard form == .tap else { return }
    Interruption.endsProcess(.bailingOut)
    Console.print([TAPReport.header])
  }

  /// Tells of a file; false where it is the last one.
  mutating func take(_ played: PlayedFile) throws(CommandFailure) -> Bool {
    Console.complain(played.remarks.map { "tagsim: " + $0 })
    switch played.parts {
    case .human(let lines, let summary):
      Console.print(lines)
      self.summary.add(summary)
    case .tap(let parts, let comparison):
      for part in parts {
        Console.print(part.lines(from: points + 1))
        points += part.count
      }
      Console.print(comparison)
    }
    if let failure = played.failure { throw failure }
    if !played.isSuccess { isSuccess = false }
    return !played.isLast
  }

  /// Ends the report.
  func end() {
    switch form {
    case .human: Console.print(summary.lines)
    case .tap: Console.print([TAPReport.plan(points)])
    }
  }

  /// Says to machines that the report ends too early. One that has not begun ends with the file
  /// that could not be read.
  mutating func bailOut(_ failure: CommandFailure) {
    guard form == .tap else { return }
    if failure.code == .badInput { begin() }
    if hasBegun { Console.print([TAPReport.bailOut(failure.lines.first ?? "")]) }
  }
}
