import OrderedCollections
package import TagRuntime
public import TagSimulation
import TagWords

extension Scenario {
  /// Checks the names in the statements.
  ///
  /// - Parameters:
  ///   - app: the app of the header; nil for the first one described in the scenario.
  ///   - tags: the names of the tags in all containers of the scenario; nil if they are not known,
  ///     and then tag names are not checked.
  /// - Returns: the unknown names, at most `ScenarioErrors.limit`.
  public func check(app: App?, tags: [String]? = nil) -> [ScenarioError] {
    var errors = ScenarioErrors()
    // A mistake that several ways share is reported once.
    for way in ways { for error in way.check(app: app, tags: tags) { errors.add(error) } }
    if !ways.isEmpty { return errors.errors }
    checkStory(app ?? apps.first, tags, &errors)
    for branch in branches { played(as: branch).checkStory(app ?? apps.first, tags, &errors) }
    return errors.errors
  }

  /// Checks the names of the setup and of the story.
  private func checkStory(_ app: App?, _ tags: [String]?, _ errors: inout ScenarioErrors) {
    let misplaced = checkGenerations(app)
    for error in misplaced { errors.add(error) }
    checkSeed(&errors)
    for statement in setup + statements
    where !misplaced.contains(where: { $0.isAbout(statement) }) {
      if case .view(let command) = statement.command { checkView(command, statement, &errors) }
      if let tags, let name = statement.command.tagName, !tags.contains(name) {
        let suggestion = Suggestion.nearest(to: name, among: tags)
        errors.add(
          failure(
            statement, .unknown(what: "tag"), name, "a tag in its containers",
            suggestion: suggestion))
      }
      guard let app else {
        if let error = errorWithoutApp(statement) { return errors.add(error) }
        continue
      }
      checkUse(statement, app, &errors)
      if let name = statement.command.functionName {
        checkFunction(name, statement, app, &errors)
      }
      if let id = statement.command.containerID { checkID(id, statement, app, &errors) }
    }
  }

  private func checkUse(_ statement: Statement, _ app: App, _ errors: inout ScenarioErrors) {
    if case .press(let key, let arguments) = statement.command {
      checkPress(key, arguments, statement, app, &errors)
    } else if case .screen(let name)? = statement.command.plainAct {
      checkScreen(name, statement, app, &errors)
    } else if case .tap(let title, let arguments)? = statement.command.plainAct {
      checkTap(title, arguments, statement, app, &errors)
    } else if case .register(let kind, let name, let id, _)? = statement.command.plainAct {
      checkHandler(kind, name, id, statement, app, &errors)
    }
  }

  private func errorWithoutApp(_ statement: Statement) -> ScenarioError? {
    guard statement.command.traits.contains(.needsApp) else { return nil }
    return failure(
      statement, .misplaced, statement.text,
      "the scenario names no app ('app: FILE' in the header, or an app block)")
  }

  private func checkView(
    _ command: ViewCommand, _ statement: Statement, _ errors: inout ScenarioErrors
  ) {
    if command.kind == .copyCommand {
      errors.add(
        failure(
          statement, .misplaced, "set copy-command",
          "a scenario may not run a command: type the line, or put it in the configuration"))
    }
    guard let word = command.words.first else { return }
    switch command.kind {
    case .focus, .zoom:
      let known = Pane.allCases.map(\.rawValue)
      if known.contains(word.lowercased()) { return }
      errors.add(
        failure(
          statement, .unknown(what: "pane"), word, known.listed(),
          suggestion: Suggestion.nearest(to: word, among: known)))
    case .speed:
      if let pace = Double(word.dropLast()), ViewCommand.paces.contains(pace) { return }
      errors.add(failure(statement, .unexpected, word, "a pace from \(ViewCommand.paceWords)"))
    case .filter:
      // The focused pane is known only when the scenario runs.
      let mistakes = FilteredList.allCases.map { list -> FilterMistake? in
        do throws(FilterMistake) {
          _ = try RowFilter(word, of: list)
          return nil
        } catch {
          return error
        }
      }
      guard let mistake = mistakes.compactMap({ $0 }).last, !mistakes.contains(nil) else { return }
      errors.add(failure(statement, .unexpected, word, "a filter", quoting: " (\(mistake))"))
    case .highlight:
      if word == "tag" { return }
      errors.add(
        failure(
          statement, .unknown(what: "highlight"), word, "tag, as in highlight tag \"NAME\"",
          suggestion: Suggestion.nearest(to: word, among: ["tag"])))
    default: break
    }
  }

  private func checkScreen(
    _ name: String, _ statement: Statement, _ app: App, _ errors: inout ScenarioErrors
  ) {
    if app.screen(named: name) != nil { return }
    let known = app.screens.map(\.name)
    errors.add(
      failure(
        statement, .unknown(what: "screen"), name, quoting: known.listed(),
        suggestion: Suggestion.nearest(to: name, among: known)))
  }

  private func checkID(
    _ id: String, _ statement: Statement, _ app: App, _ errors: inout ScenarioErrors
  ) {
    let known = app.containers.map(\.id)
    if known.contains(id) { return }
    errors.add(
      failure(
        statement, .unknown(what: "container"), id, quoting: known.listed(),
        suggestion: Suggestion.nearest(to: id, among: known)))
  }

  private func checkHandler(
    _ kind: HandlerRegistration.Kind, _ name: String, _ id: String?, _ statement: Statement,
    _ app: App, _ errors: inout ScenarioErrors
  ) {
    guard let container = app.container(id ?? app.containerID) else { return }
    let known =
      kind == .macro
      ? container.macroFunctions.map(\.name) : container.tagFunctions.map(\.name)
    if known.contains(name) { return }
    let expected =
      known.isEmpty
      ? "a line '\(kind.rawValue)-function \(name)' in the app's description"
      : known.listed()
    errors.add(
      failure(
        statement, .unknown(what: "\(kind.rawValue)-function"), name, quoting: expected,
        suggestion: Suggestion.nearest(to: name, among: known)))
  }

  /// Checks that the seed is set before the first act, which already depends on it.
  private func checkSeed(_ errors: inout ScenarioErrors) {
    var hasBegun = false
    for statement in setup + statements {
      if hasBegun, case .act(.setSeed) = statement.command {
        errors.add(failure(statement, .misplaced, statement.text, ActError.seedTooLate.sentence))
      }
      hasBegun = hasBegun || statement.command.beginsThePlay
    }
  }

  /// Checks a function or class; one that the app does not have can never be called.
  private func checkFunction(
    _ name: String, _ statement: Statement, _ app: App, _ errors: inout ScenarioErrors
  ) {
    let known =
      app.containers.flatMap { $0.macroFunctions.map(\.name) + $0.tagFunctions.map(\.name) }
      + app.classes.map(\.path)
    if known.contains(name) { return }
    let expected =
      known.isEmpty ? "a function or class in the app's description" : known.listed()
    errors.add(
      failure(
        statement, .unknown(what: "function"), name, quoting: expected,
        suggestion: Suggestion.nearest(to: name, among: known)))
  }

  /// Checks a letter. The visible screen is known only when the scenario runs, so a letter is wrong
  /// only if it is wrong on every screen.
  private func checkPress(
    _ key: String, _ arguments: OrderedDictionary<String, Value>, _ statement: Statement,
    _ app: App, _ errors: inout ScenarioErrors
  ) {
    let meant = app.screens.compactMap { $0.button(pressedBy: key) }
    if meant.isEmpty {
      let letters = app.screens.flatMap(\.letters).compactMap { $0.map(String.init) }
      let known = OrderedSet(letters).sorted()
      let expected = known.isEmpty ? "a button, but no screen has any" : known.listed()
      return errors.add(
        failure(statement, .unknown(what: "letter of a button"), key, quoting: expected))
    }
    checkArguments(arguments, of: meant, "press", statement, &errors)
  }

  private func checkTap(
    _ title: String, _ arguments: OrderedDictionary<String, Value>, _ statement: Statement,
    _ app: App, _ errors: inout ScenarioErrors
  ) {
    let buttons = app.screens.flatMap(\.buttons)
    let meant = buttons.filter { $0.title == title }
    if meant.isEmpty {
      let known = buttons.map(\.title)
      return errors.add(
        failure(
          statement, .unknown(what: "button"), title, quoting: known.listed(),
          suggestion: Suggestion.nearest(to: title, among: known)))
    }
    checkArguments(arguments, of: meant, "tap", statement, &errors)
  }

  /// Checks the names of arguments. The visible screen is known only when the scenario runs, so a
  /// name is wrong only if it is wrong for every possible button.
  private func checkArguments(
    _ arguments: OrderedDictionary<String, Value>, of meant: [AppButton], _ verb: String,
    _ statement: Statement, _ errors: inout ScenarioErrors
  ) {
    let parameters = meant.map { $0.parameters }
    let known = parameters.flatMap { $0.map(\.name) }
    for name in arguments.keys where !known.contains(name) {
      let suggestion = Suggestion.nearest(to: name, among: known)
      let expected =
        known.isEmpty ? "no value, the button takes none" : known.listed()
      errors.add(
        failure(
          statement, .unknown(what: "parameter"), name, quoting: expected,
          suggestion: suggestion))
    }
    let missing = parameters.map { names in
      names.first { $0.default == nil && arguments[$0.name] == nil }?.name
    }
    if let name = missing[0], missing.allSatisfy({ $0 != nil }) {
      errors.add(
        failure(
          statement, .incomplete(what: verb), meant[0].title, "value", quoting: " for '\(name)'"))
    }
  }

  func failure(
    _ statement: Statement, _ kind: ScenarioError.Kind, _ found: String,
    _ expected: String = "", quoting quoted: String = "", suggestion: String? = nil
  ) -> ScenarioError {
    ScenarioError(
      at: statement.location, kind, found: found, expected: expected, quoted: quoted,
      suggestion: suggestion)
  }
}

extension Expectation {
  fileprivate var containerID: String? {
    switch self {
    case .tag(_, _, let id), .callback(_, _, let id), .tokens(_, let id): id
    case .value(let state): state.id
    case .container(let state): state.id
    case .call(let state): state.id
    case .event, .userProperty, .firebase, .log, .queue, .sent, .lost, .data, .late, .unreported,
      .duplicates, .requests, .periodic, .completion, .hit, .braze, .screen, .plan:
      nil
    }
  }
}

extension Act {
  fileprivate var containerID: String? {
    switch self {
    case .installDefault(_, let id, _), .installSaved(_, let id, _), .publish(_, let id),
      .draft(_, let id), .useContainer(_, let id), .installUnreadable(let id, _, _),
      .damageSaved(let id),
      .publishUnreadable(let id), .open(let id, _), .register(_, _, let id, _),
      .app(.close(let id)), .app(.read(_, _, let id)), .app(.refresh(let id)):
      id
    case .app, .device, .disk, .emptyDisk, .launch, .background, .foreground, .kill, .reinstall,
      .upgrade, .reachability, .collector, .network, .openURL, .screen, .tap, .setQuirk,
      .setSDKVersion,
      .setDelivery, .setQueueLimit, .setRefreshTimer, .setClock, .setGeneration,
      .setFirebaseValidation, .setSeed, .jump, .happening:
      nil
    }
  }
}

extension Command {
  fileprivate var containerID: String? {
    switch part {
    case .file: containerFile?.id
    case .act(let act): act.containerID
    case .staging(.view(let command)):
      expectation?.containerID ?? command.question?.sought.containerID
    case .expectation(let expectation): expectation.containerID
    case .world, .time, .words, .staging: nil
    }
  }

  /// The function or class of the app in the statement.
  fileprivate var functionName: String? {
    if case .call(let state)? = expectation { state.name } else { nil }
  }

  /// Whether it begins the play: the app runs, time passes, or a link is opened.
  fileprivate var beginsThePlay: Bool { traits.contains(.beginsThePlay) }

  fileprivate var tagName: String? {
    if case .tag(let name, _, _)? = expectation { return name }
    guard let command = viewCommand, command.kind == .highlight,
      command.words.first == "tag"
    else { return nil }
    return command.words.last
  }
}

// MARK: - Generations

extension Scenario {
  /// Finds statements without a meaning for the SDK generation that they are played with, up to the
  /// limit.
  func checkGenerations(_ app: App?) -> [ScenarioError] {
    var errors: [ScenarioError] = []
    var sdk = header.sdk
    for statement in setup + statements {
      if case .act(.setGeneration(let generation)) = statement.command {
        sdk = ScenarioHeader.SDK(generation)
        if header.variesSDK {
          errors.append(
            failure(
              statement, .misplaced, statement.text,
              "varied values go in the header: matrix"))
        }
      }
      if let reason = reason(against: statement.command, sdk, app) {
        errors.append(failure(statement, .misplaced, statement.text, quoting: reason))
      }
    }
    return Array(errors.prefix(ScenarioErrors.limit))
  }

  private func reason(against command: Command, _ sdk: ScenarioHeader.SDK, _ app: App?) -> String? {
    if header.variesSDK {
      guard let own = command.generation, own.only != sdk.generation else { return nil }
      let only = ScenarioHeader.SDK(own.only).rawValue
      return "a scenario played under v3 and v5 must do this through the app's screens and "
        + "buttons, which can describe both, or after 'under sdk=\(only)'"
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
  /// Explains why it has no meaning under a generation, and what to do; nil if it has one.
  ///
  /// `buttons` are the buttons that it may refer to.
  package func fault(under generation: SDKGeneration, of buttons: [AppButton]) -> String? {
    if let own = self.generation { return own.only == generation ? nil : own.elsewhere }
    guard case .act(.tap(let title, _)) = self else { return nil }
    let meant = buttons.filter { $0.title == title && !$0.actions.isEmpty }
    let isDead = { (button: AppButton) in
      button.actions.allSatisfy { $0.generation ?? generation != generation }
    }
    guard !meant.isEmpty, meant.allSatisfy(isDead) else { return nil }
    return generation == .legacy
      ? "the button only works under v5: add a 'push' to it in the app"
      : "the button only works under v3: add a 'log-event' to it in the app"
  }
}
