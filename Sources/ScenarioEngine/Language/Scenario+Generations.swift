import TagRuntime
import TagSimulation

extension Scenario {
  /// Statements that mean nothing to the generation of the SDK that they are played with, as many
  /// as are told.
  func checkGenerations(_ app: App?) -> [ScenarioError] {
    var errors: [ScenarioError] = []
    var sdk = header.sdk
    for statement in setup + statements {
      if case .sdk(let word) = statement.command {
        sdk = word
        if !header.matrix.isEmpty {
          errors.append(
            failure(statement, .misplaced, statement.text, "the header says what varies: matrix"))
        }
      }
      if let reason = reason(against: statement.command, sdk, app) {
        errors.append(failure(statement, .misplaced, statement.text, reason))
      }
    }
    return Array(errors.prefix(ScenarioErrors.limit))
  }

  private func reason(against command: Command, _ sdk: ScenarioHeader.SDK, _ app: App?) -> String? {
    guard header.matrix.isEmpty else {
      return command.generation.map { _ in
        "a scenario that is played under v3 and v5 says this with the app's screens and buttons, "
          + "which may describe both"
      }
    }
    return command.fault(under: sdk.generation, of: app?.screens.flatMap(\.buttons) ?? [])
  }
}

extension ScenarioError {
  func isAbout(_ statement: Statement) -> Bool {
    let location = statement.location
    return position.line == location.line && position.column == location.column
  }
}

extension Command {
  /// Why it means nothing under a generation, and what to do; nil where it means something.
  ///
  /// - Parameter buttons: the buttons that it may mean.
  func fault(under generation: SDKGeneration, of buttons: [AppButton]) -> String? {
    if let own = self.generation { return own.only == generation ? nil : own.elsewhere }
    guard case .tap(let title, _) = self else { return nil }
    let meant = buttons.filter { $0.title == title && !$0.actions.isEmpty }
    let isDead = { (button: AppButton) in
      button.actions.allSatisfy { $0.generation ?? generation != generation }
    }
    guard !meant.isEmpty, meant.allSatisfy(isDead) else { return nil }
    return generation == .legacy
      ? "all that the button does is for v5: give it a 'push' in the app, too"
      : "all that the button does is for v3: give it a 'log-event' in the app, too"
  }
}
