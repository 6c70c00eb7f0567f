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
    var began = run.timeline.live.isRunning ? run.timeline.live.now.instant : nil
    var steps: [Step] = []
    var leftOut = 0
    var isOver = false
    while let statement = run.next, !isOver {
      let instant = run.timeline.live.now.instant
      let (hadBegun, screen) = (began != nil, run.timeline.live.screen)
      run.executeNext()
      guard hadBegun, let began else {
        if run.timeline.live.isRunning { began = instant }
        continue
      }
      let after = instant - began
      isOver = after > Self.limit || Self.endsSession(statement.command)
      if isOver { break }
      switch statement.command {
      case .act(let act) where Self.isOfUser(act):
        steps.append(Step(after: after.wholeMilliseconds, act: act, text: statement.text))
      case .press(let key, let arguments):
        // A letter may be another button's where the phone shows another screen.
        guard let button = screen?.button(pressedBy: key) else {
          leftOut += 1
          continue
        }
        let tap = Statement.tap(button.title, arguments, at: statement.location)
        steps.append(
          Step(
            after: after.wholeMilliseconds, act: .tap(button.title, arguments: arguments),
            text: tap.text))
      case .act: leftOut += 1
      default: break
      }
    }
    self.steps = steps
    let end = began.map { run.timeline.live.now.instant - $0 } ?? .zero
    length = min(end, Self.limit).wholeMilliseconds
    self.leftOut = leftOut + (isOver ? 1 + run.scenario.statements.count - run.position : 0)
  }

  private static func isOfUser(_ act: Act) -> Bool {
    switch act {
    case .app, .screen, .tap, .open, .openURL, .register: true
    default: false
    }
  }

  private static func endsSession(_ command: Command) -> Bool {
    switch command {
    case .act(.background), .act(.kill), .act(.reinstall), .act(.upgrade), .act(.jump), .at,
      .background:
      true
    default: false
    }
  }
}
