package import ScenarioEngine
import TagRuntime
import TagSimulation

/// What a user does in one session: what a scenario does between its first launch and its end, or
/// the moment in which the app leaves the screen.
package struct Journey: Sendable {
  /// The longest session, whatever a scenario waits for.
  static let limit = Duration.hours(4)

  /// One thing that the user does.
  struct Step: Sendable {
    /// How long after the session's beginning, in milliseconds.
    var after: Int64
    var act: Act
    /// The statement, as the scenario has it.
    var text: String
    /// The line of the scenario.
    var line: Int
  }

  /// The name of its file, without folders.
  package let name: String
  /// How many statements of the scenario no session has: those that change the world around, and
  /// all that follow where the app leaves the screen.
  package let leftOut: Int

  let steps: [Step]
  /// How long it takes, in milliseconds.
  let length: Int64

  /// Takes the journey out of a scenario, by playing it once.
  ///
  /// - Complexity: that of the scenario.
  package init(_ loaded: LoadedScenario) {
    let file = loaded.scenario.file
    name = file.split(separator: "/").last.map(String.init) ?? file
    var run = ScenarioRun(loaded.scenario, inputs: loaded.inputs)
    let count = run.scenario.statements.count - run.scenario.teardownCount
    var began = run.timeline.live.isRunning ? run.timeline.live.now.instant : nil
    var length: Duration?
    var steps: [Step] = []
    var leftOut = 0
    while let statement = run.next, run.position < count {
      let (instant, screen) = (run.timeline.live.now.instant, run.timeline.live.screen)
      guard let begin = began else {
        run.executeNext()
        if run.timeline.live.isRunning { began = instant }
        continue
      }
      let after = instant - begin
      if after > Self.limit || Self.endsSession(statement.command) {
        length = after
        leftOut += count - run.position
        break
      }
      if let (act, text) = Self.step(statement, on: screen) {
        steps.append(
          Step(
            after: after.wholeMilliseconds, act: act, text: text, line: statement.location.line))
      } else if Self.changesWorld(statement.command) {
        leftOut += 1
      }
      run.executeNext()
    }
    (self.steps, self.leftOut) = (steps, leftOut)
    let end = began.map { run.timeline.live.now.instant - $0 } ?? .zero
    self.length = min(length ?? end, Self.limit).wholeMilliseconds
  }

  /// What the user does with a statement, where it is something of the user's.
  private static func step(_ statement: Statement, on screen: AppScreen?) -> (Act, String)? {
    guard statement.command.traits.contains(.ofUser) else { return nil }
    guard case .press(let key, let arguments) = statement.command else {
      return statement.command.plainAct.map { ($0, statement.text) }
    }
    // A letter may be another button's where the phone shows another screen.
    guard let button = screen?.button(pressedBy: key) else { return nil }
    let tap = Statement.tap(button.title, arguments, at: statement.location)
    return (.tap(button.title, arguments: arguments), tap.text)
  }

  /// Whether a statement is more than time, talk and expectations.
  private static func changesWorld(_ command: Command) -> Bool {
    command.traits.contains(.changesWorld)
  }

  private static func endsSession(_ command: Command) -> Bool {
    command.traits.contains(.endsSession)
  }
}
