import OrderedCollections
import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

/// The expectations of a chapter, with their results so far.
struct ChapterChecks: Sendable, Hashable {
  struct Check: Sendable, Hashable {
    /// The result of an expectation.
    enum State: Sendable, Hashable {
      /// It was met.
      case held
      /// It was not met; the reasons.
      case failed([String])
      /// It was not checked yet.
      case toCome
    }

    let statement: Statement
    let state: State

    /// The description: its label or, without one, the statement.
    var text: String { statement.label ?? statement.text }

    var isFailed: Bool {
      if case .failed = state { true } else { false }
    }

    /// Returns the sign of the result, and its style.
    func mark(_ signs: Signs) -> (sign: String, style: Style) {
      switch state {
      case .held: (signs.yesMark, .fired)
      case .failed: (signs.noMark, .lost)
      case .toCome: (signs.toCome, .dim)
      }
    }
  }

  let number: Int
  let title: String?
  /// The expectations, in order.
  var list: [Check]
  /// The number of further expectations that an open question hides.
  var hidden = 0

  var held: Int { list.count { $0.state == .held } }
  var failed: Int { list.count(where: \.isFailed) }

  /// "3 checks to come", if a question hides them.
  var hiddenText: String? { hidden > 0 ? "\(Counted.text(hidden, "check")) to come" : nil }

  /// "chapter 2: 9 checks held", with failed ones first; nil before the first of them.
  var summary: String? {
    guard held + failed > 0 else { return nil }
    let chapter = number > 0 ? "chapter \(number): " : ""
    let held = "\(Counted.text(held, "check")) passed"
    return chapter + (failed > 0 ? "\(Counted.text(failed, "check")) FAILED, \(held)" : held)
  }
}

extension Monitor {
  /// The expectations of the current chapter; nil without a story.
  var chapterChecks: ChapterChecks? {
    let position = shownPosition
    let chapter =
      telling.chapters.last { $0.statements.lowerBound <= max(0, position) }
      ?? telling.chapters.first
    guard let chapter else { return nil }
    var checks = checks(of: chapter, in: run)
    guard isAsking else { return checks }
    // The expectations after a question would reveal the answer.
    if let replay {
      checks.list = zip(chapter.checks, checks.list).map { position, check in
        let place = run.record.firstIndex { $0.origin == .scenario(position) }
        let isShown = place.map { $0 < replay.place } ?? false
        return isShown ? check : ChapterChecks.Check(statement: check.statement, state: .toCome)
      }
    }
    checks.hidden = checks.list.count { $0.state == .toCome }
    checks.list.removeAll { $0.state == .toCome }
    return checks
  }

  /// Returns the expectations of a chapter with their results in a run.
  func checks(of chapter: Chapter, in run: ScenarioRun) -> ChapterChecks {
    ChapterChecks(
      number: chapter.number, title: chapter.title,
      list: chapter.checks.map { check(atPosition: $0, in: run) })
  }

  private func check(atPosition position: Int, in run: ScenarioRun) -> ChapterChecks.Check {
    let statement = run.scenario.statements[position]
    guard let recorded = run.record(ofPosition: position) else {
      return ChapterChecks.Check(statement: statement, state: .toCome)
    }
    let state: ChapterChecks.Check.State =
      switch recorded.outcome {
      case .failed(let failure): .failed(failure.lines)
      case .error(let sentence): .failed([sentence])
      case .done, .passed, nil: .held
      }
    return ChapterChecks.Check(statement: statement, state: state)
  }

  /// The place in the scenario of the statement that led to the current state; -1 before the first.
  private var shownPosition: Int {
    guard cursor != nil else { return run.position - 1 }
    let place = replay?.place ?? Replay(from: (cursor ?? 1) - 1, in: run).place + 1
    for entry in run.record[..<min(place, run.record.count)].reversed() {
      if case .scenario(let position) = entry.origin { return position }
    }
    return -1
  }

  // MARK: The list

  mutating func showChecks() { open(TextPage(.checks)) }

  /// Returns the expectations of the chapter with their results, and failed ones of other chapters.
  func checkLines(columns: Int) -> [Line] {
    let signs = Signs(borders: display.borders)
    let checks = chapterChecks
    var lines: [Line] = []
    for check in checks?.list ?? [] {
      let (sign, style) = check.mark(signs)
      let word = check.isFailed ? "FAILED " : ""
      let text = Wrapping.lines(word + check.text, columns: columns - 2)
      lines += text.enumerated().map { Line(($0 == 0 ? sign : " ") + " " + $1, style) }
      if case .failed(let why) = check.state {
        lines += why.flatMap { Line.wrapped($0, columns: columns, indent: 4) }
      }
    }
    if let hidden = checks?.hiddenText { lines.append(Line(signs.toCome + " " + hidden, .dim)) }
    if lines.isEmpty { lines.append(Line("this chapter has no checks", .dim)) }
    let here = Set((checks?.list ?? []).map(\.statement.location))
    let elsewhere = failures.filter { !here.contains($0.statement.location) }
    if !elsewhere.isEmpty {
      lines += [Line(), Line("Failed elsewhere", .bold)]
      lines += failureLines(of: elsewhere, columns: columns)
    }
    return lines
  }
}

// MARK: - Trouble

/// A row with a problem.
private struct Trouble: Hashable {
  /// The kind of problem, the most serious first.
  enum Kind: Int {
    case failedCheck
    /// Something was lost, refused or dropped.
    case error
    /// A tag fired without effect.
    case warning

    var word: String {
      switch self {
      case .failedCheck: "failed check"
      case .error: "error"
      case .warning: "warning"
      }
    }
  }

  var kind: Kind
  var row: Int
}

extension Monitor {
  /// The maximum number of rows that one key press searches for problems: the last ones.
  private static let searchLimit = 20_000

  /// Selects the next or the previous row with a problem: failed checks come first, then errors,
  /// then warnings.
  mutating func goToTrouble(forward: Bool) {
    if showsPhone { return goToLook(forward: forward) }
    let failed = failedRows
    let all = troubles(failed: failed.map(\.row))
    let here = cursor.flatMap { row in all.firstIndex { $0.row == row } }
    let next = here.map { forward ? $0 + 1 : $0 - 1 } ?? (forward ? 0 : all.count - 1)
    guard all.indices.contains(next) else {
      let side = here == nil ? "" : forward ? "later " : "earlier "
      return say(.hint("No \(side)problem"))
    }
    let trouble = all[next]
    isPlaying = false
    look(at: trouble.row)
    if let result = failed.first(where: { $0.row == trouble.row })?.result {
      return tell(result)
    }
    let alike = all.filter { $0.kind == trouble.kind }
    let place = (alike.firstIndex(of: trouble) ?? 0) + 1
    let summary = run.timeline.row(at: trouble.row).event.summary
    let count = "\(trouble.kind.word) \(place) of \(alike.count)"
    message = .hint("\(count), event \(trouble.row): \(summary)")
  }

  /// Returns the rows with problems, the most serious first.
  ///
  /// - Parameter failed: the rows after which a check failed.
  /// - Complexity: O(n log n) in the rows that are searched.
  private func troubles(failed: [Int]) -> [Trouble] {
    let marks = run.timeline.rowMarks
    var all = OrderedSet(failed.filter { $0 > 0 && $0 <= marks.count })
      .map { Trouble(kind: .failedCheck, row: $0) }
    for number in max(1, marks.count - Self.searchLimit + 1)..<(marks.count + 1)
    where !marks[number - 1].isDisjoint(with: .trouble) && !failed.contains(number) {
      let isError = marks[number - 1].contains(.error)
      all.append(Trouble(kind: isError ? .error : .warning, row: number))
    }
    return all.sorted { ($0.kind.rawValue, $0.row) < ($1.kind.rawValue, $1.row) }
  }

  /// The failed expectations with the numbers of the rows after which they failed.
  private var failedRows: [(row: Int, result: StatementResult)] {
    if run.failureCount == 0 { return [] }
    return run.record.compactMap { entry in
      guard entry.isFailure, let result = entry.result else { return nil }
      if case .failed(let failure) = result.outcome, let row = failure.row { return (row, result) }
      return (max(1, entry.rows.upperBound), result)
    }
  }
}
