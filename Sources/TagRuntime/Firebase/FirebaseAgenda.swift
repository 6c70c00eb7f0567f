import OrderedCollections

/// What Firebase still wants to be done in a step, and in which order: an action is done with all
/// that follows from it before the next one, and what classes of the app logged while a container
/// judged an event comes right after that event, in order.
///
/// An event of a class is like any other of the app's, so that the container judges it as well, and
/// more may be logged for it. A class that logs the very event that it runs for never comes to an
/// end. What the SDK does then is not established; it is cut where the first generation cuts a
/// drain.
struct FirebaseAgenda {
  private enum Item {
    case action(FirebaseFlow.Action)
    /// The events of classes have their turn.
    case classEvents
  }

  /// The next one stands last.
  private var items: [Item] = []
  /// What classes logged since an event was judged that no class had logged.
  private var classEvents: [OrderedDictionary<String, Value>] = []
  /// How many of them had their turn.
  private var taken = 0

  init(_ actions: [FirebaseFlow.Action]) { add(actions) }

  /// Adds what is to be done next.
  mutating func add(_ actions: [FirebaseFlow.Action]) {
    items += actions.reversed().map { .action($0) }
  }

  /// An event was judged: what classes logged meanwhile, and before it what follows from the
  /// judgement.
  mutating func addJudgement(
    _ actions: [FirebaseFlow.Action], logged: [OrderedDictionary<String, Value>]
  ) {
    // Those that are logged for an event of a class wait for the others of their kind.
    if classEvents.isEmpty, !logged.isEmpty { items.append(.classEvents) }
    classEvents += logged
    add(actions)
  }

  /// Gives what is next; nil where all is done.
  mutating func next() -> FirebaseFlow.Action? {
    while let item = items.popLast() {
      switch item {
      case .action(let action): return action
      case .classEvents:
        if let action = nextClassEvent() { return action }
      }
    }
    return nil
  }

  private mutating func nextClassEvent() -> FirebaseFlow.Action? {
    guard taken < classEvents.count else {
      endClassEvents()
      return nil
    }
    var parameters = classEvents[taken]
    taken += 1
    let waiting = classEvents.count - taken
    if taken > Limits.updatesPerDrain || waiting > Limits.waitingUpdates {
      endClassEvents()
      let words =
        "\(Limits.updatesPerDrain) events that classes of the app log for one event, "
        + "\(waiting + 1) dropped"
      return .log(LogRecord(.limitReached, [words]))
    }
    items.append(.classEvents)
    guard let name = parameters.removeValue(forKey: "event") else {
      return .log(LogRecord(.noDataLayer))
    }
    return .goOn(.log(ValueConversion.text(name), parameters))
  }

  private mutating func endClassEvents() {
    classEvents = []
    taken = 0
  }
}
