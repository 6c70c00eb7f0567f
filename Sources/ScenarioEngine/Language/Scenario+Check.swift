import OrderedCollections
import TagRuntime
public import TagSimulation

extension Scenario {
  /// Looks up the names that the statements use in the app.
  ///
  /// - Parameter app: the app of the header; nil for the first one that the scenario describes.
  /// - Returns: the names that the app does not know, at most `ScenarioErrors.limit`.
  public func check(app: App?) -> [ScenarioError] {
    let app = app ?? apps.first
    var errors = ScenarioErrors()
    for statement in setup + statements {
      guard let app else {
        if let error = errorWithoutApp(statement) { return [error] }
        continue
      }
      switch statement.command {
      case .screen(let name): checkScreen(name, statement, app, &errors)
      case .tap(let title, let arguments):
        checkTap(title, arguments, statement, app, &errors)
      default: break
      }
    }
    return errors.errors
  }

  private func errorWithoutApp(_ statement: Statement) -> ScenarioError? {
    switch statement.command {
    case .screen, .tap, .launch:
      failure(
        statement, .misplaced, statement.text,
        "the scenario names no app ('app: FILE' in the header, or an app block)")
    default: nil
    }
  }

  private func checkScreen(
    _ name: String, _ statement: Statement, _ app: App, _ errors: inout ScenarioErrors
  ) {
    if app.screen(named: name) != nil { return }
    let suggestion = Suggestion.nearest(to: name, among: app.screens.map(\.name))
    errors.add(failure(statement, .unknown(what: "screen"), name, "", suggestion))
  }

  private func checkTap(
    _ title: String, _ arguments: OrderedDictionary<String, Value>, _ statement: Statement,
    _ app: App, _ errors: inout ScenarioErrors
  ) {
    let buttons = app.screens.flatMap(\.buttons)
    let meant = buttons.filter { $0.title == title }
    if meant.isEmpty {
      let suggestion = Suggestion.nearest(to: title, among: buttons.map(\.title))
      return errors.add(failure(statement, .unknown(what: "button"), title, "", suggestion))
    }
    // Which screen is shown is only known when the scenario runs, so that a name is wrong only
    // if it is wrong for every button of this title.
    let parameters = meant.map { $0.parameters }
    let known = parameters.flatMap { $0.map(\.name) }
    for name in arguments.keys where !known.contains(name) {
      let suggestion = Suggestion.nearest(to: name, among: known)
      let expected =
        known.isEmpty ? "no value, the button takes none" : TokenCursor.list(known)
      errors.add(failure(statement, .unknown(what: "parameter"), name, expected, suggestion))
    }
    let missing = parameters.map { names in
      names.first { $0.default == nil && arguments[$0.name] == nil }?.name
    }
    if let name = missing[0], missing.allSatisfy({ $0 != nil }) {
      errors.add(failure(statement, .incomplete(what: "tap"), title, "value for '\(name)'"))
    }
  }

  private func failure(
    _ statement: Statement, _ kind: ScenarioError.Kind, _ found: String, _ expected: String,
    _ suggestion: String? = nil
  ) -> ScenarioError {
    let location = statement.location
    return ScenarioError(
      file: location.file,
      position: TextPosition(offset: 0, line: location.line, column: location.column), kind: kind,
      found: found, expected: expected, suggestion: suggestion)
  }
}

extension AppButton {
  /// The parameters of all pushes of the button.
  fileprivate var parameters: [(name: String, default: Value?)] {
    actions.flatMap { action -> [(name: String, default: Value?)] in
      guard case .push(let template) = action else { return [] }
      return template.parameters
    }
  }
}
