import OrderedCollections
import ScenarioEngine
import TagInspection
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// What is told: the scenario and how far it was played, a phone that is followed, a container.
struct Telling: Sendable {
  @Boxed var playback = Playback()
  @Boxed var plan = PlayPlan()
  var chapters: [Chapter] = []
  /// Whether the scenario tells a story, so that the screen has room for captions.
  var tellsStory = false
  /// The result of the last reported statement.
  @Boxed var lastResult: StatementResult?
  /// The results of explanations so far.
  var memory = ExplainMemory()
  /// The last question for a moment, and its answer.
  @Boxed var asked: AskedMoment?
  /// Whether the run comes from a trace, and the facts needed to write one.
  @Boxed var tracing = Tracing()
  /// The state of the real phone that is followed; nil for none.
  @Boxed var following: Following?
  /// Its lanes; nil if no phone is followed.
  var lanes: LanesState?
  /// The start page of a container; nil if no container was opened.
  @Boxed var start: StartState?
}

/// The lanes of a followed phone in place of the panes, with a selected event.
struct LanesState: Sendable {
  /// The place in the log of the selected event or warning; nil for the newest.
  var selected: PhoneSource?
  var isShown = true
}

/// The last question for a moment, and the row of its answer.
struct AskedMoment: Sendable, Hashable {
  let question: MomentQuestion
  /// The number of the row; nil for the present.
  let row: Int?
}

/// A branch that a scenario defines, as kept among the runs that were begun here.
struct StoryBranch: Sendable, Hashable {
  let id: Int
  /// The number of the run of the story from which it branches.
  let story: Int
  let name: String
}

/// A chapter of a scenario, as written.
struct Chapter: Sendable, Hashable {
  /// The number from 1; 0 for the part before the first chapter.
  let number: Int
  /// The title; nil for the part before the first chapter.
  let title: String?
  /// The places of its statements in the scenario.
  var statements: Range<Int>
  /// The places of its expectations.
  var checks: [Int]

  /// Returns the chapters of a scenario.
  ///
  /// - Complexity: O(n) in the statements.
  static func all(of scenario: Scenario) -> [Chapter] {
    var chapters = [Chapter(number: 0, title: nil, statements: 0..<0, checks: [])]
    for (index, statement) in scenario.statements.enumerated() {
      if case .chapter(let title) = statement.command {
        chapters.append(
          Chapter(
            number: chapters.count, title: title, statements: index..<index, checks: []))
      }
      chapters[chapters.count - 1].statements =
        chapters[chapters.count - 1].statements
        .lowerBound..<(index + 1)
      if statement.command.isExpectation { chapters[chapters.count - 1].checks.append(index) }
    }
    return chapters.filter { $0.title != nil || !$0.statements.isEmpty }
  }
}

/// The demo: a story of steps, one a press of Space.
struct DemoTour: Sendable, Hashable {
  /// A chapter of the demo.
  struct Step: Sendable, Hashable {
    /// What Space does, for the hint of the step before.
    let title: String
    /// What happened, once it is done.
    var sentence = ""
    /// What is done, without what checks it.
    var statements: [Statement] = []
  }

  /// The steps that are left.
  var steps: [Step] = []
  /// The sentence of the last step.
  var told = ""
  /// The moment of the hint: the number of statements executed by then.
  var moment = 0
  /// The scenario before its first step.
  let opening: Scenario

  /// Creates the tour of a scenario, with a step for each chapter.
  init(of scenario: Scenario) {
    var opening = scenario
    opening.statements = []
    for statement in scenario.statements {
      if case .chapter(let title) = statement.command {
        steps.append(Step(title: title))
      } else if steps.isEmpty {
        opening.statements.append(statement)
      } else if case .caption(let text) = statement.command {
        steps[steps.count - 1].sentence = text
      } else if !statement.command.isExpectation {
        steps[steps.count - 1].statements.append(statement)
      }
    }
    self.opening = opening
  }
}

/// The page for a presenter: where the story is, what the room is told, the note, and what comes
/// next.
package struct NotesPage: Sendable, Hashable {
  package var title = ""
  /// The chapter; empty before the first.
  package var chapter = ""
  /// Its place among the chapters: "chapter 2 of 7"; empty where there are none.
  package var place = ""
  package var clock = ""
  /// The caption, or what the room is asked behind a `?`.
  package var told = ""
  /// The answer, also before the room sees it.
  package var answer = ""
  package var note = ""
  /// The next act, as the scenario writes it.
  package var act = ""
  /// The next text for the room.
  package var next = ""

  package init() {}

  /// Whether there is nothing to tell.
  var isEmpty: Bool {
    [chapter, told, answer, note, act, next].allSatisfy(\.isEmpty)
  }
}
