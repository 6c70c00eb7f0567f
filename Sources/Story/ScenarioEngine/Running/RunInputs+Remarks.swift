import OrderedCollections
package import TagRuntime
package import TagSimulation

extension App {
  /// Returns the container that a version names as its own; nil if it names none, or one that the
  /// app does not open.
  package func owner(of version: ContainerVersion?) -> String? {
    version?.containerID.flatMap { container($0)?.id }
  }
}

extension RunInputs {
  /// Returns the container that a path stands for.
  func container(at path: String) -> CompiledContainer? { containers[instead[path] ?? path] }

  /// Returns the container that the file of a command is for: that of the line, or else of the
  /// file, if the app opens it; nil is the first.
  package func owner(of command: Command) -> String? {
    guard let (path, id) = command.containerFile else { return nil }
    return id ?? app.owner(of: containers[path]?.version)
  }

  /// Says that a file of another container is used as the app's first one; nil if it is not.
  func strangerRemark(on command: Command) -> String? {
    guard let (path, _) = command.containerFile, owner(of: command) == nil,
      let own = containers[path]?.version.containerID, !app.containers.isEmpty
    else { return nil }
    return "\(BundledFile.lastPart(of: path)) is of \(own), which the app does not open: "
      + "it is used as \(app.containerID)"
  }

  /// What the statements of a scenario do in silence, each at its place.
  ///
  /// - Complexity: O(n) in the statements.
  package func remarks(on scenario: Scenario) -> [(place: ScenarioLocation, sentence: String)] {
    var settings = SettingReview()
    let own = (scenario.setup + scenario.statements).flatMap { statement in
      settings.look(at: statement)
      return [strangerRemark(on: statement.command), statement.compositeRemark]
        .compactMap { $0 }.map { (statement.location, $0) }
    }
    return own + settings.remarks
  }
}

extension Statement {
  /// Says that it gives a hit a map or a list as a field; nil if it does not.
  fileprivate var compositeRemark: String? {
    var fields: OrderedDictionary<String, String?> = [:]
    if case .act(.app(.setField(let code, let value, _))) = command { fields = [code: value] }
    if case .act(.app(.send(let sent, _))) = command { fields = sent }
    // A text in quotes is one, even if it looks like a list.
    return fields.elements.lazy.compactMap { code, value in
      value.flatMap { text.contains("\"\($0)\"") ? nil : HitField.compositeRemark(code, $0) }
    }.first
  }
}

/// Follows the settings of a story that end with their process, though a later line reads them.
private struct SettingReview {
  private enum Kind {
    case interval, mode, logger, analytics
  }

  private(set) var remarks: [(ScenarioLocation, String)] = []
  private var isRunning = false
  /// The settings made in a process, and whether it has ended since.
  private var made: [(kind: Kind, line: Statement, hasEnded: Bool)] = []

  mutating func look(at statement: Statement) {
    let command = statement.command
    if let kind = Self.kind(of: command) {
      made.removeAll { $0.kind == kind }
      if isRunning { made.append((kind, statement, false)) }
    }
    if isRunning, Self.endsProcess(command) {
      made = made.map { ($0.kind, $0.line, true) }
      isRunning = false
    }
    isRunning = isRunning || command.traits.contains(.startsApp)
    guard isRunning else { return }
    let read = made.filter { $0.hasEnded && Self.reads(command, $0.kind) }
    made.removeAll { old in read.contains { $0.kind == old.kind } }
    remarks += read.map { old in
      (
        old.line.location,
        "'\(old.line.text)' ends with its process, but line \(statement.location.line) depends on "
          + "it after the next launch: repeat it there, or write it in 'setup' for every launch"
      )
    }
  }

  private static func kind(of command: Command) -> Kind? {
    if case .logger = command { return .logger }
    guard case .act(.app(let call)) = command else { return nil }
    if case .setDispatchInterval = call { return .interval }
    if case .setRefreshMode = call { return .mode }
    if case .setAnalyticsLogger = call { return .analytics }
    return nil
  }

  private static func endsProcess(_ command: Command) -> Bool {
    if case .act(.upgrade) = command { return true }
    return [.act(.kill), .act(.reinstall), .act(.happening(.crash))].contains(command)
  }

  private static func reads(_ command: Command, _ kind: Kind) -> Bool {
    // A launch opens its containers in the mode that it finds.
    if kind == .mode { return command.traits.contains(.startsApp) }
    switch command.expected {
    // A verbose log has lines of its own.
    case .log(.any, _), .log(.sdk, _): return kind != .interval
    case .periodic, .sent, .queue, .lost, .late, .unreported, .requests, .hit(_, .waiting),
      .hit(_, .sent), .hit(_, .late), .hit(_, .lost), .hit(_, .reported):
      return kind == .interval
    case .tag, .event, .userProperty, .firebase, .value, .container, .callback, .call, .screen,
      .tokens, .duplicates, .completion, .hit, .braze, .data, .log, .plan,
      nil:
      return false
    }
  }
}
