package import ScenarioEngine
import TagRuntime
import TagSimulation

/// The user's actions in one session: a scenario from its first launch to its end, or until the app
/// leaves the screen.
package struct Journey: Sendable {
  /// The longest session, whatever a scenario waits for.
  static let limit = Duration.hours(4)

  /// One action of the user.
  struct Step: Sendable {
    /// The milliseconds since the beginning of the session.
    var after: Int64
    var act: Act
    /// The statement as written in the scenario.
    var text: String
    var line: Int
  }

  /// The name of its file, without folders.
  package let name: String
  /// The number of the scenario's statements that are not in a session: those that change the
  /// surroundings, and everything after the app leaves the screen.
  package let leftOut: Int

  let steps: [Step]
  /// The length of the session in milliseconds.
  let length: Int64

  /// Extracts the journey from a scenario by playing it once.
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

  /// Returns the user's action in a statement; nil if it is not the user's.
  private static func step(_ statement: Statement, on screen: AppScreen?) -> (Act, String)? {
    guard statement.command.traits.contains(.ofUser) else { return nil }
    guard case .press(let key, let arguments) = statement.command else {
      return statement.command.plainAct.map { ($0, statement.text) }
    }
    // A letter may belong to a different button if the phone shows another screen.
    guard let button = screen?.button(pressedBy: key) else { return nil }
    let tap = Statement.tap(button.title, arguments, at: statement.location)
    return (.tap(button.title, arguments: arguments), tap.text)
  }

  /// Whether a statement does more than wait, comment or expect.
  private static func changesWorld(_ command: Command) -> Bool {
    command.traits.contains(.changesWorld)
  }

  private static func endsSession(_ command: Command) -> Bool {
    command.traits.contains(.endsSession)
  }
}
